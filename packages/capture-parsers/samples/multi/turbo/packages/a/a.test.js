import { expect, test } from 'vitest';

test('works in a', () => expect(process.env.FAILS).not.toBe('a'));
