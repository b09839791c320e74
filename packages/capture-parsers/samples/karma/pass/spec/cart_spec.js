describe('cart', function () {
  it('adds', function () { expect(1 + 2).toBe(3); });
  it('totals', function () { expect(2 * 2).toBe(4); });
  xit('later', function () {});
});
