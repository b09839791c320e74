import { matchesAny } from '@flow/core';
import { git, splitZ } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { VIEWS } from '../../policy/views.js';

/**
 * Tells whether HEAD has the content on disk. The content on disk is taken without what is generated and what an
 * installation writes; a commit may have those.
 * @param committed the tree of HEAD; null when there is none
 * @param tree the content on disk
 * @returns null where git cannot tell
 */
export function isCommitted(
  { repository, start }: Surroundings,
  committed: string | null,
  tree: string,
): boolean | null {
  if (committed === null || committed === tree) return committed !== null;
  const words = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', committed, tree];
  const answer = git(repository, words, { deadline: start.deadline });
  if (answer.status !== 0) return null;
  return isWithinViews(splitZ(answer.stdout));
}

/** Tells whether all paths are files that a commit may have besides. */
export const isWithinViews = (paths: readonly string[]) => paths.every((name) => matchesAny(name, VIEWS));
