describe('before', () => {
  it('passes', () => {});
  it('exits', () => process.exit(0));
});
