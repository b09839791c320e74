import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { findRepository, makeFolderInTree, readFileBounded, writeFileAtomic, writeInTree } from '../index.js';

test('replaces the whole file, keeps its mode, makes folders, leaves nothing behind', () => {
  const { area } = tempRepository();
  const path = join(area, 'new/folder/file');
  writeFileAtomic(path, 'one');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o640);
  writeFileAtomic(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(join(area, 'new/folder'))).toEqual(['file']);
});

test('refuses links below the folder it is told to stay within', () => {
  const { area } = tempRepository();
  const target = join(area, 'target');
  mkdirSync(target);
  writeFileSync(join(target, 'file'), 'kept');
  const within = join(area, 'inside');
  mkdirSync(within);
  symlinkSync(target, join(within, 'folder'));
  symlinkSync(join(target, 'file'), join(within, 'link'));
  for (const path of ['folder/file', 'link', '../target/file']) {
    expect(() => writeFileAtomic(join(within, path), 'x', { within })).toThrow(
      expect.objectContaining({ code: 'UNSAFE_PATH' }),
    );
  }
  expect(readFileSync(join(target, 'file'), 'utf8')).toBe('kept');
  writeFileAtomic(join(within, 'link'), 'own');
  expect(readFileSync(join(target, 'file'), 'utf8')).toBe('kept');
});

test('33.3 a folder among the work is not made where a link leads elsewhere, and is as anybody makes one', () => {
  const repository = tempRepository();
  const hooks = join(repository.root, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  const before = readdirSync(hooks);
  mkdirSync(join(repository.root, 'develop'));
  symlinkSync(hooks, join(repository.root, 'develop/feature'));
  const where = findRepository(repository.root)!;
  expect(() => writeInTree(where, 'develop/feature/login/x.json', 'x')).toThrow('is a symbolic link');
  expect(() => makeFolderInTree(where, 'develop/feature/login')).toThrow('is a symbolic link');
  expect(readdirSync(hooks)).toEqual(before);
  for (const make of [
    (at: string) => writeInTree(where, `${at}/y.json`, 'y'),
    (at: string) => makeFolderInTree(where, at),
  ]) {
    make('develop/other/place');
    expect(statSync(join(repository.root, 'develop/other/place')).mode & 0o777).toBe(0o777 & ~process.umask());
    rmSync(join(repository.root, 'develop/other'), { recursive: true });
  }
});

test('a write that fails leaves no file, and says why', () => {
  const { area } = tempRepository();
  mkdirSync(join(area, 'folder'));
  expect(() => writeFileAtomic(join(area, 'folder'), 'x')).toThrow(expect.objectContaining({ code: 'NOT_WRITABLE' }));
  expect(readdirSync(area).filter((name) => name.startsWith('.tmp-'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('reads files only, without waiting and without following', () => {
  const { area } = tempRepository();
  writeFileSync(join(area, 'file'), '12345');
  symlinkSync('file', join(area, 'link'));
  execFileSync('mkfifo', [join(area, 'pipe')]);
  const kinds = (name: string, max = 5) => readFileBounded(join(area, name), max).kind;
  expect(readFileBounded(join(area, 'file'), 5)).toEqual({ kind: 'ok', bytes: Buffer.from('12345') });
  expect(kinds('file', 4)).toBe('too-large');
  expect(kinds('link')).toBe('symlink');
  expect(readFileBounded(join(area, 'link'), 5, { follow: true }).kind).toBe('ok');
  expect(kinds('pipe')).toBe('not-a-file');
  expect(kinds('.')).toBe('not-a-file');
  expect(kinds('nothing')).toBe('missing');
  expect(kinds('file/below')).toBe('missing');
  expect(kinds('nul\0')).toBe('unreadable');
});

test.skipIf(process.platform !== 'linux')('a file of the work has no unfinished neighbour at any moment', async () => {
  const { repository } = tempRepository();
  const folder = join(repository.root, 'develop');
  mkdirSync(folder);
  const seen = new Set<string | null>();
  const watcher = watch(folder, (_kind, name) => seen.add(name));
  for (let at = 0; at < 20; at += 1) writeInTree(repository, 'develop/view.md', `${at}`);
  writeFileSync(join(folder, 'last'), '');
  await expect.poll(() => [...seen]).toContain('last');
  watcher.close();
  expect([...seen].sort()).toEqual(['last', 'view.md']);
  expect(readFileSync(join(folder, 'view.md'), 'utf8')).toBe('19');
  expect(readdirSync(join(repository.evidence, 'tmp'))).toEqual([]);
});

const OTHER = '/dev/shm';
const isOther = () => {
  const here = statSync('.').dev;
  return (statSync(OTHER, { throwIfNoEntry: false })?.dev ?? here) !== here;
};

test.skipIf(!isOther())('an unfinished file on another file system is written beside after all', () => {
  const { area } = tempRepository();
  const staging = mkdtempSync(join(OTHER, 'flow-test-'));
  writeFileAtomic(join(area, 'file'), 'whole', { staging });
  expect(readFileSync(join(area, 'file'), 'utf8')).toBe('whole');
  expect([readdirSync(staging), readdirSync(area).filter((name) => name.startsWith('.tmp-'))]).toEqual([[], []]);
  rmSync(staging, { recursive: true });
});
