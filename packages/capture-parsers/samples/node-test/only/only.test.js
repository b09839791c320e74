import { describe, it, test } from 'node:test';

test('left out', () => {});
test.only('picked', () => {});
describe('suite', () => {
  it('left out too', () => {});
  it.only('picked too', () => {});
});
