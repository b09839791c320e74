import { judgeSuite, type RunFact, type Suite, type SuiteVerdict, unitsOf } from '@flow/core';
import { questionOf, suitesOf } from '../policy/suites.js';
import { runsFor } from './suite-runs.js';
import type { SuitesAsked } from './suites-asked.js';

/** Most names that a receipt keeps of what is broken without being a test: of more, not all are known. */
export const MAX_BROKEN = 50;

/** Comparison of the issues of a linter or type checker with the issues where the work began. */
export type EarlierIssues =
  | { kind: 'all-known' }
  /** The tool has not looked at the content where the work began: the commit of this id. */
  | { kind: 'unseen'; at: string };

/**
 * Compares what a linter or type checker finds with what it had found where the work began. Tests are not asked: a failing
 * one says nothing of what else has broken.
 * @returns null where something is new, or where not all that was found is known
 */
export function earlierIssues(suite: Suite, verdict: SuiteVerdict, asked: SuitesAsked): EarlierIssues | null {
  const now = questionOf(suite) === 'test' || asked.fork === null ? null : issuesOf(verdict);
  const verdictThere = now && verdictAtFork(suite, asked);
  if (!now || !verdictThere) return null;
  if (verdictThere.state === 'untested' || verdictThere.state === 'stale') return { kind: 'unseen', at: asked.fork! };
  const before = issuesOf(verdictThere);
  const isKnown = before && [...now].every(([issue, count]) => count <= (before.get(issue) ?? 0));
  // Two of a kind on one line have one name.
  if (totalOf(verdict) > totalOf(verdictThere)) return null;
  return isKnown ? { kind: 'all-known' } : null;
}

/** Tells whether a run was seen in which the tests that fail now, and alone, had failed where the work began. */
export function failedBefore(suite: Suite, { onlyTests, failing }: SuiteVerdict, asked: SuitesAsked): boolean {
  const there = onlyTests && verdictAtFork(suite, asked);
  return Boolean(there && failing.every((name) => there.failing.includes(name)));
}

/** Verdict on the suite for the content that the work began at; null where the suite was not there. */
function verdictAtFork(suite: Suite, { source, fork, viewOfFork, treeOfFork }: SuitesAsked): SuiteVerdict | null {
  const view = fork === null ? null : viewOfFork();
  const tree = view && treeOfFork();
  if (!view || !tree) return null;
  const suites = suitesOf(view, source.policy);
  const same = suites.find(({ id }) => id === suite.id);
  if (!same) return null;
  const there = { ...source, tree, differences: new Map(), runs: new Map() };
  return judgeSuite(runsFor(same, suites, view, there), unitsOf(same, suites, view), source.policy.push.reruns);
}

/** Number of times that each issue was found, by file and rule, as lines move; null where not all issues are known. */
function issuesOf({ state, run }: SuiteVerdict): Map<string, number> | null {
  if (state !== 'red' || !run || !namesAll(run)) return null;
  const counts = new Map<string, number>();
  for (const name of run.result.failing) {
    const issue = name.replace(/:\d+(?= |$)/, '');
    counts.set(issue, (counts.get(issue) ?? 0) + 1);
  }
  return counts;
}

function totalOf({ run }: SuiteVerdict): number {
  return run ? run.result.counts.errors + (run.result.warnings ?? 0) : 0;
}

function namesAll({ selection, result }: RunFact): boolean {
  const isRead = result.outcome === 'failed' && result.reasons.includes('issues-found');
  return isRead && selection.kind === 'whole' && result.failing.length > 0 && result.failing.length < MAX_BROKEN;
}
