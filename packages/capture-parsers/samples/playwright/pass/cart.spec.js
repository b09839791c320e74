import { expect, test } from '@playwright/test';

test('adds', () => expect(1 + 2).toBe(3));
test.describe('totals', () => {
  test('of none', () => expect(0).toBe(0));
  test.skip('later', () => {});
});
