import type { Receipt } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { type Claim, contradictions } from './contradictions.js';

const NUMBERS = { passed: 3, failed: 0, skipped: 1, errors: 0 };
const CLAIM: Claim = {
  suite: 'go:.',
  by: 'the journal',
  counts: true,
  outcome: 'passed',
  whole: true,
  numbers: NUMBERS,
  failing: [],
};

const run = (outcome: Receipt['result']['outcome'], counts = NUMBERS, failing: string[] = []) =>
  [{ suite: 'go:.', result: { outcome, counts, failing } }] as unknown as Receipt[];

describe('what somebody says of a suite, and what a run of it shows', () => {
  test.each<[string, Partial<Claim>, Receipt[], string[]]>([
    ['the same', {}, run('passed'), []],
    ['another suite', { suite: 'go:web' }, run('failed'), []],
    ['green, and now red', {}, run('failed', { ...NUMBERS, failed: 1 }, ['TestA']), ['block']],
    ['green, and now nothing can be told', {}, run('unknown'), ['block']],
    ['green without a signature, and now red', { counts: false }, run('failed'), ['warn']],
    ['red, and now green', { outcome: 'failed', failing: ['TestA'] }, run('passed'), ['warn']],
    ['fewer tests than said', {}, run('passed', { ...NUMBERS, passed: 2 }), ['warn']],
    ['numbers of a part say nothing of the whole', { whole: false }, run('passed', { ...NUMBERS, passed: 2 }), []],
    [
      'red both times, for other tests',
      { outcome: 'failed', failing: ['TestA'] },
      run('failed', NUMBERS, ['TestB']),
      ['warn'],
    ],
    ['red both times, for the same', { outcome: 'failed', failing: ['TestA'] }, run('failed', NUMBERS, ['TestA']), []],
  ])('%s', (_what, claim, reruns, levels) => {
    expect(contradictions([{ ...CLAIM, ...claim }], reruns).map(({ level }) => level)).toEqual(levels);
  });

  test('says in which they differ', () => {
    const [found] = contradictions([CLAIM], run('failed', { ...NUMBERS, failed: 1 }, ['TestA']));
    expect(found?.args.differs).toEqual(['outcome passed, now failed', 'failed 0, now 1', 'fails now: TestA']);
  });
});
