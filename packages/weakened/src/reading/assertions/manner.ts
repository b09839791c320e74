import type { LanguageId } from '../../syntax/language-of.js';

/** How assertions of a language differ from those of the others. */
export interface Manner {
  /** A condition is one of two values and not whatever counts as true. */
  exact: boolean;
  /** Where two operands look alike, the expected one comes first. */
  expectedFirst: boolean;
}

export const MANNERS: Readonly<Record<LanguageId, Manner>> = {
  go: { exact: true, expectedFirst: true },
  java: { exact: true, expectedFirst: true },
  rust: { exact: true, expectedFirst: false },
  ruby: { exact: false, expectedFirst: true },
  python: { exact: false, expectedFirst: false },
  javascript: { exact: false, expectedFirst: false },
  typescript: { exact: false, expectedFirst: false },
  tsx: { exact: false, expectedFirst: false },
};
