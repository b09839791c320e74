import type { Reason } from '../../report.js';
import type { Capture } from '../../runner.js';
import type { Formats } from './formats.js';
import { isClosing, type Totals } from './totals.js';

/** What makes the program fail although the examples passed. */
const BROKEN_AFTER =
  /^(?:SimpleCov failed with exit \d|(?:Line|Branch) coverage \([\d.]+%\) is below the expected minimum|Tests Failed$)/;
const SHUTS_DOWN = /^RSpec is shutting down and will print the summary report/;

/** What a run has shown of itself by its end. */
interface Shown {
  readonly capture: Capture;
  readonly lines: readonly string[];
  /** Undefined also for the HTML formatter, whose page nothing else is printed into. */
  readonly totals: Totals | undefined;
  readonly formats: Formats;
  /** How many examples the tree shows, if there is one, or else the signs. */
  readonly examples: number;
  readonly isTree: boolean;
}

/** Tells why examples that look well may prove nothing. */
export function doubtsOf({ capture, lines, totals, formats, examples, isTree }: Shown): Reason[] {
  const { invocation, cut } = capture;
  const doubts: Reason[] = [];
  // Ended by a signal it prints its totals as ever.
  if (invocation.timeLimit && invocation.exitCode === undefined) doubts.push('exit-hidden');
  if (lines.some((line) => SHUTS_DOWN.test(line))) doubts.push('unfinished');
  if (lines.some((line) => BROKEN_AFTER.test(line))) doubts.push('errors');
  if (!totals) return doubts;
  const marked = lines.some((line) => /^ {2,}\S.* \(FAILED - \d+\)$/.test(line));
  if (!totals.framed && marked && totals.failures === 0) doubts.push('counts-disagree');
  const rest = lines.slice(totals.at + 1);
  if (totals.framed && rest.some((line) => /^[.F*]+$/.test(line) || isClosing(line))) doubts.push('summary-not-last');
  if (invocation.exitCode === 0 || cut || invocation.view !== 'whole') return doubts;
  // Without the exit code the totals have to agree with what was seen: a run that was ended early prints totals too.
  if ((isTree || formats.showsSigns) && examples < totals.total) doubts.push('counts-disagree');
  return doubts;
}
