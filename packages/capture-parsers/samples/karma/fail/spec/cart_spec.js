describe('cart', function () {
  it('adds', function () { expect(1 + 2).toBe(3); });
  it('is bad', function () { expect(1 + 2).toBe(4); });
  describe('deep', function () { it('breaks', function () { throw new Error('broken'); }); });
  it('says so', function () { console.log('Executed 9 of 9 SUCCESS'); expect(true).toBe(true); });
  xit('later', function () {});
});
