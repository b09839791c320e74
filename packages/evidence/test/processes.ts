import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TempRepository } from './temp-repository.js';

const LOADER = new URL('./source-loader.mjs', import.meta.url).href;
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

/** A writer in a process of its own, and what it had acknowledged when it ended. */
export interface Writer {
  child: ChildProcess;
  ended: Promise<{ acknowledged: string[]; errors: string; code: number | null }>;
}

/** Starts a process that appends `count` events named `<label>-<i>`. `limit`: the most blocks of 512 bytes a file may have. */
export function startWriter(repo: TempRepository, label: string, count: number, limit?: number): Writer {
  const args = ['--disable-warning=ExperimentalWarning', '--import', LOADER, WRITER, repo.root, label, String(count)];
  const [file, words]: [string, string[]] =
    limit === undefined
      ? [process.execPath, args]
      : ['/bin/sh', ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, ...args]];
  const child = spawn(file, words, { env: repo.env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout!.on('data', (data) => {
    output += data;
  });
  child.stderr!.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<Awaited<Writer['ended']>>((resolve) => {
    // Only whole lines count: the last may have been cut by the kill.
    child.on('close', (code) => resolve({ acknowledged: output.split('\n').slice(0, -1), errors, code }));
  });
  return { child, ended };
}
