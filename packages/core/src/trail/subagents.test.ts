import { describe, expect, test } from 'vitest';
import { readSubagentLine, type SubagentLine, subagentTotals } from './subagents.js';

const line = (fields: Partial<SubagentLine>): SubagentLine => ({
  v: 1,
  time: 0,
  session: 's',
  call: 'c',
  type: 'reviewer',
  model: 'm',
  state: 'ended',
  tokens: { input: 1000, output: 500, cacheRead: 0, cacheWrite: 0 },
  total: 1500,
  toolUses: 1,
  durationMs: 100,
  ...fields,
});
const PRICES = { m: { input: 5, output: 25 } };

describe('C34 tokens of sub-agents', () => {
  test('by kind of sub-agent and model, the largest first', () => {
    const found = subagentTotals([line({}), line({ call: 'd' }), line({ call: 'e', type: 'writer', total: 9000 })], {});
    expect(found.map(({ type, runs, total }) => [type, runs, total])).toEqual([
      ['writer', 1, 9000],
      ['reviewer', 2, 3000],
    ]);
  });

  test('an end in the background is told together with its start, and the last end counts all', () => {
    const found = subagentTotals(
      [
        line({ state: 'started', tokens: null, total: null, durationMs: null }),
        line({ type: null, model: null, tokens: null, total: 10 }),
        line({ type: null, model: null, tokens: null, total: 30, durationMs: 300 }),
      ],
      {},
    );
    expect(found).toMatchObject([{ type: 'reviewer', model: 'm', runs: 1, total: 30, durationMs: 300 }]);
  });

  test('one that has not ended counts nothing yet', () => {
    expect(subagentTotals([line({ state: 'started' })], {})).toEqual([]);
  });

  test.each([
    ['the price of each kind', {}, PRICES, 0.0175],
    ['no price: no cost is made up', {}, {}, null],
    ['a model of that name in the prototype is no price', { model: 'constructor' }, {}, null],
    ['the kinds are not known', { tokens: null }, PRICES, null],
    ['a kind without a price', { tokens: { input: 1, output: 1, cacheRead: 7, cacheWrite: 0 } }, PRICES, null],
  ])('cost: %s', (_what, fields, prices, cost) => {
    expect(subagentTotals([line(fields)], prices)[0]?.cost).toBe(cost);
  });

  test.each<[string, object, boolean]>([
    ['what was written', {}, true],
    ['another version', { v: 2 }, false],
    ['tokens of another kind', { tokens: { input: 1 } }, false],
    ['a negative count', { total: -1 }, false],
    ['another state', { state: 'lost' }, false],
  ])('read from a file: %s', (_what, fields, isFine) => {
    expect(readSubagentLine({ ...line(fields) }) !== null).toBe(isFine);
  });
});
