import { defaultPolicy } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { tempRepo } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { unmergedWork } from './unmerged.js';

/** A branch with two commits of its own, and what the base has of it after `merge`. */
function baseAfter(merge: (git: (...words: string[]) => string, write: (path: string) => void) => void) {
  const repo = tempRepo({ files: { 'a.txt': 'a\n' }, branch: 'work' });
  onTestFinished(() => repo.dispose());
  repo.write('b.txt', 'b\n');
  repo.commit('one');
  repo.write('c.txt', 'c\n');
  repo.commit('two');
  repo.git('switch', '-q', 'main');
  merge(repo.git, (path) => {
    repo.write(path, `${path}\n`);
    repo.commit(path);
  });
  repo.git('push', '-q', 'origin', 'main');
  repo.git('switch', '-q', 'work');
  return unmergedWork(findRepository(repo.root)!, defaultPolicy([]), Date.now() + 60_000)?.base ?? null;
}

test.each<[string, Parameters<typeof baseAfter>[0]]>([
  ['merged', (git) => git('merge', '-q', '--no-ff', '--no-edit', 'work')],
  ['forwarded', (git) => git('merge', '-q', 'work')],
  [
    'rebased, the base having gone on',
    (git, write) => {
      write('d.txt');
      git('cherry-pick', 'work~1', 'work');
    },
  ],
  [
    'squashed, the base having gone on',
    (git, write) => {
      git('merge', '-q', '--squash', 'work');
      write('d.txt');
    },
  ],
])('work that was %s is there', (_how, merge) => expect(baseAfter(merge)).toBeNull());

test('work that is not there, or only a part of it, is named with the base that lacks it', () => {
  expect(baseAfter(() => {})).toBe('origin/main');
  expect(baseAfter((git) => git('cherry-pick', 'work~1'))).toBe('origin/main');
});

test('where nothing is ahead, or there is no base, nothing is lacking', () => {
  const lacks = (remote: boolean) => {
    const repo = tempRepo({ files: { 'a.txt': 'a\n' }, branch: 'work', remote });
    onTestFinished(() => repo.dispose());
    if (!remote) repo.commit('one');
    return unmergedWork(findRepository(repo.root)!, defaultPolicy([]), Date.now() + 60_000);
  };
  expect(lacks(true)).toBeNull();
  expect(lacks(false)).toBeNull();
});
