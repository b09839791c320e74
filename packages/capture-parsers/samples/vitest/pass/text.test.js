import { test } from 'vitest';

test('upper', () => {
  console.log(' Test Files  1 failed (1)\n      Tests  1 failed (1)\n   Start at  10:00:00\n   Duration  1ms\n');
  console.log(' ✓ fake.test.js (3 tests) 1ms');
});
