import { getOrMake } from '../get-or-make.js';
import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import type { ItemSet } from './items.js';
import { Look, Readers } from './look.js';
import { DEEPEST, fixOf, type Member, rootOf, walkedOf, withFixes } from './members.js';

/*
 * The cache of items: what an item read is noted, and the item is asked again when that has changed. It decides nothing:
 * `placeItems` places items, those of the cache for an event, all of them for a status.
 */

/** A place is a phase that is walked for every item, of the run or of one item. */
export class Place {
  readonly placed: PlacedPhase;
  readonly parent: ItemFact | null;
  readonly members: ReadonlyMap<string, Member>;
  /** Items that are neither done nor skipped, as far as they were looked at. */
  readonly open = new Set<string>();
  /** Items of which a walk may say another thing than the last one did. */
  readonly touched: Set<string>;
  readonly #members: Map<string, Member>;
  #gone: { of: ItemSet; ids: readonly string[] } | null = null;

  constructor(all: ItemSet, placed: PlacedPhase, parent: ItemFact | null) {
    this.placed = placed;
    this.parent = parent;
    this.#members = new Map(walkedOf(all, placed, parent).map((one) => [one.item.id, one]));
    this.members = this.#members;
    this.touched = new Set(this.#members.keys());
  }

  /** Takes in an item that was added on the way, where it belongs here, with the fixes that it has already. */
  add(item: ItemFact, all: ItemSet): readonly string[] {
    if (this.#members.has(item.id)) return NONE;
    const mended = item.kind === 'fix' && item.parent !== undefined ? this.#members.get(item.parent) : undefined;
    const isOwn = item.kind === this.placed.phase.each!.kind && item.parent === this.parent?.id;
    const isFix = mended !== undefined && mended.depth <= DEEPEST;
    if (!isOwn && !isFix) return NONE;
    const one = isOwn ? rootOf(item) : fixOf(all, this.placed, mended!, item);
    const added = withFixes(all, this.placed, one);
    for (const each of added) this.#members.set(each.item.id, each);
    return added.map((each) => each.item.id);
  }

  /** Items that belonged here and are no longer there. */
  goneIn(gone: ItemSet): readonly string[] {
    if (gone.all.length === 0) return NONE;
    if (this.#gone?.of !== gone) {
      const own = gone.under(this.placed.phase.each!.kind, this.parent?.id);
      const fixes = [...this.#members.values()].flatMap(({ item }) => gone.fixesOf(item));
      this.#gone = { of: gone, ids: [...own, ...fixes].map(({ id }) => id) };
    }
    return this.#gone.ids;
  }
}

const NONE: readonly string[] = [];

/**
 * Keeps the items of a run: where they are walked, and which of them have to be walked again. These are the items that
 * an event is about, those that saw something in the last moment that is another one now, and those that waited for one
 * that is done.
 */
export class ItemCache {
  readonly #byPhase = new Map<PlacedPhase, Map<string | undefined, Place>>();
  /** Places by item. */
  readonly #of = new Map<string, Place[]>();
  readonly #looks = new Map<string, Look>();
  #readers = new Readers();
  #items: ItemSet | null = null;
  #taken = 0;
  #moment: Moment | null = null;

  /** Goes on to the moment of the next event. */
  goTo(moment: Moment, items: ItemSet): void {
    if (items === this.#items) this.#takeAdded(items);
    else this.#beginWith(items);
    if (moment !== this.#moment) for (const id of this.#readers.changed(moment)) this.touch(id);
    this.#moment = moment;
    for (const id of this.#readers.ofTime) this.touch(id);
  }

  at(placed: PlacedPhase, parent: ItemFact | null, all: ItemSet): Place {
    const parents = getOrMake(this.#byPhase, placed, () => new Map<string | undefined, Place>());
    return getOrMake(parents, parent?.id, () => {
      const place = new Place(all, placed, parent);
      for (const id of place.members.keys()) getOrMake(this.#of, id, () => []).push(place);
      return place;
    });
  }

  /** The present moment as the walk of an item sees it. */
  lookFor(id: string): Look {
    const look = getOrMake(this.#looks, id, () => new Look(id, this.#readers, this.#moment!));
    look.of = this.#moment!;
    return look;
  }

  /** Something about an item is another one, and so about what it is part of. */
  touch(id: string): void {
    for (const place of this.#of.get(id) ?? []) {
      place.touched.add(id);
      if (place.parent) this.touch(place.parent.id);
    }
  }

  touchAll(): void {
    for (const id of this.#of.keys()) this.touch(id);
  }

  /** An item is done: what waited for it need not wait any longer. */
  end(item: ItemFact, all: ItemSet): void {
    this.#looks.get(item.id)?.end();
    this.#looks.delete(item.id);
    this.touch(item.id);
    for (const { id } of all.after(item.id)) this.touch(id);
    if (item.kind === 'fix' && item.parent !== undefined) this.touch(item.parent);
  }

  #beginWith(items: ItemSet): void {
    this.#byPhase.clear();
    this.#of.clear();
    this.#looks.clear();
    this.#readers = new Readers();
    this.#items = items;
    this.#taken = items.all.length;
  }

  #takeAdded(items: ItemSet): void {
    for (; this.#taken < items.all.length; this.#taken += 1) {
      const item = items.all[this.#taken]!;
      for (const place of [...this.#byPhase.values()].flatMap((parents) => [...parents.values()])) {
        for (const id of place.add(item, items)) {
          getOrMake(this.#of, id, () => []).push(place);
          this.touch(id);
        }
      }
      // What it mends waits for it.
      if (item.parent !== undefined) this.touch(item.parent);
    }
  }
}
