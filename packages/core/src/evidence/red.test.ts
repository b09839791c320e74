import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isNewName,
  isProvenRed,
  isRedProof,
  judgeSights,
  type MissingName,
  RED_VERDICTS,
  type RedTest,
  type RedVerdict,
  redOutcome,
  type TestSight,
} from './red.js';

const SIGHTS: TestSight[] = ['failed', 'missing-symbol', 'passed', 'build-error', 'not-run', 'unknown'];
const sight = fc.constantFrom(...SIGHTS);
const verdict = fc.constantFrom(...RED_VERDICTS);

describe('D56, D61: the verdict of two runs', () => {
  test.each<[TestSight, TestSight, RedVerdict]>([
    ['failed', 'failed', 'failed-as-expected'],
    ['missing-symbol', 'missing-symbol', 'missing-symbol'],
    ['passed', 'passed', 'already-green'],
    ['build-error', 'build-error', 'build-error'],
    ['not-run', 'not-run', 'missing-test'],
    ['failed', 'passed', 'flaky'],
    ['passed', 'failed', 'flaky'],
    ['failed', 'missing-symbol', 'flaky'],
    ['failed', 'not-run', 'flaky'],
    ['failed', 'unknown', 'unknown'],
    ['unknown', 'failed', 'unknown'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s, then %s: %s', (first, second, expected) => {
    expect(judgeSights(first, second)).toBe(expected);
  });

  test('it is red only when both runs say the same red thing, and the order of runs does not matter', () => {
    fc.assert(
      fc.property(sight, sight, (first, second) => {
        const judged = judgeSights(first, second);
        expect(judgeSights(second, first)).toBe(judged);
        expect(isRedProof(judged)).toBe(first === second && (first === 'failed' || first === 'missing-symbol'));
      }),
    );
  });
});

describe('D56, D61: the outcome of several tests', () => {
  const of = (...verdicts: RedVerdict[]) => redOutcome(verdicts.map((one) => ({ verdict: one })));

  test('all red, one not, one unknown, none', () => {
    expect(of('failed-as-expected', 'missing-symbol')).toBe('red');
    expect(of('failed-as-expected', 'already-green')).toBe('not-red');
    expect(of('failed-as-expected', 'unknown')).toBe('unknown');
    expect(of('already-green', 'unknown')).toBe('not-red');
    expect(of()).toBe('unknown');
  });

  test('one test more never makes it red', () => {
    fc.assert(
      fc.property(fc.array(verdict), verdict, (some, more) => {
        if (redOutcome([...some, more].map((one) => ({ verdict: one }))) !== 'red') return;
        expect(some.every(isRedProof) && isRedProof(more)).toBe(true);
      }),
    );
  });
});

describe('D56, D61: whether a missing name is the one under test', () => {
  const name = (more: Partial<MissingName>): MissingName => ({
    own: true,
    definedNow: 0,
    definedInBase: 0,
    definedInTests: false,
    ...more,
  });

  test.each<[string, boolean, Partial<MissingName>]>([
    ['nobody has written it yet', true, {}],
    ['the change brings it', true, { definedNow: 1 }],
    ['the change brings it, the message does not say whose it is', true, { own: null, definedNow: 1 }],
    ['the change brings one more of that name', true, { definedNow: 3, definedInBase: 2 }],
    ['nobody has it and nobody knows whose it would be', false, { own: null }],
    ['it is of a third party', false, { own: false }],
    ['it is of a third party, and the project has one of that name', false, { own: false, definedNow: 1 }],
    ['the base has it', false, { definedNow: 1, definedInBase: 1 }],
    ['the change took it away', false, { definedInBase: 1 }],
    ['a helper of the tests has it', false, { definedInTests: true }],
  ])('%s: %s', (_, expected, more) => {
    expect(isNewName(name(more))).toBe(expected);
  });
});

describe('D56, D61: red is a fact of the past', () => {
  const proof: RedTest = { name: 'a.py::test_x', file: 'a.py', hash: 'h1', verdict: 'failed-as-expected' };

  test.each([
    ['the same test', true, { name: 'a.py::test_x', file: 'a.py', hash: 'h1' }],
    ['another body under the same name', false, { name: 'a.py::test_x', file: 'a.py', hash: 'h2' }],
    ['renamed in its file', true, { name: 'a.py::test_y', file: 'a.py', hash: 'h1' }],
    ['the same body elsewhere under another name', false, { name: 'b.py::test_y', file: 'b.py', hash: 'h1' }],
    ['moved to a neighbour', true, { name: 'a.py::test_x', file: 'b.py', hash: 'h1' }],
    ['of one name in another suite', false, { name: 'a.py::test_x', file: 'sub/a.py', hash: 'h1' }],
    ['no known text', false, { name: 'a.py::test_x', file: 'a.py' }],
  ])('%s: %s', (_, expected, asked) => {
    expect(isProvenRed(asked, [proof])).toBe(expected);
  });

  test('it does not end, whatever is recorded later, and no other verdict begins it', () => {
    const test = fc.record({ name: fc.constantFrom('x', 'y'), hash: fc.constantFrom('1', '2'), verdict });
    fc.assert(
      fc.property(fc.array(test), fc.array(test), (before, after) => {
        const asked = { name: 'x', hash: '1' };
        if (isProvenRed(asked, before)) expect(isProvenRed(asked, [...before, ...after])).toBe(true);
        const green = before.map((one) => ({ ...one, verdict: 'already-green' as const }));
        expect(isProvenRed(asked, green)).toBe(false);
      }),
    );
  });
});
