import { readdirSync, readFileSync } from 'node:fs';
import { endTree, treeLives } from '@flow/evidence/processes/end-tree';

/** Milliseconds that a session has to end by itself before it is killed. */
const GRACE = 3000;

/** Milliseconds that a process has which a client has left behind. */
const STRAY_GRACE = 500;

/** Milliseconds between two looks. */
const LOOK = 50;

/** Ends all processes of a session: asked first, killed after that. Nothing of the group lives when the promise resolves. */
export async function stopGroup(pid: number): Promise<void> {
  endTree(pid, 'SIGTERM');
  const end = Date.now() + GRACE;
  while (treeLives(pid) && Date.now() < end) await new Promise((done) => setTimeout(done, LOOK));
  endTree(pid);
}

/**
 * Ends processes that have a variable of one session: a client starts its commands in groups of their own, which outlive a client
 * that is killed. Only Linux tells what variables a process has; elsewhere such a command goes on until its own end.
 * @param variable name and value
 */
export async function stopStrays(variable: string): Promise<void> {
  for (const [name, patience] of [
    ['SIGTERM', STRAY_GRACE],
    ['SIGKILL', STRAY_GRACE],
  ] as const) {
    const end = Date.now() + patience;
    do {
      const strays = processesWith(variable);
      if (strays.length === 0) return;
      for (const pid of strays) endOne(pid, name);
      await new Promise((done) => setTimeout(done, LOOK));
    } while (Date.now() < end);
  }
}

function processesWith(variable: string): number[] {
  const wanted = Buffer.from(`\0${variable}\0`);
  return processes().filter((pid) => {
    try {
      return pid !== process.pid && Buffer.concat([NUL, readFileSync(`/proc/${pid}/environ`), NUL]).includes(wanted);
    } catch {
      // It is over, or another user's.
      return false;
    }
  });
}

const NUL = Buffer.from([0]);

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // A system without such a folder.
    return [];
  }
}

function endOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is over.
  }
}
