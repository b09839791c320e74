import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, '../dist/program.js');
const run = (...words: string[]) => spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });

test('37.1 the program tells its version, finds by folders, and a folder that is not there is no finding', () => {
  const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: /) });
  const area = mkdtempSync(path.join(tmpdir(), 'weakened-'));
  for (const [name, line] of [
    ['before', '== 3'],
    ['after', ''],
  ] as const) {
    mkdirSync(path.join(area, name));
    writeFileSync(path.join(area, name, 'test_sum.py'), `def test_sum():\n    assert add(1, 2) ${line}\n`);
  }
  const [before, after] = ['before', 'after'].map((name) => path.join(area, name)) as [string, string];
  expect(run(before, after)).toMatchObject({ status: 1, stdout: expect.stringContaining('"assertion-loosened"') });
  expect(run(after, after)).toMatchObject({ status: 0 });
  expect(run(before, path.join(area, 'gone'))).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') });
  expect(run(before)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: /) });
});
