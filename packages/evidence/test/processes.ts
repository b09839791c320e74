import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Environment } from '../src/index.js';
import type { TempRepository } from './temp-repository.js';
import type { WriterTask } from './writer.js';

const LOADER = new URL('./source-loader.mjs', import.meta.url).href;
/** Taking the types away is most of a start; what one process has done so is there for the next. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../.cache/compile', import.meta.url));
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', '--import', LOADER];

/** A process, and what it had written in whole lines when it ended. */
export interface Running {
  child: ChildProcess;
  ended: Promise<{ lines: string[]; errors: string; code: number | null }>;
}

/**
 * Starts a process that appends `count` events named `<label>-<i>`, and writes each name once it is acknowledged.
 * @param more.blocks the most blocks of 512 bytes that a file may have
 */
export function startWriter(
  repo: TempRepository,
  label: string,
  count: number,
  more: Partial<WriterTask> & { blocks?: number } = {},
): Running {
  const { blocks, ...rest } = more;
  const task: WriterTask = { root: repo.root, label, count, ...rest };
  return start('writer.ts', [JSON.stringify(task)], repo.env, blocks);
}

/** Starts `locker.ts`, which waits for somebody to open the named pipe `<folder>/go`. */
export function startLocker(folder: string, count: number): Running {
  return start('locker.ts', [folder, String(count)], process.env);
}

/** Starts a process that makes `count` folders in folders that are not there, once `<folder>/go` is. */
export function startMaker(folder: string, count: number): Running {
  return start('maker.ts', [folder, String(count)], process.env);
}

/** Starts a process that adds `count` lines named `<label>-<i>` to a commit's note. */
export function startNoter(repo: TempRepository, commit: string, label: string, count: number): Running {
  return start('noter.ts', [repo.root, commit, label, String(count)], repo.env);
}

/** Starts a process that publishes a line of its own about a commit, once the file `go` is there. */
export function startPublisher(root: string, commit: string, line: string, go: string, env: Environment): Running {
  return start('publisher.ts', [root, commit, line, go], env);
}

function start(script: string, words: string[], env: Environment, limit?: number): Running {
  const args = [...NODE_ARGS, fileURLToPath(new URL(script, import.meta.url)), ...words];
  const [file, all]: [string, string[]] =
    limit === undefined
      ? [process.execPath, args]
      : ['/bin/sh', ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, ...args]];
  const child = spawn(file, all, {
    env: { ...env, NODE_COMPILE_CACHE: COMPILE_CACHE } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout!.on('data', (data) => {
    output += data;
  });
  child.stderr!.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<Awaited<Running['ended']>>((resolve) => {
    // The last line may have been cut by a kill.
    child.on('close', (code) => resolve({ lines: output.split('\n').slice(0, -1), errors, code }));
  });
  return { child, ended };
}
