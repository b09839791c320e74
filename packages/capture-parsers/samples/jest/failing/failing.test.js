test.failing('known bug', () => {
  throw new Error('x');
});
test.failing('fixed bug', () => {});
test.concurrent('side by side', async () => {});
