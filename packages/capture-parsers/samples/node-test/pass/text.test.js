import { test } from 'node:test';

test('upper', async (t) => {
  t.diagnostic('looked at 3 words');
  await t.test('of one word', () => {});
  await t.test('of two words', () => {});
});
