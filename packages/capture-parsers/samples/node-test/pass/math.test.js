import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';

test('top', () => {});

describe('math', () => {
  it('adds', () => assert.equal(1 + 1, 2));
  describe('deep > inner', () => {
    it('works # really', () => {});
  });
  it.skip('later', () => {});
  it('not on this machine', { skip: 'needs a printer' }, () => {});
  it.todo('some day');
});
