import { describe, expect, test } from 'vitest';
import { effectsOf } from '../index.js';

/** Names that a command would move or delete, with a `.gitignore` of these lines. */
function taken(ignore: string, files: readonly string[], command = 'git stash -u'): string[] {
  const disk = new Map<string, string>([
    ['/r/.git/HEAD', 'ref: refs/heads/main\n'],
    ['/r/.git/index', 'DIRC'],
    ['/r/.gitignore', ignore],
    ...files.map((name): [string, string] => [`/r/${name}`, '']),
  ]);
  const analysis = effectsOf(command, {
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
    effect.kind === 'write' && /^(?:move|delete)$/.test(effect.how) ? [effect.path] : [],
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

describe('C72 git clean', () => {
  const IGNORED = FILES.filter((name) => name !== 'a/other.json');
  test.each([
    ['git clean -fdX', IGNORED],
    ['git clean -ndX', []],
    ['git clean -dXn a', []],
    ['git clean -Xd --dry-run', []],
    ['git clean -fdXn --no-dry-run', IGNORED],
    ['git clean -fdX -en', IGNORED],
    ['git clean -fdX -e -n', IGNORED],
    ['git clean -fdXe --dry-run', IGNORED],
  ])('%s', (command, gone) => {
    expect(taken('**/test-results.json\n*.log', FILES, command)).toEqual(gone);
  });
});
