import { type FileView, outerSuites, type RunFact, type Suite, unitsOf } from '@flow/core';
import { isCustom } from '../policy/suites.js';
import { outerShares } from './outer-runs.js';
import type { RunSource, SuiteRuns } from './run-source.js';
import { runsOf } from './runs.js';

/**
 * Lists all runs that can say something of a suite, oldest first: its own, and those at outer roots that ran its files
 * too.
 */
export function runsFor(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  const { own } = lookUp(suite, view, source);
  return [...own, ...outerRuns(suite, own, all, view, source)].sort((a, b) => a.time - b.time);
}

/** Runs at outer roots of the same runner that also run what lies in this suite's folder, as far as they speak of it. */
function outerRuns(
  suite: Suite,
  own: readonly RunFact[],
  all: readonly Suite[],
  view: FileView,
  source: RunSource,
): RunFact[] {
  if (suite.runner.innerRoots !== 'covered' || isCustom(suite)) return [];
  return outerSuites(suite, all).flatMap((outer) => {
    const runs = lookUp(outer, view, source);
    runs.inner ??= ofInnerRoots(runs.own, () => unitsOf(outer, [outer], view).length);
    return outerShares(runs.inner, own, outer, suite, view);
  });
}

/**
 * Tells whether they really ran what lies further in is taken from what they name, or from their number of files; a whole outer
 * run alone proves nothing there.
 */
function ofInnerRoots(runs: readonly RunFact[], count: () => number): RunFact[] {
  let everything: number | undefined;
  return runs.map((run) => {
    if (run.selection.kind !== 'whole') return run;
    everything ??= count();
    const ranAll = (run.result.unitsTotal ?? -1) >= everything;
    return ranAll ? run : { ...run, selection: { kind: 'units' as const, units: run.result.greenUnits } };
  });
}

function lookUp(suite: Suite, view: FileView, source: RunSource): SuiteRuns {
  const runs = source.runs.get(suite.id) ?? { own: runsOf(suite, view, source) };
  source.runs.set(suite.id, runs);
  return runs;
}
