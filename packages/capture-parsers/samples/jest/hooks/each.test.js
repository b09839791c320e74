describe('before each', () => {
  beforeEach(() => {
    throw new Error('each boom');
  });
  test('first', () => {});
});
