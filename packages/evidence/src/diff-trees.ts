import { git, splitZ } from './git.js';
import type { Repository } from './repository.js';

/**
 * Paths in which two contents differ.
 * @param a id of a tree, or anything that names one; so is `b`
 * @returns 'gone' when git does not have one of them (any more), which proves nothing about them
 * @throws DeadlineError
 */
export function diffTrees(
  repository: Repository,
  a: string,
  b: string,
  options: { deadline?: number } = {},
): string[] | 'gone' {
  if (a === b) return [];
  const flags = ['-r', '-z', '--no-renames', '--name-only', '--no-ext-diff', '--ignore-submodules=none'];
  const result = git(repository, ['diff-tree', ...flags, '--end-of-options', a, b], options);
  return result.status === 0 ? splitZ(result.stdout) : 'gone';
}
