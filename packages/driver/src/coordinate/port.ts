/** A worker is whoever asks for work: one process on one machine, or one session that it started. */
export interface Worker {
  /** Different for every worker there ever was. */
  id: string;
  /** The machine's name, for people and for the worker's own segment of a run. */
  machine: string;
  /** What only this machine knows of it: its process ends a lease at once, and its work tree gives the item a place. */
  here?: {
    pid: number;
    session: string | null;
    worktree: string;
    branch: string | null;
    /** The work tree is another one than the run's: what is recorded there speaks of the item alone. */
    apart: boolean;
    /** No hook is at work in it: what it says counts for nothing. */
    unarmed?: boolean;
  };
}

/** What is wanted: one item, from a commit, for a time. */
export interface Wanted {
  item: string;
  /** The commit that the work begins at; null where nothing is committed yet. */
  base: string | null;
  /** Milliseconds without a renewal after which somebody else may have the item. */
  time: number;
}

/** A lease says that one worker has one item until a time. */
export interface Lease {
  /** The id of the worker that has it. */
  id: string;
  run: string;
  item: string;
  /** The fencing number: it grows with each claim of the item, and what comes under an older one is refused. */
  token: number;
  machine: string;
  base: string | null;
  /** Epoch milliseconds: when it was given or last renewed, and until when. A hint for the others: what is safe rests on the token. */
  since: number;
  until: number;
}

/** A hold keeps work from being started until a time: a quota that is used up, a break, a pause. */
export interface Hold {
  scope: 'account' | 'run' | 'item';
  /** The account or the item; '' for the run. */
  name: string;
  /** Epoch milliseconds. */
  until: number;
  why: string;
}

/** Who asks for an item has it; or it is somebody else's; or nothing is started for now. */
export type Claim =
  | { kind: 'lease'; lease: Lease }
  | { kind: 'taken'; by: string; machine: string; until: number }
  | { kind: 'held'; hold: Hold };

/** An attempt tells how an attempt ended; the commit is the tip of the item's branch, where that is published. */
export interface Attempt {
  how: 'done' | 'failed' | 'waits' | 'given-back';
  commit: string | null;
  why: string;
}

/** A signal says that it is worth looking again, and nothing else. */
export interface Signal {
  about: 'approved' | 'changed' | 'ci' | 'cancel';
  item: string | null;
}

/** An entry of a run's record. Whoever reads it has it from somebody else: it proves nothing by itself. */
export interface Entry {
  /** The machine that wrote it, by the name of its segment. */
  machine: string;
  /** Its place in that segment, from 1. */
  n: number;
  /** Epoch milliseconds, by the clock of that machine. */
  time: number;
  what:
    | { kind: 'event'; event: Readonly<Record<string, unknown>> }
    | { kind: 'hold'; hold: Hold }
    | { kind: 'signal'; signal: Signal }
    | { kind: 'settled'; lease: Lease; end: Attempt }
    /** An end that came under a lease which was not the newest any more. */
    | { kind: 'stale'; lease: Lease; end: Attempt };
}

/** How far a reader has read, by segment; to be handed back as it was given. */
export type Cursor = Readonly<Record<string, string>>;

/** What is new behind a cursor, and which segments are not what they were. */
export interface Page {
  entries: readonly Entry[];
  cursor: Cursor;
  /** Segments that somebody wrote anew, or took away: what was read of them before is as good as it was. */
  broken: readonly { machine: string; how: 'rewritten' | 'deleted' }[];
}

/**
 * A coordinator owns who works on what until when, and when to look again. It owns no truth: a run goes on from git and the
 * journal when all of its state is thrown away (R82). Each call can be made twice without harm; one whose answer is not known
 * throws `CoordinatorUnknown`, which is neither a yes nor a no (R50).
 */
export interface Coordinator {
  /** Asks for an item: of all who ask, one gets the lease. */
  claim(run: string, worker: Worker, wanted: Wanted): Promise<Claim>;
  /** Moves the end of a lease on. @returns null where it is lost: whoever worked under it stops and keeps the work */
  renew(lease: Lease, time: number): Promise<Lease | null>;
  /** Says how work under a lease ended. @returns `stale` where somebody else has had the item since: the end is kept as foreign */
  settle(lease: Lease, end: Attempt): Promise<'taken' | 'stale'>;
  hold(run: string, hold: Hold): Promise<void>;
  signal(run: string, signal: Signal): Promise<void>;
  append(run: string, events: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  read(run: string, after: Cursor | null): Promise<Page>;
}

/** The answer of a coordinator could not be had: never a yes, and never a no. */
export class CoordinatorUnknown extends Error {
  override readonly name = 'CoordinatorUnknown';
  readonly code = 'COORDINATOR_UNKNOWN';
}

/** Tells whether an error says that the answer of a coordinator could not be had: a package of its own throws a class of its own. */
export const isCoordinatorUnknown = (error: unknown): error is CoordinatorUnknown =>
  error instanceof Error && (error as { code?: unknown }).code === 'COORDINATOR_UNKNOWN';

/** The longest time that a hold of another machine keeps anybody: what anybody can write stops nobody for ever. */
export const LONGEST_HOLD = 24 * 3_600_000;

/**
 * Returns the hold that keeps an item from being started now; null where none does. The newest word of a machine on one thing
 * is its word: it may lift what it said before.
 */
export function holdingOf(entries: readonly Entry[], item: string, account: string | null, now: number): Hold | null {
  const newest = new Map<string, Hold>();
  for (const { machine, time, what } of entries) {
    if (what.kind !== 'hold') continue;
    const { scope, name, until } = what.hold;
    const bounded = Math.min(until, Math.min(time, now) + LONGEST_HOLD);
    newest.set(JSON.stringify([machine, scope, name]), { ...what.hold, until: bounded });
  }
  const isMeant = ({ scope, name }: Hold) =>
    scope === 'run' || (scope === 'item' ? name === item : account !== null && name === account);
  const meant = [...newest.values()].filter((hold) => hold.until > now && isMeant(hold));
  return meant.sort((a, b) => b.until - a.until)[0] ?? null;
}
