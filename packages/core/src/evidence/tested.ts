import { matchesGlob } from '../paths.js';
import { isAllGreen } from './flakes.js';
import { isRed, type Outcome } from './outcome.js';
import type { Receipt, RunResult, SealedBy, Selection } from './receipt.js';

/** A run fact is one verified run of a suite, together with how its content compares with the content in question. */
export interface RunFact {
  receipt: string;
  command: string;
  time: number;
  selection: Selection;
  result: RunResult;
  /** False when relevant files changed while it ran, or no tree could be taken. */
  settled: boolean;
  /** Relevant files that differ between the run's content and the content in question. */
  differs: string[];
  /** Who saw it. */
  seen: Receipt['seen'];
  /** The seal that it is proven to have run in. */
  seal?: SealedBy;
  /** Configuration outside of the repository that it read. */
  above?: string[];
  /** Untracked files that lay beside it, of no class that counts, and that the content in question lacks. */
  beside?: string[];
}

export type SuiteState = 'tested' | 'untested' | 'stale' | 'red' | 'unknown' | 'partial' | 'flaky';

/** An unsteady test passed and failed on one content, and nothing has settled since that it is green there. */
export interface UnsteadyTest {
  /** Full name, as the runner prints it. */
  test: string;
  /** How many runs on this content saw it fail, and how many saw it pass. */
  failed: number;
  passed: number;
  /** How many more runs have to see it pass; null where no further run on this content can settle it. */
  left: number | null;
}

export interface SuiteVerdict {
  state: SuiteState;
  /** The run that decided, when one did. */
  run?: RunFact;
  /** Names that fail on this content. */
  failing: string[];
  /** Units without a green result on this content. */
  missing: string[];
  /** Something passed and failed on the same content, be it within one run that tried again. */
  flaky: boolean;
  /** Names of the tests that did, where any are known. */
  flakyTests?: string[];
  /** In a verdict that would be `tested` without them: tests of which it is not settled that they are green. */
  unsteady?: UnsteadyTest[];
  /** In a red verdict: a run of the whole suite shows that nothing but the tests in `failing` is red. */
  onlyTests?: true;
}

/** Tells whether `unit` is selected by `pattern`, which is a unit, `folder/**`, or a glob as runners take them. */
export function coversUnit(pattern: string, unit: string): boolean {
  if (pattern === '**') return true;
  if (!pattern.endsWith('/**')) return pattern === unit || (/\/.*[*?[{]/.test(pattern) && matchesGlob(unit, pattern));
  const folder = pattern.slice(0, -3);
  return unit === folder || unit.startsWith(`${folder}/`);
}

/** Lists units that this run proved green: those it names, or those it was asked for when all of it passed. */
function greenUnits(run: RunFact, units: readonly string[]): readonly string[] {
  const { selection, result } = run;
  if (selection.kind === 'whole' && result.outcome === 'passed') return units;
  if (selection.kind === 'units' && result.outcome === 'passed') {
    return units.filter((unit) => selection.units.some((pattern) => coversUnit(pattern, unit)));
  }
  // A red run of whole units still proves the units that it names as green.
  return selection.kind === 'whole' || selection.kind === 'units' ? result.greenUnits : [];
}

/** What runs on one content have said of a test that failed in one of them. */
interface History {
  failed: number;
  passed: number;
  /** Runs that saw it pass since it first failed. */
  since: number;
  /** It failed when it had passed already since then: runs that pass are no series any more. */
  again: boolean;
}

/**
 * Lists the tests that failed on a content which a later run shows green, where no series of runs has settled it: of all runs
 * since the first one in which a test passed again, none fails, and they are as many as the policy asks for. A run counts that
 * names the test, or that shows without names that all of them passed.
 * @param runs runs on that content, oldest first
 * @param reruns how many runs settle it; 0: none do
 */
function unsteadyIn(runs: readonly RunFact[], reruns: number): UnsteadyTest[] {
  const names = new Set(
    runs.flatMap(({ result }) => Object.keys(result.tests).filter((name) => result.tests[name] === 'failed')),
  );
  const histories = [...names].map((test): [string, History] => {
    const history: History = { failed: 0, passed: 0, since: 0, again: false };
    for (const run of runs) {
      const state = run.result.tests[test] ?? (isAllGreen(run) ? 'passed' : 'skipped');
      if (state === 'failed') {
        history.again ||= history.since > 0;
        history.failed++;
      } else if (state === 'passed') {
        history.passed++;
        if (history.failed > 0) history.since++;
      }
    }
    return [test, history];
  });
  return histories.flatMap(([test, { failed, passed, since, again }]) => {
    const isSettled = reruns > 0 && !again && since >= reruns;
    const left = reruns > 0 && !again ? reruns - since : null;
    return isSettled ? [] : [{ test, failed, passed, left }];
  });
}

/** Folds runs on one content, oldest first: the newest result of a test wins, a whole green run settles all before it. */
function foldFresh(runs: readonly RunFact[], units: readonly string[]) {
  const failing = new Map<string, RunFact>();
  const green = new Set<string>();
  const passedOnce = new Set<string>();
  let brokenBy: RunFact | undefined;
  let whole: RunFact | undefined;
  let onlyTests: true | undefined;
  let flaky = false;
  const flakyTests = new Set<string>();
  for (const run of runs) {
    const { result, selection } = run;
    flaky ||= result.flaky === true;
    if (result.outcome === 'passed' && selection.kind === 'whole') {
      flaky ||= failing.size > 0 || brokenBy !== undefined;
      for (const name of failing.keys()) flakyTests.add(name);
      failing.clear();
      brokenBy = undefined;
      whole = run;
    }
    if (result.outcome === 'passed' && selection.kind === 'units' && brokenBy) {
      const repaired = brokenBy.selection.kind === 'units' ? brokenBy.selection.units : undefined;
      if (repaired?.every((unit) => selection.units.some((pattern) => coversUnit(pattern, unit)))) brokenBy = undefined;
    }
    for (const [name, state] of Object.entries(result.tests)) {
      if (state === 'failed') {
        if (passedOnce.has(name)) flakyTests.add(name);
        failing.set(name, run);
      } else if (state === 'passed') {
        if (failing.delete(name)) flakyTests.add(name);
        passedOnce.add(name);
      }
    }
    for (const unit of greenUnits(run, units)) green.add(unit);
    if (isRed(result.outcome)) {
      whole = undefined;
      const named = result.failing.length > 0 && result.failing.every((name) => result.tests[name] === 'failed');
      if (!named || result.outcome !== 'failed') brokenBy = run;
      for (const name of result.failing) failing.set(name, run);
      // What had not built, or been loaded, has been now.
      if (selection.kind === 'whole' && result.onlyTests) {
        brokenBy = undefined;
        onlyTests = true;
      }
    }
  }
  flaky ||= flakyTests.size > 0;
  return { failing, green, whole, brokenBy, flaky, flakyTests, onlyTests: brokenBy ? undefined : onlyTests };
}

/**
 * Tells whether a suite is tested on some content.
 * @param runs verified runs of this suite, oldest first, whatever content they saw
 * @param units all units of the suite on the content in question
 * @param reruns how many runs in a row settle that a test is green which failed on this content; 0: none do
 */
export function judgeSuite(runs: readonly RunFact[], units: readonly string[], reruns = 0): SuiteVerdict {
  const fresh = runs.filter((run) => run.settled && run.differs.length === 0);
  const newest = runs.at(-1);
  const none: SuiteVerdict = { state: 'untested', failing: [], missing: [...units], flaky: false };
  if (!newest) return none;
  if (fresh.length === 0) {
    const unsettled = !newest.settled && newest.differs.length === 0;
    return { ...none, state: unsettled ? 'unknown' : 'stale', run: newest };
  }
  const folded = foldFresh(fresh, units);
  const missing = units.filter((unit) => !folded.green.has(unit));
  const named = folded.flakyTests.size > 0 && { flakyTests: [...folded.flakyTests] };
  const base = { failing: [...folded.failing.keys()], missing, flaky: folded.flaky, ...named };
  const redRun = folded.brokenBy ?? [...folded.failing.values()].at(-1);
  if (redRun) return { ...base, state: 'red', run: redRun, ...(folded.onlyTests && { onlyTests: true as const }) };
  const green: SuiteVerdict | null = folded.whole
    ? { ...base, missing: [], state: 'tested', run: folded.whole }
    : units.length > 0 && missing.length === 0
      ? { ...base, state: 'tested', run: fresh.at(-1)! }
      : null;
  const unsteady = green ? unsteadyIn(fresh, reruns) : [];
  if (green) return unsteady.length === 0 ? green : { ...green, state: 'flaky', unsteady };
  const proves = fresh.filter((run) => run.result.outcome === 'passed');
  if (proves.length > 0) return { ...base, state: 'partial', run: proves.at(-1)! };
  return { ...base, state: 'unknown', run: fresh.at(-1)! };
}

/** Tells whether a run's exit code and result are known for certain: what the hook has read off a screen is not. */
export function isExact({ seen }: Pick<RunFact, 'seen'>): boolean {
  return seen !== 'hook';
}

/** Tells whether runs alone that are proven sealed, or that CI has made, show the suite to be tested on some content. */
export function isTestedSealed(runs: readonly RunFact[], units: readonly string[]): boolean {
  const sealed = runs.filter(({ seen, seal = 'none' }) => seen === 'ci' || seal !== 'none');
  return hasGreenRun(judgeSuite(sealed, units));
}

/**
 * Tells whether exact runs alone show the suite to be tested on some content, or that nothing but tests which have
 * names is red. What is red is red whoever saw it.
 */
export function isTestedExactly(runs: readonly RunFact[], units: readonly string[]): boolean {
  const verdict = judgeSuite(runs.filter(isExact), units);
  return hasGreenRun(verdict) || verdict.onlyTests === true;
}

/** Tells whether a green run stands at the end, be its tests steady or not. */
export const hasGreenRun = ({ state }: Pick<SuiteVerdict, 'state'>): boolean => state === 'tested' || state === 'flaky';

/** Returns words for an outcome, for people. */
export function describeOutcome(outcome: Outcome): string {
  const words: Record<Outcome, string> = {
    passed: 'passed',
    failed: 'failed',
    'build-error': 'did not build',
    'collection-error': 'could not be loaded',
    'no-tests': 'ran no test',
    crashed: 'crashed',
    'timed-out': 'timed out',
    truncated: 'output was cut, so nothing is proven',
    unknown: 'cannot be told',
  };
  return words[outcome];
}
