import { getOrMake } from '../get-or-make.js';
import type { ItemFact, Moment } from './facts.js';

/** The items of a moment, in their order. */
export interface ItemSet {
  all: readonly ItemFact[];
  byId: ReadonlyMap<string, ItemFact>;
  /** By kind, and by the item that they are part of. */
  byPlace: ReadonlyMap<string, ReadonlyMap<string | undefined, readonly ItemFact[]>>;
}

/** Moments share their lists of items, and lists are long: each is read once for each list of added items. */
const sets = new WeakMap<readonly ItemFact[], WeakMap<readonly ItemFact[], ItemSet>>();

/**
 * The items of a moment with those that were added on the way.
 * @param added a list that is replaced when one comes
 */
export function itemsAt({ added }: { added: readonly ItemFact[] }, { items }: Moment): ItemSet {
  const ofAdded = getOrMake(sets, added, () => new WeakMap<readonly ItemFact[], ItemSet>());
  return getOrMake(ofAdded, items, () => {
    const known = new Set(items.map(({ id }) => id));
    return itemSet([...items, ...added.filter(({ id }) => !known.has(id))]);
  });
}

function itemSet(items: readonly ItemFact[]): ItemSet {
  const byId = new Map(items.map((item) => [item.id, item]));
  const all = [...byId.values()];
  const byPlace = new Map<string, Map<string | undefined, ItemFact[]>>();
  for (const item of all) {
    const ofKind = getOrMake(byPlace, item.kind, () => new Map<string | undefined, ItemFact[]>());
    getOrMake(ofKind, item.parent, () => []).push(item);
  }
  return { all, byId, byPlace };
}

const NONE: readonly ItemFact[] = [];

/** Items of a kind under one item, or under none. */
export function itemsUnder({ byPlace }: ItemSet, kind: string, parent: string | undefined): readonly ItemFact[] {
  return byPlace.get(kind)?.get(parent) ?? NONE;
}

/** Fixes that were added for an item. */
export function fixesOf(items: ItemSet, { id }: ItemFact): readonly ItemFact[] {
  return itemsUnder(items, 'fix', id);
}

/** Every item that there ever was: the total only grows. */
export class KnownItems {
  readonly #byId = new Map<string, ItemFact>();
  #taken: ItemSet | null = null;
  #gone: { of: ItemSet; set: ItemSet } | null = null;

  take(items: ItemSet): void {
    if (items === this.#taken) return;
    this.#taken = items;
    for (const item of items.all) this.#byId.set(item.id, item);
  }

  /** What there was and is not among these. */
  gone(of: ItemSet): ItemSet {
    if (this.#gone?.of !== of) {
      const rest = [...this.#byId.values()].filter(({ id }) => !of.byId.has(id));
      this.#gone = { of, set: itemSet(rest) };
    }
    return this.#gone.set;
  }
}
