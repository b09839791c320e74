import { holds } from './conditions.js';
import type { ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt, rootOf } from './items.js';
import { aboutAt } from './marks.js';
import { isOver, type RunState } from './state.js';

/** Returns the ids of items that are done, or skipped by a person, in every phase of the run that walks them. */
export function overItems(state: RunState, moment: Moment): string[] {
  const all = itemsAt(state, moment);
  return all.all.flatMap((item) => (isOverEverywhere(state, item, all, moment) ? [item.id] : []));
}

function isOverEverywhere(state: RunState, item: ItemFact, all: ItemSet, moment: Moment): boolean {
  const walkers = state.compiled.walkers.get(rootOf(item, all).kind) ?? [];
  const isLeftOut = (when: Parameters<typeof holds>[0]) => !holds(when, state, aboutAt(state, moment, null));
  const over = walkers.filter((one) => isOver(state, item, one));
  return over.length > 0 && walkers.every((one) => over.includes(one) || isLeftOut(one.phase.when));
}
