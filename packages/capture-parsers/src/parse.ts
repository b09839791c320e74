import { parserOf } from './parser.js';
import { RUNNERS } from './registry.js';
import { allGreen, type ParseInput, type Report, type Verdict } from './report.js';

/**
 * Parses the output of runs and reports what it proves. A run is reported if the command starts it, if a task runner
 * announces it, or if its format is recognised; an empty list means that no known runner was found. Several runs give
 * several reports, in the order they ran. Never throws, whatever the text.
 */
export function parse(input: ParseInput): Report[] {
  return parseAscii(input, false);
}

/** An answer tells what a line proves, with the reports of its runs. */
export interface Answer {
  /** `none` where no run of a known tool was found, which proves nothing. */
  readonly verdict: Verdict | 'none';
  readonly reports: readonly Report[];
}

/** Parses the output of runs like `parse`, and says what all of them prove together. */
export function prove(input: ParseInput): Answer {
  const reports = parse(input);
  if (!reports.length) return { verdict: 'none', reports };
  if (reports.some(({ verdict }) => verdict === 'red')) return { verdict: 'red', reports };
  return { verdict: allGreen(reports) ? 'green' : 'unknown', reports };
}

/** Parses like `parse`; with `ascii`, the output is known to contain only ASCII. */
export function parseAscii(input: ParseInput, ascii: boolean): Report[] {
  read ??= parserOf(RUNNERS);
  return read(input, ascii);
}
let read: ReturnType<typeof parserOf> | undefined;
