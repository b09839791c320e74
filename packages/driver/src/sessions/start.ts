import { type ChildProcess, spawn } from 'node:child_process';
import { filesOf, openOutput } from './record.js';

/** A session whose process lives and that has not begun: it waits for the word. */
export interface Waiting {
  pid: number;
  /** Lets it begin with a prompt. */
  go(prompt: string): void;
  /** Has it end without having begun. */
  drop(): void;
}

/**
 * The gate: a shell that waits for one line before it starts the client, so that the lease names a living process before
 * anything is paid for. Without the line (its writer was killed) nothing begins, and no file says that it did. It writes the
 * exit code down, as whoever reads the end may not be the one who started it.
 */
const GATE =
  'read -r word || exit 125; [ "$word" = go ] || exit 125; exit=$1; shift; : > "$exit"; "$@"; echo $? > "$exit"';

/**
 * Starts the process of a session in a group of its own.
 * @param words program and arguments
 * @throws Error where no process can be started
 */
export async function startGate(
  folder: string,
  session: string,
  words: readonly string[],
  { worktree, environment }: { worktree: string; environment: Readonly<Record<string, string | undefined>> },
): Promise<Waiting> {
  const output = openOutput(folder, session);
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', GATE, 'flow-session', filesOf(folder, session).exit, ...words], {
      cwd: worktree,
      env: environment as NodeJS.ProcessEnv,
      detached: true,
      stdio: ['pipe', output.out, output.errors],
    });
    await new Promise<void>((done, failed) => {
      child.once('spawn', done);
      child.once('error', failed);
    });
  } finally {
    output.close();
  }
  // It lives on when the driver ends.
  child.unref();
  child.stdin?.on('error', () => {});
  return {
    pid: child.pid!,
    go: (prompt) => void child.stdin?.end(`go\n${prompt}`),
    drop: () => void child.stdin?.end(),
  };
}
