describe('cart', function () { it('x', function () {
