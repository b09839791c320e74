test('renders', () => {});
