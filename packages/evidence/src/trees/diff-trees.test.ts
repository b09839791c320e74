import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { treeEntries } from '../git/tree-entries.js';
import { diffAll, diffLines, diffTrees, listAndDiff } from '../index.js';

const treeNow = (repo: TempRepository) => {
  repo.git('add', '--all');
  return repo.git('write-tree').trim();
};

/** The answer of one git about a content and others is what several gits say. */
function expectListed({ repository }: TempRepository, others: readonly string[], tree: string): void {
  const { differences, listed } = listAndDiff(repository, others, tree);
  const entries = treeEntries(repository, tree, Date.now() + 60_000);
  expect([listed?.paths, listed && [...listed.entries()]]).toEqual([[...entries!.keys()], [...entries!]]);
  for (const one of [tree, ...others]) expect(differences.get(one)).toEqual(diffAll(repository, others, tree).get(one));
}

describe('what differs between contents', () => {
  test('of many and one, a single git says what it says of each', () => {
    const repo = tempRepository({ 'a.txt': 'a\n', 'b/c.txt': 'c\n' });
    const trees = [treeNow(repo)];
    repo.write('a.txt', 'other\n');
    trees.push(treeNow(repo));
    // Names that look like records, and like the lines between comparisons.
    repo.write(':100644 100644 x y M', 'x\n');
    repo.write(`${trees[0]} ${trees[1]}\nb`, 'y\n');
    repo.write('b/tab\tand\nnewline ü', 'z\n');
    trees.push(treeNow(repo));
    repo.git('rm', '-q', '--cached', 'b/c.txt');
    const tree = repo.git('write-tree').trim();
    const gone = 'e'.repeat(40);
    const all = diffAll(repo.repository, [gone, ...trees, tree, ...trees, gone], tree);
    expect(all.get(tree)).toEqual([]);
    for (const one of trees) expect(all.get(one)).toEqual(diffTrees(repo.repository, one, tree));
    expect(all.get(trees[0]!)).toHaveLength(5);
    expect([all.has(gone), all.size]).toEqual([false, 4]);
    expectListed(repo, [gone, ...trees], tree);
    expectListed(repo, [], trees[2]!);
    const empty = repo.git('hash-object', '-t', 'tree', '/dev/null').trim();
    expectListed(repo, trees, empty);
    expect(listAndDiff(repo.repository, trees, gone).listed).toBeNull();
  });

  test('with their lines: file by file what git writes of each comparison alone', () => {
    const repo = tempRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c/ü "d".txt': 'd\n', gone: 'gone' });
    repo.write('picture.bin', Buffer.from([0, 1, 2]).toString('latin1'));
    symlinkSync('a.txt', join(repo.root, 'link'));
    const first = treeNow(repo);
    repo.write('a.txt', `diff --git a/x b/x\n${first} ${first}\n\rdiff --git a/x b/x\r${first} ${first}\r\n`);
    chmodSync(join(repo.root, 'b.txt'), 0o755);
    repo.write('c/ü "d".txt', 'd\r\nmore');
    repo.write('picture.bin', Buffer.from([0, 2, 1]).toString('latin1'));
    const second = treeNow(repo);
    rmSync(join(repo.root, 'link'));
    repo.write('link', 'no link any more\n');
    rmSync(join(repo.root, 'gone'));
    const tree = treeNow(repo);
    const all = diffLines(repo.repository, [first, second, tree], tree);
    const flags = ['-r', '-p', '-U3', '--no-renames', '--full-index', '--binary', '--no-color'];
    for (const one of [first, second]) {
      const { paths, patches } = all.get(one)!;
      expect(paths).toEqual(diffTrees(repo.repository, one, tree));
      expect(patches.map(([path]) => path)).toEqual(paths);
      const told = (text: string) => Buffer.from(text, 'latin1').toString().trimEnd();
      expect(told(patches.map(([, patch]) => patch).join(''))).toBe(
        repo.git('diff-tree', ...flags, one, tree).trimEnd(),
      );
      for (const [path, patch] of patches)
        expect(told(patch)).toBe(repo.git('diff-tree', ...flags, one, tree, '--', path).trimEnd());
    }
    expect([all.get(first)!.paths.length, all.get(second)!.paths]).toEqual([6, ['gone', 'link']]);
    expect(all.get(tree)).toEqual({ paths: [], patches: [] });
    expectListed(repo, [second], first);
  });

  test('where git does not have the one, nothing is told of the others', () => {
    const repo = tempRepository({ 'a.txt': 'a\n' });
    const tree = treeNow(repo);
    const gone = 'e'.repeat(40);
    expect([...diffAll(repo.repository, [tree], gone).keys()]).toEqual([gone]);
    expect([...diffAll(repo.repository, [], tree).keys()]).toEqual([tree]);
  });

  test('edits in submodules are told by their files', () => {
    const library = tempRepository({ 'lib.go': 'package lib\n' });
    const repo = tempRepository({ 'main.go': 'package main\n' });
    const inner = library.git('rev-parse', 'HEAD').trim();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'sub');
    const before = treeNow(repo);
    library.write('lib.go', 'package lib // 2\n');
    library.git('commit', '-qam', 'second');
    repo.git('-C', 'sub', '-c', 'protocol.file.allow=always', 'pull', '-q');
    repo.write('main.go', 'package main // 2\n');
    const after = treeNow(repo);
    expect(diffAll(repo.repository, [before], after).get(before)).toEqual(['main.go', 'sub/lib.go']);
    expectListed(repo, [before], after);
    expect(inner).not.toBe(repo.git('-C', 'sub', 'rev-parse', 'HEAD').trim());
  });

  test('35.2 where ids are longer, what a content holds is listed as well', () => {
    const repo = tempRepository({ 'a.txt': 'a\n', 'b/c.txt': 'c\n' }, ['--object-format=sha256']);
    const tree = treeNow(repo);
    expect(tree).toHaveLength(64);
    expectListed(repo, [], tree);
  });
});
