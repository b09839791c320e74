import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { treeEntries } from '../git/tree-entries.js';
import { takeTree } from '../index.js';

/** What the taken tree has, as told without git; null where only git can tell. It is what git lists in any case. */
function listed({ repository }: TempRepository) {
  let ask: (() => ReadonlyMap<string, string> | null) | undefined;
  const taken = takeTree(repository, {
    views: ['develop/**/*-results.json'],
    listed: (entries) => {
      ask = entries;
    },
  });
  if ('failed' in taken) throw new Error(taken.failed);
  const entries = ask!();
  if (entries !== null) expect([...entries]).toEqual([...treeEntries(repository, taken.tree, Date.now() + 60_000)!]);
  return entries;
}

describe('35.4 what a tree has is told by the index that it was made from', () => {
  test('edits, new and removed files, links, modes, and names of any kind, in the order of git', () => {
    const repo = tempRepository({
      ...{ 'a.js': 'a\n', 'b/c.js': 'c\n', 'b.js': 'b\n', 'b-c.js': 'd\n', 'ü/ß c.js': 'e\n' },
      ...{ 'gone.js': 'g\n', run: 'r\n', 'develop/x/test-results.json': '{}\n', [`${'long/'.repeat(60)}f.js`]: 'l\n' },
    });
    expect(listed(repo)?.size).toBe(8);
    repo.write('b/c.js', 'other\n');
    repo.write('new/"quoted"\n.js', 'n\n');
    rmSync(join(repo.root, 'gone.js'));
    chmodSync(join(repo.root, 'run'), 0o755);
    symlinkSync('a.js', join(repo.root, 'link'));
    repo.write('ahead.js', 'ahead\n');
    repo.git('add', '--intent-to-add', 'ahead.js');
    const entries = listed(repo)!;
    expect(entries.has('gone.js') || entries.has('develop/x/test-results.json')).toBe(false);
    expect([entries.get('run'), entries.get('link')].map((one) => one?.slice(0, 11))).toEqual([
      '100755 blob',
      '120000 blob',
    ]);
    expect(entries.has('ahead.js')).toBe(true);
  });

  test('an index of another form is for git', () => {
    const repo = tempRepository({ 'a.js': 'a\n' });
    repo.git('update-index', '--index-version', '4');
    expect(listed(repo)).toBeNull();
    const other = tempRepository({ 'a.js': 'a\n', 'b.js': 'b\n' });
    writeFileSync(join(other.root, 'b.js'), 'touched\n');
    other.git('update-index', '--split-index');
    // Our copy is of one piece again, or it is not read: what is told is what git lists.
    listed(other);
  });
});
