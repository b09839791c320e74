test.skip('one', () => {});
describe.skip('two', () => {
  test('three', () => {});
});
test.todo('four');
