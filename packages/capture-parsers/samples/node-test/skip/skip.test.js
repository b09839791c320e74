import { describe, it, test } from 'node:test';

test.skip('a', () => {});
test.todo('b');
describe.skip('all of these', () => {
  it('c', () => {});
});
