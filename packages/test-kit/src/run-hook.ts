import { spawnSync } from 'node:child_process';
import type { Environment } from './clean-environment.js';

/** Options of a hook's run tell how to start the hook. */
export interface RunHookOptions {
  /** Arguments after the bundle's path. */
  args?: readonly string[];
  /** All variables that the hook sees. */
  environment: Environment;
  /** Folder in which it starts. @default this process's */
  cwd?: string;
  /** The node to run it with. @default the one that runs this */
  node?: string;
  /** Milliseconds until it is killed. @default 60000 */
  timeoutMs?: number;
}

/** A hook run tells what a hook answered. */
export interface HookRun {
  /** Exit code; `null` when a signal ended it (a time-out too). */
  status: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; absent when it is empty or no single JSON value. */
  json?: unknown;
  /** True where its time was over for the client, which may have read what it had written by then. */
  isTimedOut?: boolean;
  /** Wall time in milliseconds. */
  durationMs: number;
}

/**
 * Runs a built hook on one event: an object as JSON, or a string or bytes as they are. A hook that leaves its standard
 * input unread is not an error, as it is none for the host; a node that cannot be started is thrown.
 */
export function runHook(bundlePath: string, event: unknown, options: RunHookOptions): HookRun {
  const input = typeof event === 'string' || event instanceof Uint8Array ? event : JSON.stringify(event);
  const started = performance.now();
  const run = spawnSync(options.node ?? process.execPath, [bundlePath, ...(options.args ?? [])], {
    input,
    env: options.environment,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: options.timeoutMs ?? 60_000,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const durationMs = performance.now() - started;
  const code = (run.error as NodeJS.ErrnoException | undefined)?.code;
  if (run.error !== undefined && code !== 'EPIPE' && code !== 'ETIMEDOUT') throw run.error;
  return { status: run.status, stdout: run.stdout, stderr: run.stderr, durationMs, ...parsed(run.stdout) };
}

export function parsed(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}
