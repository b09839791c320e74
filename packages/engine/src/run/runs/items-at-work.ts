import { type ItemStatus, isFileOf, type PhaseEdits } from '@flow/core/workflow';
import type { Standing } from '../status.js';
import { itemsOfRun } from './items-of-run.js';

/** Position of an item that can be worked on, with the rules of the item's phase for files. */
export interface ItemAtWork {
  /** Position, in the form of a status's `position`. */
  position: string;
  edits: PhaseEdits;
  /** Tells whether a file belongs to the item. */
  has(file: string): boolean;
}

/**
 * Items that an edit may be a part of: innermost ones, first the item that the run names, then the items that are begun,
 * then the items that are ready.
 */
export function itemsAtWork({ status, facts }: Pick<Standing, 'status' | 'facts'>): ItemAtWork[] {
  if (status.current === null) return [];
  const known = new Map(itemsOfRun({ status, facts }).map((one) => [one.id, one] as const));
  const rank = (one: ItemStatus) => (one === status.current ? 0 : one.state === 'running' ? 1 : 2);
  return placed(status.items, status.phase)
    .toSorted((one, other) => rank(one.at) - rank(other.at))
    .flatMap(({ at, position }) => {
      const item = known.get(at.id);
      return item === undefined ? [] : [{ position, edits: at.edits ?? [], has: (file) => isFileOf(file, item) }];
    });
}

function placed(items: readonly ItemStatus[], front: string): { at: ItemStatus; position: string }[] {
  return items.flatMap((at) => {
    if (at.state !== 'ready' && at.state !== 'running') return [];
    const position = [front, at.id, ...(at.phase === undefined ? [] : [at.phase])].join('/');
    return at.items?.length ? placed(at.items, position) : [{ at, position }];
  });
}
