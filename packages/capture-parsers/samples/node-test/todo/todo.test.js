import test from 'node:test';

test('done', () => {
  console.log('✖ ghost (1ms)');
});
test('not yet', { todo: true }, () => {
  throw new Error('not yet');
});
test('some day', { todo: 'when there is time' }, () => {
  throw new Error('some day');
});
