import { describe, expect, test } from 'vitest';
import type { FlowEvent } from '../workflow/index.js';
import { attemptsOf, isAnalysisDue, retryOf } from './index.js';

type Deed = FlowEvent extends infer E ? (E extends FlowEvent ? Omit<E, 'n' | 'time' | 'at'> : never) : never;
const journal = (...deeds: Deed[]) =>
  deeds.map((deed, at) => ({ ...deed, n: at + 1, time: at * 1000, at: 0 }) as FlowEvent);

const run = (subjects: Record<string, boolean>, ...names: string[]): Deed => ({
  ...{ type: 'run', suite: 'unit', question: 'test', result: 'fail', subjects },
  failing: { total: names.length, names },
});
const ended = (failure: Extract<Deed, { type: 'failure' }>['failure'], item = 'S1'): Deed => ({
  ...{ type: 'failure', item, failure, reason: `ended: ${failure}` },
});
const broken = (judge: string, ...titles: string[]): Deed => ({
  ...{ type: 'verdict', judge, subject: 'S1', pass: false, findings: titles.map((title) => ({ title })) },
});

describe('the history of an item (X39, X42)', () => {
  test('each attempt has the item, what failed, what was tried before, and its status', () => {
    const events = journal(
      { type: 'command', command: 'make', pass: false, subject: 'S1' },
      { type: 'analysis', item: 'S1', note: 'the path was wrong' },
      { type: 'submission', name: 'done', subject: 'S1', note: 'moved the file' },
      run({ S1: false, S2: true }, 'adds', 'rounds'),
      { type: 'submission', name: 'done', subject: 'S2', note: 'of another' },
      broken('qa', 'rounds down'),
      { ...broken('qa'), failure: 'infra', notes: [{ title: 'no verdict' }] } as Deed,
      ended('limit', 'S2'),
      ended('limit'),
    );
    const told = attemptsOf(events, 'S1');
    expect(
      told.map(({ n, class: name, source, errors, tried, status }) => [n, name, source, errors, tried, status]),
    ).toEqual([
      [1, 'code', 'make', [], [], 'failed'],
      [4, 'test', 'unit', ['adds', 'rounds'], ['the path was wrong', 'moved the file'], 'failed'],
      [6, 'code', 'qa', ['rounds down'], [], 'failed'],
      [7, 'infra', 'qa', ['no verdict'], [], 'broke-down'],
      [9, 'limit', 'agent', ['ended: limit'], [], 'failed'],
    ]);
    expect(told.every(({ item }) => item === 'S1')).toBe(true);
    expect(attemptsOf(events, null).map(({ n }) => n)).toEqual([4]);
  });

  test('M23 tests that are seen to fail for the first time are no attempt; the same ones failing again are one', () => {
    const red: Deed = { type: 'red', tests: [{ file: 'a.test.ts', name: 'adds', hash: 'h1' }] };
    const failed = run({ S1: false }, 'adds');
    const told = (...deeds: Deed[]) => attemptsOf(journal(...deeds), 'S1').map(({ n }) => n);
    expect(told(failed, red)).toEqual([]);
    expect(told(failed, red, failed, red)).toEqual([3]);
    expect(told(failed, failed, red)).toEqual([1]);
    expect(told(failed)).toEqual([1]);
    expect(told(broken('qa', 'rounds down'), red)).toEqual([1]);
  });

  test('M26 a run that broke down is told of the item that was worked on, and of the run, by its class', () => {
    const crash: Deed = { ...run({}), failure: 'infra' } as Deed;
    const begun = (state: 'running' | 'open'): Deed => ({ type: 'item', item: 'S1', state, reason: '' });
    const events = journal(crash, begun('running'), crash, begun('open'), { ...crash, result: 'unknown' } as Deed);
    const told = (item: string | null) => attemptsOf(events, item).map((one) => [one.n, one.class, one.status]);
    expect(told('S1')).toEqual([[3, 'infra', 'broke-down']]);
    expect(told(null)).toEqual([1, 3, 5].map((n) => [n, 'infra', 'broke-down']));
    expect(retryOf(attemptsOf(events, 'S1'), { now: 2000 })).toMatchObject({
      retry: true,
      spent: 0,
      backoffSeconds: expect.any(Number),
    });
  });

  test('the same failing tests are the same failure, in whatever order they are told (R15)', () => {
    const due = (...deeds: Deed[]) => isAnalysisDue(attemptsOf(journal(...deeds), 'S1'));
    expect(due(run({ S1: false }, 'a', 'b'), run({ S1: false }, 'b', 'a'))).toBe(true);
    expect(due(run({ S1: false }, 'a', 'b'), run({ S1: false }, 'a'))).toBe(false);
    expect(due(run({ S1: false }, 'a'))).toBe(false);
    // What broke down between says nothing, and hides nothing.
    expect(due(run({ S1: false }, 'a'), ended('infra'), run({ S1: false }, 'a'))).toBe(true);
    // Said since: the next try may begin.
    expect(due(run({ S1: false }, 'a'), run({ S1: false }, 'a'), { type: 'analysis', item: 'S1', note: 'why' })).toBe(
      false,
    );
  });
});

describe('what follows from a failure (M27, M28, V19, X44)', () => {
  const advice = (deeds: Deed[], options: { now?: number; max?: number; until?: number } = {}) =>
    retryOf(attemptsOf(journal(...deeds), 'S1'), { now: 1_000_000, ...options });

  test.each<[what: string, deeds: Deed[], expected: object]>([
    ['the first failure is tried again', [ended('code')], { retry: true, escalate: false, reason: 'failed', spent: 1 }],
    ['outside: a person', [ended('external')], { retry: false, escalate: true, reason: 'outside', spent: 0 }],
    ['infra: later', [ended('infra')], { retry: true, escalate: false, reason: 'breakdown', spent: 0 }],
    ['infra twice: later still', [ended('infra'), ended('infra')], { retry: true, reason: 'breakdown' }],
    [
      'three of one class in a row',
      [ended('infra'), ended('infra'), ended('infra')],
      { retry: false, escalate: true, reason: 'repeated-breakdown', spent: 0 },
    ],
    [
      'three of several classes',
      [ended('infra'), ended('quota'), ended('unknown')],
      { retry: true, reason: 'breakdown' },
    ],
    [
      'all tries spent',
      [ended('code'), broken('qa', 'x'), ended('limit')],
      { retry: false, escalate: true, reason: 'exhausted', spent: 3, max: 3 },
    ],
    [
      'breakdowns spend none',
      [ended('code'), ended('infra'), ended('quota'), ended('code')],
      { spent: 2, max: 3, retry: true },
    ],
    ['the same twice', [ended('code'), ended('code')], { retry: true, analyse: true, reason: 'same-failure' }],
  ])('%s', (_what, deeds, expected) => {
    expect(advice(deeds, { max: 3 })).toMatchObject(expected);
  });

  test('nothing failed: there is no advice', () => {
    expect(advice([])).toBeNull();
  });

  test('the wait doubles, and a quota is waited for until it is there again', () => {
    const wait = (times: number, options = {}) =>
      advice(
        Array.from({ length: times }, () => ended('infra')),
        { now: (times - 1) * 1000, ...options },
      )?.backoffSeconds;
    // Up to a quarter more, and another one for each item and each time: not all come back at once.
    const within = (seconds: number) => (value: number | undefined) =>
      value !== undefined && value >= seconds && value <= seconds * 1.25 + 1;
    expect([wait(1), wait(2)]).toEqual([expect.toSatisfy(within(30)), expect.toSatisfy(within(60))]);
    expect(wait(2)).toBe(wait(2));
    expect(advice([ended('infra')], { now: 90_000 })?.backoffSeconds).toBe(0);
    expect(advice([ended('quota')], { now: 0, until: 7_200_000 })?.backoffSeconds).toBe(7200);
  });
});
