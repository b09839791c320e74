import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { git, splitZ } from '../git/git.js';
import { viewsAmong } from './tree-views.js';

const USUAL = [
  'develop/**/*-results.json',
  'develop/**/*-results-*.json',
  'develop/**/reviews/*/round-*/*.md',
  'develop/**/claims.md',
  '.claude/settings.json',
];
const READ = [USUAL, ['**/a.md'], ['x/*'], ['*'], ['x+(y)/*.m.d'], ['x/**/**/b']];
const ASKED = [['develop/**'], ['x/[ab]*'], ['x/?', 'a**/b']];

/** Pieces of paths that the globs are about, or nearly. */
const piece = fc.constantFrom(
  ...['develop', 'x', 'a', 'b', 'main', 'reviews', 'round-1', 'x-results.json', '-results.json', 'x-results-y.json'],
  ...[
    'claims.md',
    'a.md',
    'A.md',
    'aXmd',
    '.claude',
    'settings.json',
    'settingsXjson',
    '.hidden',
    'li\nne',
    'x+(y)',
    'a.m.d',
  ],
);
const star = fc.constantFrom('*', 'x*', '**');
const path = fc.array(fc.oneof({ weight: 800, arbitrary: piece }, star), { minLength: 1, maxLength: 5 });

test('D98 which files are views is told as git tells it', () => {
  const repo = tempRepository({});
  let asked = 0;
  const run = (args: readonly string[]) => {
    asked += 1;
    return git(repo.repository, args);
  };
  const empty = '\0';
  fc.assert(
    fc.property(fc.array(path, { minLength: 60, maxLength: 120 }), (made) => {
      const names = [...new Set(made.map((parts) => parts.join('/')))];
      // No file where another one has a folder.
      const paths = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));
      repo.git('read-tree', '--empty');
      const input =
        paths.map((name) => `100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 0\t${name}`).join(empty) + empty;
      git(repo.repository, ['update-index', '-z', '--index-info'], { input });
      for (const globs of [...READ, ...ASKED]) {
        asked = 0;
        const patterns = globs.map((glob) => `:(glob)${glob}`);
        const told = splitZ(git(repo.repository, ['ls-files', '-z', '--cached', '--', ...patterns]).stdout);
        const isUsual = READ.includes(globs) && !paths.some((name) => name.includes('*'));
        expect([globs, [...viewsAmong(paths, globs, run)].sort()]).toEqual([globs, told.sort()]);
        // By far the most names are no globs themselves.
        if (isUsual) expect([globs, asked]).toEqual([globs, 0]);
      }
    }),
    { numRuns: 2 },
  );
});
