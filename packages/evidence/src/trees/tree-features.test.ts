import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commitSame, noticesOf, take } from '../../test/take.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { diffTrees, findRepository, takeTree } from '../index.js';

const textOf = (repo: TempRepository, path: string) => repo.git('cat-file', '-p', `${take(repo).tree}:${path}`);

/** Variables of this process for the rest of the test. */
function setEnvironment(variables: Record<string, string>): void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}

describe('line ends, filters, modes and links', () => {
  test.each([
    ['core.autocrlf=true', { 'core.autocrlf': 'true' }, ''],
    ['core.autocrlf=input', { 'core.autocrlf': 'input' }, ''],
    ['core.safecrlf=true', { 'core.autocrlf': 'input', 'core.safecrlf': 'true' }, ''],
    ['text=auto', {}, '* text=auto\n'],
    ['eol=crlf', {}, '*.txt text eol=crlf\n'],
    ['eol=lf', {}, '*.txt text eol=lf\n'],
    ['working-tree-encoding', {}, '*.txt text working-tree-encoding=UTF-16LE\n'],
  ])(
    'D98 %s: files with CRLF are the same content before and after the commit, and an edit shows',
    (_, config, attributes) => {
      const repo = tempRepository({ '.gitattributes': attributes });
      for (const [name, value] of Object.entries(config)) repo.git('config', name, value);
      const text = (words: string) => Buffer.from(words, attributes.includes('UTF-16') ? 'utf16le' : 'utf8');
      repo.write('a.txt', text('one\r\ntwo\r\n'));
      repo.git('config', 'core.safecrlf', 'false');
      const first = commitSame(repo);
      if ('core.safecrlf' in config) repo.git('config', 'core.safecrlf', 'true');
      repo.write('a.txt', text('one\r\n2\r\n'));
      expect(diffTrees(repo.repository, first, take(repo).tree)).toEqual(['a.txt']);
      repo.git('config', 'core.safecrlf', 'false');
      commitSame(repo);
      // Written out again by git, with the line ends that it chooses.
      rmSync(join(repo.root, 'a.txt'));
      repo.git('checkout', '-q', '.');
      expect(take(repo).tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    },
  );

  test('D98 a clean filter gives what would be committed; a required one that fails leaves no content', () => {
    const repo = tempRepository({ '.gitattributes': '*.up filter=up\n' });
    repo.git('config', 'filter.up.clean', 'tr a-z A-Z');
    repo.git('config', 'filter.up.required', 'true');
    repo.write('x.up', 'loud');
    commitSame(repo);
    repo.git('config', 'filter.up.clean', 'false');
    repo.write('x.up', 'louder');
    expect(takeTree(repo.repository, { views: [] })).toEqual({ failed: expect.stringContaining('x.up') });
  });

  test('D98 chmod +x makes other content; with core.fileMode=false git commits no mode, and none counts', () => {
    const repo = tempRepository({ 'run.sh': '#!/bin/sh\n' });
    const before = take(repo).tree;
    chmodSync(join(repo.root, 'run.sh'), 0o755);
    expect(diffTrees(repo.repository, before, take(repo).tree)).toEqual(['run.sh']);
    repo.git('config', 'core.fileMode', 'false');
    expect(commitSame(repo)).toBe(before);
  });

  test('D98 a link counts by where it leads, and swapped for a file of the same bytes it is other content', () => {
    const repo = tempRepository({ target: 't', other: 'o' });
    symlinkSync('target', join(repo.root, 'link'));
    const first = commitSame(repo);
    rmSync(join(repo.root, 'link'));
    symlinkSync('other', join(repo.root, 'link'));
    expect(diffTrees(repo.repository, first, take(repo).tree)).toEqual(['link']);
    rmSync(join(repo.root, 'link'));
    repo.write('link', 'target');
    expect(diffTrees(repo.repository, first, take(repo).tree)).toEqual(['link']);
    expect(noticesOf(repo)).toEqual([]);
  });

  test('a link that leads out of the repository is told, an untracked one and one over a folder, too', () => {
    const repo = tempRepository({ a: 'a' });
    writeFileSync(join(repo.area, 'fixture'), 'x');
    symlinkSync('../fixture', join(repo.root, 'near'));
    symlinkSync('a', join(repo.root, 'inside'));
    symlinkSync('nowhere', join(repo.root, 'dangling'));
    expect(take(repo).notices).toEqual([{ code: 'outside-link', text: expect.stringMatching(/: "near"$/) }]);
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'links');
    expect(noticesOf(repo)).toEqual(['outside-link']);
  });
});

describe('parts that are not on disk', () => {
  test.each([[[]], [['--no-cone']], [['--sparse-index']]])(
    'a sparse checkout %j is told with the number of its files',
    (options) => {
      const repo = tempRepository({ 'in/a': 'a', 'out/b': 'b', 'out/c': 'c' });
      repo.git('sparse-checkout', 'set', ...options, 'in');
      expect(take(repo).notices).toEqual([{ code: 'sparse', text: expect.stringMatching(/^2 tracked files/) }]);
      repo.git('sparse-checkout', 'disable');
      expect(noticesOf(repo)).toEqual([]);
    },
  );

  test('a partial clone whose server is gone, with files that were never fetched', () => {
    const origin = tempRepository({ 'in/a': 'a', 'out/b': 'b' });
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const root = join(origin.area, 'partial');
    origin.git('clone', '-q', '--filter=blob:none', '--sparse', `file://${origin.root}`, root);
    origin.git('-C', root, 'sparse-checkout', 'set', 'in');
    origin.git('-C', root, 'remote', 'set-url', 'origin', join(origin.area, 'gone'));
    const repository = findRepository(root)!;
    writeFileSync(join(root, 'in/a'), 'edited');
    const taken = takeTree(repository, { views: [] });
    expect(taken).toMatchObject({ notices: [{ code: 'sparse' }] });
    expect(diffTrees(repository, 'HEAD', (taken as { tree: string }).tree)).toEqual(['in/a']);
  });

  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;

  test.each(['.gitattributes', 'data/.gitattributes', '.git/info/attributes'])(
    'a git-lfs pointer that stands in for its content is told: %s',
    (attributes) => {
      const repo = tempRepository({ 'data/model.bin': POINTER, 'data/notes.txt': POINTER });
      repo.write(attributes, '*.bin filter=lfs diff=lfs merge=lfs -text\n');
      expect(take(repo).notices).toEqual([
        { code: 'lfs-pointer', text: expect.stringMatching(/: "data\/model\.bin"$/) },
      ]);
      repo.write('data/model.bin', 'the content');
      expect(noticesOf(repo)).toEqual([]);
    },
  );

  test('two names that differ in case only are told where the file system does not tell case apart', () => {
    const repo = tempRepository({ 'README.md': '1', 'Readme.md': '2', 'src/a': 'a' });
    expect(noticesOf(repo)).toEqual([]);
    repo.git('config', 'core.ignorecase', 'true');
    // A file system that does not tell case apart finds the folder under this name, too.
    symlinkSync('.git', `${repo.root}/.GIT`);
    expect(take(repo).notices).toEqual([{ code: 'case-clash', text: expect.stringContaining('"Readme.md"') }]);
  });

  test('5,001 untracked files: the last one is left out, and told', () => {
    const repo = tempRepository({ a: 'a' });
    for (let n = 0; n < 5001; n += 1) repo.write(`u/${n}`, '');
    const taken = take(repo);
    expect(taken.untracked).toHaveLength(5000);
    expect(taken.notices).toEqual([{ code: 'many-untracked', text: '1 of 5001 untracked files are left out' }]);
  });
});

describe('odd repositories', () => {
  test('D60 a linked worktree with a configuration of its own (extensions.worktreeConfig)', () => {
    const repo = tempRepository({ 'in/a': 'a', 'out/b': 'b' });
    repo.git('config', 'extensions.worktreeConfig', 'true');
    const folder = join(repo.area, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'other', folder);
    repo.git('-C', folder, 'config', '--worktree', 'core.autocrlf', 'input');
    repo.git('-C', folder, 'sparse-checkout', 'set', 'in');
    writeFileSync(join(folder, 'in/a'), 'x\r\n');
    const linked = takeTree(findRepository(folder)!, { views: [] });
    if ('failed' in linked) throw new Error(linked.failed);
    expect(linked.notices.map(({ code }) => code)).toEqual(['sparse']);
    expect(repo.git('cat-file', '-p', `${linked.tree}:in/a`)).toBe('x');
    expect(take(repo)).toMatchObject({ tree: repo.git('rev-parse', 'HEAD^{tree}'), notices: [] });
  });

  test('D98 core.worktree and core.bare do not lead away from the files that commands run on', () => {
    const repo = tempRepository({ a: 'clean' });
    const elsewhere = join(repo.area, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'a'), 'clean');
    repo.write('a', 'edited');
    repo.git('config', 'core.worktree', elsewhere);
    expect(textOf(repo, 'a')).toBe('edited');
    repo.git('config', '--unset', 'core.worktree');
    repo.git('config', 'core.bare', 'true');
    expect(textOf(repo, 'a')).toBe('edited');
  });

  test('D98 variables of git around it choose no other repository, index or files', () => {
    const repo = tempRepository({ a: 'a' });
    const other = tempRepository({ b: 'b' });
    const taken = take(repo);
    setEnvironment({
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: join(other.root, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other.area, 'objects'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.ignoreStat',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_LITERAL_PATHSPECS: '1',
    });
    expect(take(repo)).toEqual({ ...taken, began: expect.any(Number) });
    expect(existsSync(join(other.area, 'objects'))).toBe(false);
  });

  test('a `.git` that is a file, an orphan branch and a detached head', () => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', '--separate-git-dir', join(repo.area, 'apart'));
    const apart = { ...repo, repository: findRepository(repo.root)! };
    expect(apart.repository.gitDir).toBe(join(repo.area, 'apart'));
    const { tree, head } = take(apart);
    expect(tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
    repo.git('checkout', '-q', '--detach');
    expect(take(apart)).toMatchObject({ tree, head, branch: null });
    repo.git('checkout', '-q', '--orphan', 'fresh');
    expect(take(apart)).toMatchObject({ tree, head: null, branch: 'fresh' });
  });

  test('the lock of somebody else on the index neither stops it nor is touched', () => {
    const repo = tempRepository({ a: 'a' });
    repo.write('a', 'b');
    repo.write('.git/index.lock', 'theirs');
    expect(textOf(repo, 'a')).toBe('b');
    expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(true);
  });

  test.each([
    ['an untracked cache', ['update-index', '--force-untracked-cache']],
    ['an index of version 4', ['update-index', '--index-version', '4']],
    ['many-files settings', ['config', 'feature.manyFiles', 'true']],
    ['an index without a checksum', ['config', 'index.skipHash', 'true']],
    ['a split index', ['update-index', '--split-index']],
  ])('%s shows edits, new files, links and submodules all the same', (_, words) => {
    const repo = tempRepository({ a: 'a' });
    repo.git('init', '-q', 'nested');
    repo.git('-C', 'nested', 'commit', '-q', '--allow-empty', '-m', 'inner');
    symlinkSync(repo.area, join(repo.root, 'outside'));
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'all');
    repo.git(...words);
    repo.git('status');
    repo.write('nested/x', 'x');
    expect(noticesOf(repo).sort()).toEqual(['outside-link', 'submodule-edits']);
    repo.write('a', 'edited');
    repo.write('new', 'new');
    expect([textOf(repo, 'a'), textOf(repo, 'new')]).toEqual(['edited', 'new']);
  });

  test('a repository with SHA-256 ids, links and an edited submodule', () => {
    const repo = tempRepository({ a: 'a', b: 'b' }, ['--object-format=sha256']);
    repo.git('init', '-q', '--object-format=sha256', 'nested');
    repo.git('-C', 'nested', 'commit', '-q', '--allow-empty', '-m', 'inner');
    symlinkSync(repo.area, join(repo.root, 'outside'));
    const before = commitSame(repo);
    repo.write('nested/x', 'x');
    expect(noticesOf(repo).sort()).toEqual(['outside-link', 'submodule-edits']);
    expect(diffTrees(repo.repository, before, take(repo).tree)).toEqual(['nested/x']);
  });

  test('names that are not UTF-8: a tracked one counts, an untracked one is left out and told', () => {
    const repo = tempRepository({ a: 'a' });
    // The root's own name is UTF-8.
    const at = (name: string) => Buffer.concat([Buffer.from(`${repo.root}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(at('tracked-ö.go'), '1');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'odd');
    const before = take(repo);
    expect(before).toMatchObject({ tree: repo.git('rev-parse', 'HEAD^{tree}'), notices: [] });
    writeFileSync(at('tracked-ö.go'), '2');
    expect(diffTrees(repo.repository, before.tree, take(repo).tree)).toHaveLength(1);
    writeFileSync(at('new-ö.go'), '1');
    expect(noticesOf(repo)).toEqual(['odd-name']);
  });

  test('a path of 3,000 characters', () => {
    const repo = tempRepository({ a: 'a' });
    const long = `${Array.from({ length: 15 }, () => 'd'.repeat(199)).join('/')}/f`;
    repo.write(long, 'deep');
    expect(take(repo).untracked).toEqual([long]);
    commitSame(repo);
  });

  test('a file that is written all the while: a content or a reason, and nothing is left behind', async () => {
    const repo = tempRepository({ a: 'a' });
    const code = `const fs = require('fs'); for (let n = 0; ; n = (n + 1) % 200) fs.writeFileSync(process.argv[1], 'x'.repeat(n * 1000));`;
    const writer = spawn(process.execPath, ['-e', code, join(repo.root, 'a')], { stdio: 'ignore' });
    await once(writer, 'spawn');
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const taken = takeTree(repo.repository, { views: [] });
      seen.add('failed' in taken ? 'failed' : taken.tree);
    }
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(seen.size).toBeGreaterThan(1);
    expect(readdirSync(join(repo.repository.evidence, 'tmp'))).toEqual([]);
    commitSame(repo);
  });

  test('an ordinary repository costs two git processes; what is special is asked for only where it may be', () => {
    const repo = tempRepository({ a: 'a', '.gitattributes': '*.png binary\n', '.gitmodules': '' });
    const trace = join(repo.area, 'trace');
    const log = join(repo.area, 'git');
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(log, `#!/bin/sh\necho "$@" >> '${trace}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
    setEnvironment({ PATH: `${repo.area}:${process.env.PATH}` });
    const processes = () => {
      rmSync(trace, { force: true });
      take(repo);
      return execFileSync('cat', [trace], { encoding: 'utf8' }).trim().split('\n').length;
    };
    expect(processes()).toBe(2);
    // Their sizes look like the modes of a link and of a submodule.
    repo.write('a', 'x'.repeat(0xa000));
    repo.write(`${'d'.repeat(200)}/b`, 'x'.repeat(0xe000));
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'sizes');
    expect(processes()).toBe(2);
    symlinkSync('a', join(repo.root, 'link'));
    // One adds the new file, the other lists the links.
    expect(processes()).toBe(4);
    repo.write('a', 'edited');
    expect(processes()).toBe(4);
  });
});
