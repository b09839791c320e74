import * as assert from 'uvu/assert';
import { suite, test } from 'uvu';

test('adds', () => assert.is(1 + 2, 3));
test('is bad', () => {
  console.log('  Total:     9\n  Passed:    9\n  Skipped:   0');
  assert.is(1 + 2, 4);
});
test.run();

const totals = suite('totals');
totals('breaks', () => {
  throw new Error('no');
});
totals.run();
