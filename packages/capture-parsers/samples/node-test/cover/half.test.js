import assert from 'node:assert/strict';
import { test } from 'node:test';
import { half } from './half.js';

test('halves', () => assert.equal(half(4), 2));
