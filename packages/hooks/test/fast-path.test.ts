import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { events } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { HOOK, repository, start } from './kit.js';

/** Runs a file with an event on standard input and tells which internal modules were loaded, and whether it started a process. */
function observe(file: string, event: unknown, environment: Record<string, string>) {
  const code = `
    const before = process.moduleLoadList.length;
    require(${JSON.stringify(file)});
    process.on('exit', () => {
      const loaded = process.moduleLoadList.slice(before);
      require('fs').writeSync(2, JSON.stringify(loaded));
    });`;
  const run = spawnSync(process.execPath, ['-e', code], {
    input: JSON.stringify(event),
    env: environment,
    encoding: 'utf8',
  });
  return { status: run.status, loaded: JSON.parse(run.stderr || '[]') as string[] };
}

describe('D33 the fast path', () => {
  const build = (cwd: string) => events('33333333-3333-4333-8333-333333333333', cwd);

  test.each([
    ['a plain command', (cwd: string) => build(cwd).preToolUse('Bash', { command: 'ls -la src | head' }, 't')],
    ['git status', (cwd: string) => build(cwd).preToolUse('Bash', { command: 'git status --short' }, 't')],
    [
      'a plain edit',
      (cwd: string) => build(cwd).preToolUse('Write', { file_path: `${cwd}/src/a.ts`, content: '' }, 't'),
    ],
    ['a prompt', (cwd: string) => build(cwd).userPromptSubmit('please push')],
    [
      'the end of a plain command',
      (cwd: string) => build(cwd).postToolUse('Bash', { command: 'ls' }, { stdout: '' }, 't'),
    ],
  ])('P3 loads no internal module and starts no process: %s', (_name, make) => {
    const repo = repository();
    start(repo);
    const empty = observe(repo.write('empty.cjs', ''), {}, repo.environment);
    const run = observe(HOOK, make(repo.root), repo.environment);
    expect(run.status).toBe(0);
    // What an empty file loads of itself is not counted, nor is the C++ side that fs brings along.
    const extra = run.loaded.filter((name) => name.startsWith('NativeModule') && !empty.loaded.includes(name));
    expect(extra).toEqual([]);
  });

  test('P3 the entry file stays small', () => {
    expect(statSync(HOOK).size).toBeLessThanOrEqual(24 * 1024);
  });
});
