import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { type ClassGlobs, classify, classOf, isOfClass, isWithin, matchesGlob } from './paths.js';
import { type ClassLists, PATH_CLASSES } from './presets/path-class.js';

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
  '*.{test.ts,go}',
  '*.{ts}',
  '*.{,ts}',
  'LIC*',
  '*.test.*',
  'x*.ts',
  'x*t*.*s',
  '*_*.go',
  'README.md*',
  '*D*',
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

  const deep = fc.constantFrom('a/b/*.ts', 'a/**/*.md', 'docs/**/*', 'a/{b,docs}/**', './a/*.ts', 'a/b', 'a/b/?.ts');

  test('property: folders in front of a pattern match what picomatch matches', () => {
    fc.assert(
      fc.property(path, deep, (one, pattern) => {
        expect([one, pattern, matchesGlob(one, pattern)]).toEqual([
          one,
          pattern,
          picomatch(pattern, { dot: true })(one),
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  test('property: of several layers of classes the first that has a glob for a path decides, class by class', () => {
    const globs = fc.array(fc.oneof(glob, compiled, deep), { maxLength: 3 });
    const layer = fc.dictionary(fc.constantFrom(...PATH_CLASSES), globs) as fc.Arbitrary<ClassGlobs>;
    fc.assert(
      fc.property(
        fc.array(path, { minLength: 1, maxLength: 5 }),
        layer,
        fc.array(layer, { maxLength: 3 }),
        (paths, first, rest) => {
          for (const one of paths) {
            const fits = (globs: ClassGlobs) =>
              PATH_CLASSES.find((name) => globs[name]?.some((pattern) => matchesGlob(one, pattern)));
            const expected = [first, ...rest].map(fits).find((name) => name !== undefined) ?? 'other';
            expect([one, first, rest, classOf(one, first, rest)]).toEqual([one, first, rest, expected]);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('property: a path is of one class, the one that it is classified as', () => {
    const globs = fc.array(fc.oneof(glob, compiled, deep), { maxLength: 3 });
    const lists = fc.record({ generated: globs, test: globs, build: globs, source: globs, document: globs });
    fc.assert(
      fc.property(path, lists as fc.Arbitrary<ClassLists>, (one, classes) => {
        const own = PATH_CLASSES.filter((name) => isOfClass(one, { classes }, name));
        expect([one, classes, own[0] ?? 'other', own.length < 2]).toEqual([
          one,
          classes,
          classify(one, { classes }),
          true,
        ]);
      }),
      { numRuns: 1500 },
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

test('property: a path lies in a folder that is it, or whose name and a slash it begins with', () => {
  const any = fc.oneof(path, fc.constantFrom('.', '', '/', 'a/', '/a', 'ab', 'a/b'));
  fc.assert(
    fc.property(any, any, (one, folder) => {
      const expected = folder === '.' || one === folder || one.startsWith(`${folder}/`);
      expect([one, folder, isWithin(one, folder)]).toEqual([one, folder, expected]);
    }),
    { numRuns: 2000 },
  );
});
