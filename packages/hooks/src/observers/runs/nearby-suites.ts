import type { Policy, Suite } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { treeView } from '../../facts/tree-view.js';
import { suitesOf } from '../../policy/suites.js';

/** Suites of the last commit; none before the first. */
export function nearbySuites(repository: Repository, policy: Policy, deadline: number): Suite[] {
  const view = treeView(repository, 'HEAD', deadline);
  return view ? suitesOf(view, policy) : [];
}
