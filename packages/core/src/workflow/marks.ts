import { getOrMake } from '../get-or-make.js';
import type { PlacedPhase } from './compile.js';
import type { Flagged } from './conditions.js';
import type { ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt, type KnownItems } from './items.js';

/** The items of one list, as far as they have their numbers. */
interface Numbered {
  list: readonly ItemFact[];
  /** How many entries of the list were looked at. */
  read: number;
  ids: Set<string>;
}

/**
 * Keeps the flags that a workflow gives to items by their place in the list (feature X34). Numbers and marks are given
 * once the phase that walks the items is reached, and stay: what is added later has the next number, wherever it
 * stands, and what was the last one keeps its mark. Otherwise whoever adds an item would take the judge away from
 * another.
 */
export class Marks {
  /** Flags that any item has. */
  readonly flags = new Set<string>();
  readonly #byItem = new Map<string, Set<string>>();
  readonly #places = new Map<PlacedPhase, Map<string | undefined, Numbered>>();

  /** The same marks, to be given on without leaving a trace here. */
  copy(): Marks {
    const other = new Marks();
    for (const flag of this.flags) other.flags.add(flag);
    for (const [id, flags] of this.#byItem) other.#byItem.set(id, new Set(flags));
    for (const [placed, places] of this.#places) {
      const own = [...places].map(([id, one]) => [id, { ...one, ids: new Set(one.ids) }] as const);
      other.#places.set(placed, new Map(own));
    }
    return other;
  }

  of(id: string): ReadonlySet<string> | undefined {
    return this.#byItem.get(id);
  }

  /**
   * Looks at the items of a place as they are now. Fixes have no number: what they mend keeps its own.
   * @returns ids of those that have a mark that they did not have before
   */
  give(
    placed: PlacedPhase,
    parent: ItemFact | null,
    all: ItemSet,
    isLeftOut: (item: ItemFact) => boolean,
  ): readonly string[] {
    const { kind, marks } = placed.phase.each!;
    if (!marks) return NONE;
    const list = all.under(kind, parent?.id);
    const places = getOrMake(this.#places, placed, () => new Map<string | undefined, Numbered>());
    const place = getOrMake(places, parent?.id, () => ({ list, read: 0, ids: new Set<string>() }));
    if (place.list !== list) Object.assign(place, { list, read: 0 });
    const given: string[] = [];
    const mark = ({ id }: ItemFact) => {
      if (this.#add(id, marks.flag)) given.push(id);
    };
    for (; place.read < list.length; place.read += 1) {
      const item = list[place.read]!;
      const before = list[place.read - 1];
      if (marks.boundary && before && before.group !== item.group) mark(before);
      if (place.ids.has(item.id)) continue;
      place.ids.add(item.id);
      if (marks.every !== undefined && place.ids.size % marks.every === 0) mark(item);
    }
    const last = marks.last || marks.boundary ? list.findLast((one) => !isLeftOut(one)) : undefined;
    if (last) mark(last);
    return given;
  }

  #add(id: string, flag: string): boolean {
    const flags = getOrMake(this.#byItem, id, () => new Set<string>());
    if (flags.has(flag)) return false;
    flags.add(flag);
    this.flags.add(flag);
    return true;
  }
}

const NONE: readonly string[] = [];

/**
 * Tells what conditions ask of an item, or of all items of the run together: what documents say, and what the workflow marks.
 */
export function aboutAt(
  { known, marks, chosenFor }: { known: KnownItems; marks: Marks; chosenFor: Chosen },
  moment: Moment,
  item: ItemFact | null,
): Flagged {
  if (item === null) return { flags: itemsAt({ known }, moment).flags, marks: marks.flags };
  const about = { flags: item.flags, marks: marks.of(item.id) };
  if (chosenFor.size === 0) return about;
  const { byId } = itemsAt({ known }, moment);
  return { ...about, chosen: (question) => chosenOf(question, item, byId, chosenFor) };
}

/** Options chosen by question, by the item that they were chosen for. */
type Chosen = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns the option that was chosen for an item, or for what it is part of. */
function chosenOf(question: string, item: ItemFact, byId: ReadonlyMap<string, ItemFact>, chosen: Chosen) {
  const seen = new Set<ItemFact>();
  for (let one: ItemFact | undefined = item; one && !seen.has(one); one = byId.get(one.parent ?? '')) {
    seen.add(one);
    const option = chosen.get(one.id)?.get(question);
    if (option !== undefined) return option;
  }
  return undefined;
}
