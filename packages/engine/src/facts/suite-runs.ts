import { type FileView, isRed, isWithin, outerSuites, type RunFact, type Suite, unitsOf } from '@flow/core';
import { isCustom } from '../policy/suites.js';
import type { RunSource, SuiteRuns } from './run-source.js';
import { runsOf } from './runs.js';

/**
 * Lists all runs that can say something of a suite, oldest first: its own, and those at outer roots that ran its files
 * too.
 */
export function runsFor(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  const { own } = lookUp(suite, view, source);
  const outer = outerRuns(suite, all, view, source).filter((run) => tellsOf(run, suite, own, view));
  return [...own, ...outer].sort((a, b) => a.time - b.time);
}

/**
 * Tells whether a run at an outer root says something of the suite. One that is red may be so by the settings of that root, which
 * are not the suite's: a whole green run of its own has the last word. Nor does it where nothing is red but tests of other folders.
 */
function tellsOf({ result, time }: RunFact, { root }: Suite, own: readonly RunFact[], view: FileView): boolean {
  if (!isRed(result.outcome)) return true;
  const isLater = (run: RunFact) => run.time > time && run.settled && run.differs.length === 0 && isWholeGreen(run);
  if (own.some(isLater)) return false;
  const files = result.failing.map(fileOf);
  const isOther = (file: string) => !isWithin(file, root) && view.paths.includes(file);
  return result.outcome !== 'failed' || files.length === 0 || !files.every(isOther);
}

const isWholeGreen = ({ result, selection }: RunFact) => result.outcome === 'passed' && selection.kind === 'whole';

/** Returns the file that the name of a test begins with, as far as it does. */
const fileOf = (name: string) => name.split(/ > |::/)[0]!;

/** Runs at an outer root of the same runner that also run what lies in this suite's folder. */
function outerRuns(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  if (suite.runner.innerRoots !== 'covered' || isCustom(suite)) return [];
  return outerSuites(suite, all).flatMap((outer) => {
    const runs = lookUp(outer, view, source);
    runs.inner ??= ofInnerRoots(runs.own, () => unitsOf(outer, [outer], view).length);
    return runs.inner;
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
