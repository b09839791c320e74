describe('cart', () => {
  it('totals', () => expect(1).toBe(1));
  it('applies discount', () => expect({ a: 1, b: [1, 2] }).toEqual({ a: 1, b: [1, 3] }));
  it.skip('refunds', () => {});
  it.todo('ships');
  describe('nested', () => {
    it('lies', () => {
      throw new Error('Tests:       7 passed, 7 total');
    });
  });
});
describe.skip('skipped suite', () => {
  it('never', () => {});
});
