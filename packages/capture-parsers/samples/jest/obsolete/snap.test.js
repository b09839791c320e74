test('kept', () => expect('x').toMatchSnapshot());
