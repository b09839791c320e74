import { test } from 'node:test';

test('good', () => {});
