import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTail } from '../disk/read-tail.js';
import type { Repository } from './repository.js';

/**
 * Tells whether git has stopped in the middle of bringing other commits into the work tree: a merge, or commits that are
 * replayed one by one (rebase, cherry-pick, revert). What lies there then is not only the work of this phase.
 */
export function operationIn(repository: Repository): 'merge' | 'replay' | null {
  const isThere = (name: string) => existsSync(path.join(repository.gitDir, name));
  if (['rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'].some(isThere)) return 'replay';
  return isThere('MERGE_HEAD') ? 'merge' : null;
}

/** A move tells where HEAD came from and went to while git brought other commits into the work tree. */
export interface Move {
  from: string;
  to: string;
  /** The command of git that did it. */
  by: string;
}

const BRINGS = /^(merge|pull|rebase|am|cherry-pick|revert)\b/;
const TAIL = 16 * 1024;

/**
 * Tells what the log of HEAD tells since a moment; null where nothing was brought. Commits are no such move (what they hold lay
 * in the work tree), and neither is another branch, which has rules of its own.
 * @param since in milliseconds
 */
export function lastMove(repository: Repository, since: number): Move | null {
  const recent = readTail(path.join(repository.gitDir, 'logs/HEAD'), TAIL)
    .split('\n')
    .flatMap((line) => {
      const found = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .* (\d+) [-+]\d{4}\t(.*)$/.exec(line);
      // It counts in seconds.
      return found && (Number(found[3]) + 1) * 1000 > since ? [found] : [];
    })
    .filter((found) => BRINGS.test(found[4]!));
  const [first] = recent;
  const last = recent.at(-1);
  if (!first || !last || first[1] === last[2]) return null;
  return { from: first[1]!, to: last[2]!, by: BRINGS.exec(last[4]!)![1]! };
}
