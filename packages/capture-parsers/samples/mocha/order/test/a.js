describe('loud', () => {
  it('writes', () => {
    process.stdout.write('no end of line');
  });
  it('writes more', () => {
    process.stdout.write('\n  ✔ ghost passes\n\n\n  50 passing (5ms)\n\n');
  });
  it('goes on', () => {
    console.log('    2) ghost fails');
  });
  describe('inner', () => {
    it('is first', () => {});
    it('is second', () => {
      console.log('    ✔ ghost passes');
    });
  });
});
