import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../test/temp-repository.js';
import { diffAll, diffTrees } from './index.js';

const treeNow = (repo: TempRepository) => {
  repo.git('add', '--all');
  return repo.git('write-tree').trim();
};

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
    expect(inner).not.toBe(repo.git('-C', 'sub', 'rev-parse', 'HEAD').trim());
  });
});
