import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runGit } from '../src/git.js';
import { beginMerge, endMerge } from '../src/mending.js';

const root = mkdtempSync(path.join(tmpdir(), 'flow-mending-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...words: string[]) => {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return spawnSync('git', [...own, ...words], { cwd: root, encoding: 'utf8' }).stdout.trim();
};
const write = (text: string) => writeFileSync(path.join(root, 'a.txt'), text);

test('R46 a merge that an agent cannot make itself is begun for it, and committed once no mark of the conflict is left', async () => {
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@example.com');
  for (const [branch, text] of [
    ['main', 'base\n'],
    ['item', 'mine\n'],
  ] as const) {
    if (branch !== 'main') git('switch', '-q', '-c', branch);
    write(text);
    git('add', '-A');
    git('commit', '-qm', branch);
  }
  git('switch', '-q', 'main');
  write('theirs\n');
  git('commit', '-qam', 'landed');
  git('switch', '-q', 'item');
  const before = git('rev-parse', 'item');
  // Nothing is being merged: nothing is done.
  expect(await endMerge(runGit, root)).toBeNull();
  await beginMerge(runGit, root, 'main');
  expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toContain('<<<<<<<');
  expect(await endMerge(runGit, root)).toBe('marks of a conflict are left in its files');
  expect(git('rev-parse', 'item')).toBe(before);
  // The next session goes on with it.
  await beginMerge(runGit, root, 'main');
  write('mine and theirs\n');
  expect(await endMerge(runGit, root)).toBeNull();
  expect(git('show', 'item:a.txt')).toBe('mine and theirs');
  expect(git('merge-base', 'item', 'main')).toBe(git('rev-parse', 'main'));
});
