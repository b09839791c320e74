import type { Report } from '@flow/capture-parsers';
import type { Outcome, RunResult } from '@flow/core';
import type * as Parsers from '../parsers.js';
import { keeperOf } from './kept-results.js';
import type { RecognisedRun } from './recognised-run.js';
import { nothingProven, type SuitePlace, toRunResult } from './run-result.js';
import type { SeenOutput } from './seen-output.js';

/** Exit codes of a shell where a program was not found, or cannot be executed. */
const NOT_STARTED = new Set([126, 127]);

/** Exit code of `timeout` where it had to end the program. */
const TIMED_OUT = 124;

/** A shell adds the number of the signal to this where one has ended the program. */
const SIGNALS = { from: 128, to: 192 };

/** Outcomes in a runner's output that make a run worse than its exit code, the worst first. */
const WORSE: readonly Outcome[] = ['failed', 'crashed', 'timed-out', 'build-error', 'collection-error'];

/** Facts about the end of a named command. */
interface Ended {
  run: RecognisedRun;
  output: SeenOutput;
  exit: number | undefined;
  /** Output as far as it was seen; undefined where the output went to a place that cannot be read. */
  text: string | undefined;
  place: SuitePlace;
  parse: typeof Parsers.parse;
}

/**
 * Result that a named command proves. The exit code is needed and not enough: words of runners in the output lower the
 * result and never raise it. A command that only repeats a tool's kept result ran no test; the receipts tell whether an
 * earlier run stands for it.
 */
export function namedResult({ run, output, exit, text, place, parse }: Ended): RunResult {
  const { runner } = run;
  if (exit === undefined) return nothingProven(runner, 'exit-hidden');
  if (NOT_STARTED.has(exit)) return nothingProven(runner, 'not-started');
  if (exit === TIMED_OUT) return nothingProven(runner, 'timed-out', 'timed-out');
  if (exit > SIGNALS.from && exit <= SIGNALS.to) return nothingProven(runner, 'killed', 'crashed');
  if (text === undefined && exit === 0) return nothingProven(runner, 'output-redirected');
  const seen = output.unseen ? '' : (text ?? '');
  const reports = parse({
    output: seen,
    exitCode: exit,
    ...(output.cut === null ? {} : { truncated: output.cut }),
  }).filter(({ kind }) => kind === 'test');
  const worst = worstOf(reports);
  if (exit !== 0) {
    const ended = nothingProven(runner, `exit-${exit}`, worst?.outcome ?? (ranNone(reports) ? 'no-tests' : 'failed'));
    return { ...ended, complete: true, failing: failingIn(worst, place) };
  }
  if (worst) return { ...nothingProven(runner, 'exit-contradicts', worst.outcome), failing: failingIn(worst, place) };
  if (ranNone(reports)) return nothingProven(runner, 'nothing-ran', 'no-tests');
  const keeper = keeperOf(seen);
  if (keeper !== undefined) return nothingProven(runner, `cached:${keeper}`, 'no-tests');
  return { ...nothingProven(runner, '', 'passed'), complete: true, reasons: [] };
}

/** Returns the report of a runner that says something went wrong. */
const worstOf = (reports: readonly Report[]): Report | undefined =>
  WORSE.flatMap((outcome) => reports.filter((report) => report.outcome === outcome))[0];

/** Tells whether runners are seen to have run nothing, and none to have run something: one of several packages may have no tests. */
const ranNone = (reports: readonly Report[]) =>
  reports.length > 0 && reports.every(({ outcome }) => outcome === 'no-tests');

const failingIn = (report: Report | undefined, place: SuitePlace) =>
  report === undefined ? [] : toRunResult(report, null, place).failing;

/** Tells whether a result is what a tool has kept from before. */
export const isKept = ({ outcome, reasons }: RunResult) =>
  outcome === 'no-tests' && (reasons[0]?.startsWith('cached:') ?? false);
