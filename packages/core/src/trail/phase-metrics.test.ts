import { describe, expect, test } from 'vitest';
import type { Spend } from '../figures/spend.js';
import type { AuditLine } from './audit.js';
import { overrideHabits, type PhaseWork, phaseMetrics } from './phase-metrics.js';

const line = (time: number, decision: AuditLine['decision'], call: string): AuditLine => ({
  ...{ v: 1, time, session: 's', agent: null, role: null, call, tool: 'Edit', decision, paths: ['a.py'], phase: null },
});

const agent = (time: number, tokens: number, money: number | null): Spend => ({
  ...{ of: 'agent', session: 's', since: time, time, item: null, role: 'reviewer', client: null, model: 'm', calls: 1 },
  ...{ kinds: null, tokens, money, result: null, why: null },
});

const WORK: PhaseWork = {
  visits: [
    { phase: 'spec', time: 0 },
    { phase: 'implement', time: 100 },
    { phase: 'spec', time: 200 },
    { phase: 'implement', time: 250 },
  ],
  until: 400,
  lines: [line(10, 'refused', 'a'), line(110, 'done', 'b'), line(120, 'done', 'c'), line(210, 'done', 'd')],
  runs: [
    { time: 100, session: null, green: false },
    { time: 150, session: null, green: true },
  ],
  spends: [agent(50, 1000, 0.002), agent(300, 500, 0.001)],
  deeds: [
    { time: 20, kind: 'verdict', judge: 'spec' },
    { time: 30, kind: 'verdict', judge: 'spec' },
    { time: 30, kind: 'verdict', judge: 'style' },
    { time: 260, kind: 'override' },
    { time: 270, kind: 'waiver' },
  ],
};

describe('C63 the numbers of phases', () => {
  test('C63 time, tokens, cost, rounds, runs, edits, refusals and overrides, all visits together', () => {
    expect(phaseMetrics(WORK)).toEqual([
      {
        ...{ phase: 'spec', visits: 2, durationMs: 150, tokens: 1000, cost: 0.002, known: 0.002, rounds: 2 },
        // The run whose end led on belongs to what it ended.
        ...{ runs: 1, green: 0, edits: 1, refusals: 1, overrides: 0, waivers: 0 },
      },
      {
        ...{ phase: 'implement', visits: 2, durationMs: 250, tokens: 500, cost: 0.001, known: 0.001, rounds: 0 },
        ...{ runs: 1, green: 1, edits: 2, refusals: 0, overrides: 1, waivers: 1 },
      },
    ]);
  });

  test('C63 what an agent wrote led on without an event: its calls tell the phase that they met', () => {
    const refused = { ...line(40, 'refused', 'e'), phase: 'review' };
    const rows = phaseMetrics({ ...WORK, lines: [refused] });
    expect(rows.map(({ phase, durationMs }) => [phase, durationMs])).toEqual([
      ['spec', 90],
      ['review', 60],
      ['implement', 250],
    ]);
    expect(rows[1]).toMatchObject({ refusals: 1, tokens: 1000 });
  });

  test('C63 no cost is made up where a price is missing, and none is owed where nobody worked', () => {
    const [spec, implement] = phaseMetrics({ ...WORK, spends: [agent(50, 1000, null), agent(60, 1, 2)] });
    expect([spec?.cost, spec?.known, implement?.cost]).toEqual([null, 2, 0]);
  });
});

describe('C76 overrides as a habit', () => {
  const use = (used: number, of: number) => ({ what: 'PUSH_UNTESTED', per: 'call' as const, used, of });

  test.each([
    ['every time', 4, 4, 1],
    ['every second time', 3, 6, 0.5],
    ['more often than it was seen in the way', 5, 3, 1],
    ['though nobody knows how often it was in the way', 3, 0, 1],
  ])('C76 told when it is used %s', (_when, used, of, share) => {
    expect(overrideHabits([use(used, of)])).toEqual([{ ...use(used, of), share }]);
  });

  test.each([
    ['twice, however seldom it was in the way', 2, 2],
    ['now and then', 3, 7],
    ['never', 0, 0],
  ])('C76 not told when it is used %s', (_when, used, of) => {
    expect(overrideHabits([use(used, of)])).toEqual([]);
  });
});
