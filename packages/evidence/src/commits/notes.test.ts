import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startNoter } from '../../test/processes.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import {
  addToNote,
  fetchNotes,
  findRepository,
  holdsOnlyNotes,
  NOTES_REF,
  pushNotes,
  type Repository,
  readNote,
} from '../index.js';

const soon = () => Date.now() + 60_000;
const head = (temp: TempRepository) => temp.git('rev-parse', 'HEAD');

/** Another clone with the same commits, and the remote that both know. */
function cloneOf(temp: TempRepository): Repository {
  const remote = join(temp.area, 'origin.git');
  const root = join(temp.area, 'clone');
  execFileSync('git', ['init', '-q', '--bare', remote], { env: temp.env });
  temp.git('remote', 'add', 'origin', remote);
  temp.git('push', '-q', 'origin', 'HEAD:main');
  mkdirSync(root);
  execFileSync('git', ['clone', '-q', '--branch', 'main', remote, root], { env: temp.env });
  return findRepository(root)!;
}

describe('lines of a commit', () => {
  test('are kept, each once, byte for byte', () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    expect(readNote(temp.repository, head(temp))).toEqual({ lines: [], left: 0 });
    for (const line of ['{"b":"é ✓"}', '# no comment to git', '{"a":1}  ', '{"a":1}  ']) {
      expect(addToNote(temp.repository, head(temp), line)).toBeUndefined();
    }
    expect(readNote(temp.repository, head(temp)).lines).toEqual(['# no comment to git', '{"a":1}  ', '{"b":"é ✓"}']);
  });

  test('are all kept when several processes write them at once', async () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    const commit = head(temp);
    const all = ['a', 'b', 'c', 'd'].map((label) => startNoter(temp, commit, label, 6));
    const written = (await Promise.all(all.map(({ ended }) => ended))).flatMap(({ lines }) => lines);
    expect(written).toHaveLength(24);
    expect(readNote(temp.repository, commit).lines).toEqual(written.sort());
  });

  test('are written also where git knows no author', () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    temp.git('config', '--global', '--unset', 'user.email');
    temp.git('config', '--global', 'user.useConfigOnly', 'true');
    expect(addToNote(temp.repository, head(temp), 'x')).toBeUndefined();
    expect(temp.git('log', '-1', '--format=%ae', NOTES_REF)).toBe('flow@localhost');
  });

  test('are read in bounds: too long ones are left aside, a huge note is none and is not added to', () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    const put = (text: string) => {
      temp.write('note', text);
      const blob = temp.git('hash-object', '-w', 'note');
      temp.git('notes', `--ref=${NOTES_REF}`, 'add', '-f', '-C', blob, 'HEAD');
    };
    put(`${'x'.repeat(1024 * 1024 + 1)}\n\nfine\n`);
    expect(readNote(temp.repository, head(temp))).toEqual({ lines: ['fine'], left: 1 });
    expect(addToNote(temp.repository, head(temp), 'more')).toHaveProperty('failed');
    put('x\n'.repeat(4 * 1024 * 1024 + 1));
    expect(readNote(temp.repository, head(temp))).toMatchObject({
      lines: [],
      problem: expect.stringContaining('8 MB'),
    });
    expect(addToNote(temp.repository, head(temp), 'more')).toHaveProperty('failed');
    // A tree where the note should be.
    const tree = temp.git('rev-parse', 'HEAD^{tree}');
    const index = {
      env: { ...temp.env, GIT_INDEX_FILE: join(temp.area, 'index') },
      cwd: temp.root,
      encoding: 'utf8' as const,
    };
    execFileSync('git', ['read-tree', `--prefix=${head(temp)}/`, tree], index);
    const made = execFileSync('git', ['write-tree'], index).trim();
    temp.git('update-ref', NOTES_REF, temp.git('commit-tree', '-m', 'x', made));
    expect(readNote(temp.repository, head(temp)).lines).toEqual([]);
  });
});

describe('notes of two clones', () => {
  test('come together, whoever pushes first', () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    const other = cloneOf(temp);
    const commit = head(temp);
    expect(fetchNotes(temp.repository, 'origin', soon())).toBeUndefined();
    addToNote(temp.repository, commit, 'ours');
    addToNote(other, commit, 'theirs');
    expect(pushNotes(other, 'origin', soon())).toBeUndefined();
    expect(pushNotes(temp.repository, 'origin', soon())).toBeUndefined();
    expect(readNote(temp.repository, commit).lines).toEqual(['ours', 'theirs']);
    expect(fetchNotes(other, 'origin', soon())).toBeUndefined();
    expect(readNote(other, commit).lines).toEqual(['ours', 'theirs']);
    expect(temp.git('for-each-ref', '--format=%(refname)', 'refs/remotes')).not.toContain('notes');
    expect(
      temp
        .git('ls-remote', 'origin')
        .split('\n')
        .map((line) => line.split('\t')[1]),
    ).toEqual(['HEAD', 'refs/heads/main', NOTES_REF]);
  });

  test('a remote that is not there is told, and not asked again and again', () => {
    const temp = tempRepository({ 'a.txt': 'a' });
    addToNote(temp.repository, head(temp), 'ours');
    const started = Date.now();
    expect(pushNotes(temp.repository, 'nowhere', soon())).toHaveProperty('failed');
    expect(fetchNotes(temp.repository, 'nowhere', soon())).toHaveProperty('failed');
    expect(fetchNotes(temp.repository, '--upload-pack=touch x', soon())).toHaveProperty('failed');
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

test('a ref holds only notes, or something else', () => {
  const temp = tempRepository({ 'a.txt': 'a', 'src/b.txt': 'b' });
  addToNote(temp.repository, head(temp), 'x');
  expect(holdsOnlyNotes(temp.repository, NOTES_REF, soon())).toBe(true);
  expect(holdsOnlyNotes(temp.repository, 'HEAD', soon())).toBe(false);
  expect(holdsOnlyNotes(temp.repository, 'nowhere', soon())).toBe(false);
  // A note beside code; a link that is called like one.
  const index = {
    env: { ...temp.env, GIT_INDEX_FILE: join(temp.area, 'index') },
    cwd: temp.root,
    encoding: 'utf8' as const,
  };
  const treeOf = (mode: string, name: string) => {
    execFileSync('git', ['read-tree', NOTES_REF], index);
    const blob = temp.git('rev-parse', 'HEAD:a.txt');
    execFileSync('git', ['update-index', '--add', '--cacheinfo', `${mode},${blob},${name}`], index);
    return execFileSync('git', ['write-tree'], index).trim();
  };
  expect(holdsOnlyNotes(temp.repository, treeOf('100644', 'main.go'), soon())).toBe(false);
  expect(holdsOnlyNotes(temp.repository, treeOf('120000', 'a'.repeat(40)), soon())).toBe(false);
  expect(holdsOnlyNotes(temp.repository, treeOf('100755', 'a'.repeat(40)), soon())).toBe(false);
  expect(holdsOnlyNotes(temp.repository, treeOf('100644', `aa/${'b'.repeat(38)}`), soon())).toBe(true);
});
