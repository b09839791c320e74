import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { own } from './start-small.js';

const folder = mkdtempSync(path.join(tmpdir(), 'flow-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STARTS: readonly [name: string, words: string[], options: SpawnSyncOptions][] = [
  ['bytes', ['--version'], {}],
  ['text', ['--version'], { encoding: 'utf8' }],
  ['standard input', ['hash-object', '--stdin'], { input: 'a\0b\n', encoding: 'utf8' }],
  ['no standard output', ['--version'], { stdio: ['pipe', 'ignore', 'pipe'] }],
  ['a failure', ['cat-file', 'blob', 'x'], { cwd: folder, encoding: 'utf8' }],
  ['variables', ['var', 'GIT_AUTHOR_IDENT'], { env: { PATH: process.env.PATH, HOME: folder }, encoding: 'utf8' }],
  ['no such folder', ['--version'], { cwd: path.join(folder, 'none') }],
  ['more output than is taken', ['-c', 'alias.say=!echo too much; exec sleep 2 #', 'say'], { maxBuffer: 3 }],
  ['a deadline', ['-c', 'alias.wait=!exec sleep 2', 'wait'], { timeout: 30 }],
];

const told = ({ pid: _, error, ...run }: ReturnType<typeof spawnSync>) => ({
  ...run,
  ...(error ? { error: { ...error, said: error.message } } : {}),
});

test.each(STARTS)('git answers a small process as it answers node: %s', (_, words, options) => {
  expect(spawnSync).not.toBe(own.spawnSync);
  expect(told(spawnSync('git', words, options))).toEqual(told(own.spawnSync('git', words, options)));
});

test.each([
  ['an exit code', 'sh', ['-c', 'echo out; echo err >&2; exit 3']],
  ['a signal', 'sh', ['-c', 'kill -9 $$']],
  ['no such program', 'no-such-program', []],
])('another program answers it so, too: %s', (_, file, words) => {
  expect(told(spawnSync(file, words))).toEqual(told(own.spawnSync(file, words)));
});

test('a failure of git is thrown with all that node says of it', () => {
  const thrown = (start: typeof execFileSync) => {
    try {
      return start('git', ['cat-file', 'blob', 'x'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { pid: _, message, ...fields } = error as Error & { pid: number };
      return { message, ...fields };
    }
  };
  expect(thrown(execFileSync)).toEqual(thrown(own.execFileSync));
  expect(execFileSync('git', ['--version'])).toEqual(own.execFileSync('git', ['--version']));
});
