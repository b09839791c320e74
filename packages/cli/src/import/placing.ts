import { getOrMake } from '@flow/core/get-or-make';
import type { ImportedItem } from './model.js';
import { idsFor } from './shape.js';

/** An item of the run, as far as it can be found again in what another tool has. */
export interface Sought {
  id: string;
  title: string;
  /** The title that it was imported by, where somebody has given it another one since. */
  imported?: string;
}

/** Groups what has a title by the words of it. */
function grouped<T extends { title: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) getOrMake(groups, wordsOf(one.title), () => []).push(one);
  return groups;
}

/** A placement tells where items of the run stand in what the other tool has now, which somebody may have edited since. */
export interface Placement {
  /** By our ids. */
  placed: ReadonlyMap<string, ImportedItem>;
  /** Items that no entry there is for certain, with why. */
  unplaced: readonly { id: string; title: string; why: string }[];
}

/** Reduces a title to its words: marks of layout, and how they are escaped, are no difference. */
const wordsOf = (title: string) => (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/**
 * Finds the entry of each item. A number in a list of boxes is given anew when somebody puts a task before others, so that an
 * entry of one's number with other words may be other work: it has to have the item's words, or be the only one that has.
 * @param areIdsKept the tool never gives an id to other work, so that the id alone is enough
 */
export function placeItems(read: readonly ImportedItem[], ours: readonly Sought[], areIdsKept: boolean): Placement {
  const now = placeByTitle(read, ours, areIdsKept);
  const then = ours.flatMap(({ id, imported }) => (imported === undefined ? [] : [{ id, title: imported }]));
  if (now.unplaced.length === 0 || then.length === 0) return now;
  // A title of ours that somebody has changed says nothing of the words there: those that it was imported by may still stand.
  const before = placeByTitle(read, then, areIdsKept).placed;
  const taken = new Set(now.placed.values());
  const found = now.unplaced.flatMap(({ id }) => {
    const one = before.get(id);
    return one && !taken.has(one) ? [[id, one] as const] : [];
  });
  const placed = new Map([...now.placed, ...found]);
  return { placed, unplaced: now.unplaced.filter(({ id }) => !placed.has(id)) };
}

function placeByTitle(read: readonly ImportedItem[], ours: readonly Sought[], areIdsKept: boolean): Placement {
  const first = [...new Map(read.toReversed().map((one) => [one.origin, one])).values()].reverse();
  const ids = idsFor(first);
  const byId = new Map(first.map((one) => [ids.get(one.origin)!, one]));
  const byWords = grouped(read);
  const ourWords = grouped(ours);
  const placed = new Map<string, ImportedItem>();
  const unplaced: { id: string; title: string; why: string }[] = [];
  for (const { id, title } of ours) {
    const named = byId.get(id);
    const alike = byWords.get(wordsOf(title)) ?? [];
    const isOneEach = alike.length === (ourWords.get(wordsOf(title)) ?? []).length;
    if (named && (areIdsKept || (alike.includes(named) && isOneEach))) placed.set(id, named);
    else if (!areIdsKept && alike.length === 1 && isOneEach) placed.set(id, alike[0]!);
    else {
      const why =
        alike.length > 0
          ? areIdsKept
            ? 'another id has its words there'
            : 'several there have its words'
          : named
            ? 'its number has other words there'
            : 'it is not there';
      unplaced.push({ id, title, why });
    }
  }
  return { placed, unplaced };
}
