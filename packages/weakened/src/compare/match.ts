import type { Test } from '../reading/model.js';
import { likeness, wordsOf } from './likeness.js';

/** A test before, and what it became. */
export interface Pair {
  before: Test;
  after: Test;
}

/** Tests of two contents, matched. */
export interface Matched {
  pairs: Pair[];
  /** Tests before of which nothing like them is left. */
  gone: Test[];
  /** Tests after that were not there. */
  fresh: Test[];
}

/** Of more tests without a partner, likeness is not looked for: it costs their square. */
const MAX_COMPARED = 400;

const full = (test: Test) => test.name.join(' › ');

/** Matches tests by path and name, by name, by body, and at last by likeness. */
export function matchTests(before: readonly Test[], after: readonly Test[]): Matched {
  const pairs: Pair[] = [];
  let left = [...before];
  let right = [...after];
  const by = (key: (test: Test) => string | null) => {
    const waiting = new Map<string, Test[]>();
    for (const test of right) {
      const name = key(test);
      if (name !== null) waiting.set(name, [...(waiting.get(name) ?? []), test]);
    }
    const taken = new Set<Test>();
    left = left.filter((test) => {
      const name = key(test);
      const partner = name === null ? undefined : waiting.get(name)?.shift();
      if (partner === undefined) return true;
      pairs.push({ before: test, after: partner });
      taken.add(partner);
      return false;
    });
    right = right.filter((test) => !taken.has(test));
  };
  by((test) => `${test.path}\n${full(test)}`);
  by(full);
  by((test) => (test.body.length > 20 ? test.body : null));
  by((test) => `${test.path}\n${test.name.at(-1)}`);
  by((test) => test.name.at(-1)!);
  if (left.length <= MAX_COMPARED && right.length <= MAX_COMPARED) {
    const scored = left
      .flatMap((one) => right.map((other) => ({ one, other, score: alike(one, other) })))
      .filter(({ score }) => score >= 0.6)
      .toSorted((a, b) => b.score - a.score);
    const used = new Set<Test>();
    for (const { one, other } of scored) {
      if (used.has(one) || used.has(other)) continue;
      used.add(one);
      used.add(other);
      pairs.push({ before: one, after: other });
    }
    left = left.filter((test) => !used.has(test));
    right = right.filter((test) => !used.has(test));
  }
  return { pairs, gone: left, fresh: right };
}

function alike(one: Test, other: Test): number {
  const body = likeness(one.body.split(' '), other.body.split(' '));
  const name = likeness(wordsOf(full(one)), wordsOf(full(other)));
  return Math.max(
    name >= 0.75 && body >= 0.3 ? 0.6 + (name + body) / 10 : 0,
    body >= 0.75 ? body : 0,
    body * 0.7 + name * 0.3,
  );
}
