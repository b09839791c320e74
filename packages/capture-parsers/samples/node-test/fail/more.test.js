import assert from 'node:assert/strict';
import { test } from 'node:test';

test('same name', () => assert.equal('line1\nline2', 'line1\nlineX'));

test('parent', async (t) => {
  t.test('left behind', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
  await t.test('child', () => {});
});

test('slow', { timeout: 20 }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
});
