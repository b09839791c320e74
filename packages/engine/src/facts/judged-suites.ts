import { type FileView, judgeSuite, type RunFact, type Suite, type SuiteVerdict } from '@flow/core';
import { askedUnits, checkSeverity, suitesOf } from '../policy/suites.js';
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

/** Judges how the suites that the policy asks for, and that have something to say, stand on one content. */
export function judgedSuites(at: Omit<RunSource, 'differences' | 'runs'>, view: FileView): JudgedSuite[] {
  const { policy } = at;
  const suites = suitesOf(view, policy).filter((suite) => checkSeverity(suite, policy) !== 'off');
  const source: RunSource = { ...at, differences: new Map(), runs: new Map() };
  return suites.flatMap((suite) => {
    const units = askedUnits(suite, suites, view);
    if (units === null) return [];
    const runs = runsFor(suite, suites, view, source);
    return [{ suite, units, runs, verdict: judgeSuite(runs, units, policy.push.reruns) }];
  });
}
