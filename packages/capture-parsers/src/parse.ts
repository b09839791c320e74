import { parserOf } from './parser.js';
import { RUNNERS } from './registry.js';
import type { ParseInput, Report } from './report.js';

/**
 * Reads what runs printed and says what it proves. A run is reported when the command starts it, when a task runner
 * announces it, or when its format is recognised; an empty list means that no known runner is concerned. Several runs
 * come back as several reports, in the order in which they ran. Never throws, whatever the text.
 */
export function parse(input: ParseInput): Report[] {
  return parseAscii(input, false);
}

/** The same of an output that, where `ascii` is set, is known to have no character beyond ASCII. */
export function parseAscii(input: ParseInput, ascii: boolean): Report[] {
  read ??= parserOf(RUNNERS);
  return read(input, ascii);
}
let read: ReturnType<typeof parserOf> | undefined;
