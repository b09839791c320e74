import type { Collector } from './collect.js';
import type { Invocation } from './command/invocation.js';
import type { Cut } from './output/cut.js';
import { type Counts, type Coverage, type Kind, type Outcome, type Reason, type Report, verdictOf } from './report.js';

/**
 * A run of tests is kept as its runner's reader understood the output. The verdict over it is the same for all runners.
 */
export interface Run {
  readonly runner: string;
  /** Tests, unless said. */
  readonly kind?: Kind;
  readonly version?: string | undefined;
  readonly coverage?: Coverage | undefined;
  readonly collected: Collector;
  readonly counts: Counts;
  readonly seconds?: number | undefined;
  /** What the output shows to have gone wrong. */
  readonly failed?: boolean;
  /** A linter's or type checker's issues that block. */
  readonly issuesFound?: boolean;
  readonly buildFailed?: boolean;
  readonly collectionFailed?: boolean;
  readonly crashed?: boolean;
  readonly timedOut?: boolean;
  /** Seen to have run nothing, or only to have skipped. */
  readonly nothingRan?: boolean;
  readonly onlySkipped?: boolean;
  /** At least one test, or one package with tests, is seen to have passed. */
  readonly somethingPassed: boolean;
  /**
   * The runner's closing words: `proof` speaks for the whole run by itself, `with-exit` only together with exit
   * code 0 of the runner itself (it may be one part of several), `each` only where every part has its closing line and
   * nothing stands below the last: enough where nobody told an exit code. `none` was not there to read.
   */
  readonly closing: 'proof' | 'each' | 'with-exit' | 'none';
  /** Whatever else speaks against green. */
  readonly doubts: readonly Reason[];
}

/** `Seen` tells how much of the output was there, apart from what the run itself says. */
export interface Seen {
  readonly invocation: Invocation;
  readonly cut: Cut;
}

/** Tells whether the first lines of a run may not be there. */
export function mayLackBeginning({ invocation: { view }, cut }: Seen): boolean {
  return view === 'tail' || view === 'parts' || cut === 'head' || cut === 'some';
}

/** Tells whether the end of a run may be there to read although not all is that stood before it. */
export function isHeadless({ invocation: { view }, cut }: Seen): boolean {
  return view === 'tail' || view === 'parts' || (view === 'whole' && cut !== undefined && cut !== 'tail');
}

/** Turns what was read into a Report. Green is only what is proven; everything red stays red. */
export function judge(run: Run, seen: Seen): Report {
  const { invocation, cut } = seen;
  const { collected } = run;
  const reasons = new Set<Reason>(run.doubts);
  if (cut) reasons.add('output-cut');
  if (invocation.view !== 'whole') reasons.add('output-filtered');
  if (invocation.exitCode === undefined) reasons.add('exit-hidden');
  if (run.closing === 'none') reasons.add('no-summary');
  const outcome = agreeing(decide(run, seen, reasons), run, reasons);
  // A code that is known may say less than it seems; it is not hidden.
  if (invocation.exitCode !== undefined && reasons.delete('exit-hidden') && !reasons.size) reasons.add('unfinished');
  // Nor is that of a command which ran nothing.
  if (reasons.has('not-a-run')) reasons.delete('exit-hidden');
  const verdict = verdictOf(outcome);
  return {
    runner: run.runner,
    kind: run.kind ?? 'test',
    ...(run.version === undefined ? {} : { version: run.version }),
    verdict,
    outcome,
    green: verdict === 'green',
    unsure: outcome === 'unknown' && run.somethingPassed && AMBIGUOUS.some((reason) => reasons.has(reason)),
    complete: !cut && invocation.view === 'whole' && run.closing !== 'none' && !run.doubts.includes('unfinished'),
    ...(collected.flaky ? { flaky: true } : {}),
    reasons: [...reasons],
    counts: outcome === 'no-tests' ? withoutPassed(run.counts) : run.counts,
    packages: [...collected.packages.values()],
    files: [...collected.files.values()],
    // A dry run lists tests as if they had passed.
    tests: outcome === 'no-tests' ? collected.tests.filter(({ state }) => state !== 'passed') : collected.tests,
    testsCut: collected.testsCut,
    problems: verdict === 'red' && !hasCause(run) ? [{ message: UNTOLD }] : collected.problems,
    issues: collected.issues,
    issuesCut: collected.issuesCut,
    ...(run.coverage === undefined ? {} : { coverage: run.coverage }),
    ...(run.seconds === undefined ? {} : { seconds: run.seconds }),
    unparsed: collected.unparsed,
  };
}

const withoutPassed = (counts: Counts): Counts =>
  counts.passed > 0 ? { ...counts, passed: 0, total: Math.max(0, counts.total - counts.passed) } : counts;

const UNTOLD = 'It failed, and what is left of its output does not say where.';

/** Tells whether anything of a report says what a failure is a failure of. */
function hasCause({ collected, counts, kind }: Run): boolean {
  const { failed, errors } = collected.tally();
  if (counts.failed + counts.errors + failed + errors + collected.problems.length > 0) return true;
  if (collected.issues.length > 0 || (kind !== undefined && (counts.problems ?? 0) > 0)) return true;
  const isRed = ({ state }: { readonly state: string }) => /^(?:failed|error|build-error)$/.test(state);
  return [...collected.packages.values(), ...collected.files.values()].some(isRed);
}

/**
 * Returns the outcome that does not contradict what was found: no run passed with a failed test, and none without tests
 * had some.
 */
function agreeing(outcome: Outcome, { closing, counts, collected }: Run, reasons: Set<Reason>): Outcome {
  const { passed, failed, errors } = collected.tally();
  const isDenied =
    (outcome === 'passed' && failed + errors + counts.failed > 0) ||
    (outcome === 'no-tests' && closing === 'none' && passed + counts.passed + counts.failed > 0);
  if (!isDenied) return outcome;
  reasons.add('counts-disagree');
  if (outcome === 'no-tests') reasons.delete('nothing-ran');
  return 'unknown';
}

/** Reasons that leave a second reading open. */
const AMBIGUOUS: readonly Reason[] = ['other-output', 'counts-disagree', 'summary-not-last', 'exit-contradicts'];

/** Exit codes of `timeout`, and of a shell for a command that it could not start. */
const TIMED_OUT = 124;
const NOT_STARTED = [126, 127];
/** Exit codes above 128 are signals. */
const SIGNAL = 128;

/** Tells whether a program that failed ended by itself: it was started, and nobody ended it. */
export const endedItself = (code: number): boolean =>
  code > 0 && code <= SIGNAL && code !== TIMED_OUT && !NOT_STARTED.includes(code);

function decide(run: Run, { invocation, cut }: Seen, reasons: Set<Reason>): Outcome {
  const { exitCode } = invocation;
  const because = (reason: Reason, outcome: Outcome): Outcome => {
    reasons.add(reason);
    return outcome;
  };
  if (run.failed) reasons.add('tests-failed');
  if (run.timedOut || (exitCode === TIMED_OUT && invocation.timeLimit)) return because('timed-out', 'timed-out');
  if (run.crashed) return because('crashed', 'crashed');
  // A run with both a failing test and something that did not build is a failing run.
  if (run.failed) return 'failed';
  if (run.issuesFound) return because('issues-found', 'failed');
  if (run.buildFailed) return because('build-failed', 'build-error');
  if (run.collectionFailed) return because('collection-failed', 'collection-error');
  if (exitCode !== undefined && exitCode !== 0) return decideNonzero(run, exitCode, cut !== undefined, because);
  if (run.nothingRan) return because('nothing-ran', 'no-tests');
  if (run.onlySkipped) return because('only-skipped', 'no-tests');
  if (run.doubts.length) return cut && run.closing === 'none' ? 'truncated' : 'unknown';
  if (invocation.runs === 'no') return because('not-a-run', 'unknown');
  if (invocation.others === 'imitate' || (invocation.others === 'print' && exitCode === undefined))
    return because('other-output', 'unknown');
  const all = run.closing === 'each' && invocation.untold && invocation.view === 'whole' && !cut;
  const proven = run.closing === 'proof' || all || (run.closing !== 'none' && exitCode === 0);
  if (proven && run.somethingPassed) return decideProven(run, { invocation, cut }, because);
  return run.closing === 'none' && (cut || invocation.view !== 'whole') ? 'truncated' : 'unknown';
}

function decideNonzero(
  run: Run,
  exitCode: number,
  cut: boolean,
  because: (why: Reason, what: Outcome) => Outcome,
): Outcome {
  if (run.nothingRan) return because('nothing-ran', 'no-tests');
  // A linter that is silent when all is well may not be there at all.
  if (NOT_STARTED.includes(exitCode) && (run.closing === 'none' || run.closing === 'with-exit'))
    return because('not-started', 'unknown');
  if (exitCode > SIGNAL && run.closing !== 'proof') return because('crashed', 'crashed');
  if (run.closing !== 'none' && run.somethingPassed) return because('exit-contradicts', 'unknown');
  return because('exit-nonzero', cut ? 'truncated' : 'unknown');
}

/** The last doubts of a run that looks green: whether what was read is the runner's own last word. */
function decideProven(run: Run, { invocation, cut }: Seen, because: (why: Reason, what: Outcome) => Outcome): Outcome {
  if (invocation.amongOthers && cut && (cut !== 'tail' || invocation.exitCode !== 0))
    return because('output-cut', 'truncated');
  // Behind a task runner other runs may have stood in what a filter dropped, and have failed.
  if (invocation.amongOthers && invocation.view !== 'whole') return because('output-filtered', 'truncated');
  if (invocation.exitCode === 0) return 'passed';
  // Below the closing words there was more, and that may have been a crash.
  if (cut === 'tail') return because('output-cut', 'truncated');
  // A task that failed cannot have proven anything, even though the code is not the runner's.
  if (invocation.lineFailed && invocation.runs === 'perhaps') return because('exit-contradicts', 'unknown');
  // A filter may have kept a test's own words and dropped the runner's.
  if (invocation.view === 'parts' || invocation.ended) return because('exit-hidden', 'unknown');
  return run.closing === 'with-exit' ? because('exit-hidden', 'unknown') : 'passed';
}
