import { expect, test } from 'vitest';
import { pushReason } from './push-advice.js';

const POLICY = { at: ['boundary', 'pull-request', 'waiting'], commits: 5 } as const;
const BUILD = { phase: 'build', waiting: null, open: [] };
const madeIn = { phase: 'build', group: 'tasks/first' };

test('X53 nothing is pushed in the middle of a phase, below five commits', () => {
  for (const count of [1, 2, 3, 4]) expect(pushReason(POLICY, BUILD, { count, madeIn }, 'tasks/first')).toBeNull();
  expect(pushReason(POLICY, BUILD, { count: 5, madeIn }, 'tasks/first')).toBe('commits');
  expect(pushReason(POLICY, BUILD, { count: 0, madeIn }, 'tasks/second')).toBeNull();
  // Where nobody knows in which phase a commit was made, no end of a phase is said.
  expect(pushReason(POLICY, BUILD, { count: 1, madeIn: null }, 'tasks/second')).toBeNull();
});

test('X53 a phase that is over, a group that is over, a person who is waited for and a pull request want a push', () => {
  const one = { count: 1, madeIn };
  expect(pushReason(POLICY, BUILD, one, 'tasks/second')).toBe('boundary');
  expect(pushReason(POLICY, { ...BUILD, phase: 'final' }, one, null)).toBe('boundary');
  expect(pushReason(POLICY, { ...BUILD, waiting: 'person' }, one, 'tasks/first')).toBe('waiting');
  expect(pushReason(POLICY, { ...BUILD, waiting: 'time' }, one, 'tasks/first')).toBeNull();
  const open = [
    {
      check: 'pr',
      state: 'missing',
      actor: 'agent',
      finding: { code: 'PULL_REQUEST_MISSING', level: 'block', args: {} },
    },
  ] as const;
  expect(pushReason(POLICY, { ...BUILD, open: [...open] }, one, 'tasks/first')).toBe('pull-request');
});

test('X53 a workflow says when, and one that says nothing has none', () => {
  const one = { count: 9, madeIn };
  expect(pushReason(undefined, { ...BUILD, waiting: 'person' }, one, null)).toBeNull();
  expect(pushReason({ commits: 10 }, { ...BUILD, waiting: 'person' }, one, null)).toBeNull();
  expect(pushReason({ at: ['waiting'] }, { ...BUILD, waiting: 'person' }, one, null)).toBe('waiting');
});
