import { hooks } from '../evidence.js';
import type { Shipping } from './shipping.js';

/** The output and the end of a git command. */
export interface GitRun {
  status: number;
  stdout: string;
  stderr: string;
}

/** Milliseconds for the answer to a question; a push or a commit with its hooks takes as long as it takes. */
const ASKING = 60_000;

/**
 * Runs the person's own git, with their settings and hooks. Never throws for a git that says no.
 * @param options `input` for its standard input; `asks` ends it after a minute
 */
export async function runGit(
  { root, call }: Pick<Shipping, 'root' | 'call'>,
  words: readonly string[],
  options: { input?: string; asks?: boolean } = {},
): Promise<GitRun> {
  // A question on a terminal would wait behind our own lines.
  const silent = process.stderr.isTTY && !call.json ? {} : { GIT_TERMINAL_PROMPT: '0' };
  // Nothing that a sealed session has put into git's settings runs here.
  const program = (await hooks()).refuseSteeredIn(root)?.get('git') ?? 'git';
  const { execa } = await import('execa');
  const run = await execa(program, words, {
    cwd: root,
    env: { ...call.environment, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...silent },
    extendEnv: false,
    reject: false,
    input: options.input ?? '',
    maxBuffer: 64 * 1024 * 1024,
    ...(options.asks ? { timeout: ASKING } : {}),
  });
  const stderr = run.timedOut ? 'no answer within a minute' : run.stderr || run.shortMessage || '';
  return { status: run.exitCode ?? 128, stdout: run.stdout, stderr };
}

/** Returns the last lines of what a program said, for people. */
export function tailOf(text: string, clean: (value: unknown, max?: number) => string): string[] {
  const lines = text.split('\n').map((line) => clean(line, 300));
  return lines.filter((line) => line !== '').slice(-20);
}
