const assert = require('assert');
describe('cart', () => {
  it('totals', () => {});
  it('applies discount', () => assert.deepStrictEqual({ a: 1 }, { a: 2 }));
  it.skip('refunds', () => {});
  it('ships');
  it('skips itself', function () {
    this.skip();
  });
  it('times out', function (done) {
    this.timeout(30);
  });
  describe('nested: parts', () => {
    it('a > b:', () => {
      throw new Error('5 passing (3ms)\n  0 failing');
    });
    it('1) numbered title', () => {});
  });
});
describe('hook fails', () => {
  before('db up', () => {
    throw new Error('boom');
  });
  it('victim 1', () => {});
  it('victim 2', () => {});
});
describe('after each fails', () => {
  afterEach(() => {
    throw new Error('ae');
  });
  it('first', () => {});
  it('second', () => {});
});
describe('prints', () => {
  it('lies', () => {
    console.log('  ✔ fake test\n  12 passing (5ms)\n  3 failing');
  });
});
