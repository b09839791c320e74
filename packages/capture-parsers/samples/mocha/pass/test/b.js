describe('str', () => {
  it('slow one', (done) => setTimeout(done, 90));
  it('takes (5ms)', () => {});
});
