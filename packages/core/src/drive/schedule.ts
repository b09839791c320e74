import { isByCommand, isByJudge } from '../items/decided-by.js';
import { startsOf } from '../items/starts.js';
import type { ItemFact } from '../workflow/facts.js';
import type { ItemStatus, OpenCheck, Status } from '../workflow/status.js';
import { isItemSpent, type SpentLimit, spentLimit } from './budget.js';
import type { DriveView, Limits } from './view.js';

/**
 * A task tells what one session is for: the work itself, a judgement of it, saying why the same failed twice, or making
 * work that is done hold on what has landed.
 */
export type Task = 'work' | 'judge' | 'analysis' | 'landing';

/** An action is what a driver does next. */
export type Action =
  /** Starts a session for one position: an item's, or the run's (null). */
  | { do: 'start'; item: string | null; task: Task }
  /** Runs the commands of a position, which needs no session. */
  | { do: 'prove'; item: string | null }
  /** Brings the work of an item that is done into the run's branch. */
  | { do: 'land'; item: string }
  /** Ends a session. */
  | { do: 'stop'; lease: string; why: 'ended' | 'paused' }
  /**
   * Pauses the run, as a limit of it or of an item is reached, or as one session after the other leads nowhere: a person says
   * how it goes on.
   */
  | { do: 'pause'; limit: SpentLimit | 'standstill' | 'item' }
  | { do: 'wait'; for: 'sessions' | 'time' | 'person' | 'outside'; until: number | null }
  | { do: 'end'; how: 'done' | 'over' };

/**
 * Tells what a driver does next: `flow next` in a loop with limits, and nothing more is decided here. The answer follows from
 * the view alone, so that whoever is killed goes on by reading again. One session is started at a time: what it begins may
 * exclude others, which the next reading shows.
 * @param now epoch milliseconds
 */
export function schedule(view: DriveView, limits: Limits, now: number): Action[] {
  const { status, workers } = view;
  if (status.ended !== null || status.phase === 'ended') return stopped(view, 'ended', { do: 'end', how: 'over' });
  if (status.paused !== null) return stopped(view, 'paused', { do: 'wait', for: 'person', until: null });
  const missing = missingIn(view);
  const busy = new Set(workers.map(({ item }) => item));
  // What somebody is still mending lands once that session is over.
  const landing = missing.find((id) => !view.unlanded.has(id) && !busy.has(id));
  const actions: Action[] = landing === undefined ? [] : [{ do: 'land', item: landing }];
  const due = [...mendingOf(view, missing), ...dueOf(view, missing.length === 0)];
  const running = workers.length;
  let isStarted = false;
  let spent: SpentLimit | null = null;
  let isClosed = false;
  let stuck: 'standstill' | 'item' | null = null;
  const waits: Wait[] = [];
  for (const one of due) {
    if (busy.has(one.item)) continue;
    const wait = one.wait ?? waitOf(view, one.item, now) ?? unheard(view, one);
    const isSpent = one.item !== null && isItemSpent(view.usedBy.get(one.item), limits.item);
    if (wait?.for === 'time' && isSpent && !one.isProof) {
      stuck ??= 'item';
      continue;
    }
    if (wait !== null) {
      waits.push(wait);
      // Nobody waits for a session that would not be started.
      if (wait.for === 'time') spent ??= spentLimit(view, limits, running, now);
      continue;
    }
    if (one.isProof) {
      actions.push({ do: 'prove', item: one.item });
      continue;
    }
    if (one.task !== 'landing' && (view.fruitless.get(one.item ?? '') ?? 0) >= FRUITLESS) {
      stuck = 'standstill';
      continue;
    }
    if (isSpent) {
      stuck ??= 'item';
      continue;
    }
    if (isStarted || running >= limits.atOnce) continue;
    if (view.closedUntil !== null && view.closedUntil > now) {
      isClosed = true;
      continue;
    }
    spent ??= spentLimit(view, limits, running, now);
    if (spent !== null) continue;
    actions.push({ do: 'start', item: one.item, task: one.task });
    isStarted = true;
  }
  if (actions.length > 0) return actions;
  // What is paid for comes to its end before anybody is asked.
  if (workers.length > 0) return [{ do: 'wait', for: 'sessions', until: earliest(waits, view, isClosed) }];
  if (spent !== null) return [{ do: 'pause', limit: spent }];
  if (status.phase === 'done' && missing.length === 0) return [{ do: 'end', how: 'done' }];
  if (stuck !== null && !waits.some((one) => one.for === 'time') && !isClosed) return [{ do: 'pause', limit: stuck }];
  if (isClosed) return [{ do: 'wait', for: 'time', until: view.closedUntil }];
  return [waitFor(status, waits)];
}

interface Wait {
  for: 'time' | 'person' | 'outside';
  until: number | null;
}

/** A position at which something can be done, or that waits. */
interface Due {
  item: string | null;
  task: Task;
  /** Commands are missing there, and nothing else. */
  isProof: boolean;
  wait: Wait | null;
}

/** @param isWhole the run's branch has all work that is done: nothing is asked of the whole before */
function dueOf(view: DriveView, isWhole: boolean): Due[] {
  const { status, items, landed } = view;
  if (status.items.length === 0) {
    if (status.phase === 'done' || !isWhole) return [];
    const wait = status.waiting === null || status.waiting === 'pause' ? null : waitedFor(status.waiting);
    return [{ item: null, ...taskOf(view, '', status.open), wait }];
  }
  const known = new Map(items.map((one) => [one.id, one]));
  const free = new Set(startsOf(status.items, items).flatMap(({ id, hindrance }) => (isFree(hindrance) ? [id] : [])));
  return leavesOf(status.items).flatMap((one): Due[] => {
    if (!free.has(one.id) || isBehind(known.get(one.id), known, landed)) return [];
    const open = one.open ?? [];
    const agent = open.filter(({ actor }) => actor === 'agent');
    const actor = open.length > 0 && agent.length === 0 ? open[0]!.actor : 'agent';
    return [{ item: one.id, ...taskOf(view, one.id, agent), wait: waitedFor(actor) }];
  });
}

/** An item that is begun and that nobody works on any longer is taken up again. */
const isFree = (hindrance: ReturnType<typeof startsOf>[number]['hindrance']) =>
  hindrance === null || (hindrance.why === 'running' && hindrance.lease === undefined);

/** Items that have no parts of their own: of an item with parts, the parts are worked on, and then itself. */
const leavesOf = (items: readonly ItemStatus[]): ItemStatus[] =>
  items.flatMap((one) => {
    const inner = leavesOf(one.items ?? []).filter(({ state }) => state !== 'done' && state !== 'skipped');
    return inner.length > 0 ? inner : [one];
  });

/** Tells whether an item builds on work that the run's branch does not have yet. */
function isBehind(
  item: ItemFact | undefined,
  known: ReadonlyMap<string, ItemFact>,
  landed: ReadonlySet<string>,
): boolean {
  return (item?.after ?? []).some((id) => known.has(id) && !landed.has(id));
}

function taskOf({ retries }: DriveView, item: string, open: readonly OpenCheck[]): Pick<Due, 'task' | 'isProof'> {
  if (retries.get(item)?.analyse) return { task: 'analysis', isProof: false };
  const isMending = open.some(({ finding }) => finding.code === 'FINDING_OPEN');
  if (!isMending && open[0] && isByJudge(open[0])) return { task: 'judge', isProof: false };
  // What has failed on this content fails again: somebody mends it first.
  const isProof = open.length > 0 && open.every((one) => isByCommand(one) && one.state !== 'failed');
  return { task: 'work', isProof };
}

/** What only counts by the words of a session is no work for one whose words do not count. */
function unheard({ unarmed }: DriveView, { item, task, isProof }: Due): Wait | null {
  const isOfContent = isProof || task === 'landing' || (task === 'work' && item !== null);
  return unarmed && !isOfContent ? { for: 'person', until: null } : null;
}

/** Tells whether what failed is to be waited out, or asks somebody. */
function waitOf({ retries }: DriveView, item: string | null, now: number): Wait | null {
  const retry = retries.get(item ?? '');
  if (!retry) return null;
  if (retry.escalate) return { for: retry.reason === 'outside' ? 'outside' : 'person', until: null };
  return retry.backoffSeconds > 0 ? { for: 'time', until: now + retry.backoffSeconds * 1000 } : null;
}

const waitedFor = (actor: 'person' | 'time' | 'outside' | 'agent'): Wait | null =>
  actor === 'agent' ? null : { for: actor, until: null };

/**
 * Returns the items whose work is done and not in the run's branch, as far as what they build on is there: one lands at a time,
 * and one that does not hold keeps no other from landing.
 */
function missingIn({ status, items, landed }: DriveView): string[] {
  const done = new Set(status.over);
  const waiting = items.filter(({ id, kind }) => kind !== 'fix' && done.has(id) && !landed.has(id));
  const open = new Set(waiting.map(({ id }) => id));
  return waiting.flatMap(({ id, after }) => (after.some((one) => open.has(one)) ? [] : [id]));
}

/** Returns the sessions that make items hold on what has landed; who has tried often enough asks a person. */
function mendingOf({ unlanded }: DriveView, missing: readonly string[]): Due[] {
  return missing.flatMap((item): Due[] => {
    const tries = unlanded.get(item);
    if (tries === undefined) return [];
    const wait: Wait | null = tries >= LANDINGS ? { for: 'person', until: null } : null;
    return [{ item, task: 'landing', isProof: false, wait }];
  });
}

/** Sessions in a row that led nowhere, with one that said why among them, after which no further one is paid for (R13, R15). */
export const FRUITLESS = 4;

/** Sessions that try to make one item hold on what has landed. */
export const LANDINGS = 3;

/** Ends the sessions that go on, and says what comes then. */
function stopped({ workers }: DriveView, why: 'ended' | 'paused', then: Action): Action[] {
  return workers.length > 0 ? workers.map(({ lease }) => ({ do: 'stop', lease, why })) : [then];
}

function waitFor({ waiting }: Status, waits: readonly Wait[]): Action {
  const timed = waits.filter((one) => one.for === 'time');
  if (timed.length > 0) return { do: 'wait', for: 'time', until: soonest(timed) };
  const [first] = waits;
  if (first) return { do: 'wait', ...first };
  return { do: 'wait', for: waiting === 'outside' || waiting === 'time' ? waiting : 'person', until: null };
}

function earliest(waits: readonly Wait[], { closedUntil }: DriveView, isClosed: boolean): number | null {
  return soonest([...waits, ...(isClosed ? [{ until: closedUntil }] : [])]);
}

function soonest(waits: readonly Pick<Wait, 'until'>[]): number | null {
  const times = waits.flatMap(({ until }) => until ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
