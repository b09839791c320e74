import { endTree } from '@flow/evidence/processes/end-tree';

/** Output of a program, or why the output is not known. */
export type Printed = { ok: true; text: string } | { ok: false; why: string };

const MAX_OUTPUT = 8 * 1024 * 1024;

/** A program runs in a folder, with a time limit and an input. */
export interface InputRun {
  directory: string;
  environment: NodeJS.ProcessEnv;
  input: string;
  /** Milliseconds. */
  timeout: number;
  /** True where an answer counts that was given before all of the input was read. */
  mayLeaveInput: boolean;
  /** Exit codes of an answer. @default 0 */
  codes?: readonly number[];
}

/** Runs a program without a shell, gives it a text, and takes what it prints. What it started ends with it when it fails. */
export function runWithInput(program: string, words: readonly string[], run: InputRun): Printed {
  // Loaded only here: every event that needs the engine would pay for it.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const options = { detached: process.platform !== 'win32' };
  const done = spawnSync(program, [...words], {
    ...options,
    cwd: run.directory,
    env: run.environment,
    input: run.input,
    encoding: 'utf8',
    timeout: run.timeout,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  });
  const { code } = (done.error ?? {}) as NodeJS.ErrnoException;
  // Who has read enough and says so has answered; whether the pipe was full by then is chance.
  const hasLeft = code === 'EPIPE' && done.signal === null;
  if (done.error && !hasLeft) endTree(done.pid);
  if (code === 'ETIMEDOUT') return { ok: false, why: `it took longer than ${Math.round(run.timeout / 1000)} s` };
  if (code === 'ENOBUFS') return { ok: false, why: `it printed more than ${MAX_OUTPUT / 1024 / 1024} MiB` };
  if (done.error && code !== 'EPIPE') return { ok: false, why: code ?? done.error.message };
  if (done.signal !== null) return { ok: false, why: `it was ended by ${done.signal}` };
  if (!(run.codes ?? [0]).includes(done.status ?? -1))
    return { ok: false, why: `exit code ${done.status}: ${firstLine(done.stderr)}` };
  if (hasLeft && !run.mayLeaveInput) return { ok: false, why: 'it ended before reading the whole input' };
  return { ok: true, text: done.stdout };
}

const firstLine = (text: string) => text.split('\n').find((line) => line.trim() !== '') ?? 'no message';
