it('passes', () => {});
it('rejects later', () => {
  setTimeout(() => {
    throw new Error('later');
  }, 5);
});
it('waits', (done) => setTimeout(done, 30));
