test('upper', () => expect('a'.toUpperCase()).toBe('A'));
test('same name', () => {});
describe('same name', () => {
  test('same name', () => {});
});
