test('before', () => {});
test('exits', () => process.exit(0));
