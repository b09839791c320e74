import type { ItemFact } from '../workflow/facts.js';
import { isFileOf } from '../workflow/item-files.js';

/** A commit set tells what is changed in a work tree, as the commit of one item sees it. */
export interface CommitSet {
  /** Files of the item, and of what it is made of. */
  own: string[];
  /** Files of other items that somebody works on: those go with their own commits. */
  elsewhere: string[];
  /** Files that nobody has said anything of. */
  outside: string[];
}

/**
 * Sorts changed files by the item that they belong to (R57). A file that two items list belongs to the one that commits: items
 * that share a file are never worked on at once.
 * @param running ids of items that somebody works on
 * @param apart the work tree is the item's alone: nobody else's files are there, and an item that names none has all of it
 */
export function commitSet(
  changed: readonly string[],
  item: ItemFact,
  all: readonly ItemFact[],
  { running, apart }: { running: readonly string[]; apart: boolean },
): CommitSet {
  const family = familyOf(item, all);
  const ids = new Set(family.map(({ id }) => id));
  const others = apart ? [] : all.filter(({ id }) => running.includes(id) && !ids.has(id));
  const isUntold = family.every(({ files }) => files.length === 0);
  const set: CommitSet = { own: [], elsewhere: [], outside: [] };
  for (const file of changed) {
    if ((apart && isUntold) || family.some((one) => isFileOf(file, one))) set.own.push(file);
    else if (others.some((one) => isFileOf(file, one))) set.elsewhere.push(file);
    else set.outside.push(file);
  }
  return set;
}

/** Returns an item with its parts and fixes, however deep. */
function familyOf(item: ItemFact, all: readonly ItemFact[]): ItemFact[] {
  const family = new Map([[item.id, item]]);
  // A part may stand before what it is a part of.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of all) if (one.parent !== undefined && family.has(one.parent)) family.set(one.id, one);
  }
  return [...family.values()];
}

/** Returns the message of an item's commit: its own, else its title as a sentence has it. */
export function commitMessage({ id, title, commit }: Pick<ItemFact, 'id' | 'title' | 'commit'>): string {
  const said = (commit ?? title).trim().replace(/\s+/g, ' ');
  if (commit !== undefined && said !== '') return said;
  return said.replace(/[.\s]+$/, '') || id;
}
