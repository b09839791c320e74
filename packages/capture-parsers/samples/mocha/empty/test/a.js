describe('nothing in it', () => {});
