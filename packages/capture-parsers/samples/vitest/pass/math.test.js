import { describe, expect, it, test } from 'vitest';

describe('math', () => {
  it('adds', () => expect(1 + 1).toBe(2));
  describe('deep > inner', () => {
    test.each([1, 2])('doubles %i', (value) => expect(value * 2).toBe(value + value));
  });
  it.skip('later', () => {});
  it.todo('some day');
});

test('top level', () => {});
