describe('after all', () => {
  afterAll(() => {
    throw new Error('after boom');
  });
  test('passes first', () => {});
});
