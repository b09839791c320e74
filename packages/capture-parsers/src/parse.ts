import { parserOf } from './parser.js';
import { RUNNERS } from './registry.js';
import type { ParseInput, Report } from './report.js';

/**
 * Parses the output of runs and reports what it proves. A run is reported if the command starts it, if a task runner
 * announces it, or if its format is recognised; an empty list means that no known runner was found. Several runs give
 * several reports, in the order they ran. Never throws, whatever the text.
 */
export function parse(input: ParseInput): Report[] {
  return parseAscii(input, false);
}

/** The same as `parse`; with `ascii`, the output is known to contain only ASCII. */
export function parseAscii(input: ParseInput, ascii: boolean): Report[] {
  read ??= parserOf(RUNNERS);
  return read(input, ascii);
}
let read: ReturnType<typeof parserOf> | undefined;
