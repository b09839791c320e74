import { getOrMake } from '../get-or-make.js';
import type { Confidence, GoalReading, GoalSpec } from './goal.js';

/** Words that speak for a kind, from which on it is sure. */
const SURE = 3;

/** Stands in a phrase for a few words: `new … service`. */
const GAP = '…';
const WIDEST_GAP = 3;

/** A word or phrase that was found in a goal, with the words from which and up to which it stands there. */
interface Found {
  word: string;
  from: number;
  to: number;
}

/**
 * Reads the kind of work from the words of a goal: the kind that most words speak for. Of several, the one whose word is said first,
 * where that word is not one that is said of everything. A goal without any of the words is of the usual kind, which is a guess.
 */
export function classifyGoal(goal: string, { kinds, otherwise, weak = [] }: GoalSpec): GoalReading {
  const said = wordsOf(goal);
  const all = Object.entries(kinds).map(([kind, { words }]) => ({
    kind,
    found: words.flatMap((word) => {
      const place = placeOf(phraseOf(word), said);
      return place === null ? [] : [{ word, ...place }];
    }),
  }));
  const every = all.flatMap(({ found }) => found);
  const counted = all.map(({ kind, found }) => ({ kind, found: found.filter((one) => !isWithin(one, every)) }));
  const most = Math.max(0, ...counted.map(({ found }) => found.length));
  const best = counted.filter(({ found }) => found.length === most);
  const firstOf = ({ found }: { found: readonly Found[] }) =>
    Math.min(...found.filter(({ word }) => !weak.includes(word)).map(({ from }) => from), said.length);
  const [first] = best.toSorted((one, other) => firstOf(one) - firstOf(other));
  const { kind, found } = most === 0 ? { kind: otherwise, found: [] } : first!;
  const questions = Object.hasOwn(kinds, kind) ? kinds[kind]!.questions : { min: 1, max: 5 };
  return { kind, confidence: confidenceOf(most, best.length), words: found.map(({ word }) => word), questions };
}

/** Where another kind has as many words, nobody can be sure. */
function confidenceOf(count: number, rivals: number): Confidence {
  if (count === 0) return 'low';
  return count >= SURE && rivals === 1 ? 'high' : 'medium';
}

/** A word that is a part of a longer phrase says nothing by itself: `error` in `error message`. */
const isWithin = ({ from, to }: Found, all: readonly Found[]): boolean =>
  all.some((one) => one.from <= from && one.to >= to && one.to - one.from > to - from);

/** A word of a text, as it is said and without its ending. */
interface Said {
  word: string;
  stem: string;
}

/** Returns the words of a text, in lower case and without apostrophes, which are left out in a hurry. */
function wordsOf(text: string): Said[] {
  const words = text.toLowerCase().match(/…|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.map((one) => {
    const word = one.replace(/['’]/g, '');
    return { word, stem: stemOf(word) };
  });
}

const phrases = new Map<string, readonly Said[]>();

/** Reads a phrase of the data once: the same few hundred are asked of every goal. */
const phraseOf = (phrase: string): readonly Said[] => getOrMake(phrases, phrase, () => wordsOf(phrase));

/** Returns a word without its ending: `fixes`, `fixed` and `fixing` are one. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|e)$/, '');
  return stem.length < 3 ? word : stem.replace(/([b-df-hj-np-rtv-xz])\1$/, '$1');
}

/** A word of the data stands for its forms; one that is such a form itself, as `wording` is, stands for that alone. */
const isSame = (wanted: Said, said: Said): boolean =>
  wanted.word === said.word || (wanted.stem === said.stem && !/(?:ing|ed)$/.test(wanted.word));

/** Finds where the words of a phrase stand in a row in a text; null where they do not. */
function placeOf(phrase: readonly Said[], text: readonly Said[]): { from: number; to: number } | null {
  for (let from = 0; from < text.length; from++) {
    const to = endOf(phrase, text, from);
    if (to !== null) return { from, to };
  }
  return null;
}

function endOf(phrase: readonly Said[], text: readonly Said[], from: number): number | null {
  let at = from;
  for (let next = 0; next < phrase.length; next++) {
    const word = phrase[next]!;
    if (word.word !== GAP) {
      if (!text[at] || !isSame(word, text[at]!)) return null;
      at += 1;
      continue;
    }
    const after = phrase[next + 1];
    const gap = text.slice(at, at + WIDEST_GAP + 1).findIndex((one) => after !== undefined && isSame(after, one));
    if (gap < 0) return null;
    at += gap;
  }
  return phrase.length === 0 ? null : at;
}
