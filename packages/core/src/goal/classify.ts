import type { Confidence, GoalReading, GoalSpec } from './goal.js';

/** Words that speak for a kind, from which on it is sure. */
const SURE = 3;

/**
 * Reads the kind of work from the words of a goal: the kind that most words speak for, of two the first. A goal without any
 * of the words is of the usual kind, which is a guess.
 */
export function classifyGoal(goal: string, { kinds, otherwise }: GoalSpec): GoalReading {
  const said = stemsOf(goal);
  const all = Object.entries(kinds).map(([kind, { words }]) => ({
    kind,
    words: words.filter((word) => isSaid(stemsOf(word), said)),
  }));
  const most = Math.max(0, ...all.map(({ words }) => words.length));
  const best = all.filter(({ words }) => words.length === most);
  const { kind, words } = most === 0 ? { kind: otherwise, words: [] } : best[0]!;
  const questions = Object.hasOwn(kinds, kind) ? kinds[kind]!.questions : { min: 1, max: 5 };
  return { kind, confidence: confidenceOf(most, best.length), words, questions };
}

/** Where another kind has as many words, nobody can be sure. */
function confidenceOf(count: number, rivals: number): Confidence {
  if (count === 0) return 'low';
  return count >= SURE && rivals === 1 ? 'high' : 'medium';
}

/** Returns the words of a text without their endings: `fixes`, `fixed` and `fixing` are one. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.map(stemOf);
}

function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|e)$/, '');
  return stem.length < 3 ? word : stem.replace(/([b-df-hj-np-rtv-xz])\1$/, '$1');
}

/** Tells whether the words of a phrase stand in a row in a text. */
function isSaid(phrase: readonly string[], text: readonly string[]): boolean {
  return text.some((_, at) => phrase.every((word, next) => text[at + next] === word));
}
