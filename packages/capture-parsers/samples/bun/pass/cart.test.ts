import { describe, expect, test } from 'bun:test';

describe('cart', () => {
  test('adds', () => expect(1 + 1).toBe(2));
  test.skip('skipped', () => {});
  test.todo('later');
  describe('inner', () => {
    test('works > well', () => {});
    test('takes [3ms]', () => {});
  });
});
