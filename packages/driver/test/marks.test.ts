import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tempRepo } from '@flow/test-kit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { runGit } from '../src/git.js';
import { settleMarks, uncommitted, unmark, withoutMarks } from '../src/marks.js';

const LIST = '# Tasks (0/2)\n\n- [ ] A: sums\n- [ ] B: products\n';
const TICKED_A = LIST.replace('(0/2)', '(1/2)').replace('[ ] A', '[x] A');
const TICKED_B = LIST.replace('(0/2)', '(1/2)').replace('[ ] B', '[x] B');

const repo = tempRepo({ remote: false });
afterAll(() => repo.dispose());
// The driver's git reads the settings of whoever runs it, who may have none.
for (const [name, value] of [
  ['user.name', 'Test'],
  ['user.email', 'test@example.test'],
] as const)
  repo.git('config', name, value);
const git: typeof runGit = (folder, ...words) => runGit(folder, ...words);
const world = { git, read: (file: string) => readFileSync(file, 'utf8') };
const reading = {
  isView: (file: string) => file.endsWith('-results.json'),
  isDocument: (file: string) => /^(?:tasks|notes)\.md$/.test(file),
};

let base = '';
beforeEach(() => {
  repo.git('checkout', '--quiet', '--orphan', `flow-${Math.random()}`);
  repo.git('rm', '--quiet', '-rf', '--ignore-unmatch', '.');
  repo.git('clean', '--quiet', '-fdx');
  repo.write('tasks.md', LIST);
  repo.write('notes.md', '# Notes\n');
  base = repo.commit('first');
});

test('what the program writes into a document is its boxes and the counts of its headings', () => {
  expect(withoutMarks(TICKED_A)).toBe(withoutMarks(LIST));
  expect(withoutMarks(LIST.replaceAll('\n', '\r\n'))).toBe(withoutMarks(LIST));
  expect(withoutMarks(LIST.replace('sums', 'sums [x]'))).not.toBe(withoutMarks(LIST));
  expect(withoutMarks(LIST.replace('- [ ] A: sums\n', ''))).not.toBe(withoutMarks(LIST));
});

describe('R48 R51 edits that nobody committed', () => {
  test('are told but for ticks and views: words in a document are work', async () => {
    repo.write('tasks.md', TICKED_A);
    repo.write('test-results.json', '{}');
    expect(await uncommitted(world, repo.root, reading)).toEqual([]);
    repo.write('notes.md', '# Notes\n\n- rounding is half up\n');
    repo.write('src/a b.ts', '');
    expect(await uncommitted(world, repo.root, reading)).toEqual(['notes.md', 'src/a b.ts']);
  });

  test('are kept where they are words, and taken back where they are ticks, which would keep a branch from moving', async () => {
    repo.git('checkout', '--quiet', '-b', `ahead-${Math.random()}`);
    repo.write('tasks.md', TICKED_B);
    const ahead = repo.commit('ahead');
    repo.git('checkout', '--quiet', '-B', 'home', `${ahead}~1`);
    repo.write('tasks.md', TICKED_A);
    repo.write('notes.md', '# Notes\n\nmine\n');
    expect((await git(repo.root, 'merge', '--quiet', '--ff-only', ahead)).status).not.toBe(0);
    await unmark(world, repo.root, reading);
    expect((await git(repo.root, 'merge', '--quiet', '--ff-only', ahead)).status).toBe(0);
    expect(repo.read('tasks.md')).toBe(TICKED_B);
    expect(repo.read('notes.md')).toBe('# Notes\n\nmine\n');
  });
});

describe('R46 a merge in which both sides have changed a document', () => {
  /** Merges two versions of a document; returns what really conflicts, and what the document is then. */
  const merged = async (ours: string, theirs: string, file = 'tasks.md') => {
    repo.git('checkout', '--quiet', '--detach', base);
    repo.write(file, theirs);
    const other = repo.commit('theirs');
    repo.git('checkout', '--quiet', '--detach', base);
    repo.write(file, ours);
    repo.commit('ours');
    expect((await git(repo.root, 'merge', '--quiet', '--no-ff', '-m', 'both', other)).status).toBe(1);
    const left = await settleMarks(git, repo.root, [file], reading);
    const text = left.length === 0 ? readFileSync(path.join(repo.root, file), 'utf8') : null;
    repo.git('merge', '--abort');
    return { left, text };
  };
  const WORDS = LIST.replace('A: sums', 'A: sums of fractions').replace('B: products', 'B: products of fractions');

  test('is settled where one of them has only ticked', async () => {
    expect(await merged(TICKED_A, TICKED_B)).toEqual({ left: [], text: TICKED_A });
    expect(await merged(WORDS, TICKED_A)).toEqual({ left: [], text: WORDS });
    expect(await merged(TICKED_A, WORDS)).toEqual({ left: [], text: WORDS });
  });

  test('stays a conflict where both have written words, and in every other file', async () => {
    const other = LIST.replace('A: sums', 'A: all sums');
    expect(await merged(other, WORDS)).toEqual({ left: ['tasks.md'], text: null });
    expect(await merged('# Notes\n\nours\n', '# Notes\n\ntheirs\n', 'notes.md')).toEqual({
      left: ['notes.md'],
      text: null,
    });
    expect((await merged('one\n', 'two\n', 'README.md')).left).toEqual(['README.md']);
  });
});
