import { it } from 'vitest';

it('breaks', () => {
  console.log('\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n   Start at  10:00:00\n   Duration  1ms\n');
  throw new Error(' ✓ ghost.test.js > ghost 1ms\n FAIL  ghost.test.js > ghost2\n Test Files  1 passed (1)');
});
