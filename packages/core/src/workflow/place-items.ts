import type { Finding } from '../finding.js';
import type { PlacedPhase } from './compile.js';
import { holds } from './conditions.js';
import type { ItemFact } from './facts.js';
import { findPosition, type ItemPosition, leftBy, type Placing, type Position } from './find-position.js';
import { type ItemSet, itemsAt } from './items.js';
import { aboutAt } from './marks.js';
import type { Member } from './members.js';
import { isBegun, isOver, isRunning } from './state.js';
import { isDoneFor } from './walkers.js';

/** `Members` holds the items of one phase that walks them. */
interface Members {
  placed: PlacedPhase;
  members: ReadonlyMap<string, Member>;
  /** Items that need not be waited for. */
  isDone(id: string): boolean;
}

/**
 * Tells where items stand in a phase that walks them, each by itself: whether somebody else works on a file of theirs is
 * another question.
 * @param which ids of those that are asked about; whoever waits for one that comes to its end is told of, too
 */
export function placeItems(
  placing: Placing,
  { placed, members }: Omit<Members, 'isDone'>,
  which: Iterable<string>,
): Map<string, ItemPosition> {
  const all = itemsAt(placing.state, placing.moment);
  const over = new Set<string>();
  const isDoneHere = isDoneFor(placing.state, placed, all, placing.moment);
  const asked = { placed, members, isDone: (id: string) => over.has(id) || isDoneHere(id) };
  const found = new Map<string, ItemPosition>();
  const queue = [...which];
  for (const id of queue) {
    const known = found.get(id)?.state ?? 'waiting';
    if (known !== 'waiting') continue;
    const one = placeItem(placing, asked, members.get(id)!, all);
    found.set(id, one);
    if (one.at === null || one.state !== 'done') continue;
    over.add(id);
    queue.push(...waitingFor(one.item, all).filter((other) => members.has(other)));
  }
  return found;
}

/** Lists ids of the items that wait for an item. */
function waitingFor({ id, kind, parent }: ItemFact, all: ItemSet): string[] {
  const after = all.after(id).map((one) => one.id);
  return kind === 'fix' && parent !== undefined ? [...after, parent] : after;
}

function placeItem(
  placing: Placing,
  { placed, isDone }: Members,
  { item, isTooMany }: Member,
  all: ItemSet,
): ItemPosition {
  const { state } = placing;
  const { state: said = 'open', reason = '', at: progress } = state.items.get(item.id) ?? {};
  const { reached = 0, left = null } = progress?.get(placed.path) ?? {};
  const standing = (which: ItemPosition['state'], why = reason): ItemPosition => {
    return { item, state: which, reason: why, at: null, left: null };
  };
  if (said === 'skipped') return standing(said);
  if (isOver(state, item, placed)) return { ...standing('done'), left };
  if (said === 'blocked') return standing(said);
  if (isTooMany) return standing('blocked', 'fixes');
  if (!isFree(item, all, isDone)) return standing('waiting');
  // What is read of another work tree is no look at the run's: events there have the item walked again.
  const apart = state.leases.momentOf(item, placing.moment, all);
  const moment = apart ?? placing.lookFor?.(item.id) ?? placing.moment;
  const at = findPosition({ ...placing, moment }, placed.inner, reached, item);
  if (at.index < placed.inner.length)
    return { item, state: stateOf(at, isRunning(state, item.id, placing.now)), reason, at, left: null };
  if (isBegun(state, item, placed)) return { item, state: 'done', reason, at, left: leftBy(at) };
  return { item, state: 'ready', reason, at: unbegun({ ...placing, moment }, placed, item, at), left: null };
}

/** Tells whether all is done that an item comes after; a fix comes before what it mends. */
export function isFree(item: ItemFact, all: ItemSet, isDone: (id: string) => boolean): boolean {
  return item.after.every(isDone) && all.fixesOf(item).every(({ id }) => isDone(id));
}

/** Where everything is so that is asked of an item, and nobody has begun with it: that is what it is begun with. */
function unbegun({ state, moment }: Placing, placed: PlacedPhase, item: ItemFact, at: Position): Position {
  const about = aboutAt(state, moment, item);
  const first = placed.inner.find(({ phase }) => holds(phase.when, state, about)) ?? placed.inner[0]!;
  const key = `${first.path}.begun`;
  const finding: Finding = { code: 'ITEM_NOT_BEGUN', level: 'block', args: { check: key, item: item.id } };
  const base = { key, path: first.path, subject: '', item: item.id, state: 'missing' as const, passed: false };
  return { ...at, index: first.siblingIndex, unmet: [{ ...base, actor: 'agent', finding }] };
}

function stateOf({ unmet }: Position, isRunning: boolean): ItemPosition['state'] {
  if (unmet.some(({ finding }) => finding.args.onExhausted === 'block')) return 'blocked';
  return isRunning ? 'running' : 'ready';
}
