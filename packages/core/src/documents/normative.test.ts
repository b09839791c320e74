import { expect, test } from 'vitest';
import { isNormative } from './normative.js';

const claim = (text: string, expect: 'red' | 'guard' = 'red') => isNormative({ text, expect });

test('V9 a claim is normative that says how binding it is and, where a test shows it first, in which case', () => {
  expect(claim('Given an empty cart, when it is opened, then it SHALL say so')).toBe(true);
  expect(claim('GIVEN a cart\nWHEN it is opened\nTHEN it MUST NOT fail')).toBe(true);
  expect(claim('The total MUST NOT have more than two decimals', 'guard')).toBe(true);
  expect(claim('The total SHALL be shown')).toBe(false);
  expect(claim('Given a cart, when it is opened, then it must say so')).toBe(false);
  expect(claim('The total has two decimals', 'guard')).toBe(false);
  // The words of the norm alone, and not what only contains them.
  expect(claim('MAYBE a MUSTER', 'guard')).toBe(false);
});
