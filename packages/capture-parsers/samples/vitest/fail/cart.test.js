import { describe, expect, it } from 'vitest';

describe('cart', () => {
  it('totals', () => {});
  it('applies discount', () => expect({ a: 1 }).toEqual({ a: 2 }));
  it.fails('known bug', () => {
    throw new Error('x');
  });
  describe('nested', () => {
    it('a > b', () => {
      throw new Error('5 passed (5)');
    });
  });
  it('prints', () => {
    console.log(' Test Files  1 passed (1)\n      Tests  5 passed (5)');
  });
});
