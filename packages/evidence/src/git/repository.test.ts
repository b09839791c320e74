import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { findRepository, isBare, readHead, readRefs, repositoryToldByGit } from '../index.js';

describe('findRepository', () => {
  test('from the root, a folder, a file, a path that does not exist, a link to it, and inside .git', () => {
    const repo = tempRepository({ 'deep/er/file.txt': '' });
    const expected = {
      root: repo.root,
      gitDir: join(repo.root, '.git'),
      commonDir: join(repo.root, '.git'),
      evidence: join(repo.root, '.git/flow'),
    };
    symlinkSync(join(repo.root, 'deep'), join(repo.area, 'link'));
    const paths = [
      '.',
      'deep/er',
      'deep/er/file.txt',
      'no/such/folder',
      'deep/er/file.txt/below',
      '.git',
      '.git/objects',
    ];
    for (const path of paths) expect(findRepository(join(repo.root, path)), path).toEqual(expected);
    expect(findRepository(join(repo.area, 'link', 'er'))).toEqual(expected);
  });

  test('none outside of any', () => {
    expect(findRepository(tempRepository().area)).toBeUndefined();
  });

  test('D60 linked worktrees share the git folder of the main one, also seen from inside their own', () => {
    const repo = tempRepository({ a: '' });
    const folder = join(repo.area, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'other', folder);
    const linked = findRepository(folder);
    expect(linked).toEqual({
      root: folder,
      gitDir: join(repo.root, '.git/worktrees/linked'),
      commonDir: join(repo.root, '.git'),
      evidence: join(repo.root, '.git/flow'),
    });
    expect(findRepository(linked!.gitDir)).toEqual(linked);
    expect(isBare(linked!)).toBe(false);
  });

  test('submodules and nested repositories are repositories of their own', () => {
    const repo = tempRepository({ a: '' });
    const inner = tempRepository({ b: '' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    repo.git('init', '-q', 'nested');
    expect(findRepository(join(repo.root, 'sub'))).toMatchObject({
      root: join(repo.root, 'sub'),
      commonDir: join(repo.root, '.git/modules/sub'),
    });
    expect(findRepository(join(repo.root, 'nested/x'))).toMatchObject({ root: join(repo.root, 'nested') });
  });

  test('a bare repository has no work tree', () => {
    const repo = tempRepository();
    const bare = join(repo.area, 'bare.git');
    repo.git('init', '-q', '--bare', bare);
    const found = findRepository(join(bare, 'refs'))!;
    expect(found).toMatchObject({ root: bare, commonDir: bare });
    expect(isBare(found)).toBe(true);
  });

  test.each([
    { name: 'an empty .git folder', make: (path: string) => mkdirSync(path) },
    { name: 'a .git file of junk', make: (path: string) => writeFileSync(path, 'junk') },
    { name: 'a .git file that leads nowhere', make: (path: string) => writeFileSync(path, 'gitdir: ../nowhere\n') },
    { name: 'a .git that links to itself', make: (path: string) => symlinkSync('.git', path) },
  ])('$name does not hide the repository around it', ({ make }) => {
    const repo = tempRepository({ a: '' });
    mkdirSync(join(repo.root, 'inner'));
    make(join(repo.root, 'inner/.git'));
    expect(findRepository(join(repo.root, 'inner'))?.root).toBe(repo.root);
  });

  test('GIT_DIR does not choose the evidence', () => {
    const repo = tempRepository({ a: '' });
    process.env.GIT_DIR = tempRepository({ b: '' }).repository.gitDir;
    try {
      expect(findRepository(repo.root)?.root).toBe(repo.root);
    } finally {
      delete process.env.GIT_DIR;
    }
  });
});

describe('repositoryToldByGit', () => {
  test('GIT_DIR names it, from wherever git was started and however it is spelled; else the folder does', () => {
    const repo = tempRepository({ a: '' });
    const other = tempRepository({ b: '' });
    repo.git('worktree', 'add', '-q', '-b', 'other', join(repo.area, 'linked'));
    repo.git('init', '-q', '--bare', join(repo.area, 'bare.git'));
    const linked = findRepository(join(repo.area, 'linked'));
    const told = (directory: string, GIT_DIR?: string) => repositoryToldByGit(directory, { GIT_DIR });
    for (const directory of [other.root, repo.area, join(repo.area, 'linked'), '/']) {
      expect(told(directory, repo.repository.gitDir), directory).toEqual(repo.repository);
      expect(told(directory, join(repo.root, '.git/worktrees/linked')), directory).toEqual(linked);
      expect(told(directory, join(repo.area, 'linked/.git')), directory).toEqual(linked);
      expect(told(directory, join(repo.area, 'bare.git'))?.root).toBe(join(repo.area, 'bare.git'));
    }
    expect(told(repo.root, '.git')).toEqual(repo.repository);
    expect(told(repo.area)).toBeUndefined();
    expect(told(other.root)).toEqual(other.repository);
  });

  test('none where git names nothing that is there, or parts of two', () => {
    const repo = tempRepository({ a: '' });
    const other = tempRepository({ b: '' });
    const told = (variables: Record<string, string>) => repositoryToldByGit(repo.root, variables);
    for (const place of ['none', '.git/none', 'a', '.git/HEAD'])
      expect(told({ GIT_DIR: place }), place).toBeUndefined();
    expect(told({ GIT_DIR: '.git', GIT_COMMON_DIR: other.repository.gitDir })).toBeUndefined();
    expect(told({ GIT_COMMON_DIR: other.repository.gitDir })).toBeUndefined();
    expect(told({ GIT_DIR: '.git', GIT_COMMON_DIR: '.git' })).toEqual(repo.repository);
  });

  test('the git folder of a submodule belongs to its work tree, as long as that one names it', () => {
    const repo = tempRepository({ a: '' });
    const inner = tempRepository({ b: '' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    const gitDir = join(repo.root, '.git/modules/sub');
    const told = () => repositoryToldByGit(repo.area, { GIT_DIR: gitDir });
    expect(told()).toEqual(findRepository(join(repo.root, 'sub')));
    rmSync(join(repo.root, 'sub'), { recursive: true });
    expect(told()).toMatchObject({ root: gitDir, gitDir });
  });

  test('a git folder whose work tree another repository has taken is judged by itself', () => {
    const repo = tempRepository({ a: '' });
    const folder = join(repo.area, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'other', folder);
    rmSync(join(folder, '.git'));
    repo.git('init', '-q', folder);
    const gitDir = join(repo.root, '.git/worktrees/linked');
    expect(repositoryToldByGit(repo.area, { GIT_DIR: gitDir })).toMatchObject({ root: gitDir, gitDir });
  });
});

describe('readHead', () => {
  test('branch with slashes, loose and packed; detached; before the first commit', () => {
    const repo = tempRepository();
    expect(readHead(repo.repository)).toEqual({ branch: 'main', commit: null, detached: false });
    repo.git('commit', '-q', '--allow-empty', '-m', 'x');
    repo.git('checkout', '-q', '-b', 'feature/ü/x');
    const commit = repo.git('rev-parse', 'HEAD');
    expect(readHead(repo.repository)).toEqual({ branch: 'feature/ü/x', commit, detached: false });
    repo.git('branch', 'feature/ü/x2');
    repo.git('pack-refs', '--all');
    expect(readHead(repo.repository)).toEqual({ branch: 'feature/ü/x', commit, detached: false });
    repo.git('checkout', '-q', '--detach');
    expect(readHead(repo.repository)).toEqual({ branch: null, commit, detached: true });
  });

  test('D60 a linked worktree has a HEAD of its own', () => {
    const repo = tempRepository({ a: '' });
    repo.git('worktree', 'add', '-q', '-b', 'other', join(repo.area, 'linked'));
    expect(readHead(findRepository(join(repo.area, 'linked'))!)).toEqual({
      branch: 'other',
      commit: repo.git('rev-parse', 'HEAD'),
      detached: false,
    });
  });

  test.each([
    { name: 'reftable', spoil: (dir: string) => mkdirSync(join(dir, 'reftable')) },
    { name: 'its stub', spoil: (dir: string) => writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/.invalid\n') },
    { name: 'junk', spoil: (dir: string) => writeFileSync(join(dir, 'HEAD'), 'junk') },
    { name: 'no file', spoil: (dir: string) => rmSync(join(dir, 'HEAD')) },
    { name: 'a way out', spoil: (dir: string) => writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/../../x\n') },
    { name: 'a ref of junk', spoil: (dir: string) => writeFileSync(join(dir, 'refs/heads/main'), 'ref: refs/heads/x') },
    {
      name: 'a link',
      spoil: (dir: string) => {
        renameSync(join(dir, 'HEAD'), join(dir, 'HEAD2'));
        symlinkSync('refs/heads/main', join(dir, 'HEAD'));
      },
    },
  ])('leaves to git what it cannot tell: $name', ({ spoil }) => {
    const repo = tempRepository({ a: '' });
    spoil(repo.repository.gitDir);
    expect(readHead(repo.repository)).toBeUndefined();
  });
});

describe('D98 readRefs', () => {
  const REF = 'refs/remotes/origin/main';
  const HEAD = 'refs/remotes/origin/HEAD';

  function withRemote() {
    const repo = tempRepository({ a: '' });
    const [old, commit] = [repo.git('rev-parse', 'HEAD'), repo.git('commit-tree', '-m', 'x', 'HEAD^{tree}')];
    repo.git('update-ref', REF, old);
    repo.git('symbolic-ref', HEAD, REF);
    return { repo, old, commit };
  }

  test('says what git says: loose, packed, both, through a symbolic ref, from a linked worktree, and not there', () => {
    const { repo, old, commit } = withRemote();
    repo.git('worktree', 'add', '-q', '-b', 'other', join(repo.area, 'linked'));
    const linked = findRepository(join(repo.area, 'linked'))!;
    const names = [HEAD, REF, 'refs/remotes/origin/none', 'refs/remotes/origin'];
    const values = (id: string) => [
      [HEAD, { commit: id, symref: REF }],
      [REF, { commit: id, symref: null }],
    ];
    expect([...readRefs(repo.repository, names)!]).toEqual(values(old));
    repo.git('pack-refs', '--all');
    expect([...readRefs(repo.repository, names)!]).toEqual(values(old));
    expect([...readRefs(linked, names)!]).toEqual(values(old));
    repo.git('update-ref', REF, commit);
    expect([...readRefs(repo.repository, names)!]).toEqual(values(commit));
    expect(repo.git('rev-parse', HEAD)).toBe(commit);
  });

  test.each([
    { name: 'reftable', spoil: (dir: string) => mkdirSync(join(dir, 'reftable')) },
    { name: 'junk', spoil: (dir: string) => writeFileSync(join(dir, REF), 'junk') },
    { name: 'a ref of a ref of a ref', spoil: (dir: string) => writeFileSync(join(dir, REF), `ref: ${HEAD}`) },
    { name: 'a way out', spoil: (dir: string) => writeFileSync(join(dir, HEAD), 'ref: refs/../../a\n') },
    {
      name: 'a link',
      spoil: (dir: string) => {
        renameSync(join(dir, REF), join(dir, 'elsewhere'));
        symlinkSync('../../../elsewhere', join(dir, REF));
      },
    },
  ])('leaves to git what it cannot tell: $name', ({ spoil }) => {
    const { repo } = withRemote();
    spoil(repo.repository.commonDir);
    expect(readRefs(repo.repository, [HEAD, REF])).toBeUndefined();
  });

  test.each([
    'refs/remotes/../../config',
    'refs/remotes/*/main',
    '/etc/passwd',
    'refs/remotes/git@host:x/main',
    'HEAD',
  ])('leaves to git a name that is none of a file: %s', (name) =>
    expect(readRefs(withRemote().repo.repository, [name])).toBeUndefined(),
  );
});
