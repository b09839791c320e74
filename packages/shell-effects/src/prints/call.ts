import type { Session, Shell } from '../state.js';

/** A program that is called for what it prints. */
export interface PrintCall {
  readonly program: string;
  /** What stands behind its name, and of that what is no option. */
  readonly words: readonly string[];
  readonly operands: readonly string[];
  /** What it reads from its standard input, where that is known. */
  readonly input: string | undefined;
  readonly session: Session;
  readonly shell: Shell;
}
