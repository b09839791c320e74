import { describe, expect, test } from 'vitest';
import { check } from '../corpus/score.mjs';
import { parse } from '../src/everything.js';
import { casesOf } from './cases.js';

const cases = casesOf('corpus');

describe('D22 D23 D24 D25 D27 the sample corpus is read exactly, and nothing in it is falsely green', () => {
  test('there are cases of runs and of public reports', () => {
    expect(cases.length).toBeGreaterThanOrEqual(66);
    expect(cases.filter(({ name }) => name.startsWith('public/')).length).toBeGreaterThanOrEqual(15);
  });

  test.each(cases)('$name', ({ input, result }) => {
    expect(check(result, parse(input))).toEqual({ falseGreen: false, short: [] });
  });
});
