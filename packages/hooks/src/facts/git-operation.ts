import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '@flow/evidence';

/**
 * Whether git has stopped in the middle of bringing other commits into the work tree: a merge, or commits that are
 * replayed one by one (rebase, cherry-pick, revert). What lies there then is not only the work of this phase.
 */
export function operationIn(repository: Repository): 'merge' | 'replay' | null {
  const isThere = (name: string) => existsSync(path.join(repository.gitDir, name));
  if (['rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'].some(isThere)) return 'replay';
  return isThere('MERGE_HEAD') ? 'merge' : null;
}
