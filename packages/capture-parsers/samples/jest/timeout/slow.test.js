test('too slow', async () => {
  await new Promise((done) => setTimeout(done, 400));
}, 100);
test('quick', () => {});
