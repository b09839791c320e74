import { expect, test } from 'vitest';
import { dictionary } from './dictionary.js';

test('a dictionary holds what its entries say, and no name of another object', () => {
  const entries: [string, number][] = [
    ['b', 1],
    ['a', 2],
    ['b', 3],
    ['__proto__', 4],
    ['10', 5],
  ];
  const made = dictionary(entries);
  expect(JSON.stringify(made)).toBe(JSON.stringify(Object.fromEntries(entries)));
  expect(made.constructor).toBeUndefined();
});
