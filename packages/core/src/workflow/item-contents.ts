import { getOrMake } from '../get-or-make.js';
import type { ItemFact, Moment } from './facts.js';

/** `ItemReading` tells how the content of items is read. */
export interface ItemReading {
  /** The digest of the files that an item lists. */
  own(item: ItemFact): string;
  /** One digest of several. */
  together(digests: readonly string[]): string;
}

/**
 * Returns the contents of items for a moment: `item:<id>` with the digest of an item's own files and those of its
 * parts. An item that lists no files, and has no parts that do, has none: nothing is proven of what nobody can tell.
 */
export function itemContents(items: readonly ItemFact[], { own, together }: ItemReading): Record<string, string> {
  const parts = partsOf(items);
  const known = new Map<string, string | null>();
  const contentOf = (item: ItemFact): string | null => {
    const before = known.get(item.id);
    if (before !== undefined) return before;
    // What is a part of itself is never told.
    known.set(item.id, null);
    const inner = (parts.get(item.id) ?? NONE).map(contentOf);
    const mine = item.files.length > 0 ? [own(item)] : [];
    const all = [...mine, ...inner];
    const isTold = all.length > 0 && all.every((one) => one !== null);
    const content = !isTold ? null : all.length === 1 ? all[0]! : together(all as string[]);
    known.set(item.id, content);
    return content;
  };
  const told = [...new Map(items.map((one) => [one.id, one])).values()].flatMap((item) => {
    const content = contentOf(item);
    return content === null ? [] : [[`item:${item.id}`, content] as const];
  });
  return Object.fromEntries(told);
}

const NONE: readonly ItemFact[] = [];

/** Parts by the item that they belong to; a fix is none: it is on the files of what it mends. */
function partsOf(items: Iterable<ItemFact>): Map<string, ItemFact[]> {
  const parts = new Map<string, ItemFact[]>();
  for (const item of items)
    if (item.parent !== undefined && item.kind !== 'fix') getOrMake(parts, item.parent, () => []).push(item);
  return parts;
}

/** Ids of those whose files nobody has named, so that the content of an item cannot be told: the item, or parts of it. */
export function withoutFiles(item: ItemFact, moment: Moment, all: readonly ItemFact[]): string[] {
  if (Object.hasOwn(moment.contents, `item:${item.id}`)) return [];
  const parts = partsOf(all);
  const seen = new Set<string>();
  const lacking = (one: ItemFact): string[] => {
    if (seen.has(one.id)) return [];
    seen.add(one.id);
    const inner = parts.get(one.id) ?? NONE;
    return inner.length === 0 ? (one.files.length === 0 ? [one.id] : []) : inner.flatMap(lacking);
  };
  return lacking(item);
}
