import { getOrMake } from '../get-or-make.js';
import type { ItemFact, Moment } from './facts.js';

/** Keeps the items of a moment, in their order. It grows at its end while items are added on the way. */
export class ItemSet {
  readonly all: ItemFact[] = [];
  readonly byId = new Map<string, ItemFact>();
  /** What they need besides, of all together. */
  readonly flags = new Set<string>();
  /** Items by kind, and by the item that they are part of. */
  readonly #byPlace = new Map<string, Map<string | undefined, ItemFact[]>>();
  /** Parts and fixes by what they belong to. */
  readonly #parts = new Map<string, ItemFact[]>();
  /** Items by the item that they come after. */
  readonly #after = new Map<string, ItemFact[]>();

  constructor(items: readonly ItemFact[]) {
    for (const item of new Map(items.map((one) => [one.id, one])).values()) this.add(item);
  }

  /** Takes one in that is not there yet. */
  add(item: ItemFact): void {
    const { id, kind, parent, after, flags = [] } = item;
    this.all.push(item);
    this.byId.set(id, item);
    for (const flag of flags) this.flags.add(flag);
    const ofKind = getOrMake(this.#byPlace, kind, () => new Map<string | undefined, ItemFact[]>());
    getOrMake(ofKind, parent, () => []).push(item);
    if (parent !== undefined) getOrMake(this.#parts, parent, () => []).push(item);
    for (const before of after) getOrMake(this.#after, before, () => []).push(item);
  }

  /** Finds the items of a kind under one item, or under none. */
  under(kind: string, parent: string | undefined): readonly ItemFact[] {
    return this.#byPlace.get(kind)?.get(parent) ?? NONE;
  }

  /** Finds the parts and the fixes of an item. */
  partsOf(id: string): readonly ItemFact[] {
    return this.#parts.get(id) ?? NONE;
  }

  /** Fixes that were added for an item. */
  fixesOf({ id }: ItemFact): readonly ItemFact[] {
    return this.under('fix', id);
  }

  /** Finds the items that wait for an item. */
  after(id: string): readonly ItemFact[] {
    return this.#after.get(id) ?? NONE;
  }
}

const NONE: readonly ItemFact[] = [];

/** Finds what a fix mends, through as many fixes as there are; itself for an item that is no fix. */
export function rootOf(item: ItemFact, { byId }: Pick<ItemSet, 'byId'>): ItemFact {
  if (item.kind !== 'fix') return item;
  const seen = new Set<ItemFact>();
  let one = item;
  while (one.kind === 'fix' && one.parent !== undefined && !seen.has(one)) {
    seen.add(one);
    one = byId.get(one.parent) ?? one;
  }
  return one;
}

/** Keeps every item that there ever was in a run: the total only grows. */
export class KnownItems {
  readonly #byId = new Map<string, ItemFact>();
  /** Added on the way, in their order. */
  #added: ItemFact[] = [];
  readonly #addedIds = new Set<string>();
  /** Moments share their lists of items, and lists are long: each is read once, and then takes in what is added. */
  #sets = new WeakMap<readonly ItemFact[], { set: ItemSet; added: number }>();
  #seen: { set: ItemSet | null; size: number } = { set: null, size: 0 };
  #gone: { of: ItemSet; known: number; there: number; set: ItemSet } | null = null;
  /** Items that a re-planned list left out, with the reason; they stay known. */
  readonly #dropped = new Map<string, { item: ItemFact; reason: string }>();

  /** The same items, to be added to without a trace here. */
  copy(): KnownItems {
    const other = new KnownItems();
    for (const [id, item] of this.#byId) other.#byId.set(id, item);
    for (const item of this.#added) other.add(item);
    for (const [id, one] of this.#dropped) other.#dropped.set(id, one);
    return other;
  }

  add(item: ItemFact): void {
    // One that comes again takes the place of the first.
    if (this.#addedIds.has(item.id)) {
      this.#added = this.#added.filter(({ id }) => id !== item.id);
      this.#sets = new WeakMap();
    }
    this.#added.push(item);
    this.#addedIds.add(item.id);
  }

  /** The items of a moment with those that were added on the way. */
  at({ items }: Moment): ItemSet {
    // Empty lists are one and the same.
    const list = items.length === 0 ? NONE : items;
    const known = getOrMake(this.#sets, list, () => ({ set: new ItemSet(list), added: 0 }));
    const { set } = known;
    for (; known.added < this.#added.length; known.added += 1) {
      const item = this.#added[known.added]!;
      if (!set.byId.has(item.id)) set.add(item);
    }
    return set;
  }

  /** Takes the items of an event's moment in: what was there once is missed when it is gone. */
  see(moment: Moment): void {
    const set = this.at(moment);
    const from = set === this.#seen.set ? this.#seen.size : 0;
    for (let place = from; place < set.all.length; place += 1) {
      const item = set.all[place]!;
      this.#byId.set(item.id, item);
      this.#dropped.delete(item.id);
    }
    this.#seen = { set, size: set.all.length };
  }

  /** Tells what there was and is not among these. */
  gone(of: ItemSet): ItemSet {
    const [known, there] = [this.#byId.size - this.#dropped.size, of.all.length];
    if (this.#byId.size === 0 || (known === there && this.#seen.set === of)) return NOTHING;
    if (this.#gone?.of !== of || this.#gone.known !== known || this.#gone.there !== there) {
      const rest = [...this.#byId.values()].filter(({ id }) => !of.byId.has(id) && !this.#dropped.has(id));
      this.#gone = { of, known, there, set: new ItemSet(rest) };
    }
    return this.#gone.set;
  }

  /** Keeps an item that is not listed any more as dropped: nobody misses it, and it stays visible. */
  drop(item: ItemFact, reason: string): void {
    this.#dropped.set(item.id, { item, reason });
  }

  /** The items that were dropped from one place and that these are without. */
  droppedFrom(of: ItemSet, kind: string, parent: string | undefined): readonly { item: ItemFact; reason: string }[] {
    if (this.#dropped.size === 0) return NONE_DROPPED;
    return [...this.#dropped.values()].filter(
      ({ item }) => item.kind === kind && item.parent === parent && !of.byId.has(item.id),
    );
  }
}

const NONE_DROPPED: readonly { item: ItemFact; reason: string }[] = [];

const NOTHING = new ItemSet([]);

/** Returns the items of a moment in a run. */
export function itemsAt({ known }: { known: KnownItems }, moment: Moment): ItemSet {
  return known.at(moment);
}

/** Returns the item whose attempts are counted: a part of a split has those of the whole. */
export function spenderOf(item: ItemFact, { byId }: Pick<ItemSet, 'byId'>): ItemFact {
  const seen = new Set<ItemFact>();
  let one = item;
  while (one.part && one.parent !== undefined && !seen.has(one)) {
    seen.add(one);
    one = byId.get(one.parent) ?? one;
  }
  return one;
}

/** Returns the id of what an item belongs to by all that is shown of it: a fix to what it mends, a part to its whole. */
export function familyOf(item: ItemFact, all: Pick<ItemSet, 'byId'>): string {
  return spenderOf(rootOf(item, all), all).id;
}
