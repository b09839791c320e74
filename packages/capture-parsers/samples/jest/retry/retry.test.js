jest.retryTimes(2, { logErrorsBeforeRetry: true });
let times = 0;
test('third time', () => {
  times++;
  if (times < 3) throw new Error(`try ${times}`);
});
