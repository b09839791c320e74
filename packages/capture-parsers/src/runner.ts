import type { Kind, ParseInput, Report } from './report.js';
import type { Seen } from './verdict.js';

/** The cleaned output of one run, and what is known about it. */
export interface Capture extends Seen {
  readonly text: string;
  readonly input: ParseInput;
}

/** Reads the formats of one test runner, linter, type checker, formatter or compiler. */
export interface Runner {
  readonly id: string;
  readonly kind: Kind;
  /** Whether these words (bare program name first) start a run of this runner. */
  starts(words: readonly string[]): boolean;
  /**
   * Matches where a line begins that only this runner prints (flag `m`, linear). A text with such a line is its own
   * even when no command says so.
   */
  readonly signs: RegExp;
  /**
   * Matches what the bulk of its lines begins with, where no sign of another runner can begin: in a text of this runner
   * such lines are not held against those (no flag, no `^`).
   */
  readonly forms?: RegExp;
  read(capture: Capture): Report;
  /**
   * The outputs of several runs in a row, each with its closing words; one piece when they can't be told apart.
   * Asked only when the command starts the runner more than once.
   */
  split?(text: string): string[];
  /** Runners that it starts and whose output may stand in its own; what they seem to say is then its to tell. */
  readonly includes?: readonly string[];
  /** A format that many tools write; used only if no specific tool recognises the text. */
  readonly generic?: boolean;
}

/**
 * Returns the pieces of a text that each end with a line that `closing` matches (flags `gm`); what follows belongs to
 * the last.
 */
export function splitAfter(text: string, closing: RegExp): string[] {
  const ends = [...text.matchAll(closing)].map((match) => match.index + match[0].length);
  return pieces(text, ends.slice(0, -1));
}

/**
 * Returns the pieces of a text that each begin with a line that `opening` matches (flags `gm`); what is before belongs
 * to the first.
 */
export function splitBefore(text: string, opening: RegExp): string[] {
  return pieces(text, [...text.matchAll(opening)].map((match) => match.index).slice(1));
}

function pieces(text: string, cuts: readonly number[]): string[] {
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
}
