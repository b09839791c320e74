import type { FlowEvent } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { waitsOf } from './waits.js';

type Deed = FlowEvent extends infer E ? (E extends FlowEvent ? Omit<E, 'n' | 'time' | 'at'> : never) : never;

test('M40 each wait is told with what ended it: a pause, a blocked item, an answer, what was outside', () => {
  const deeds: Deed[] = [
    { type: 'pause', reason: 'lunch' },
    { type: 'await', await: 'w1', what: 'the release', check: null, until: 1, item: 'S1' },
    { type: 'await-check', await: 'w1', pass: false, times: 3 },
    { type: 'resume', reason: '' },
    { type: 'question', question: 'q1', text: 'Which tax?', lookedUp: 'the code says none' },
    { type: 'item', item: 'S2', state: 'blocked', reason: 'no key' },
    { type: 'item', item: 'S2', state: 'blocked', reason: 'said again' },
    { type: 'await-check', await: 'w1', pass: true, times: 4 },
    { type: 'reply', question: 'q1', text: '19 %', person: 'ann' },
  ];
  const events = deeds.map((deed, at) => ({ ...deed, n: at + 1, time: at, at: 0 }) as FlowEvent);
  const told = waitsOf({ facts: { events } } as unknown as Parameters<typeof waitsOf>[0], String);
  expect(told.map(({ kind, what, item, since, until }) => [kind, what, item, since, until])).toEqual([
    ['pause', 'lunch', null, 0, 3],
    ['outside', 'the release', 'S1', 1, 7],
    ['question', 'Which tax?', null, 4, 8],
    ['blocked', 'no key', 'S2', 5, null],
  ]);
});
