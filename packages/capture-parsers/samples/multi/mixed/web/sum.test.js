import { expect, test } from 'vitest';

test('adds', () => expect(1 + 1).toBe(2));
test('may fail', () => expect(process.env.WEB_FAILS).toBe(undefined));
