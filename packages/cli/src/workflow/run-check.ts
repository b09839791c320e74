import { spawn } from 'node:child_process';
import { endTree } from '@flow/evidence/processes/end-tree';

/** A check end tells how a check ended. */
export interface CheckEnd {
  /** Null where it was ended by a signal, or at its deadline. */
  exit: number | null;
  isLate: boolean;
  /** The end of what it printed. */
  output: string;
}

/** Characters of a check's output that are kept. */
const KEPT = 2000;

/** In the place of a sealed shell a line is started as the shell would start it. */
function shellFor(line: string, { FLOW_SEAL_WRAPPER: wrapper }: NodeJS.ProcessEnv): [string, string[]] {
  return wrapper === undefined ? ['/bin/sh', ['-c', line]] : [wrapper, [line]];
}

/**
 * Runs a check: a command line in a shell of its own, with the caller's environment and a deadline. It has no terminal and
 * nothing to read, so it can answer no question that a person is asked. What it starts ends with it.
 */
export function runCheck(
  line: string,
  { directory, environment, milliseconds }: { directory: string; environment: NodeJS.ProcessEnv; milliseconds: number },
): Promise<CheckEnd> {
  const isWindows = process.platform === 'win32';
  // A group of processes of its own, which has left the terminal.
  const child = isWindows
    ? spawn(line, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'], shell: true })
    : spawn(...shellFor(line, environment), {
        ...{ cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
      });
  let output = '';
  let isLate = false;
  const take = (text: Buffer) => {
    output = (output + text.toString('utf8')).slice(-KEPT);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const stop = () => endTree(child.pid);
  const leave = () => process.exit(143);
  process.once('exit', stop);
  process.once('SIGTERM', leave);
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, milliseconds);
    const end = (exit: number | null) => {
      clearTimeout(timer);
      process.off('exit', stop);
      process.off('SIGTERM', leave);
      // What it left behind in its group does not go on without it.
      stop();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ exit: isLate ? null : exit, isLate, output });
    };
    child.on('error', () => end(127));
    child.on('exit', (code) => setImmediate(() => end(code)));
  });
}
