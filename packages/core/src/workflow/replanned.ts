import { documentIn } from './content.js';
import type { FlowEvent, ItemFact, Moment } from './facts.js';
import { itemsAt, rootOf } from './items.js';
import type { RunState } from './state.js';

/**
 * Takes in that a list was written anew without items that it had (R8). Items that are listed still are known by id and text, so
 * what was done stays done. What went is dropped with a reason where that may be: before anybody worked on it, and where a person
 * has approved a list without it. Anything else is missed until it is back, or a person leaves it out.
 */
export function dropReplanned(state: RunState, event: FlowEvent, moment: Moment): void {
  const all = itemsAt(state, moment);
  const gone = state.known.gone(all);
  if (gone.all.length === 0) return;
  const person = approverOfList(state, event, moment);
  for (const item of gone.all) {
    const { kind } = rootOf(item, gone);
    if (person !== null) state.known.drop(item, `${person} approved the list without it`);
    else if (isUntouched(state, item, kind)) state.known.drop(item, 'left out before work on it began');
  }
}

/** Tells who approves a document that lists items with this event; null where nobody does. */
function approverOfList({ compiled }: RunState, event: FlowEvent, { documents }: Moment): string | null {
  if (event.type !== 'approval') return null;
  const lists = compiled.checks.some(({ spec }) => {
    if (spec.check !== 'approved' || spec.gate !== event.gate) return false;
    const on = [spec.on ?? []].flat();
    return on.some((content) => documents[documentIn(content) ?? '']?.lists !== undefined);
  });
  return lists ? event.person : null;
}

/** Tells whether nobody has begun an item, and the run has not come to a phase that walks its kind. */
function isUntouched({ items, compiled, furthest }: RunState, { id }: ItemFact, kind: string): boolean {
  const known = items.get(id);
  const isBegun = known !== undefined && [...known.at.values()].some(({ begun }) => begun !== null);
  return !isBegun && (compiled.walkers.get(kind) ?? []).every(({ topIndex }) => furthest < topIndex);
}
