import test from 'ava';

test('adds', (t) => t.is(1 + 2, 3));
test('is bad', (t) => {
  console.log('9 tests passed');
  t.is(1 + 2, 4);
});
test('breaks', () => {
  throw new Error('no');
});
test.failing('known', (t) => t.is(1, 2));
