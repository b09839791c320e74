import type { PlacedPhase } from './compile.js';
import { holds } from './conditions.js';
import type { ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt, rootOf } from './items.js';
import { aboutAt } from './marks.js';
import { begin, isOver, type RunState } from './state.js';

/**
 * Tells of items whether a phase that walks items need not wait for them: they are done there, or, where it does not walk
 * them, in each phase of the run that does and that is not behind it.
 */
export function isDoneFor(state: RunState, placed: PlacedPhase, all: ItemSet, moment: Moment): (id: string) => boolean {
  return (id) => {
    const item = all.byId.get(id);
    if (!item) return false;
    if (isOver(state, item, placed)) return true;
    const { kind } = rootOf(item, all);
    if (kind === placed.phase.each!.kind) return false;
    const walkers = (state.compiled.walkers.get(kind) ?? []).filter(
      (one) => one.topIndex <= placed.topIndex && isAskedFor(state, one, item, all, moment),
    );
    return walkers.length > 0 && walkers.every((one) => isOver(state, item, one));
  };
}

/** Tells whether conditions leave the phase in for an item. */
function isAskedFor(state: RunState, placed: PlacedPhase, { parent }: ItemFact, all: ItemSet, moment: Moment): boolean {
  const around = placed.outer === null || parent === undefined ? null : (all.byId.get(parent) ?? null);
  return holds(placed.phase.when, state, aboutAt(state, moment, around));
}

/** Takes in that somebody begins with an item: where the run has come to and the item is not done yet. */
export function beginHere(state: RunState, item: ItemFact, moment: Moment): void {
  const all = itemsAt(state, moment);
  const walkers = state.compiled.walkers.get(rootOf(item, all).kind) ?? [];
  const open = walkers.filter((one) => !isOver(state, item, one));
  const here = open.filter(({ topIndex }) => topIndex <= state.reached);
  for (const one of here.length > 0 ? here : open.slice(0, 1)) begin(state, item, one, all);
}
