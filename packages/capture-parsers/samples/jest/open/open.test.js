test('leaves a timer', () => {
  setTimeout(() => {}, 1500);
});
