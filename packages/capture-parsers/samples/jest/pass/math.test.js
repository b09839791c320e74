describe('math', () => {
  it('adds', () => expect(1 + 1).toBe(2));
  describe('deep inner', () => {
    it('works › fine', () => {});
    test('a > b', () => {});
  });
  test.each([
    [1, 2, 3],
    [3, 4, 7],
  ])('sum %i + %i', (a, b, c) => expect(a + b).toBe(c));
});
test('top level', () => {});
test('takes (5 ms)', () => new Promise((done) => setTimeout(done, 12)));
