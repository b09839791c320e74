describe('prints', () => {
  it('everything', () => {
    console.log('\n\n  9 passing (5ms)\n\n');
    throw new Error('real');
  });
});
