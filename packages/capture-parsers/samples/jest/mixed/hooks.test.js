describe('hook fails', () => {
  beforeAll(() => {
    throw new Error('beforeAll boom');
  });
  test('victim one', () => {});
  test('victim two', () => {});
});
test('same name', () => {
  throw new Error('not here');
});
