import type { PlacedPhase } from './compile.js';
import type { ItemFact } from './facts.js';
import type { ItemSet } from './items.js';

/** An item where it is walked. */
export interface Member {
  item: ItemFact;
  /** How many fixes it mends through: 0 for what is no fix. */
  depth: number;
  /** A fix beyond what the workflow allows for one item. */
  isTooMany: boolean;
  /** What it mends in the end; itself for what is no fix. */
  root: ItemFact;
}

const UNBOUNDED = { max: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/** Fixes of fixes that are looked at, however many a document nests. */
export const DEEPEST = 50;

/** Returns the items of one place in the order in which they are told: each behind the fixes that were added for it. */
export function walkedOf(all: ItemSet, placed: PlacedPhase, parent: ItemFact | null): Member[] {
  const items = all.under(placed.phase.each!.kind, parent?.id);
  return items.flatMap((item) => withFixes(all, placed, rootOf(item)));
}

export function withFixes(all: ItemSet, placed: PlacedPhase, one: Member): Member[] {
  const fixes = all.fixesOf(one.item);
  if (fixes.length === 0 || one.depth > DEEPEST) return [one];
  return [...fixes.flatMap((fix) => withFixes(all, placed, fixOf(all, placed, one, fix))), one];
}

export function fixOf(all: ItemSet, { phase }: PlacedPhase, mended: Member, fix: ItemFact): Member {
  const { max, depth } = phase.each!.fixes ?? UNBOUNDED;
  // Parts of a split are no fixes that are counted.
  if (fix.part) return { item: fix, depth: mended.depth, isTooMany: mended.isTooMany, root: mended.root };
  const counted = all.fixesOf(mended.item).filter((one) => !one.part);
  const isTooMany = mended.isTooMany || mended.depth >= depth || counted.indexOf(fix) >= max;
  return { item: fix, depth: mended.depth + 1, isTooMany, root: mended.root };
}

export const rootOf = (item: ItemFact): Member => ({ item, depth: 0, isTooMany: false, root: item });
