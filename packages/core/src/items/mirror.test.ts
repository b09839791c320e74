import { expect, test } from 'vitest';
import type { ItemFact, ItemStatus } from '../workflow/index.js';
import { type Attempt, isGivenUp, mirrored, mirrorOf } from './index.js';

const fact = (id: string, title = id): ItemFact => ({ id, digest: id, title, kind: 'task', after: [], files: [] });
const at = (id: string, state: ItemStatus['state']): ItemStatus => ({ id, title: id, state });
const failed = { status: 'failed' } as Attempt;

test('X45 each item is an entry with its id at the head: what begins, what is done, and which try it is', () => {
  const known = ['1.1', '1.2', '1.3', '1.4', '1.5'].map((id) => fact(id, `Title of ${id}`));
  const items = [at('1.1', 'done'), at('1.2', 'running'), at('1.3', 'blocked'), at('1.4', 'skipped')];
  const told = mirrorOf(known, items, ['1.1', '1.5'], (id) =>
    id === '1.2' ? [failed, { status: 'broke-down' } as Attempt] : [],
  );
  expect(told.map(({ id, status }) => `${id} ${status}`)).toEqual([
    ...['1.1 completed', '1.2 in_progress', '1.3 pending', '1.5 completed'],
  ]);
  expect(told[1]).toEqual({
    ...{ id: '1.2', subject: '[1.2] Title of 1.2', status: 'in_progress', activeForm: 'Working on 1.2, try 2' },
  });
  expect(mirrorOf([fact('1', 'x'.repeat(500))], [], [], () => [])[0]!.subject.length).toBeLessThan(90);
});

test('X46 three failures in a row switch the mirror off for good, and two with a success between do not', () => {
  const after = (...outcomes: boolean[]) => outcomes.reduce(mirrored, { failures: 0 });
  expect(isGivenUp(after(false, false))).toBe(false);
  expect(isGivenUp(after(false, false, true, false, false))).toBe(false);
  expect(isGivenUp(after(false, false, false))).toBe(true);
  expect(isGivenUp(after(false, false, false, true))).toBe(true);
});
