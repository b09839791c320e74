describe('cart', () => {
  it('adds', () => expect(1 + 2).toBe(3));
  it('is bad', () => {
    console.log('9 specs, 0 failures');
    expect(1 + 2).toBe(4);
  });
  it('breaks', () => {
    throw new Error('no');
  });
});
