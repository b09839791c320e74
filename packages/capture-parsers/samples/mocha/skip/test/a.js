describe.skip('all', () => {
  it('one', () => {});
});
it('pending');
