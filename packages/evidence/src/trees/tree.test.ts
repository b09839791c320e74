import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { take } from '../../test/take.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { diffTrees, findRepository, plannedTree, takeTree } from '../index.js';

/** Paths of a tree, as git stores them. */
function paths(repo: TempRepository, tree: string): string[] {
  return repo.git('ls-tree', '-r', '-z', '--name-only', tree).split('\0').slice(0, -1);
}

describe('takeTree', () => {
  test('D98 the tree of a clean checkout is that of its commit, and committing the same content changes nothing', () => {
    const repo = tempRepository({ 'a.txt': 'a', 'deep/b.txt': 'b' });
    expect(take(repo)).toEqual({
      tree: repo.git('rev-parse', 'HEAD^{tree}'),
      untracked: [],
      leftOut: [],
      hidden: [],
      began: expect.any(Number),
      keepsChangeTimes: true,
      head: repo.git('rev-parse', 'HEAD'),
      branch: 'main',
      notices: [],
    });
    repo.write('a.txt', 'changed');
    repo.write('new.txt', 'new');
    const before = take(repo);
    expect(before.untracked).toEqual(['new.txt']);
    repo.git('add', '-A');
    repo.git('commit', '-q', '-m', 'same content');
    const after = take(repo);
    expect(after.tree).toBe(before.tree);
    expect(after.tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  });

  test('D98 an edit after a green run shows in the tree, also one of equal size within the same second', () => {
    const repo = tempRepository({ 'a.txt': '1' });
    const seen = new Set([take(repo).tree]);
    for (const content of ['2', '3', '4', '5']) {
      repo.write('a.txt', content);
      seen.add(take(repo).tree);
    }
    expect(seen.size).toBe(5);
  });

  test.skipIf(process.platform === 'win32')('a file that goes while git looks at it is gone', () => {
    const repo = tempRepository({ 'a.txt': 'a', 'b.txt': 'b', '.gitattributes': '*.txt filter=slow\n' });
    // Git has seen that both have changed by then.
    repo.git('config', 'filter.slow.clean', 'rm -f b.txt; cat');
    repo.write('a.txt', 'new');
    repo.write('b.txt', 'new');
    expect(paths(repo, take(repo).tree)).toEqual(['.gitattributes', 'a.txt']);
  });

  test('D98 an edit in the second of the last commit shows later on, too', async () => {
    const repo = tempRepository({ 'a.txt': '0' });
    await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));
    repo.write('a.txt', '1');
    repo.git('commit', '-qam', 'second');
    repo.write('a.txt', '2');
    // Git's index has whole seconds here: only its own time tells that it may be too young to be trusted.
    await new Promise((resolve) => setTimeout(resolve, 1050 - (Date.now() % 1000)));
    expect(repo.git('cat-file', '-p', `${take(repo).tree}:a.txt`)).toBe('2');
  });

  test('D98 an edit whose time was set back is noticed, whatever the configuration says about times', () => {
    const repo = tempRepository({ 'a.txt': 'one' });
    const file = join(repo.root, 'a.txt');
    utimesSync(file, 1_000_000_000, 1_000_000_000);
    repo.git('update-index', '--refresh');
    repo.git('config', 'core.trustctime', 'false');
    repo.git('config', 'core.checkStat', 'minimal');
    const before = take(repo).tree;
    // The status change time of git's index has whole seconds.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
    repo.write('a.txt', 'two');
    utimesSync(file, 1_000_000_000, 1_000_000_000);
    expect(take(repo).tree).not.toBe(before);
  });

  test('leaves index, work tree and refs as they were, and no temporary file', () => {
    const repo = tempRepository({ 'a.txt': 'a' });
    repo.write('a.txt', 'b');
    repo.write('new', 'n');
    const index = join(repo.repository.gitDir, 'index');
    const look = () => ({
      index: readFileSync(index).toString('latin1'),
      changed: statSync(index).mtimeMs,
      status: repo.git('--no-optional-locks', 'status', '--porcelain'),
    });
    const before = look();
    take(repo);
    expect(look()).toEqual(before);
    expect(readdirSync(join(repo.repository.evidence, 'tmp'))).toEqual([]);
  });

  test('names with spaces, newlines, quotes, non-ASCII, dashes and wildcards', () => {
    const names = ['a b', 'line\nbreak', '"quoted"', 'naïve 日本.txt', '-A', ':(top)x', '*', 'x[1]'];
    const repo = tempRepository({});
    for (const name of names) repo.write(`d/${name}`, name);
    for (const name of ['-A', ':odd']) repo.write(name, name);
    const taken = take(repo);
    const expected = [...names.map((name) => `d/${name}`), '-A', ':odd'].sort();
    expect([...taken.untracked].sort()).toEqual(expected);
    expect(paths(repo, taken.tree).sort()).toEqual(expected);
  });

  test('symbolic links, modes, deletions, folders in place of files and links in place of folders', () => {
    const repo = tempRepository({ 'gone.txt': '1', 'file-to-folder': '2', 'folder/a': '3', run: '4' });
    rmSync(join(repo.root, 'gone.txt'));
    rmSync(join(repo.root, 'file-to-folder'));
    repo.write('file-to-folder/inner', '5');
    rmSync(join(repo.root, 'folder'), { recursive: true });
    symlinkSync('file-to-folder', join(repo.root, 'folder'));
    symlinkSync('nowhere', join(repo.root, 'dangling'));
    chmodSync(join(repo.root, 'run'), 0o755);
    const { tree } = take(repo);
    repo.git('add', '-A');
    expect(tree).toBe(repo.git('write-tree'));
    expect(repo.git('ls-tree', '-r', tree)).toMatch(/100755 blob \w+\trun/);
  });

  test('what git cannot be told by name is taken in all the same', () => {
    const repo = tempRepository({ 'far/a': '1', 'far/b': '2', 'near/c': '3', '.gitignore': 'far\nnear\n' });
    repo.git('add', '-f', '.');
    const odd = Buffer.concat([Buffer.from(`${repo.root}/`), Buffer.from([0xff])]);
    writeFileSync(odd, '4');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'odd');
    writeFileSync(odd, 'edited');
    const { tree } = take(repo);
    repo.git('add', '-u');
    expect(tree).toBe(repo.git('write-tree'));
    // Links in place of folders, which are ignored: nothing lists them.
    repo.write('.gitignore', 'far\nnear\nelsewhere\n');
    repo.write('elsewhere/a', 'other');
    repo.write('elsewhere/b', '2');
    for (const name of ['far', 'near']) rmSync(join(repo.root, name), { recursive: true });
    symlinkSync('elsewhere', join(repo.root, 'far'));
    symlinkSync('nowhere', join(repo.root, 'near'));
    const linked = take(repo).tree;
    repo.git('add', '-u');
    expect(linked).toBe(repo.git('write-tree'));
    expect(paths(repo, linked)).not.toContain('far/a');
  });

  test('ignored files are left out; views too, tracked or not, and only exactly those names', () => {
    const repo = tempRepository({
      '.gitignore': 'ignored\n',
      'develop/main/test-results.json': 'tracked view',
      'develop/main/plan.md': 'plan',
    });
    repo.write('ignored', 'x');
    repo.write('develop/main/gate-ship.approved', 'x');
    repo.write('develop/main/spec.md', 'x');
    const taken = take(repo);
    expect(taken.untracked).toEqual(['develop/main/spec.md']);
    expect(paths(repo, taken.tree)).toEqual(['.gitignore', 'develop/main/plan.md', 'develop/main/spec.md']);
    repo.write('develop/main/test-results.json', 'rewritten');
    expect(take(repo).tree).toBe(taken.tree);
  });

  test.each([
    ['a few', 2],
    ['more than a command line holds', 500],
  ])('views that are tracked are left out beside what is edited: %s', (_name, count) => {
    const views = Array.from(
      { length: count },
      (_, at) => `develop/-- ${'a branch '.repeat(5)}${at}/lint-results.json`,
    );
    const all = { a: 'a', b: 'b', ...Object.fromEntries(views.map((name) => [name, 'x'])) };
    const repo = tempRepository(all);
    repo.write('a', 'edited');
    repo.write('c', 'new');
    rmSync(join(repo.repository.root, 'b'));
    const { tree } = take(repo);
    expect(paths(repo, tree)).toEqual(['a', 'c']);
    expect(repo.git('show', `${tree}:a`)).toBe('edited');
  });

  test('no commit, no index and no file yet', () => {
    const repo = tempRepository();
    expect(take(repo)).toMatchObject({ tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', head: null, branch: 'main' });
    repo.write('a', 'a');
    expect(take(repo)).toMatchObject({ untracked: ['a'], head: null });
  });

  test('a repository with SHA-256 object ids', () => {
    const repo = tempRepository({ a: 'a' }, ['--object-format=sha256']);
    const taken = take(repo);
    expect(taken.tree).toHaveLength(64);
    expect(taken.tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    expect(taken.head).toBe(repo.git('rev-parse', 'HEAD'));
  });

  test('an index in the middle of a conflict counts by the files on disk', () => {
    const repo = tempRepository({ a: 'base\n' });
    repo.git('checkout', '-q', '-b', 'other');
    repo.write('a', 'other\n');
    repo.git('commit', '-qam', 'other');
    repo.git('checkout', '-q', 'main');
    repo.write('a', 'main\n');
    repo.git('commit', '-qam', 'main');
    expect(() => repo.git('merge', 'other')).toThrow();
    const { tree } = take(repo);
    expect(repo.git('cat-file', '-p', `${tree}:a`)).toContain('<<<<<<<');
  });

  test('files that are only announced (git add --intent-to-add) count with their content', () => {
    const repo = tempRepository({ a: 'a' });
    repo.write('b', 'content');
    repo.git('add', '--intent-to-add', 'b');
    const { tree } = take(repo);
    expect(repo.git('cat-file', '-p', `${tree}:b`)).toBe('content');
  });

  test.each(['--assume-unchanged', '--skip-worktree'])('D98 an edit hidden by %s counts and is told', (flag) => {
    const repo = tempRepository({ a: 'a', b: 'b' });
    repo.git('update-index', flag, 'a');
    expect(take(repo)).toMatchObject({ tree: repo.git('rev-parse', 'HEAD^{tree}'), notices: [] });
    repo.write('a', 'edited');
    const taken = take(repo);
    expect(repo.git('cat-file', '-p', `${taken.tree}:a`)).toBe('edited');
    expect(taken.notices).toEqual([{ code: 'hidden-edits', text: expect.stringMatching(/.*"a"/) }]);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test.each([[[]], [['--no-cone']], [['--sparse-index']]])(
    'a sparse checkout %j keeps what is not on disk; a file written there counts',
    (options) => {
      const repo = tempRepository({ 'in/a': 'a', 'out/b': 'b', 'out/c': 'c' });
      repo.git('sparse-checkout', 'set', ...options, 'in');
      expect(take(repo).tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
      repo.write('in/a', 'changed');
      repo.write('out/b', 'changed too');
      const { tree } = take(repo);
      expect(repo.git('cat-file', '-p', `${tree}:in/a`)).toBe('changed');
      expect(repo.git('cat-file', '-p', `${tree}:out/b`)).toBe('changed too');
      expect(repo.git('cat-file', '-p', `${tree}:out/c`)).toBe('c');
    },
  );

  test('a split index is read whole, and no part of it is left behind', () => {
    const repo = tempRepository({ a: 'a', b: 'b' });
    repo.git('config', 'core.splitIndex', 'true');
    repo.git('config', 'splitIndex.maxPercentChange', '0');
    repo.git('update-index', '--split-index');
    repo.write('a', 'changed');
    const before = readdirSync(repo.repository.gitDir);
    expect(paths(repo, take(repo).tree)).toEqual(['a', 'b']);
    expect(readdirSync(repo.repository.gitDir)).toEqual([...new Set([...before, 'flow'])].sort());
  });

  test('nested repositories count by their commit; one without a commit is told', () => {
    const repo = tempRepository({ a: 'a' });
    for (const name of ['nested', 'empty']) {
      mkdirSync(join(repo.root, name));
      repo.git('-C', name, 'init', '-q');
      repo.write(`${name}/f`, 'f');
    }
    repo.git('-C', 'nested', 'add', 'f');
    repo.git('-C', 'nested', 'commit', '-qm', 'inner');
    const taken = take(repo);
    expect(taken).toMatchObject({ untracked: ['nested'], leftOut: ['empty/'] });
    expect(repo.git('ls-tree', taken.tree, 'nested')).toContain(repo.git('-C', 'nested', 'rev-parse', 'HEAD'));
    expect(taken.notices).toEqual([{ code: 'nested-repository', text: expect.stringMatching(/.*"empty\/"/) }]);
  });

  test('submodules count by their commit', () => {
    const repo = tempRepository({ a: 'a' });
    const inner = tempRepository({ f: '1' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    repo.git('commit', '-qm', 'submodule');
    expect(take(repo).tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    repo.git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'next');
    expect(repo.git('ls-tree', take(repo).tree, 'sub')).toContain(repo.git('-C', 'sub', 'rev-parse', 'HEAD'));
  });

  test('very large untracked files are not hashed', () => {
    const repo = tempRepository({ a: 'a' });
    repo.write('huge', '');
    truncateSync(join(repo.root, 'huge'), 20 * 1024 * 1024 + 1);
    repo.write('small', 's');
    const taken = take(repo);
    expect(taken).toMatchObject({ untracked: ['small'], leftOut: ['huge'] });
    expect(taken.notices).toEqual([{ code: 'large-untracked', text: expect.stringMatching(/.*"huge"/) }]);
  });

  test('untracked files beyond 5,000 are left out, and told', () => {
    const repo = tempRepository({ a: 'a' });
    for (let n = 0; n < 5010; n += 1) repo.write(`u/${n}`, '');
    const taken = take(repo);
    expect(taken.untracked).toHaveLength(5000);
    expect(taken.leftOut).toHaveLength(10);
    expect(taken.notices).toEqual([{ code: 'many-untracked', text: '10 of 5010 untracked files are left out' }]);
  });

  test('D60 a linked worktree has its own content and shares the evidence', () => {
    const repo = tempRepository({ a: 'a' });
    const folder = join(repo.area, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'feature/x', folder);
    repo.write('a', 'edited in the main one');
    const linked = findRepository(folder)!;
    expect(linked.evidence).toBe(repo.repository.evidence);
    expect(takeTree(linked, { views: [] })).toMatchObject({
      tree: repo.git('rev-parse', 'HEAD^{tree}'),
      branch: 'feature/x',
    });
  });

  test('programs that the configuration names are not started', () => {
    const repo = tempRepository({ a: 'a' });
    const program = join(repo.area, 'evil');
    writeFileSync(program, `#!/bin/sh\necho >> '${repo.area}/ran'\n`, { mode: 0o755 });
    repo.git('config', 'core.fsmonitor', program);
    mkdirSync(join(repo.area, 'hooks'));
    symlinkSync(program, join(repo.area, 'hooks/post-index-change'));
    repo.git('config', 'core.hooksPath', join(repo.area, 'hooks'));
    rmSync(join(repo.area, 'ran'), { force: true });
    repo.write('a', 'b');
    take(repo);
    expect(readdirSync(repo.area)).not.toContain('ran');
  });

  test('content filters run, as the content would not be what git commits without them', () => {
    const repo = tempRepository({ '.gitattributes': '*.up filter=up\n' });
    repo.git('config', 'filter.up.clean', 'tr a-z A-Z');
    repo.write('x.up', 'loud');
    expect(repo.git('cat-file', '-p', `${take(repo).tree}:x.up`)).toBe('LOUD');
  });

  test('a tree that cannot be taken says why: bare repository, past deadline, broken index', () => {
    const repo = tempRepository({ a: 'a' });
    expect(takeTree(repo.repository, { views: [], deadline: Date.now() - 1 })).toEqual({
      failed: 'git ls-files was not done in time',
    });
    repo.git('init', '-q', '--bare', join(repo.area, 'bare'));
    expect(takeTree(findRepository(join(repo.area, 'bare'))!, { views: [] })).toHaveProperty('failed');
    repo.write('.git/index', 'garbage');
    expect(takeTree(repo.repository, { views: [] })).toHaveProperty('failed');
  });
});

describe('diffTrees', () => {
  test('names what differs; equal ids need nothing, unknown ones are gone', () => {
    const repo = tempRepository({ a: 'a', 'b\nc': 'b' });
    const before = take(repo).tree;
    repo.write('b\nc', 'changed');
    repo.git('mv', 'a', 'z');
    expect(diffTrees(repo.repository, before, take(repo).tree)).toEqual(['a', 'b\nc', 'z']);
    expect(diffTrees(repo.repository, before, before)).toEqual([]);
    expect(diffTrees(repo.repository, before, 'f'.repeat(40))).toBe('gone');
    expect(diffTrees(repo.repository, '--output=x', before)).toBe('gone');
    expect(readdirSync(repo.root)).not.toContain('x');
  });
});

describe('plannedTree', () => {
  test('is the tree of the commit that follows, and nothing is touched', () => {
    const repo = tempRepository({ 'a.txt': 'a', 'sub/b.txt': 'b' });
    repo.write('a.txt', 'edited');
    repo.write('sub/b.txt', 'edited');
    repo.write('sub/new.txt', 'new');
    const planned = plannedTree(repo.repository, [{ add: ['.'], directory: join(repo.root, 'sub') }, { commit: true }]);
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
    const all = plannedTree(repo.repository, [{ add: ['-A'] }, { commit: true }]);
    const tracked = plannedTree(repo.repository, [{ commitAll: true }]);
    repo.git('-C', 'sub', 'add', '.');
    expect(planned).toBe(repo.git('write-tree'));
    expect(all).toBe(take(repo).tree);
    repo.git('reset', '-q');
    repo.git('commit', '-qam', 'tracked');
    expect(tracked).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  });

  test.each([[['-p']], [['--edit', 'a']], [['--pathspec-from-file=x']], [['-i']], [['missing']]])(
    '%j cannot be told',
    (add) => {
      const repo = tempRepository({ a: 'a' });
      repo.write('a', 'b');
      expect(plannedTree(repo.repository, [{ add }, { commit: true }])).toHaveProperty('failed');
    },
  );

  test('nor can what is added in another repository', () => {
    const repo = tempRepository({ a: 'a' });
    const other = tempRepository({ b: 'b' });
    expect(plannedTree(repo.repository, [{ add: ['.'], directory: repo.root }])).toBe(repo.git('write-tree'));
    const failed = { failed: 'git add runs in another repository' };
    expect(plannedTree(repo.repository, [{ add: ['.'], directory: other.root }])).toEqual(failed);
    expect(plannedTree(repo.repository, [{ add: ['.'], directory: repo.area }])).toEqual(failed);
  });
});
