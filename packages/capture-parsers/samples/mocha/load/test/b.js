it('good', () => {});
