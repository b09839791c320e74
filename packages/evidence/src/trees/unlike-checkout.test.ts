import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { emptyFolders, takeTree } from '../index.js';

/** What a checkout would write otherwise, as `how:path`. */
function unlike(repo: TempRepository): string[] {
  const taken = takeTree(repo.repository, { views: [], compared: true });
  if ('failed' in taken) throw new Error(taken.failed);
  return taken.unlike!.map(({ how, path }) => `${how}:${path}`);
}

function configured(attributes: string, config: readonly string[] = []): TempRepository {
  const repo = tempRepository({ '.gitattributes': attributes, 'kept.txt': 'one\ntwo\n' });
  for (const one of config) repo.git('config', ...one.split('='));
  return repo;
}

/** Removes a file and has git write it. */
function rewrite(repo: TempRepository, file: string): void {
  repo.git('add', '-A');
  rmSync(join(repo.root, file));
  repo.git('checkout', '-q', '--', file);
}

describe('what a checkout would write otherwise', () => {
  const UTF16 = Buffer.from('\ufeffone\r\n', 'utf16le');

  test.each<[name: string, attributes: string, config: string[], bytes: string | Buffer]>([
    ['text=auto', '* text=auto\n', [], 'a\r\n'],
    ['text', '*.x text\n', [], 'a\r\nb\n'],
    ['eol=lf', '*.x text eol=lf\n', [], 'a\r\n'],
    ['eol=crlf, with LF', '*.x text eol=crlf\n', [], 'a\n'],
    ['the old word crlf', '*.x crlf\n', [], 'a\r\n'],
    ['a macro of its own', '[attr]lines text eol=crlf\n*.x lines\n', [], 'a\n'],
    ['core.autocrlf=input', '', ['core.autocrlf=input'], 'a\r\n'],
    ['core.autocrlf=true, with both', '', ['core.autocrlf=true'], 'a\r\nb\n'],
    ['ident, as it was typed', '*.x ident\n', [], '$Id: mine $\n'],
    ['ident, of the same length', '*.x ident\n', [], '$Id$\n'],
    ['a filter that keeps the length', '*.x filter=up\n', ['filter.up.clean=tr a-z A-Z'], 'loud\n'],
    ['a filter that puts something else back', '*.x filter=up\n', ['filter.up.smudge=tr a-z A-Z'], 'loud\n'],
    ['an encoding in another form', '*.x text working-tree-encoding=UTF-16\n', [], UTF16],
  ])('E4: %s', (_name, attributes, config, bytes) => {
    const repo = configured(attributes, config);
    expect(unlike(repo)).toEqual([]);
    repo.write('new\nfolder/a.x', bytes);
    repo.write('a.x', bytes);
    expect(unlike(repo)).toEqual(['bytes:a.x', 'bytes:new\nfolder/a.x']);
    rewrite(repo, 'new\nfolder/a.x');
    rewrite(repo, 'a.x');
    expect(unlike(repo)).toEqual([]);
  });

  test.each<[name: string, attributes: string, config: string[], bytes: string | Buffer]>([
    ['no attribute', '', [], 'a\r\n'],
    ['-text', '* -text\n', [], 'a\r\n'],
    ['binary', '*.x binary\n', [], 'a\r\n'],
    ['LF under core.autocrlf=true, as everybody else has it', '', ['core.autocrlf=true'], 'a\n'],
    ['LF under core.eol=crlf', '* text=auto\n', ['core.eol=crlf'], 'a\n'],
    ['CRLF under core.autocrlf=true', '', ['core.autocrlf=true'], 'a\r\nb\r\n'],
    ['CRLF by its attribute', '*.x text eol=crlf\n', [], 'a\r\n'],
    ['git-lfs', '*.x filter=lfs -text\n', ['filter.lfs.clean=.git/git-lfs clean -- %f'], 'content'],
    ['the output of notebooks', '*.x filter=nbstripout\n', ['filter.nbstripout.clean=.git/nbstripout'], 'content'],
    ['a filter that changes nothing', '*.x filter=same\n', ['filter.same.clean=sed s/never/ever/'], 'content'],
    ['a filter that is not set up', '*.x filter=far\n', [], 'content'],
  ])('E4: %s is what a checkout writes', (_name, attributes, config, bytes) => {
    const repo = configured(attributes, config);
    for (const name of ['git-lfs', 'nbstripout']) {
      repo.write(`.git/${name}`, '#!/bin/sh\nhead -c 1\n');
      chmodSync(join(repo.root, '.git', name), 0o755);
    }
    repo.write('a.x', bytes);
    expect(unlike(repo)).toEqual([]);
  });

  test.each([
    ['attributes that everybody has', '*.x filter=rot\n', '', 'rot'],
    ['attributes of this clone', '', '*.x filter=rot\n', 'rot'],
    ['the name of another program', '*.x filter=lfs\n', '', 'lfs'],
  ])('E8: a filter that comes back the same here, and nowhere else: by %s', (_name, shared, own, driver) => {
    const repo = configured(shared, [`filter.${driver}.clean=tr a-y b-z`, `filter.${driver}.smudge=tr b-z a-y`]);
    if (own !== '') repo.write('.git/info/attributes', own);
    repo.write('a.x', 'hello\n');
    expect(unlike(repo)).toEqual(['filter:a.x']);
  });

  test.each([
    ['.git/info/attributes', '*.x text eol=crlf\n', 'a\r\n'],
    ['.git/info/attributes', '*.x ident\n', '$Id: 1c1bd54cf1ecb66ab7ef1a1e3e1a4e4f2e5bfe5e $\n'],
    ['../attributes', '*.x text eol=crlf\n', 'a\r\n'],
  ])('E4: %s, which no other clone has: %s', (file, attributes, bytes) => {
    const repo = configured('');
    writeFileSync(join(repo.root, file), attributes);
    if (file.startsWith('..')) repo.git('config', 'core.attributesFile', join(repo.area, 'attributes'));
    repo.write('a.x', bytes);
    rewrite(repo, 'a.x');
    expect(unlike(repo)).toEqual(['attributes:a.x']);
    repo.write('.gitattributes', attributes);
    expect(unlike(repo)).toEqual([]);
  });

  test('E4: attributes of this clone alone that convert nothing here, or name a digest', () => {
    const repo = configured('*.bat text eol=crlf\n', ['filter.lfs.clean=.git/git-lfs clean']);
    repo.write('.git/git-lfs', '#!/bin/sh\nhead -c 1\n');
    chmodSync(join(repo.root, '.git/git-lfs'), 0o755);
    writeFileSync(join(repo.root, '.git/info/attributes'), '*.x text\n*.bin filter=lfs -text\n');
    repo.write('a.x', 'a\n');
    repo.write('a.bin', 'content');
    repo.write('a.bat', 'echo\r\n');
    expect(unlike(repo)).toEqual([]);
  });

  test('E4: modes are compared where git does not look at them, and nowhere else', () => {
    const repo = tempRepository({ 'a.sh': '', 'b.sh': '' });
    chmodSync(join(repo.root, 'a.sh'), 0o755);
    expect(unlike(repo)).toEqual([]);
    repo.git('config', 'core.fileMode', 'false');
    expect(unlike(repo)).toEqual(['mode:a.sh']);
    repo.git('update-index', '--chmod=+x', 'a.sh', 'b.sh');
    expect(unlike(repo)).toEqual(['mode:b.sh']);
  });

  test('E4: a setting that another file brings in, or that stands on the line of its section, is seen', () => {
    const repo = tempRepository({ 'a.txt': 'a\n' });
    repo.write('a.txt', 'a\r\n');
    writeFileSync(join(repo.area, 'more'), '[core]autocrlf=input\n');
    expect(unlike(repo)).toEqual([]);
    repo.git('config', 'include.path', join(repo.area, 'more'));
    expect(unlike(repo)).toEqual(['bytes:a.txt']);
  });
});

describe('empty folders', () => {
  test('E4: those that are not ignored, and neither a submodule nor full of folders with files', () => {
    const repo = tempRepository({ '.gitignore': 'out/\n', 'lib/a': 'a', 'deep/er/b': 'b' });
    for (const folder of ['out', 'empty/inner', 'lib/left', 'cache/x/y'])
      mkdirSync(join(repo.root, folder), { recursive: true });
    writeFileSync(join(repo.root, 'cache/x/y/file'), '');
    const paths = ['.gitignore', 'lib/a', 'deep/er/b', 'cache/x/y/file'];
    expect(
      emptyFolders(repo.repository, paths)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['empty', 'lib/left']);
    mkdirSync(join(repo.root, 'sub'));
    expect(emptyFolders(repo.repository, [...paths, 'sub']).map(({ path }) => path)).not.toContain('sub');
  });
});
