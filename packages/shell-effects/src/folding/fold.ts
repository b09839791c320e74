import type { Language } from '../code/literals.js';

/** A call that makes a text of texts and has no other effect, and the text that it makes. */
export interface Fold {
  readonly call: RegExp;
  readonly text: (all: string, ...groups: string[]) => string;
  /** Languages in which the call is written so. @default every language */
  readonly languages?: readonly Language[];
}
