import type { Policy, Suite } from '@flow/core';
import { unitsOf } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { treeView } from '@flow/evidence/git/tree-view';
import { checkSeverity, isCustom, suitesOf } from '../../policy/suites.js';

/** Suites of the last commit that a push can need, and those of them that have something to run; none before the first. */
export function nearbySuites(
  repository: Repository,
  policy: Policy,
  deadline: number,
): Record<'known' | 'filled', Suite[]> {
  const view = treeView(repository, 'HEAD', deadline);
  const all = view ? suitesOf(view, policy) : [];
  const known = all.filter((suite) => checkSeverity(suite, policy) === 'block');
  return { known, filled: known.filter((suite) => isCustom(suite) || unitsOf(suite, all, view!).length > 0) };
}
