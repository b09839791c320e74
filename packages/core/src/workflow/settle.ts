import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import { findPosition, type ItemPosition, type PlacedItems, type Placing } from './find-position.js';
import type { Place } from './item-cache.js';
import { type ItemSet, itemsAt } from './items.js';
import { placeItems } from './place-items.js';
import { endWork, leaveToPerson, marked, progressOf, type RunState } from './state.js';
import { ITEMS_OPEN, NONE_OPEN } from './unmet.js';

/**
 * Takes in how far the run and its items have come at one moment. Of the items, only those are walked whose walk may end
 * elsewhere than the last one did, so that an event costs what it touches; `positionOf` walks them all and says the same.
 * @returns the place of the first phase with an unmet check
 */
export function settle(state: RunState, moment: Moment, now: number): number {
  const all = itemsAt(state, moment);
  state.cache.goTo(moment, all);
  const moves: Move[] = [];
  const items = (placing: Placing, placed: PlacedPhase, parent: ItemFact | null): PlacedItems => {
    const place = state.cache.at(placed, parent, all);
    for (const id of marked(state, placed, parent, all)) state.cache.touch(id);
    walkTouched(placing, place, moves);
    return { items: [], unmet: isSettled(state, place, all) ? NONE_OPEN : ITEMS_OPEN };
  };
  const lookFor = (id: string) => state.cache.lookFor(id);
  const placing = { state, moment, now, isTold: false, isEvent: true, items, lookFor };
  const { index } = findPosition(placing, state.compiled.phases, state.reached, null);
  // As the walks left it: none of them sees what another one has changed.
  for (const { placed, position } of moves) {
    const { item, at, left } = position;
    const progress = progressOf(state, item.id, placed);
    // Which phase mends a check depends on how far the item has come.
    if (progress.reached !== at!.index) state.cache.touch(item.id);
    progress.reached = at!.index;
    if (left === null) {
      if (waitsForPerson(state, position, placed)) leaveToPerson(state, item, all);
      continue;
    }
    Object.assign(progress, { done: item.digest, left });
    endWork(state, item, all);
    state.cache.end(item, all);
  }
  state.reached = index;
  state.furthest = Math.max(state.furthest, index);
  return index;
}

/**
 * Tells whether nothing is left of an item but what only a person can check: nobody works on it any longer. One in a
 * work tree of its own keeps that tree, as its content is nowhere else.
 */
function waitsForPerson({ items, leases }: RunState, { item, at }: ItemPosition, { inner }: PlacedPhase): boolean {
  if (items.get(item.id)?.state !== 'running' || leases.newestOf(item.id)?.apart) return false;
  const asksPerson = inner[at!.index]?.phase.exit.some(({ check }) => check === 'confirmed') ?? false;
  return asksPerson && at!.unmet.every(({ actor }) => actor === 'person');
}

/** How far an item has come in a phase that walks it. */
interface Move {
  placed: PlacedPhase;
  position: ItemPosition;
}

/** Walks the items of a place that were touched, and those that come free by it. */
function walkTouched(placing: Placing, place: Place, moves: Move[]): void {
  const { placed, touched, open } = place;
  const which = [...touched];
  touched.clear();
  for (const [id, position] of placeItems(placing, place, which)) {
    if (position.state === 'done' || position.state === 'skipped') open.delete(id);
    else open.add(id);
    if (position.at) moves.push({ placed, position });
  }
}

/** Tells whether each item is done or was skipped by a person, and none was taken away. */
function isSettled({ known, items }: RunState, place: Place, all: ItemSet): boolean {
  if (place.members.size === 0 || place.open.size > 0) return false;
  return place.goneIn(known.gone(all)).every((id) => items.get(id)?.state === 'skipped');
}
