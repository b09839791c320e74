import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/* Work trees share one machine: its ports, its databases, its names of containers. A number for each keeps them apart. */

/**
 * Returns the number of a work tree, which it keeps: the lowest one that no other work tree of this user has that is still there.
 * @param folder where the numbers are kept, one for all repositories of a user
 */
export function slotIn(folder: string, worktree: string): number {
  mkdirSync(folder, { recursive: true });
  const own = readdirSync(folder).find((name) => read(path.join(folder, name)) === worktree);
  if (own !== undefined) return Number(own);
  for (let slot = 1; ; slot += 1) {
    const file = path.join(folder, String(slot));
    if (isTaken(file)) continue;
    try {
      writeFileSync(file, worktree, { flag: 'wx' });
      return slot;
    } catch (error) {
      // Another driver was faster: the next number is asked for.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Tells whether a work tree has the number; one that is gone gives it back. */
function isTaken(file: string): boolean {
  const holder = read(file);
  if (holder === null) return false;
  if (holder === '' || existsSync(holder)) return true;
  rmSync(file, { force: true });
  return false;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The first port of the first work tree, and how many ports each has. */
const PORTS = { first: 20_000, each: 20 };

/** Returns the variables by which what runs in a work tree keeps out of the way of what runs in others (R60). */
export const slotVariables = (slot: number): Record<string, string> => ({
  FLOW_SLOT: String(slot),
  FLOW_PORT_BASE: String(PORTS.first + slot * PORTS.each),
  FLOW_SUFFIX: `_flow${slot}`,
});
