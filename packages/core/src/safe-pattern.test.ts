import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternFault } from './safe-pattern.js';

describe('D44 patterns of conventions', () => {
  test.each([
    String.raw`\bconsole\.log\b`,
    String.raw`^\s*import .* from "lodash"`,
    '(todo|fixme)',
    '(a|b)?c',
    '[^)*+]+',
    '[(a+)+]',
    String.raw`\(a+\)+`,
    'a{3}',
    'x{',
    '(?:ab)+',
    '(?<name>ab)*',
  ])('%s is taken', (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  test.each([
    ['(a+)+b', 'repeats or chooses'],
    ['(a*)*', 'repeats or chooses'],
    ['((a+))+', 'repeats or chooses'],
    ['(a|a)*b', 'repeats or chooses'],
    ['(?:x(a|b))+', 'repeats or chooses'],
    ['(a+){2}', 'repeats or chooses'],
    ['(a{2,})+', 'repeats or chooses'],
    ['.*a.*b.*c.*d', 'without end'],
    ['a{1,5000}b+c+d+', 'without end'],
    [String.raw`(a)\1`, 'refers back'],
    [String.raw`(?<x>a)\k<x>`, 'refers back'],
    ['(?=a)b', 'ahead or behind'],
    ['(?<!a)b', 'ahead or behind'],
    ['(', 'no regular expression'],
    ['a'.repeat(201), 'longer than'],
  ])('%s is not', (pattern, why) => {
    expect(patternFault(pattern)).toContain(why);
  });

  test('never throws, and says no where the language says no', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab()[]{}|*+?\\^$.1,=<!:-') }), (text) => {
        const fault = patternFault(text);
        let works = true;
        try {
          new RegExp(text);
        } catch {
          works = false;
        }
        if (!works) expect(fault).not.toBeNull();
      }),
    );
  });
});
