import { judgeSuite, type RunResult } from '@flow/core';
import { treeView } from '@flow/evidence/git/tree-view';
import { readEvidence } from '../../facts/evidence.js';
import type { RunSource } from '../../facts/run-source.js';
import { runsOf } from '../../facts/runs.js';
import { namedSuites } from '../../policy/suites.js';
import { isKept } from './named-result.js';
import type { RecognisedRun } from './recognised-run.js';

/** The content that a run has seen. */
type Content = Pick<RunSource, 'repository' | 'policy' | 'tree' | 'deadline'>;

/**
 * A result that a tool has kept counts where its suite was seen green on this very content: then it repeats what is known, and
 * an honest command run twice is green twice.
 */
export function withEarlier(result: RunResult, { suite: id }: RecognisedRun, content: Content): RunResult {
  if (!isKept(result)) return result;
  const { repository, policy, tree, deadline } = content;
  const suite = namedSuites(policy).find((one) => one.id === id);
  const view = suite && treeView(repository, tree, deadline);
  if (!suite || !view) return result;
  const source = { ...content, evidence: readEvidence(repository), differences: new Map(), runs: new Map() };
  const { state } = judgeSuite(runsOf(suite, view, source), [], policy.push.reruns);
  return state === 'tested' ? { ...result, outcome: 'passed', complete: true } : result;
}
