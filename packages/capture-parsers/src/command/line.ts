import type { Step } from './shell-line.js';
import type { ToldCodes } from './told-codes.js';

/** A shell line, or the runner's own words, read once for all runners. */
export interface Line {
  readonly given: 'command' | 'argv' | 'nothing';
  readonly argv: readonly string[];
  readonly steps: readonly Step[];
  readonly exitCode: number | undefined;
  readonly untold: boolean;
  /** How many lines were printed, where that is known. */
  readonly printed?: number;
  /** What the output, or the end of the line, tells of the exit codes of its steps. */
  readonly told?: ToldCodes;
}

/** Tells whether step `later` is reached only if step `from` ended with 0: nothing but `&&` stands between them. */
export function chained(line: Line, from: number, later: number): boolean {
  return line.steps.slice(from, later).every(({ after }) => after === '&&');
}
