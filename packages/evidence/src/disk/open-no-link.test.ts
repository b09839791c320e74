import {
  closeSync,
  constants,
  linkSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBusy } from './atomic.js';
import { openNoLink } from './open-no-link.js';

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;

/** A system without the flag, as Windows, is asked in the second row. */
describe.each<[string, number | null]>([
  ['with the flag', O_NOFOLLOW],
  ['without a flag for links', null],
])('36.3 a file is opened %s', (_name, noFollow) => {
  const folder = () => mkdtempSync(join(tmpdir(), 'open-'));
  const open = (path: string, flags: number) => openNoLink(path, flags, 0o600, noFollow);
  const codeOf = (act: () => unknown) => {
    try {
      act();
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  };

  test('by its own name, also by one of several', () => {
    const at = folder();
    writeFileSync(join(at, 'file'), 'a');
    linkSync(join(at, 'file'), join(at, 'other'));
    for (const name of ['file', 'other']) {
      const handle = open(join(at, name), O_RDONLY);
      expect(readFileSync(handle, 'utf8')).toBe('a');
      closeSync(handle);
    }
  });

  test('never through a link, also one that leads nowhere', () => {
    const at = folder();
    writeFileSync(join(at, 'secret'), 'a');
    symlinkSync(join(at, 'secret'), join(at, 'link'));
    symlinkSync(join(at, 'nothing'), join(at, 'empty'));
    for (const name of ['link', 'empty'])
      for (const flags of [O_RDONLY, O_WRONLY | O_APPEND | O_CREAT])
        expect(codeOf(() => open(join(at, name), flags))).toBe('ELOOP');
    expect(codeOf(() => readFileSync(join(at, 'nothing')))).toBe('ENOENT');
    expect(readFileSync(join(at, 'secret'), 'utf8')).toBe('a');
  });

  test('and made where it is to be, with what stands in it kept', () => {
    const at = folder();
    for (const text of ['a', 'b']) {
      const handle = open(join(at, 'log'), O_WRONLY | O_APPEND | O_CREAT);
      writeSync(handle, text);
      closeSync(handle);
    }
    expect(readFileSync(join(at, 'log'), 'utf8')).toBe('ab');
    expect(codeOf(() => open(join(at, 'gone'), O_RDONLY))).toBe('ENOENT');
    expect(codeOf(() => open(join(at, 'no', 'folder'), O_WRONLY | O_CREAT))).toBe('ENOENT');
  });
});

test.each<[NodeJS.Platform, string, boolean]>([
  ['win32', 'EPERM', true],
  ['win32', 'EBUSY', true],
  ['win32', 'EACCES', true],
  ['win32', 'ENOSPC', false],
  ['win32', 'EEXIST', false],
  ['darwin', 'EPERM', false],
  ['linux', 'EACCES', false],
])('36.3 on %s %s is an error of the moment: %s', (platform, code, busy) => {
  expect(isBusy(Object.assign(new Error(code), { code }), platform)).toBe(busy);
});
