import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noticesOf, take } from '../../test/take.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { diffTrees, takeTree } from '../index.js';

/** A repository with another one below `sub`, and all of it committed. */
function withSubmodule(files: Record<string, string> = { 'lib.go': 'package lib\n', 'README.md': 'lib\n' }) {
  const repo = tempRepository({ a: 'a' });
  addSubmodule(repo, tempRepository(files), 'sub');
  return repo;
}

function addSubmodule(repo: TempRepository, inner: TempRepository, at: string): void {
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, at);
  repo.git('commit', '-qm', 'submodule');
}

const inSub = (repo: TempRepository, ...words: string[]) => repo.git('-C', 'sub', ...words);

describe('takeTree with submodules', () => {
  test('D98 an edit inside a submodule changes the content, is told, and differs by its own path', () => {
    const repo = withSubmodule();
    const before = take(repo);
    expect(before).toMatchObject({ tree: repo.git('rev-parse', 'HEAD^{tree}'), notices: [] });
    repo.write('sub/lib.go', 'package lib // 1\n');
    const edited = take(repo);
    expect(edited.notices).toEqual([{ code: 'submodule-edits', text: expect.stringContaining('"sub"') }]);
    expect(diffTrees(repo.repository, before.tree, edited.tree)).toEqual(['sub/lib.go']);
    repo.write('sub/lib.go', 'package lib // 2\n');
    expect(diffTrees(repo.repository, edited.tree, take(repo).tree)).toEqual(['sub/lib.go']);
    repo.write('sub/lib.go', 'package lib\n');
    expect(take(repo)).toEqual({ ...before, began: expect.any(Number) });
  });

  test('D98 a new file in a submodule counts as an untracked one', () => {
    const repo = withSubmodule();
    const before = take(repo).tree;
    repo.write('sub/new.go', 'package lib\n');
    const taken = take(repo);
    expect(taken.untracked).toEqual(['sub/new.go']);
    expect(diffTrees(repo.repository, before, taken.tree)).toEqual(['sub/new.go']);
  });

  test('committing the same content, inside and then outside, changes nothing that a run could see', () => {
    const repo = withSubmodule();
    repo.write('sub/lib.go', 'package lib // edited\n');
    const run = take(repo).tree;
    inSub(repo, 'commit', '-qam', 'inner');
    expect(diffTrees(repo.repository, run, take(repo).tree)).toEqual([]);
    repo.git('commit', '-qam', 'outer');
    expect(take(repo).tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    expect(diffTrees(repo.repository, run, 'HEAD')).toEqual([]);
  });

  test.each(['all', 'dirty'])(
    'D98 `ignore = %s` in .gitmodules and a setting hide neither an edit nor a commit',
    (ignore) => {
      const repo = withSubmodule();
      repo.git('config', '-f', '.gitmodules', 'submodule.sub.ignore', ignore);
      repo.git('config', 'diff.ignoreSubmodules', ignore);
      repo.git('commit', '-qam', 'ignore');
      const before = take(repo).tree;
      repo.write('sub/lib.go', 'package lib // edited\n');
      const edited = take(repo).tree;
      expect(diffTrees(repo.repository, before, edited)).toEqual(['sub/lib.go']);
      inSub(repo, 'commit', '-qam', 'inner');
      expect(repo.git('ls-tree', take(repo).tree, 'sub')).toContain(inSub(repo, 'rev-parse', 'HEAD'));
    },
  );

  test('D98 what git was told to overlook inside a submodule counts, too', () => {
    const repo = withSubmodule();
    inSub(repo, 'update-index', '--assume-unchanged', 'lib.go');
    const before = take(repo).tree;
    repo.write('sub/lib.go', 'package lib // hidden\n');
    expect(diffTrees(repo.repository, before, take(repo).tree)).toEqual(['sub/lib.go']);
    expect(noticesOf(repo)).toEqual(['hidden-edits', 'submodule-edits']);
  });

  test('programs that its configuration names are not started', () => {
    const repo = withSubmodule();
    const program = join(repo.area, 'evil');
    writeFileSync(program, `#!/bin/sh\necho >> '${repo.area}/ran'\n`, { mode: 0o755 });
    mkdirSync(join(repo.area, 'hooks'));
    symlinkSync(program, join(repo.area, 'hooks/post-index-change'));
    inSub(repo, 'config', 'core.fsmonitor', program);
    inSub(repo, 'config', 'core.hooksPath', join(repo.area, 'hooks'));
    repo.write('sub/lib.go', 'package lib // edited\n');
    expect(noticesOf(repo)).toEqual(['submodule-edits']);
    expect(existsSync(join(repo.area, 'ran'))).toBe(false);
  });

  test('a submodule in a submodule, edited', () => {
    const middle = tempRepository({ m: 'm' });
    addSubmodule(middle, tempRepository({ 'deep.go': 'deep' }), 'inner');
    const repo = tempRepository({ a: 'a' });
    addSubmodule(repo, middle, 'sub');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
    const before = take(repo).tree;
    repo.write('sub/inner/deep.go', 'edited');
    expect(diffTrees(repo.repository, before, take(repo).tree)).toEqual(['sub/inner/deep.go']);
  });

  test('one that is not checked out is told; one that cannot be read leaves no content', () => {
    const repo = withSubmodule();
    repo.git('submodule', '--quiet', 'deinit', 'sub');
    expect(take(repo)).toMatchObject({
      tree: repo.git('rev-parse', 'HEAD^{tree}'),
      notices: [{ code: 'submodule-absent', text: expect.stringContaining('"sub"') }],
    });
    repo.git('submodule', '--quiet', 'update', '--init');
    expect(noticesOf(repo)).toEqual([]);
    repo.write('.git/modules/sub/index', 'garbage');
    expect(takeTree(repo.repository, { views: [] })).toEqual({ failed: expect.stringContaining('sub') });
  });

  test('its content is gone: it differs as a whole', () => {
    const repo = withSubmodule();
    repo.write('sub/lib.go', 'package lib // edited\n');
    const edited = take(repo).tree;
    inSub(repo, 'checkout', '-q', '.');
    inSub(repo, 'gc', '--quiet', '--prune=now');
    expect(diffTrees(repo.repository, edited, 'HEAD')).toEqual(['sub']);
    rmSync(join(repo.root, 'sub'), { recursive: true });
    expect(diffTrees(repo.repository, edited, 'HEAD')).toEqual(['sub']);
  });

  test.each([
    ['a filter', '[filter "evil"]\n\tclean = "touch ../../ran; cat"\n'],
    ['an included file', '[include]\n\tpath = evil\n'],
  ])('a nested repository that brings %s is not looked into, and told: nobody has added it', (_, config) => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', 'nested');
    repo.write('nested/.gitattributes', '* filter=evil\n');
    repo.write('nested/f', '1');
    repo.git('-C', 'nested', 'add', '-A');
    repo.git('-C', 'nested', 'commit', '-qm', 'inner');
    writeFileSync(join(repo.root, 'nested/.git/evil'), '[filter "evil"]\n\tclean = "touch ../../ran; cat"\n');
    appendFileSync(join(repo.root, 'nested/.git/config'), config);
    repo.write('nested/f', '2');
    expect(take(repo)).toMatchObject({
      untracked: ['nested'],
      notices: [{ code: 'submodule-unread', text: expect.stringContaining('"nested"') }],
    });
    expect(existsSync(join(repo.area, 'ran'))).toBe(false);
    // The trap works: whoever looks into it runs the program.
    repo.git('-C', 'nested', 'status');
    expect(existsSync(join(repo.area, 'ran'))).toBe(true);
  });

  test('nor is one that brings it in a submodule of its own', () => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', 'nested');
    repo.git('init', '-q', 'nested/sub');
    repo.write('nested/sub/.gitattributes', '* filter=evil\n');
    repo.write('nested/sub/f', '1');
    for (const folder of ['nested/sub', 'nested']) {
      repo.git('-C', folder, 'add', '-A');
      repo.git('-C', folder, 'commit', '-qm', 'inner');
    }
    appendFileSync(join(repo.root, 'nested/sub/.git/config'), '[filter "evil"]\n\tclean = "touch ../../../ran; cat"\n');
    repo.write('nested/sub/f', '2');
    expect(noticesOf(repo)).toEqual(['submodule-unread']);
    expect(existsSync(join(repo.area, 'ran'))).toBe(false);
    repo.git('-C', 'nested', 'status');
    expect(existsSync(join(repo.area, 'ran'))).toBe(true);
  });

  test('a nested repository that cannot be read is told, and hides nothing else', () => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', 'nested');
    repo.git('-C', 'nested', 'commit', '-q', '--allow-empty', '-m', 'inner');
    repo.write('nested/.git/index', 'garbage');
    repo.write('a', 'edited');
    expect(noticesOf(repo)).toEqual(['submodule-unread']);
    expect(repo.git('cat-file', '-p', `${take(repo).tree}:a`)).toBe('edited');
  });

  test('D98 an edit inside a nested repository that is no submodule counts, tracked or not', () => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', 'nested');
    repo.write('nested/f.go', '1');
    repo.git('-C', 'nested', 'add', 'f.go');
    repo.git('-C', 'nested', 'commit', '-qm', 'inner');
    const clean = take(repo).tree;
    repo.write('nested/f.go', '2');
    expect(diffTrees(repo.repository, clean, take(repo).tree)).toEqual(['nested/f.go']);
    repo.git('add', 'nested');
    expect(diffTrees(repo.repository, clean, take(repo).tree)).toEqual(['nested/f.go']);
  });
});
