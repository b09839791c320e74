/** A way tells how a program publishes commits. All expressions are held against words joined by blanks. */
export interface Way {
  /** The words that are no options. */
  readonly when: RegExp;
  /** Expression over all words, without which nothing is published. */
  readonly needs?: RegExp;
  /** Expression over all words, with which nothing is published. */
  readonly unless?: RegExp;
  /** Options that take the next word, separated by spaces. */
  readonly valued?: string;
}

export const STACKED =
  /^(?:(?:stack|branch|downstack|upstack|commit|pr|repo)\s+)?(?:submit|push|publish|land|merge|sync|ss|us|ds|bs|s)\b/;
