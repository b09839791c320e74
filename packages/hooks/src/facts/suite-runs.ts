import { type FileView, isWithin, type Policy, type RunFact, type Suite, unitsOf } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { isCustom } from '../policy/suites.js';
import { type Evidence, runsOf } from './runs.js';

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
}

/** All runs that can say something of a suite, oldest first: its own, and those at outer roots that ran its files too. */
export function runsFor(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  const own = runsOf(suite, view, source);
  return [...own, ...outerRuns(suite, all, view, source)].sort((a, b) => a.time - b.time);
}

/**
 * Runs at an outer root of the same runner that also run what lies in this suite's folder. Whether they really did is
 * taken from what they name, or from their number of files; a whole outer run alone proves nothing here.
 */
function outerRuns(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  if (suite.runner.innerRoots !== 'covered' || isCustom(suite)) return [];
  return all
    .filter((outer) => outer !== suite && outer.runner.id === suite.runner.id && isWithin(suite.root, outer.root))
    .flatMap((outer) => {
      const everything = unitsOf(outer, [outer], view).length;
      return runsOf(outer, view, source).map((run) => {
        const ranAll = run.selection.kind === 'whole' && (run.result.unitsTotal ?? -1) >= everything;
        if (run.selection.kind !== 'whole' || ranAll) return run;
        return { ...run, selection: { kind: 'units' as const, units: run.result.greenUnits } };
      });
    });
}
