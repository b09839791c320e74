import { type ItemStatus, isFileOf, type PhaseEdits } from '@flow/core/workflow';
import type { Standing } from '../status.js';
import { itemsOfRun } from './items-of-run.js';

/** Where an item that can be worked on stands, and what its phase says of files. */
export interface ItemAtWork {
  /** As `position` of a status. */
  position: string;
  edits: PhaseEdits;
  /** Whether a file is one of its own. */
  has(file: string): boolean;
}

/**
 * The items that an edit may be a part of (design, Model, Position): innermost ones, first the one that the run names, then
 * those that are begun, then those that are ready.
 */
export function itemsAtWork({ status, facts }: Pick<Standing, 'status' | 'facts'>): ItemAtWork[] {
  if (status.current === null) return [];
  const known = new Map(itemsOfRun(facts).map((one) => [one.id, one] as const));
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
