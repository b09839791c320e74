import { execFileSync, spawnSync } from 'node:child_process';
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

test('37.1 the program compares the work tree with where the work began; a claim that names the test answers a changed expectation', () => {
  const area = mkdtempSync(path.join(tmpdir(), 'weakened-since-'));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: area, stdio: 'pipe' });
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(area, name)), { recursive: true });
    writeFileSync(path.join(area, name), text);
  };
  const expecting = (line: string) => `from cart import total\n\ndef test_total():\n    assert ${line}\n`;
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'a@example.org');
  git('config', 'user.name', 'A');
  write('cart.py', 'def total(a, b):\n    return a + b\n');
  write('test_cart.py', expecting('total(1, 2) == 3'));
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  const since = (...words: string[]) =>
    spawnSync(process.execPath, [PROGRAM, '--since', ...words], { cwd: area, encoding: 'utf8' });
  expect(since('main')).toMatchObject({ status: 0, stdout: 'No weakened test was found.\n' });
  write('cart.py', 'def total(a, b):\n    return a + b + 1\n');
  write('test_cart.py', expecting('total(1, 2) == 4'));
  const asked = since('main');
  expect(asked).toMatchObject({ status: 1 });
  expect(asked.stdout).toMatch(/^test_cart\.py:4 expectation-changed of test_total: was .*== 3, is .*== 4\n$/);
  // Not yet committed, and new: the map of this work is read as the work tree has it.
  write('develop/fee/test-shape.yaml', 'claims:\n  - claim: INV-1\n    tests: [test_total]\n');
  const answered = since('main');
  expect(answered).toMatchObject({ status: 0, stdout: expect.stringContaining('(meant by claim INV-1)') });
  // A claim says what is expected, and not that nothing is.
  write('test_cart.py', expecting('total(1, 2)'));
  expect(since('main', '--json')).toMatchObject({ status: 1, stdout: expect.stringContaining('"assertion-loosened"') });
  write('test_cart.py', 'from cart import total\n');
  expect(since('main')).toMatchObject({ status: 1, stdout: expect.stringContaining('test-removed') });
  expect(since('nobody')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^flow-weakened: /) });
});
