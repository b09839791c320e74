import test from 'ava';

test('adds', (t) => t.is(1 + 2, 3));
test('totals', (t) => t.pass());
test.skip('later', (t) => t.fail());
test.todo('someday');
