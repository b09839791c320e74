import type { Session, Shell } from '../state.js';

/** A program that is called for what it prints. */
export interface PrintCall {
  readonly program: string;
  /** What stands behind its name, and of that what is no option. */
  readonly words: readonly string[];
  readonly operands: readonly string[];
  /** Text of the command's standard input, where the text is known. */
  readonly input: string | undefined;
  readonly session: Session;
  readonly shell: Shell;
}
