import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { matchesGlob } from './paths.js';

const segment = fc.constantFrom(
  'a',
  'b',
  '.c',
  'docs',
  'a.ts',
  'x.test.ts',
  '.ts',
  'README.md',
  'docs.ts',
  '_test.go',
  'x_test.go',
  'LICENSE',
);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const glob = fc.constantFrom(
  '*.ts',
  '*_test.go',
  '*.md',
  'README.md',
  'LICENSE',
  'docs/**',
  '**/docs/**',
  'a/b/**',
  '**/a/b/**',
  'docs',
  '.c/**',
  '**/.c/**',
  '*.test.ts',
);

const compiled = fc.constantFrom(
  '*.{test,spec}.?(c|m)[jt]s?(x)',
  '*.{ts,md}',
  'x*',
  '?.ts',
  '*t*',
  '.*',
  '!(*.md)',
  '!*.md',
  '[a-d]*',
  '{README,a}.*',
  '**',
  '*',
);

describe('globs', () => {
  test('property: the plain shapes match what picomatch matches', () => {
    fc.assert(
      fc.property(path, glob, (one, pattern) => {
        const expected = picomatch(pattern, { dot: true, basename: !pattern.includes('/') })(one);
        expect({ one, pattern, matches: matchesGlob(one, pattern) }).toEqual({ one, pattern, matches: expected });
      }),
      { numRuns: 3000 },
    );
  });

  test('property: compiled globs without a slash match what picomatch matches of base names', () => {
    fc.assert(
      fc.property(path, compiled, (one, pattern) => {
        const expected = picomatch(pattern, { dot: true, basename: true })(one);
        expect({ one, pattern, matches: matchesGlob(one, pattern) }).toEqual({ one, pattern, matches: expected });
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['src/a.test.tsx', '*.test.{ts,tsx}', true],
    ['LICENSE-MIT', 'LICENSE*', true],
    ['vite.config.ts', 'vite.config.*', true],
    ['src/vite.config.d/x', 'vite.config.*', false],
  ])('%s against %s', (one, pattern, expected) => {
    expect(matchesGlob(one, pattern)).toBe(expected);
  });
});
