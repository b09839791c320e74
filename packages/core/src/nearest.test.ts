import { expect, test } from 'vitest';
import { nearestOf } from './nearest.js';

const NAMES = ['start', 'status', 'title', 'classFix', 'claim'];

test.each([
  ['statsu', 'status'],
  // The beginning of one name is meant, though another one has as many letters.
  ['stat', 'status'],
  ['class', 'classFix'],
  ['clam', 'claim'],
  // Two begin with it: then the letters decide; and one letter is no beginning.
  ['sta', 'start'],
  ['t', undefined],
  ['something', undefined],
])('the name that was meant by %s: %s', (typed, meant) => {
  expect(nearestOf(typed, NAMES)).toBe(meant);
});
