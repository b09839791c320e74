import { test } from 'vitest';

test('slow', () => new Promise(() => {}), 50);

test('quick', () => {});
