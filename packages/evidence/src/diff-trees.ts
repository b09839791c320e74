import { git, splitZ } from './git.js';
import type { Repository } from './repository.js';
import { submoduleAt } from './submodules.js';

const SUBMODULE = '160000';

/**
 * Paths in which two contents differ, those in submodules that are checked out among them.
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
  const flags = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];
  const result = git(repository, ['diff-tree', ...flags, '--end-of-options', a, b], options);
  if (result.status !== 0) return 'gone';
  const paths: string[] = [];
  const fields = splitZ(result.stdout);
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before, after, from = '', to = ''] = fields[at]!.slice(1).split(' ');
    const path = fields[at + 1]!;
    const inside =
      before === SUBMODULE && after === SUBMODULE ? diffInside(repository, path, from, to, options) : 'gone';
    if (inside === 'gone') paths.push(path);
    else paths.push(...inside.map((name) => `${path}/${name}`));
  }
  return paths;
}

/** What differs within a submodule: each side is a commit of it or, where it was edited, a tree. */
function diffInside(repository: Repository, path: string, a: string, b: string, options: { deadline?: number }) {
  const inner = submoduleAt(repository, path);
  return inner === undefined ? 'gone' : diffTrees(inner, a, b, options);
}
