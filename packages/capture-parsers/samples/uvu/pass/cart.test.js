import * as assert from 'uvu/assert';
import { suite, test } from 'uvu';

test('adds', () => assert.is(1 + 2, 3));
test.skip('later', () => assert.unreachable());
test.run();

const totals = suite('totals');
totals('of none', () => assert.ok(true));
totals.run();
