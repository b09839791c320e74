import { describe, expect, test } from 'vitest';
import { analyze } from './index.js';

/** Names that `git stash -u` would take along, with a `.gitignore` of these lines. */
function taken(ignore: string, files: readonly string[]): string[] {
  const disk = new Map<string, string>([
    ['/r/.git/HEAD', 'ref: refs/heads/main\n'],
    ['/r/.git/index', 'DIRC'],
    ['/r/.gitignore', ignore],
    ...files.map((name): [string, string] => [`/r/${name}`, '']),
  ]);
  const analysis = analyze('git stash -u', {
    cwd: '/r',
    home: '/h',
    readFile: (file) => disk.get(file),
    listDirectory(folder) {
      const below = [...disk.keys()].filter((name) => name.startsWith(`${folder}/`));
      const names = new Set(below.map((name) => name.slice(folder.length + 1).split('/')[0]!));
      return names.size > 0 ? [...names] : undefined;
    },
  });
  const moved = analysis.effects.flatMap((effect) =>
    effect.kind === 'write' && effect.how === 'move' ? [effect.path] : [],
  );
  return files.filter((name) => moved.includes(`/r/${name}`));
}

const FILES = ['a/b/c/test-results.json', 'a/test-results.json', 'a/other.json', 'b/test-results.json', 'x.log'];

describe('C72 what git ignores stays where it is', () => {
  test.each([
    ['a/**/test-results*.json', ['a/other.json', 'b/test-results.json', 'x.log']],
    ['**/test-results.json', ['a/other.json', 'x.log']],
    ['a/**', ['b/test-results.json', 'x.log']],
    ['a/**/b/**/c/**/d', FILES],
    [
      'a/**/test-results.json\n!a/test-results.json',
      ['a/test-results.json', 'a/other.json', 'b/test-results.json', 'x.log'],
    ],
    ['*.log', FILES.filter((name) => name !== 'x.log')],
  ])('%s', (ignore, left) => {
    expect(taken(ignore, FILES)).toEqual(left);
  });
});
