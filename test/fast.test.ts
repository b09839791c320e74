import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../vitest.fast.config.js';
import { fastFiles } from './fast-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { fast, slow } = fastFiles();

test('test:fast runs every test beside the source that starts no program', () => {
  const all = globSync('packages/*/src/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  const asked = new Set([...fast, ...slow]);
  expect(all.filter((file) => !asked.has(file) && !file.startsWith('packages/test-kit/'))).toEqual([]);
  expect(config.test).toMatchObject({ include: fast, setupFiles: ['test/no-process.ts'] });
  // The rooms that are pure: what starts a program there carries shell lines out, or asks git.
  const pure = /^packages\/(?:core|capture-parsers\/src|agents|preset-\w+|shell-effects|workflows)\//;
  const names = slow.filter((file) => pure.test(file)).map((file) => path.basename(file));
  expect(names.sort()).toEqual(['differential.test.ts', 'programs.test.ts', 'readme.test.ts', 'writes.test.ts']);
  for (const room of ['core', 'capture-parsers/src', 'workflows/test', 'agents', 'shell-effects/src'])
    expect(fast.some((file) => file.startsWith(`packages/${room}/`))).toBe(true);
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['test:fast']).toBe('vitest run --config vitest.fast.config.ts');
});

const CALLS = [
  "spawn('true')",
  "spawnSync('true')",
  "exec('true')",
  "execSync('true')",
  "execFile('true')",
  "execFileSync('true')",
  "fork('-h')",
];

test.each(CALLS)('no test of test:fast starts a process: %s', (call) => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [...words, '--input-type=module', '-e', code], { encoding: 'utf8', cwd: root });
  const code = `import { ${call.split('(')[0]} } from 'node:child_process'; ${call};`;
  expect(run('--import=./test/no-process.ts').stderr).toContain('test:fast starts no process');
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});
