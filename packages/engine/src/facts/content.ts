import { type Failed, type Repository, type TakenTree, type TreeOptions, takeTree } from '@flow/evidence';
import { VIEWS } from '../policy/views.js';
import { isOwnerRefused, notOwnedWords } from '../text/not-owned.js';

/** Returns the content on disk now, or why it cannot be taken. */
export function lookAtContent(
  repository: Repository,
  deadline: number,
  options: Pick<TreeOptions, 'heard' | 'listed' | 'compared' | 'since'> = {},
): TakenTree | Failed {
  const taken = takeTree(repository, { ...options, views: VIEWS, deadline });
  return 'failed' in taken && isOwnerRefused(taken.failed) ? { failed: notOwnedWords(repository.root) } : taken;
}

/** Returns the content on disk now; null when it cannot be taken. */
export function contentNow(repository: Repository, deadline: number): TakenTree | null {
  const taken = lookAtContent(repository, deadline);
  return 'failed' in taken ? null : taken;
}
