import path from 'node:path';

/** The parts of a system by which processes are ended; a test gives others. */
export interface EndingSystem {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  /** Sends a signal to a process, or to a group by its negated id. @throws where there is none */
  kill(pid: number, signal: NodeJS.Signals | 0): void;
  /** Runs a program to its end, and takes nothing that it prints. */
  start(program: string, words: readonly string[]): void;
}

/** Milliseconds that the program has which ends a tree of processes. */
const PATIENCE = 5000;

const HERE: EndingSystem = {
  platform: process.platform,
  environment: process.env,
  kill: (pid, signal) => void process.kill(pid, signal),
  start(program, words) {
    process
      .getBuiltinModule('node:child_process')
      .spawnSync(program, [...words], { stdio: 'ignore', timeout: PATIENCE, windowsHide: true });
  },
};

/**
 * Ends a process with all that it has started, and does not complain where all of it is over. The process leads a group of
 * its own (`detached`) but on Windows, which knows no groups: `taskkill` ends the tree below it there, at once or, for
 * SIGTERM, as far as its windows take the request.
 * @param pid that of a process, above 0; others are left alone, as 0 would be the caller's own group
 */
export function endTree(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL', system = HERE): void {
  if (pid === undefined || pid <= 0) return;
  try {
    if (system.platform === 'win32') system.start(taskkill(system), ['/PID', `${pid}`, '/T', ...FORCED[signal]]);
    else system.kill(-pid, signal);
  } catch {
    // It is over already.
  }
}

const FORCED = { SIGTERM: [], SIGKILL: ['/F'] } as const;

/** Returns the program by its place, as a folder on the search path could be anybody's. */
const taskkill = ({ environment }: EndingSystem) =>
  path.win32.join(environment.SystemRoot ?? environment.SYSTEMROOT ?? 'C:\\Windows', 'System32\\taskkill.exe');

/** Tells whether anything lives of a group, or on Windows the process itself. */
export function treeLives(pid: number, system = HERE): boolean {
  try {
    system.kill(system.platform === 'win32' ? pid : -pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
