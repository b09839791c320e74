import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import {
  changedSince,
  loadKey,
  lookAt,
  onlyClosedSince,
  readSeal,
  repositoryState,
  sealOf,
  stateFolder,
  writeSeal,
} from '../index.js';

const EPOCH = new Date(1_700_000_000_000);

test.each<{ name: string; change: (file: string, folder: string) => void; changed: string[] }>([
  { name: 'nothing', change: () => {}, changed: [] },
  {
    name: 'an edit of equal size with its time set back',
    change: (file) => {
      writeFileSync(file, 'two');
      utimesSync(file, EPOCH, EPOCH);
    },
    changed: ['file'],
  },
  { name: 'a removal', change: (file) => rmSync(file), changed: ['file', 'folder'] },
  {
    name: 'a link in its place',
    change: (file) => {
      renameSync(file, `${file}2`);
      symlinkSync(`${file}2`, file);
    },
    changed: ['file', 'folder'],
  },
  { name: 'a mode', change: (file) => chmodSync(file, 0o777), changed: ['file'] },
  {
    name: 'a new file in a folder',
    change: (_, folder) => writeFileSync(join(folder, 'new'), ''),
    changed: ['folder'],
  },
  {
    name: 'a file that was not there',
    change: (_, folder) => writeFileSync(join(folder, '../absent'), ''),
    changed: ['absent'],
  },
])('D97 notices $name', async ({ change, changed }) => {
  const { area, repository, env } = tempRepository();
  loadKey(env);
  const folder = join(area, 'folder');
  mkdirSync(folder);
  const file = join(folder, 'file');
  writeFileSync(file, 'one');
  utimesSync(file, EPOCH, EPOCH);
  const paths = { file, folder, absent: join(area, 'absent') };
  writeSeal(repositoryState(repository, env), sealOf(Object.values(paths), env));
  await new Promise((resolve) => setTimeout(resolve, 10));
  change(file, folder);
  const seal = readSeal(repositoryState(repository, env))!;
  const names = Object.entries(paths)
    .filter(([, path]) => changedSince(seal).includes(path))
    .map(([name]) => name);
  expect(names.sort()).toEqual(changed);
});

test.each<{ name: string; change: (file: string) => void; closed: boolean }>([
  { name: 'lost rights', change: (file) => chmodSync(file, 0o600), closed: true },
  { name: 'got rights', change: (file) => chmodSync(file, 0o666), closed: false },
  { name: 'lost some and got others', change: (file) => chmodSync(file, 0o610), closed: false },
  {
    name: 'lost rights and was written',
    change: (file) => {
      chmodSync(file, 0o600);
      writeFileSync(file, 'longer');
    },
    closed: false,
  },
  { name: 'is gone', change: (file) => rmSync(file), closed: false },
])('a file that $name was only closed: $closed', ({ change, closed }) => {
  const file = join(tempRepository().area, 'file');
  writeFileSync(file, 'one', { mode: 0o644 });
  const seal = lookAt([file]);
  change(file);
  expect(onlyClosedSince(seal, file)).toBe(closed);
});

test('the key and the state folder are sealed with the rest', () => {
  const { env } = tempRepository();
  loadKey(env);
  const seal = sealOf([], env);
  rmSync(join(stateFolder(env), 'keys'), { recursive: true });
  expect(changedSince(seal).sort()).toEqual([stateFolder(env), join(stateFolder(env), 'keys')]);
});

test.each([
  '',
  '{',
  '[]',
  '{"version":2,"stamps":[]}',
  '{"version":1,"stamps":[["a",[1]]]}',
  '{"version":1,"stamps":{}}',
])('%j is no seal', (text) => {
  const { area } = tempRepository();
  expect(readSeal(area)).toBeUndefined();
  writeFileSync(join(area, 'seal.json'), text);
  expect(readSeal(area)).toBeUndefined();
});
