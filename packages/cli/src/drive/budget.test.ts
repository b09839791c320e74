import { expect, test } from 'vitest';
import type { Call } from '../commands/command.js';
import { budgetOf } from './budget.js';

const read = (name: 'budget' | 'itemBudget', given: string) =>
  budgetOf({ options: { [name]: given }, program: 'flow' } as unknown as Call, name);

test('R34 what one item may use is told in money, tokens, sessions, turns and time, and what a run may use in two of them', () => {
  expect(read('itemBudget', '5usd, 2Mtok,4sessions,300turns,90min')).toEqual({
    ...{ money: 5, tokens: 2_000_000, sessions: 4, turns: 300, time: 5_400_000 },
  });
  expect(read('itemBudget', '1.5Mtok,0.5usd')).toMatchObject({ money: 0.5, tokens: 1_500_000 });
  expect(read('itemBudget', '1.5h')).toMatchObject({ money: null, time: 5_400_000 });
  expect(read('budget', '20usd,500ktok')).toMatchObject({ money: 20, tokens: 500_000 });
  expect(budgetOf({ options: {}, program: 'flow' } as unknown as Call, 'budget')).toBe(null);
});

test.each([
  ['budget', '4sessions'],
  ['budget', '20'],
  ['budget', '0usd'],
  ['budget', '1usd,2usd'],
  ['budget', '2Mtok,500ktok'],
  ['budget', '0.5tok'],
  ['itemBudget', '1.5sessions'],
  ['itemBudget', '0.2turns'],
  ['itemBudget', '5toString'],
  ['itemBudget', '-5usd'],
  ['itemBudget', '1h,5min'],
  ['itemBudget', ''],
] as const)('R13 --%s %j is no limit, and is not taken for none', (name, given) => {
  expect(() => read(name, given)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'USAGE' }) }),
  );
});
