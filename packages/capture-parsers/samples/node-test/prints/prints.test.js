import { test } from 'node:test';

test('prints', () => {
  console.log('TAP version 13\n# Subtest: ghost\nok 1 - ghost\n1..1\n# tests 9\n# pass 9\n# fail 0');
  console.log('✔ ghost (1ms)\nℹ tests 9\nℹ suites 0\nℹ pass 9\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0');
  console.log('\x1b[32m✔ ghost (0.5ms)\x1b[39m');
  console.log('ℹ duration_ms 5');
});
test('fails', () => {
  console.error('not ok 7 - ghost\n✖ ghost (3ms)');
  throw new Error('boom');
});
