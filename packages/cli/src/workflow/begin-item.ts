import type { Lease } from '@flow/core/workflow';
import { type Answer, type Call, EXIT, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { here, placeOf } from './here.js';
import { standsAt } from './items.js';
import { holderWords, spanWords } from './lease-words.js';
import { notReady } from './not-ready.js';
import type { Here } from './place.js';
import { answerAfter } from './show.js';

/** A place in which an item is begun. */
export interface Beginning extends Here {
  /** The work tree is another one than the run's. */
  apart: boolean;
  /** The work tree is already that of an item in progress: its parts and fixes are begun as it sees them. */
  isBusy: boolean;
}

/**
 * Finds the run of an item that is to be begun here.
 * @throws FlowError NO_RUN, RUN_AMBIGUOUS, and as `here`
 */
export async function placeToBegin(call: Call, id: string): Promise<Beginning> {
  const place = await placeOf(call);
  const { room, around } = place;
  const branch = typeof call.options.run === 'string' ? call.options.run : null;
  const found = room.runToBegin(around, branch);
  const { clean } = await hooks();
  if (found.kind === 'several') {
    const branches = found.branches.map((one) => clean(one, 100));
    throw new FlowError(
      'usage',
      'RUN_AMBIGUOUS',
      `several workflows run in this repository: on ${branches.join(', ')}. Name the branch of the one that is meant.`,
      `${call.program} item begin ${clean(id, 60)} --run ${branches[0]}`,
    );
  }
  if (found.kind === 'none') return { ...(await here(call)), apart: false, isBusy: false };
  if (!found.apart) return { ...(await here(call)), apart: false, isBusy: false };
  const known = room.ownTree(around, found.run);
  // A work tree that works on something already says first what becomes of that.
  const led = known && known.item !== id ? await here(call).catch(() => null) : null;
  const isBusy = led !== null && room.heldItems(led.standing).some(({ lease }) => lease.id === known?.lease.id);
  const standing = isBusy ? led.standing : room.standingToBegin(around, found.run, id);
  if (standing) return { around, room, standing, apart: true, isBusy };
  return { ...(await here(call)), apart: true, isBusy };
}

/** A driver's child, for which an item is begun. */
export type Child = NonNullable<Parameters<Here['room']['leaseFor']>[3]['child']>;

/** An item may begin: under a lease that is recorded then, or it is had already; or somebody else has it. */
type MayBegin = Exclude<ReturnType<Here['room']['leaseFor']>, { kind: 'no-process' | 'shared' | 'taken' }>;

/**
 * Tells whether an item may begin here.
 * @throws FlowError ITEM_NOT_READY, ITEMS_AT_ONCE, ANALYSIS_MISSING, PROCESS_UNKNOWN, WORKTREE_NEEDED, WORKTREE_TAKEN,
 *   ITEM_NOT_HERE
 */
async function mayBegin(call: Call, place: Beginning, id: string, child: Child | null): Promise<MayBegin> {
  const { standing, room, around, apart, isBusy } = place;
  const { clean } = await hooks();
  const name = clean(id, 60);
  const at = standsAt(standing, room, id);
  if (at?.state !== 'running' && at?.state !== 'ready') throw await notReady(call, place, id, at);
  // A driver starts a session for the analysis, which works under a lease as well.
  if (at.state === 'ready' && child === null && room.historyOf(standing, id).retry?.analyse)
    throw new FlowError(
      'finding',
      'ANALYSIS_MISSING',
      `${name} cannot begin: it failed twice in the same way, and nobody has said why.`,
      `${call.program} item analyse ${name} --reason '…'`,
    );
  if (apart && !isBusy) await refuseUnlisted(call, place, id);
  const newest = room.newestLease(standing, id);
  const asked = room.leaseFor(around, standing, id, { apart, child, newest });
  if (asked.kind === 'no-process')
    throw new FlowError('usage', 'PROCESS_UNKNOWN', `there is no process ${child?.process}.`, `${call.program} item`);
  if (asked.kind === 'shared') throw await needsWorktree(call, place, id);
  if (asked.kind === 'taken') {
    const other = room.heldItems(standing).find(({ lease }) => lease.id === asked.lease.id)?.id ?? 'another item';
    throw new FlowError(
      'finding',
      'WORKTREE_TAKEN',
      `this work tree is that of ${clean(other, 60)}, which is in progress. ${name} needs another one.`,
      `${call.program} item open ${clean(other, 60)} (if nobody is working on it), or ${worktreeCommand(call, around.repository.root, id)}`,
    );
  }
  return asked;
}

/**
 * Tells what keeps an item from being begun for a driver's child in the work tree of a call; null where nothing does.
 * @param call.directory the work tree
 * @param branch of the run
 * @returns the code and the words of the refusal
 */
export async function hindranceTo(
  call: Call,
  id: string,
  branch: string,
  child: Child,
): Promise<{ code: string; why: string } | null> {
  try {
    const place = await placeToBegin({ ...call, options: { run: branch } }, id);
    const asked = await mayBegin(call, place, id, child);
    if (asked.kind !== 'held') return null;
    const [problem] = (await heldAnswer(call, place, id, asked.lease)).problems ?? [];
    return { code: 'ITEM_HELD', why: problem?.message ?? '' };
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return { code: error.problem.code, why: `${error.problem.code}: ${error.message}` };
  }
}

/** Begins an item under a lease: who works on it, where, since when and until when. */
export async function begin(call: Call, place: Beginning, id: string): Promise<Answer> {
  const { standing, room, around, apart, isBusy } = place;
  const { clean } = await hooks();
  const name = clean(id, 60);
  const asked = await mayBegin(call, place, id, childOf(call));
  if (asked.kind === 'held') return heldAnswer(call, place, id, asked.lease);
  if (asked.kind === 'own') return withLease(await answerAfter(`${name} is begun.`, room, around), asked.lease);
  const { lease } = asked;
  const deed = { type: 'item', item: id, state: 'running', reason: '', ...(lease && { lease }) } as const;
  room.recordDeed(around, standing.run, deed);
  if (lease) room.markLeased(around, lease);
  // Others may have begun it, or what excludes it, while it was looked whether it is ready: the journal has an order.
  const after = apart && !isBusy ? room.standingToBegin(around, standing.run, id) : room.standingOf(around);
  const now = after && standsAt(after, room, id);
  if (lease && after && now?.lease && now.lease.id !== lease.id)
    return heldAnswer(call, { ...place, standing: after }, id, now.lease);
  if (after && now?.state === 'waiting') {
    room.recordDeed(around, standing.run, { type: 'item', item: id, state: 'open', reason: '' });
    throw await notReady(call, { ...place, standing: after }, id, now);
  }
  const at = standsAt(standing, room, id);
  const done = at?.lease || at?.state === 'running' ? `${name} is begun.` : `Begun: ${id}.`;
  const answer = await answerAfter(done, room, around);
  return lease ? withLease(answer, lease) : answer;
}

const withLease = (answer: Awaited<ReturnType<typeof answerAfter>>, lease: Lease): Answer => ({
  ...answer,
  data: { ...answer.data, lease },
});

/** Reads what a driver says of the child that works on the item. */
function childOf({ options }: Call): Child | null {
  if (typeof options.process !== 'string') return null;
  const { session } = options;
  const unarmed = options.unarmed === true;
  return { process: Number(options.process), session: typeof session === 'string' ? session : null, unarmed };
}

/** Refuses an item that somebody works on, and says who. */
async function heldAnswer(call: Call, { around }: Here, id: string, lease: Lease): Promise<Answer> {
  const { clean } = await hooks();
  const name = clean(id, 60);
  const holder = await holderWords(lease, around.repository.root);
  const message = `${name} cannot begin: ${holder} is working on it, ${await spanWords(lease)}.`;
  const remedy = `${call.program} item (choose another one), or if nobody is working on it: ${call.program} item open ${name}`;
  return { exit: EXIT.finding, data: { lease }, problems: [{ code: 'ITEM_HELD', message, remedy }] };
}

/**
 * Refuses an item in a work tree that lacks the list which has it: what is done there could never be shown, as nothing says there
 * which files are its own.
 * @throws FlowError ITEM_NOT_HERE
 */
async function refuseUnlisted({ program }: Call, { standing, room, around }: Here, id: string): Promise<void> {
  const { present, home } = standing.facts;
  const lists = ({ items }: typeof present) => items.some((one) => one.id === id);
  if (home === undefined || !lists(home) || lists(present)) return;
  const { clean } = await hooks();
  const folder = room.homeOfRun(around, standing.run);
  const there = folder === null ? '' : `cd ${shellWord(folder)} && `;
  throw new FlowError(
    'finding',
    'ITEM_NOT_HERE',
    `the list that has ${clean(id, 60)} is not in this work tree, where nothing of the item could be shown without it.`,
    `(${there}${program} commit) && git merge ${shellWord(standing.run.branch)} && ${program} item begin ${shellWord(id)}`,
  );
}

async function needsWorktree(call: Call, { around }: Here, id: string): Promise<FlowError> {
  const { clean } = await hooks();
  return new FlowError(
    'finding',
    'WORKTREE_NEEDED',
    `${clean(id, 60)} begins only in a git worktree of its own, and this is the run's work tree.`,
    worktreeCommand(call, around.repository.root, id),
  );
}

/** The command that makes a work tree for an item and begins it there. */
function worktreeCommand({ program }: Call, root: string, id: string): string {
  const plain = id.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'item';
  const folder = shellWord(`${root}-${plain}`);
  return `git worktree add -b item/${plain} ${folder} && cd ${folder} && ${program} item begin ${shellWord(id)}`;
}

/** Refuses to free an item that somebody else works on, unless a person says that nobody does. */
export async function heldByOther(place: Here, id: string): Promise<Lease | null> {
  const { room, standing, around } = place;
  const lease = standsAt(standing, room, id)?.lease;
  return lease && !room.isOwnLease(around, lease) ? lease : null;
}

/**
 * Refuses a word on an item that somebody else works on: one item has one implementer (V16).
 * @throws FlowError ITEM_HELD
 */
export async function refuseHeld({ program }: Call, place: Here, id: string): Promise<void> {
  const lease = await heldByOther(place, id);
  if (lease === null) return;
  const { clean } = await hooks();
  const holder = await holderWords(lease, place.around.repository.root);
  throw new FlowError(
    'finding',
    'ITEM_HELD',
    `${holder} is working on ${clean(id, 60)}, ${await spanWords(lease)}.`,
    `${program} item (choose another one)`,
  );
}
