test('good', () => {});
