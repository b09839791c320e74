import type { Call } from '../state.js';

/** A call of a program for what it prints. */
export interface PrintCall extends Call {
  /** Words that are no options. */
  readonly operands: readonly string[];
  /** Text of the command's standard input, where the text is known. */
  readonly input: string | undefined;
}
