import type { Frame, Session, Shell } from '../state.js';

/** Surroundings that code finds when it runs. */
export interface Around {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Words of the code's command line. */
  readonly words: readonly string[];
  /** Whether the code is a file, not text on the command line: interpreters count their words differently then. */
  readonly isFile: boolean;
}
