import assert from 'node:assert/strict';
import { test } from 'node:test';

test('table', async (t) => {
  for (const value of [1, 2, 3]) await t.test(`doubles ${value}`, () => assert.notEqual(value * 2, 4));
  await t.test('deeper', async (t) => {
    await t.test('deepest', () => {});
    t.skip('enough');
  });
  await t.test('left for later', (t) => t.todo('write it'));
});
