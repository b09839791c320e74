import { describe, expect, test } from 'vitest';
import type { ItemFact, ItemStatus } from '../workflow/index.js';
import { countItems, progressDue } from './index.js';

const fact = (id: string, rest: Partial<ItemFact> = {}): ItemFact => ({
  ...{ id, digest: id, title: id, kind: 'story', after: [], files: [] },
  ...rest,
});
const at = (id: string, state: ItemStatus['state'], items: ItemStatus[] = []): ItemStatus => ({
  ...{ id, title: id, state },
  ...(items.length > 0 && { items }),
});

describe('M36 how many items there are, by where they stand', () => {
  test('each item counts once, in the phase or behind it', () => {
    const known = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'].map((id) => fact(id));
    const items = [
      ...[at('S1', 'done'), at('S2', 'running'), at('S3', 'blocked'), at('S4', 'waiting')],
      ...[at('S5', 'skipped'), at('S6', 'dropped'), at('S8', 'gone')],
    ];
    expect(countItems(known, items, ['S1', 'S5', 'S7'])).toEqual({
      ...{ total: 7, done: 2, running: 1, pending: 1, blocked: 2, skipped: 1 },
    });
  });

  test('a stage counts by its tasks, and what has a fix counts beside its fix', () => {
    const known = [fact('A'), fact('1.1', { parent: 'A' }), fact('1.2', { parent: 'A' })];
    const all = [...known, fact('1.1.f1', { parent: '1.1', kind: 'fix' })];
    const items = [at('A', 'running', [at('1.1', 'running'), at('1.2', 'waiting'), at('1.1.f1', 'ready')])];
    expect(countItems(all, items, [])).toMatchObject({ total: 3, running: 1, pending: 2 });
  });

  test('no item is none', () => {
    expect(countItems([], [], [])).toEqual({ total: 0, done: 0, running: 0, pending: 0, blocked: 0, skipped: 0 });
  });
});

describe('M36 a report is due every three items or 30 minutes', () => {
  const minute = 60_000;
  const now = 100 * minute;
  test.each<
    [what: string, started: number, over: string[], last: Parameters<typeof progressDue>[1], due: string | null]
  >([
    ['two items are over, for 29 minutes', 71, ['1', '2'], null, null],
    ['three items are over', 71, ['1', '2', '3'], null, 'items'],
    ['half an hour is over', 70, [], null, 'time'],
    ['the third was told', 71, ['1', '2', '3'], { time: 99 * minute, over: ['1', '2', '3'] }, null],
    ['three more are over', 0, ['1', '2', '3', '4'], { time: 99 * minute, over: ['1'] }, 'items'],
    ['one was opened again, and two are over', 0, ['2', '3'], { time: 99 * minute, over: ['1'] }, null],
    ['half an hour is over since it was told', 0, ['1'], { time: 70 * minute, over: ['1'] }, 'time'],
  ])('%s', (_what, started, over, last, due) => {
    expect(progressDue({ now, started: started * minute, over }, last)).toBe(due);
  });
});
