import { branchName, type Environment, type Repository, type Where } from '@flow/evidence';
import { clientHere } from './session-record.js';

/** Tells where this program records something, and in which session. */
export function whereHere(repository: Repository, environment: Environment): Where {
  const session = clientHere(environment)?.session ?? null;
  return { worktree: repository.root, branch: branchName(repository), session };
}
