it.only('chosen', () => {});
it('left out', () => {});
