import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { touchedSince } from './touched.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'flow-touched-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function file(name: string): number {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), name);
  return statSync(join(root, name)).ctimeMs;
}
/** Long enough for the folders' own times. */
const old = (folder: string) => utimesSync(join(root, folder), 1, 1);

test('E1: a file is touched from its time on, whatever its other times say', () => {
  const time = file('a.js');
  utimesSync(join(root, 'a.js'), 1, 1);
  expect(touchedSince(root, [['a.js', 'gone.js'], null], time - 1, time + 1000)).toEqual({
    since: ['a.js'],
    ahead: [],
  });
  expect(touchedSince(root, [['a.js'], null], time + 1000, time + 2000)).toEqual({ since: [], ahead: [] });
});

test('E8: a time beyond the end is of a clock that has been set back since, of a folder as of a file', () => {
  const time = file('lib/b.js');
  expect(touchedSince(root, [['lib/b.js'], null], time - 9000, time - 5000)).toEqual({
    since: [],
    ahead: ['lib/b.js'],
  });
  old('lib');
  const moved = statSync(join(root, 'lib')).ctimeMs;
  const { since, ahead } = touchedSince(root, [['lib/b.js'], null], moved - 9000, moved - 5000);
  expect(since).toEqual([]);
  expect(ahead).toContain('lib/b.js');
});
