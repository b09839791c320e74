import { git, type Repository } from '@flow/evidence';
import { isOwnerRefused } from '../text/not-owned.js';

/** Tells whether git tells nothing of a repository because another user owns it. */
export function isNotOwned(repository: Repository, deadline: number): boolean {
  const { status, stderr } = git(repository, ['rev-parse', '--git-dir'], { deadline });
  return status !== 0 && isOwnerRefused(stderr);
}
