import { test } from 'vitest';

test.skip('not today', () => {});
test.todo('some day');
