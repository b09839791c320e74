import {
  hasGreenRun,
  isTestedExactly,
  isTestedSealed,
  judgeSuite,
  type Suite,
  type SuiteVerdict,
  unitsOf,
} from '@flow/core';
import { askedUnits, isCustom, suitesOf } from '../policy/suites.js';
import { type FewerTests, fewerTests } from './fewer-tests.js';
import { flakedBefore } from './flake-history.js';
import { type EarlierIssues, earlierIssues, failedBefore } from './known-issues.js';
import { spokenOf } from './spoken-of.js';
import { runsFor } from './suite-runs.js';
import type { SuitesAsked } from './suites-asked.js';
import { touchedTests } from './touched-tests.js';
import { leftOut, uncommittedOf } from './uncommitted.js';
import { type WrittenByRun, writtenByRun } from './written-by-run.js';

export interface SuiteFacts {
  suite: Suite;
  verdict: SuiteVerdict;
  units: string[];
  /** The base branch has tests for this suite and the pushed content has none. */
  testsRemoved: boolean;
  /** Neither has any. */
  noTests: boolean;
  /** Exact runs alone show what is known of the suite: that it is tested, or which tests alone are red. */
  exact: boolean;
  /** Runs that are proven sealed, or CI's, show it to be tested. */
  sealed: boolean;
  /** Tests are red, nothing else, and each of them was seen red where the work began. */
  redBefore: boolean;
  /** Issues that a linter or type checker had found where the work began, where the tool finds some now. */
  earlier: EarlierIssues | null;
  /** Fewer tests pass than on the base branch, as far as that is known. */
  fewer: FewerTests | null;
  /** Of unsteady tests: those that an exception cannot let through, with what of them changed where the work is. */
  touched: ReadonlyMap<string, string>;
  /** Of tests that passed and failed on this content: those that did so before this work, with since when; null for none. */
  flaked: ReadonlyMap<string, number> | null;
  /** Untracked files of no class beside the run that decided, which the push lacks and the code names. */
  beside: string[];
  /** Of the files in which the newest run differs: those that are not committed, so that another run would differ too. */
  uncommitted: string[];
  /** Of these, the ones that runs of the suite have written. */
  written: WrittenByRun;
}

/** Returns facts of one suite; null for a linter without files of its language, which has nothing to say. */
export function factsOfSuite(suite: Suite, asked: SuitesAsked): SuiteFacts | null {
  const { suites, view, source, planned, fork, viewOfFork } = asked;
  const { repository, policy, evidence, deadline } = source;
  const units = askedUnits(suite, suites, view);
  if (units === null) return null;
  const none = !isCustom(suite) && units.length === 0;
  const before = none ? viewOfFork() : null;
  const testsRemoved = Boolean(before && unitsOf(suite, suitesOf(before, policy), before).length > 0);
  const runs = runsFor(suite, suites, view, source);
  const verdict = judgeSuite(runs, units, policy.push.reruns);
  const differs = verdict.state === 'stale' ? (verdict.run?.differs ?? []) : [];
  const left = planned ? leftOut(repository, planned, differs, deadline) : differs;
  const uncommitted = uncommittedOf(repository, left, deadline);
  return {
    suite,
    verdict,
    units,
    testsRemoved,
    noTests: none && !testsRemoved,
    exact: isTestedExactly(runs, units),
    sealed: isTestedSealed(runs, units),
    redBefore: failedBefore(suite, verdict, asked),
    earlier: earlierIssues(suite, verdict, asked),
    fewer: fork ? fewerTests(repository, policy, suite, verdict, evidence.runs, fork, viewOfFork, deadline) : null,
    beside: hasGreenRun(verdict) ? spokenOf(verdict.run?.beside ?? [], view, suite) : [],
    touched: touchedTests(suite, verdict, asked),
    flaked: hasGreenRun(verdict) ? flakedBefore(suite, verdict, runs, asked) : null,
    uncommitted,
    written: writtenByRun(repository, evidence, policy, suite.id, uncommitted, view.paths, deadline),
  };
}
