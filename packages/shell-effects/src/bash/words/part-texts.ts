import type { Word } from 'unbash';

/** The texts of the words inside of an expansion, as the expansion of a parameter asks for them. */
export interface PartTexts {
  /** A word as one text: no splitting, no globs. */
  text(word: Word): string;
  /** A word as a pattern: quoted characters are escaped. */
  pattern(word: Word): string;
  /** Expands a value once more, as a prompt is: `${x@P}`. */
  prompt(text: string): void;
}
