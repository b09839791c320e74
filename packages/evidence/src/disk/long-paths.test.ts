import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFileBounded, realPath, repositoryState, withLock, writeFileAtomic } from '../index.js';

/* Paths as long as Windows knows them without a prefix (259 characters), and longer, as far as this system goes. */

/** The longest name of one file that file systems take, in bytes. */
const NAME = 255;

/** Returns a new folder whose path has exactly so many characters. */
function folderOf(length: number): string {
  const area = realPath(mkdtempSync(join(tmpdir(), 'long-')));
  onTestFinished(() => rmSync(area, { recursive: true, force: true }));
  let rest = length - area.length;
  let folder = area;
  while (rest > 0) {
    // A name has one character at the least, so one is left for the last.
    const part = rest > 202 ? 200 : rest - 1;
    folder = join(folder, 'd'.repeat(part));
    rest -= part + 1;
  }
  mkdirSync(folder, { recursive: true });
  expect(folder).toHaveLength(length);
  return folder;
}

test.each([247, 248, 259, 260, 261, 1_000, 3_500])(
  '36.3 a file below a folder of %i characters is written, replaced, read and locked',
  (length) => {
    const folder = folderOf(length);
    const file = join(folder, 'suites.json');
    writeFileAtomic(file, 'one');
    writeFileAtomic(file, 'two', { within: folder });
    expect(readFileBounded(file, 1_000)).toEqual({ kind: 'ok', bytes: Buffer.from('two') });
    expect(withLock(join(folder, 'lock'), 1_000, () => realPath(file))).toEqual({ ok: true, value: file });
    expect(readdirSync(folder)).toEqual(['suites.json']);
  },
);

test.each([
  ['letters', 'n'.repeat(NAME)],
  ['characters of three bytes', '試'.repeat(NAME / 3)],
  ['characters of four bytes', '🧪'.repeat(Math.floor(NAME / 4))],
])('36.3 the longest name of a file leaves room for the unfinished one beside it: %s', (_, name) => {
  const folder = folderOf(150);
  writeFileAtomic(join(folder, name), 'one');
  expect(readdirSync(folder)).toEqual([name]);
});

test.each([10, 260, 4_000])(
  '36.3 a repository at a path of %i characters adds no more to the state folder than another',
  (length) => {
    const state = repositoryState({ commonDir: `/${'deep/'.repeat(length / 5)}repository/.git` }, { HOME: '/h' });
    expect(state.length).toBeLessThan('/h/.local/state/flow/repositories/'.length + 56);
  },
);
