import type { Finding } from '@flow/core';
import type { Facts, Status } from '@flow/core/workflow';

/** What boxes are held against. */
interface Stands {
  facts: Pick<Facts, 'present'>;
  status: Pick<Status, 'over'>;
}

/** Tells whether the box of each item is to be ticked, as the work stands. */
export function tickStates({ facts, status }: Stands): ReadonlyMap<string, boolean> {
  const over = new Set(status.over);
  return new Map(facts.present.items.map(({ id }) => [id, over.has(id)]));
}

/** Returns the items whose boxes say another thing than the work, as the documents are now. */
export function untrueBoxes(stands: Stands): { id: string; ticked: boolean }[] {
  const states = tickStates(stands);
  return Object.values(stands.facts.present.documents).flatMap(({ lists = {} }) =>
    Object.entries(lists).flatMap(([id, ticked]) =>
      states.has(id) && states.get(id) !== ticked ? [{ id, ticked }] : [],
    ),
  );
}

/** Boxes that somebody ticked although their items are not done: it is told, and changes nothing (R7). */
export function tickWarnings(stands: Stands): Finding[] {
  const items = untrueBoxes(stands).flatMap(({ id, ticked }) => (ticked ? [id] : []));
  return items.length === 0 ? [] : [{ code: 'TICKS_UNTRUE', level: 'warn', args: { items } }];
}
