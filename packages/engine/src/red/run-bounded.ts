import { spawn } from 'node:child_process';
import { endTree } from '@flow/evidence/processes/end-tree';

const MAX_OUTPUT = 16 * 1024 * 1024;
/** Milliseconds that a process which has left the group may keep the streams open. */
const GRACE = 2000;

/** End of a run. */
export interface BoundedRun {
  text: string;
  /** Null when a signal ended it or it could not be started. */
  exit: number | null;
  timedOut: boolean;
  /** The run printed more than is kept. */
  cut: boolean;
  /** Why it could not be started. */
  failed?: string;
}

/** A command runs in a folder, with an environment and limits. */
export interface RunLimits {
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** Milliseconds. */
  timeout: number;
  /** Aborting it kills the run. */
  signal: AbortSignal;
}

/** Runs a command in a process group of its own, so that what it starts ends with it. Never rejects. */
export function runBounded(argv: readonly string[], limits: RunLimits): Promise<BoundedRun> {
  const [program = '', ...words] = argv;
  const { directory, environment, timeout, signal } = limits;
  return new Promise((resolve) => {
    const grouped = process.platform !== 'win32';
    const child = spawn(program, words, {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: grouped,
    });
    const kept: Buffer[] = [];
    let size = 0;
    let timedOut = false;
    const kill = () => endTree(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeout);
    signal.addEventListener('abort', kill, { once: true });
    const finish = (run: Pick<BoundedRun, 'exit' | 'failed'>) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      resolve({ text: Buffer.concat(kept).toString('utf8'), timedOut, cut: size > MAX_OUTPUT, ...run });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_OUTPUT) kept.push(chunk);
      });
    }
    child.on('error', (error) => finish({ exit: null, failed: error.message }));
    child.on('exit', (exit) => {
      // What it left running in the background would keep its streams open, and the folder that is about to go.
      kill();
      setTimeout(finish, GRACE, { exit }).unref();
    });
    child.on('close', (exit) => finish({ exit }));
  });
}
