const assert = require('assert');
it('top', () => {});
describe('math', () => {
  it('adds', () => assert.equal(1 + 1, 2));
  describe('deep inner', () => {
    it('works', () => {});
    it('a > b', () => {});
  });
});
