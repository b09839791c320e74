import { expect, test } from 'bun:test';

test('top level', () => {
  console.log('5 pass\n 1 fail\n(fail');
  expect(2).toBe(2);
});
