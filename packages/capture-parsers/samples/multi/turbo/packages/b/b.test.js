import { expect, test } from 'vitest';

test('works in b', () => expect(process.env.FAILS).not.toBe('b'));
