import { test } from 'node:test';

test('before', () => {});
test('dies', () => process.exit(3));
test('after', () => {});
