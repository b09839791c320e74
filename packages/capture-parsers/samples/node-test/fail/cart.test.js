import assert from 'node:assert/strict';
import { before, describe, it, test } from 'node:test';

describe('cart', () => {
  it('totals', () => {});
  it('applies discount', () => assert.deepEqual({ a: 1 }, { a: 2 }));
  it.todo('known bug', () => {
    throw new Error('x');
  });
  describe('nested', () => {
    it('a > b', () => {
      throw new Error('# pass 5');
    });
  });
  it('throws a word', () => {
    throw 'a word';
  });
});

describe('hook fails', () => {
  before(() => {
    throw new Error('before boom');
  });
  it('victim', () => {});
});

test('same name', () => {});
