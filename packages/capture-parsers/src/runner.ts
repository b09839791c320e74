import type { ParseInput, Report } from './report.js';
import type { Seen } from './verdict.js';

/** The cleaned output of one run and what is known about it. */
export interface Capture extends Seen {
  readonly text: string;
  readonly input: ParseInput;
}

/** Reads the formats of one test runner. */
export interface Runner {
  readonly id: string;
  /** Whether these words (bare program name first) start a test run of this runner. */
  starts(words: readonly string[]): boolean;
  /** Cheap: whether the text has a line that only this runner prints. */
  detect(text: string): boolean;
  read(capture: Capture): Report;
}
