test('fine', () => {});
