import type { Policy, RunFact } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Evidence } from './evidence.js';

/** A place to look up runs in, for one content. */
export interface RunSource {
  repository: Repository;
  evidence: Evidence;
  policy: Policy;
  /** Id of that content's tree; of a commit where no run is on record. */
  tree: string;
  deadline: number;
  /** Differences that were found already, by the run's content: suites share them. */
  differences: Map<string, string[] | 'gone'>;
  /** Runs that were looked up already, by suite: suites at inner roots ask for the runs of the outer root. */
  runs: Map<string, SuiteRuns>;
}

/** Runs of one suite, and what they say of suites at roots within its own. */
export interface SuiteRuns {
  own: RunFact[];
  inner?: RunFact[];
}
