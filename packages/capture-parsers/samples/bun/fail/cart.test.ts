import { describe, expect, test } from 'bun:test';

describe('cart', () => {
  test('adds', () => expect(1 + 1).toBe(2));
  test('fails', () => {
    console.log(' 3 pass\n 0 fail');
    expect(1).toBe(2);
  });
  test('throws', () => {
    throw new TypeError('boom');
  });
  test.skip('skipped', () => {});
});
