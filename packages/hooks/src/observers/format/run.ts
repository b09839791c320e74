import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readSmall } from '../../read-small.js';
import { foldersAbove } from './choose.js';
import type { FormatterSpec } from './formatters.js';

/** The formatted text, or why there is none. */
export type Formatted = { ok: true; text: string } | { ok: false; why: string };

const MAX_OUTPUT = 8 * 1024 * 1024;

/** Where and how long a formatter runs. */
export interface FormatRun {
  /** Absolute path of the executable. */
  program: string;
  root: string;
  environment: NodeJS.ProcessEnv;
  /** Milliseconds. */
  timeout: number;
}

/**
 * Has a text formatted, without a shell: the executable gets its words as they are, the text on standard input, and
 * nothing to write to.
 */
export function runFormatter(spec: FormatterSpec, file: string, text: string, run: FormatRun): Formatted {
  const read = (name: string) => {
    const folder = foldersAbove(file, run.root).find((above) => readSmall(path.join(above, name)) !== undefined);
    return folder === undefined ? undefined : readSmall(path.join(folder, name));
  };
  const grouped = process.platform !== 'win32';
  const options = { detached: grouped };
  const done = spawnSync(run.program, [...spec.words(file, read)], {
    ...options,
    cwd: path.dirname(file),
    env: { ...run.environment, NO_COLOR: '1', NODE_OPTIONS: '' },
    input: text,
    encoding: 'utf8',
    timeout: run.timeout,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  });
  const { code } = (done.error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') {
    endGroup(done.pid);
    return { ok: false, why: `it took longer than ${Math.round(run.timeout / 1000)} s` };
  }
  if (code === 'ENOBUFS') return { ok: false, why: `it printed more than ${MAX_OUTPUT / 1024 / 1024} MiB` };
  if (done.error) return { ok: false, why: code ?? done.error.message };
  if (done.signal !== null) return { ok: false, why: `it was ended by ${done.signal}` };
  if (done.status !== 0) return { ok: false, why: `exit code ${done.status}: ${firstLine(done.stderr)}` };
  // What prints nothing for a text has not formatted it.
  if (done.stdout.trim() === '' && text.trim() !== '') return { ok: false, why: 'it printed nothing' };
  return { ok: true, text: done.stdout };
}

/** What a wrapper script has started ends with it. */
function endGroup(pid: number): void {
  try {
    if (pid > 0 && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

const firstLine = (text: string) => text.split('\n').find((line) => line.trim() !== '') ?? 'no message';
