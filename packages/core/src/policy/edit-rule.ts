import type { PathClass } from '../presets/path-class.js';

/** `ask` leaves it to the host's own question to the person; `log` lets it pass and writes it down. */
export const EDIT_ANSWERS = ['allow', 'deny', 'ask', 'log'] as const;
export type EditAnswer = (typeof EDIT_ANSWERS)[number];

/**
 * An edit rule tells what a phase says about edits of one class of files. Of a phase's rules the first that fits
 * decides.
 */
export interface EditRule {
  class: PathClass;
  /**
   * Only for agents of this role (the host's name for the kind of sub-agent, with or without our prefix); `main` is the
   * session's own agent. For everybody when left out.
   */
  role?: string;
  answer: EditAnswer;
  /** An edit whose added text holds this is allowed whatever `answer` says: `STUB:TDD`. */
  marker?: string;
}
