import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../test/temp-repository.js';
import { readFileBounded, writeFileAtomic } from './index.js';

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
