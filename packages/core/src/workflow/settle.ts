import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt } from './items.js';
import type { Place } from './places.js';
import { isOver, itemState, marked, type RunState, release } from './state.js';
import type { Unmet } from './unmet.js';
import { type WalkedItems, type Walking, walk } from './walk.js';

/**
 * Takes in how far the run and its items have come at one moment. Of the items, only those are walked whose walk may end
 * elsewhere than the last one did, so that an event costs what it touches; `positionOf` walks them all and says the same.
 * @returns the place of the first phase with an unmet check
 */
export function settle(state: RunState, moment: Moment, now: number): number {
  const all = itemsAt(state, moment);
  state.places.goTo(moment, all);
  const moves: Move[] = [];
  const items = (walking: Walking, placed: PlacedPhase, parent: ItemFact | null): WalkedItems => {
    const place = state.places.at(placed, parent, all);
    for (const id of marked(state, placed, parent, all)) state.places.touch(id);
    walkTouched(walking, place, moves);
    return { items: [], unmet: isSettled(state, place, all) ? NONE : OPEN };
  };
  const { index } = walk(
    { state, moment, now, isTold: false, isEvent: true, items },
    state.walk.phases,
    state.reached,
    null,
  );
  // As the walks left it: none of them sees what another one has changed.
  for (const { item, to, isDone } of moves) {
    const known = itemState(state, item.id);
    // Which phase mends a check depends on how far the item has come.
    if (known.reached !== to) state.places.touch(item.id);
    known.reached = to;
    if (!isDone) continue;
    known.done = item.digest;
    known.state = 'open';
    release(state, item, all);
    state.places.end(item, all);
  }
  state.reached = index;
  state.furthest = Math.max(state.furthest, index);
  return index;
}

/** How far an item has come. */
interface Move {
  item: ItemFact;
  to: number;
  isDone: boolean;
}

/** Walks the items of a place that were touched, and those that come free by it. */
function walkTouched(walking: Walking, { placed, members, touched, open }: Place, moves: Move[]): void {
  const { state, moment } = walking;
  const all = itemsAt(state, moment);
  const over = new Set<string>();
  const isDone = (id: string) => over.has(id) || isOver(state, all.byId.get(id));
  for (const id of touched) {
    touched.delete(id);
    const { item, isTooMany } = members.get(id)!;
    if (isDone(id)) {
      open.delete(id);
      continue;
    }
    open.add(id);
    const { state: said = 'open', reached = 0 } = state.items.get(id) ?? {};
    if (said === 'blocked' || isTooMany) continue;
    if (!item.after.every(isDone) || !all.fixesOf(item).every((fix) => isDone(fix.id))) continue;
    // What is read of another work tree is no look at the run's: events there have it walked again.
    const look = state.leases.momentOf(item, moment, all) ?? state.places.lookFor(id);
    const { index } = walk({ ...walking, moment: look }, placed.inner, reached, item);
    const isEnd = index === placed.inner.length;
    moves.push({ item, to: index, isDone: isEnd });
    if (!isEnd) continue;
    open.delete(id);
    over.add(id);
    const free = [...all.after(id).map((one) => one.id), ...(item.kind === 'fix' ? [item.parent ?? ''] : [])];
    for (const one of free) if (members.has(one)) touched.add(one);
  }
}

/** True where each item is done or was skipped by a person, and none was taken away. */
function isSettled({ known, items }: RunState, place: Place, all: ItemSet): boolean {
  if (place.members.size === 0 || place.open.size > 0) return false;
  return place.goneIn(known.gone(all)).every((id) => items.get(id)?.state === 'skipped');
}

const NONE: readonly Unmet[] = [];

/** The word that items are open: which items, nobody asks while a run is folded. */
const OPEN: readonly Unmet[] = [
  {
    key: '',
    path: '',
    subject: '',
    item: '',
    state: 'missing',
    passed: false,
    actor: 'agent',
    finding: { code: 'ITEMS_OPEN', level: 'block', args: {} },
  },
];
