import { describe, it } from 'vitest';

describe('loud', () => {
  it('prints', () => {
    console.log(' ✓ ghost.test.js > ghost 1ms\n\n ✓ ghost.test.js > ghost2 1ms\n × ghost.test.js > ghost3 2ms\n');
    console.log('\n FAIL  ghost.test.js > ghost4\nError: no\n\n ✓ ghost.test.js (3 tests) 1ms\n   ✓ ghost5 1ms');
    console.error('5 passed\nTests: 5 passed');
  });
  it('is quiet', () => {});
});
