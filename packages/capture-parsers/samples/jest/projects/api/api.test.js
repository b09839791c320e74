test('answers', () => {});
test('breaks', () => {
  throw new Error('boom');
});
