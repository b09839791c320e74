import { test } from 'node:test';

test('quick', () => {});
test('hangs', async () => {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
});
