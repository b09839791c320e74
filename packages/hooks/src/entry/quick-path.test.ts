import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickPosix } from './quick-path.js';

const NAMES = ['join', 'resolve', 'normalize', 'dirname', 'basename', 'relative'] as const;

/** What can trip a short cut: slashes and dots in any number, names that begin or end with dots, the empty text. */
const part = fc
  .array(fc.constantFrom('/', '//', '.', '..', '...', '/.', '/..', 'a', 'b.c', '.git', 'é', ' ', '\\', '..a', 'a..'), {
    maxLength: 7,
  })
  .map((pieces) => pieces.join(''));

test.each(NAMES)('a bundle has the %s of node:path, whatever the paths are', (name) => {
  const most = name === 'join' || name === 'resolve' ? 4 : name === 'normalize' || name === 'dirname' ? 1 : 2;
  const least = name === 'join' || name === 'resolve' ? 0 : name === 'relative' ? 2 : 1;
  fc.assert(
    fc.property(fc.array(part, { minLength: least, maxLength: most }), (parts) => {
      const ask = (from: typeof posix) => (from[name] as (...parts: string[]) => string)(...parts);
      expect(ask(quickPosix)).toBe(ask(posix));
    }),
    { numRuns: 5000 },
  );
});

test('what is no text is refused as node:path refuses it', () => {
  for (const name of NAMES)
    for (const parts of [[null], ['/a', undefined], [1, '/a']]) {
      const ask = (from: typeof posix) => (from[name] as (...parts: unknown[]) => string)(...parts);
      let expected: unknown;
      try {
        expected = ask(posix);
      } catch (error) {
        expect(() => ask(quickPosix)).toThrow((error as Error).message);
        continue;
      }
      expect(ask(quickPosix)).toBe(expected);
    }
});
