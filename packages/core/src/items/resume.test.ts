import { expect, test } from 'vitest';
import type { FlowEvent } from '../workflow/facts.js';
import { stepsAfterWait } from './index.js';

const journal = (...deeds: object[]) => deeds.map((deed, at) => ({ n: at + 1, time: at, at: 0, ...deed }) as FlowEvent);
const item = (state: string, reason = '') => ({ type: 'item', item: 'S1', state, reason });
const red = { type: 'run', suite: 'unit', question: 'test', result: 'fail', subjects: { S1: false } };
const steps = (...deeds: object[]) =>
  stepsAfterWait({
    events: journal(...deeds),
    item: 'S1',
    open: ['unit is red'],
    suites: [
      { id: 'unit', question: 'test', command: 'npm test' },
      { id: 'tsc', question: 'build' },
    ],
    context: 'flow context --item S1',
  });

test('M57 whoever comes back reads, checks what it waited for, looks at the tests, runs them anew, and goes on', () => {
  expect(steps(item('running'), red, item('blocked', 'needs context: which currency?'), item('running'))).toEqual([
    'Read where it stands: flow context --item S1',
    'Check that what it waited for is there: needs context: which currency?',
    'See where the tests stand: the last run of unit was red; open: unit is red',
    'Run build and tests anew: tsc, npm test',
    'Then go on with the instruction',
  ]);
  expect(steps(item('running'), { type: 'pause', reason: 'lunch' }, { type: 'resume', reason: '' })[1]).toContain(
    'lunch',
  );
});

test('M57 a wait that was said is such a wait, for its item or for the run', () => {
  const wait = { type: 'await', await: 'w1', what: 'the sandbox', check: 'test -e ready', until: 9, item: 'S1' };
  const passed = { type: 'await-check', await: 'w1', pass: true, times: 1, item: 'S1' };
  expect(steps(item('running'), red, wait)).toEqual([]);
  expect(steps(item('running'), red, wait, { ...passed, pass: false })).toEqual([]);
  expect(steps(item('running'), red, wait, passed)[1]).toBe('Check that what it waited for is there: the sandbox');
  const ended = { type: 'await-end', await: 'w1', person: 'Ada', reason: 'sent', item: 'S1' };
  expect(steps(item('running'), red, wait, ended)[1]).toContain('the sandbox');
  expect(steps(item('running'), red, { ...wait, item: 'S2' }, { ...passed, item: 'S2' })).toEqual([]);
});

test('M57 nothing comes first for who begins, and none of it again once something was run', () => {
  expect(steps(item('running'), red)).toEqual([]);
  expect(steps(item('running'), item('blocked', 'x'), item('running'), red)).toEqual([]);
  expect(steps({ type: 'item', item: 'S2', state: 'running', reason: '' }, { type: 'resume', reason: '' })).toEqual([]);
});
