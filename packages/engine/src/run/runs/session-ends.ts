import type { Tokens } from '@flow/core';
import type { EndedSession } from '@flow/core/figures';
import { eventsOf, type JournalEntry, readJournal } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { SESSION_END } from '../leases/disarmed.js';
import { recordBeside } from './record.js';
import type { Run } from './run.js';

/** Type of the `flow` event that tells of an item that did not land. */
const NOT_LANDED = 'not-landed';

/** An item that did not land: the commit of its branch, on that of what had landed, and why. */
export interface NotLanded {
  item: string;
  commit: string;
  tip: string;
  why: string;
}

/** A session end tells how a session ended that a driver had started, and what the session has used. */
export interface SessionEnd extends Omit<EndedSession, 'time'> {
  /** A digest of where it left what it worked on; null where nobody said. */
  stands: string | null;
  /** Epoch milliseconds until which the account takes no session. */
  quotaUntil: number | null;
  /** Our hooks answered in it. */
  armed: boolean;
  /** Where it worked; null where an older program recorded it. */
  worktree: string | null;
  /** Epoch milliseconds at which it began, and at which its last process had ended. */
  since: number;
  until: number;
}

/**
 * Records how a session ended; a limit counts what is recorded, whoever drives the run next.
 * @throws EvidenceError
 */
export function recordSessionEnd(around: Surroundings, run: Pick<Run, 'id'>, end: SessionEnd): void {
  recordBeside(around, run.id, { type: SESSION_END, ...end });
}

/** A told end is the end of a session with its place in the journal and the time at which it was recorded, in epoch milliseconds. */
export type ToldEnd = SessionEnd & { n: number; time: number };

/** The ends of a run's sessions, oldest first, each once. */
export const sessionEnds = ({ repository, start }: Surroundings, run: Pick<Run, 'id'>): ToldEnd[] =>
  endsIn(readJournal(repository, start.environment).events, run.id);

/** Finds the ends of a run's sessions among events, oldest first, each once. */
export function endsIn(events: readonly JournalEntry[], run: string): ToldEnd[] {
  const bySession = new Map<string, ToldEnd>();
  for (const { n, time, data } of eventsOf(events, 'flow')) {
    if (data.run !== run || data.what.type !== SESSION_END) continue;
    const end = readEnd(data.what);
    if (end && !bySession.has(end.session)) bySession.set(end.session, { ...end, n, time });
  }
  return [...bySession.values()];
}

/**
 * Records that an item did not land.
 * @throws EvidenceError
 */
export function recordNotLanded(around: Surroundings, run: Pick<Run, 'id'>, said: NotLanded): void {
  recordBeside(around, run.id, { type: NOT_LANDED, ...said });
}

/** The newest word on each item of a run that did not land. */
export function notLanded(around: Surroundings, run: Pick<Run, 'id'>): NotLanded[] {
  const all = everyNotLanded(around, run).map(({ time: _time, ...said }) => said);
  return [...new Map(all.map((said) => [said.item, said])).values()];
}

/** Every time that an item of a run did not land, oldest first; times are epoch milliseconds. */
export function everyNotLanded(
  { repository, start }: Surroundings,
  run: Pick<Run, 'id'>,
): (NotLanded & { time: number })[] {
  const { events } = readJournal(repository, start.environment);
  return eventsOf(events, 'flow').flatMap(({ time, data }) => {
    const { item, commit, tip, why } = data.what;
    if (data.run !== run.id || data.what.type !== NOT_LANDED || typeof item !== 'string') return [];
    return [{ time, item, commit: String(commit), tip: String(tip), why: String(why) }];
  });
}

function readEnd(what: Readonly<Record<string, unknown>>): SessionEnd | null {
  const { session, item = null, task, client, failure = null, money = null, quotaUntil = null, armed } = what;
  if (typeof session !== 'string') return null;
  const failed = failure as { class?: unknown; reason?: unknown } | null;
  return {
    session,
    item: typeof item === 'string' ? item : null,
    task: String(task),
    client: String(client),
    turns: countOf(what.turns),
    tokens: countOf(what.tokens),
    ...kindsOf(what.kinds),
    money: typeof money === 'number' ? countOf(money) : null,
    duration: countOf(what.duration),
    failure: failed === null ? null : { class: String(failed.class), reason: String(failed.reason) },
    stands: typeof what.stands === 'string' ? what.stands : null,
    quotaUntil: typeof quotaUntil === 'number' ? quotaUntil : null,
    armed: armed === true,
    worktree: typeof what.worktree === 'string' ? what.worktree : null,
    since: countOf(what.since),
    until: countOf(what.until),
  };
}

function kindsOf(value: unknown): { kinds?: Tokens } {
  if (typeof value !== 'object' || value === null) return {};
  const { input, output, cacheRead, cacheWrite } = value as Record<keyof Tokens, unknown>;
  return {
    kinds: {
      input: countOf(input),
      output: countOf(output),
      cacheRead: countOf(cacheRead),
      cacheWrite: countOf(cacheWrite),
    },
  };
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
