import { type FileView, judgeSuite, type RunFact, type Suite, type SuiteVerdict, unitsOf } from '@flow/core';
import { checkSeverity, isCustom, questionOf, suitesOf } from '../policy/suites.js';
import type { RunSource } from './run-source.js';
import { runsFor } from './suite-runs.js';

/** A judged suite is one that the policy asks for, with how it stands on a content and the runs that say so. */
export interface JudgedSuite {
  suite: Suite;
  units: string[];
  /** All runs that can say something of it, oldest first, whatever content they saw. */
  runs: RunFact[];
  verdict: SuiteVerdict;
}

/** Judges how the suites that the policy asks for stand on one content; a linter without files of its language has nothing to say. */
export function judgedSuites(at: Omit<RunSource, 'differences' | 'runs'>, view: FileView): JudgedSuite[] {
  const { policy } = at;
  const suites = suitesOf(view, policy).filter((suite) => checkSeverity(suite, policy) !== 'off');
  const source: RunSource = { ...at, differences: new Map(), runs: new Map() };
  return suites.flatMap((suite) => {
    const units = isCustom(suite) ? [] : unitsOf(suite, suites, view);
    if (units.length === 0 && !isCustom(suite) && questionOf(suite) !== 'test') return [];
    const runs = runsFor(suite, suites, view, source);
    return [{ suite, units, runs, verdict: judgeSuite(runs, units, policy.push.reruns) }];
  });
}
