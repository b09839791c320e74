test('quiet', () => {});
