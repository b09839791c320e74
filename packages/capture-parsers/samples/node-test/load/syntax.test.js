import { test } from 'node:test';

test('never either', () => { const = 1; });
