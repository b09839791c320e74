import type { Policy, RunFact } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Evidence } from './evidence.js';

/** Where runs are looked up, and for which content. */
export interface RunSource {
  repository: Repository;
  evidence: Evidence;
  policy: Policy;
  /** Id of that content's tree; of a commit where no run is on record. */
  tree: string;
  deadline: number;
  /** What was compared already, by the run's content: suites share it. */
  differences: Map<string, string[] | 'gone'>;
  /** What was looked up already, by suite: those at inner roots ask for the outer one's. */
  runs: Map<string, SuiteRuns>;
}

/** Runs of one suite, and what they say of suites at roots within its own. */
export interface SuiteRuns {
  own: RunFact[];
  inner?: RunFact[];
}
