import { expect, test } from '@playwright/test';

test('adds', () => expect(1 + 2).toBe(3));
test('is bad', () => {
  console.log('  9 passed (1.0s)');
  expect(1 + 2).toBe(4);
});
test.describe('totals', () => {
  test('breaks', () => {
    throw new Error('no');
  });
});
