after(() => {
  throw new Error('root after');
});
it('fine', () => {});
describe('suite', () => {
  it('inner', () => {});
});
