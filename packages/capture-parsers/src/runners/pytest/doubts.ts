import type { Reason } from '../../report.js';
import type { Capture } from '../../runner.js';
import { type Closing, hasForeignTrouble, isRed } from './closing.js';
import type { Ends } from './ends.js';

/** `Shown` tells what a session has shown of itself by its end. */
export interface Shown {
  readonly closing: Closing;
  readonly capture: Capture;
  readonly ends: Ends;
  /** Tests that passed or were skipped. */
  readonly ran: number;
  /** How many were to run, and how many of the skipped were so before they were counted. */
  readonly expected: number | undefined;
  readonly collectSkips: number;
  readonly sessions: number;
  /** An earlier session of the same task has ended. */
  readonly continued: boolean;
  readonly summaries: number;
  /** One of the closing lines was red. */
  readonly redSummary: boolean;
  readonly section: string;
  /** Lines behind the last closing line. */
  readonly afterSummary: number;
  readonly subtests: boolean;
  readonly failureTitles: number;
  readonly uncaptured: boolean;
  /** Marks with which lines begin. */
  readonly leading: number;
  readonly sifted: boolean;
  /** The closing line is what the options give. */
  readonly fits: boolean;
  readonly indented: number;
  readonly unparsed: number;
}

/** Tells why a session that ended may prove nothing. */
export function doubtsOf(shown: Shown): Reason[] {
  const { closing, capture, ends } = shown;
  const { invocation } = capture;
  const own = invocation.exitCode === 0;
  const doubts: Reason[] = [];
  const runs = Math.max(shown.sessions, invocation.times);
  if (ends.interrupted || (!own && shown.summaries < runs)) doubts.push('unfinished');
  if (hasForeignTrouble(closing) || (ends.coverageMissed && !own)) doubts.push('errors');
  // A limit of coverage that was not met is told above the last line.
  const limited = invocation.words.some((word) => word.startsWith('--cov-fail-under'));
  if (limited && !own && !ends.coverageMet && (invocation.view !== 'whole' || capture.cut)) doubts.push('errors');
  if (!agrees(shown, own) || (!isRed(closing) && shown.failureTitles > 0)) doubts.push('counts-disagree');
  if (!own && shown.sifted && isOdd(shown)) doubts.push('summary-not-last');
  if (isNotLast(shown, own)) doubts.push('summary-not-last');
  // And what tests print must not reach the end of the output by itself.
  const dotted = shown.leading === shown.ran && invocation.view === 'whole';
  if (!own && shown.uncaptured && shown.expected === undefined && !dotted) doubts.push('exit-hidden');
  // Of an interrupted session the last line alone is like any other.
  const headless = capture.cut !== undefined && shown.expected === undefined;
  if (!own && (headless || invocation.view === 'head')) doubts.push('exit-hidden');
  return doubts;
}

/** Tells whether as many tests ran as were to run. */
function agrees({ closing, expected, ran, collectSkips, ...shown }: Shown, own: boolean): boolean {
  const counted = ran - collectSkips;
  return (
    isRed(closing) ||
    expected === undefined ||
    shown.sessions > 1 ||
    shown.continued ||
    // Sugar's list leaves out a test that was not to be run.
    (own && shown.section === 'results') ||
    counted === expected ||
    (shown.subtests && counted > expected)
  );
}

/** Lines that a test may have printed, or a last line that is not what these options give. */
function isOdd({ closing, ...shown }: Shown): boolean {
  const warned = Boolean(closing.counts.warning ?? closing.counts.warnings);
  const others = shown.unparsed + (warned ? 0 : shown.indented);
  return shown.summaries !== 1 || others > 0 || shown.uncaptured || !shown.fits;
}

/**
 * Tells whether pytest's words are not the last: with the exit code hidden they must be, with no other total before and
 * nothing of pytest after.
 */
function isNotLast({ closing, capture, section, ...shown }: Shown, own: boolean): boolean {
  return (
    (!own && shown.redSummary && !isRed(closing) && shown.sessions !== 1) ||
    (!own && shown.afterSummary > 0 && capture.invocation.view !== 'whole') ||
    (section !== 'end' && section !== 'results')
  );
}
