test('changed', () => expect({ a: 2 }).toMatchSnapshot());
test('kept', () => expect('x').toMatchSnapshot());
