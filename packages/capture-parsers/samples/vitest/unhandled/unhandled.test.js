import { test } from 'vitest';

test('leaves a rejection behind', () => {
  Promise.reject(new Error('nobody caught this'));
});
