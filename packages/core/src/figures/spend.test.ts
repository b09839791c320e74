import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OWN_WORK, type SubagentLine } from '../trail/subagents.js';
import { type EndedSession, spendsOf } from './spend.js';

const end = (session: string, fields: Partial<EndedSession> = {}): EndedSession => ({
  ...{ session, time: 1000, item: 'A', task: 'work', client: 'claude-code', turns: 3, tokens: 100, money: 0.5 },
  ...{ duration: 400, failure: null, ...fields },
});

const line = (session: string, call: string, fields: Partial<SubagentLine> = {}): SubagentLine => ({
  ...{ v: 1, time: 900, session, call, type: OWN_WORK, model: 'm', state: 'ended', toolUses: null, durationMs: null },
  ...{ tokens: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 }, total: 15, ...fields },
});

const PRICES = { m: { input: 1_000_000, output: 2_000_000 } };

describe('what was spent', () => {
  test('a session that a driver started is told once, however much its transcript tells', () => {
    const spends = spendsOf([end('s')], [line('s', 'a'), line('s', 'b'), line('other', 'c')], PRICES);
    expect(spends.map(({ of, session, tokens, money }) => [of, session, tokens, money])).toEqual([
      ['request', 'other', 15, 20],
      ['driven', 's', 100, 0.5],
    ]);
  });

  test('R22 of a session that was killed its transcript tells what it used', () => {
    const killed = end('s', { turns: 0, tokens: 0, money: null, failure: { class: 'infra', reason: 'killed' } });
    const [told] = spendsOf([killed], [line('s', 'a'), line('s', 'b')], PRICES);
    const kinds = { input: 20, output: 10, cacheRead: 0, cacheWrite: 0 };
    expect(told).toMatchObject({ tokens: 30, money: 40, calls: 2, model: 'm', kinds, result: 'broke-down' });
    // Without a transcript, or without a price, it is not known, and not 0.
    expect(spendsOf([killed], [], PRICES)[0]).toMatchObject({ tokens: null, money: null, kinds: null });
    expect(spendsOf([killed], [line('s', 'a')], {})[0]).toMatchObject({ tokens: 15, money: null });
  });

  test('a client that names no price is priced by its transcript alone', () => {
    const codex = end('s', { client: 'codex', money: null, tokens: 77 });
    expect(spendsOf([codex], [], PRICES)[0]).toMatchObject({ tokens: 77, money: null });
  });

  test.each([
    ['led on', null, 'led-on'],
    ['turns used up', 'limit', 'failed'],
    ['nothing moved', 'code', 'failed'],
    ['the network', 'infra', 'broke-down'],
    ['an empty quota', 'quota', 'broke-down'],
  ])('R22 what came of a session: %s', (_what, failed, result) => {
    const failure = failed === null ? null : { class: failed, reason: 'x' };
    expect(spendsOf([end('s', { failure })], [], {})[0]?.result).toBe(result);
  });

  test('a sub-agent that goes on is counted by its last end, and belongs to the item that its session had', () => {
    const agent = { type: 'flow-security', tokens: null };
    const lines = [line('s', 'a', { ...agent, total: 10 }), line('s', 'a', { ...agent, total: 30 })];
    const [told, ...more] = spendsOf([], lines, PRICES, (session, time) =>
      session === 's' && time === 900 ? 'B' : null,
    );
    expect(told).toMatchObject({ of: 'agent', role: 'flow-security', tokens: 30, money: null, item: 'B' });
    expect(more).toEqual([]);
  });

  test('nothing is told twice, and nothing is lost', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(
        fc.uniqueArray(names),
        fc.uniqueArray(fc.tuple(names, fc.nat(9)), { selector: String }),
        (ends, calls) => {
          const spends = spendsOf(
            ends.map((one) => end(one)),
            calls.map(([session, call]) => line(session, String(call))),
            PRICES,
          );
          const others = calls.filter(([session]) => !ends.includes(session)).length;
          expect(spends).toHaveLength(ends.length + others);
          expect(spends.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)).toBe(ends.length * 100 + others * 15);
        },
      ),
    );
  });
});
