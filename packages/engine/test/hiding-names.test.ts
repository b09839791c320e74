import { expect, test } from 'vitest';
import { isHidingVerify } from '../src/recording/runs/hiding-names.js';

test.each([
  ['npm test', false],
  ['npm run build && npm test', false],
  ['npm test -- --grep "a|b"', false],
  ['test ! -e dist/old.js', false],
  ["sh -c '! grep -rq TODO src'", false],
  ['set -o pipefail; npm test | tee log', false],
  ['npm test | tee log', true],
  ['npm test || true', true],
  ['npm test; true', true],
  ['npm test &', true],
  ['! grep -rq TODO src', true],
  ['npm test && ! grep -rq TODO src', true],
])('a command of an item whose end says nothing is known by its words: %s', (command, expected) => {
  expect(isHidingVerify(command)).toBe(expected);
});
