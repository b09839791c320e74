import type { Frame, Session, Shell } from '../state.js';

/** What code finds around it when it runs. */
export interface Around {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Words of its command line. */
  readonly words: readonly string[];
  /** It is a file, not text on the command line: interpreters count their words differently then. */
  readonly isFile: boolean;
}
