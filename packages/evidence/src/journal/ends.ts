import type { JournalEntry } from './event.js';

/**
 * Tells whether a person's word has ended. A clock that is set back lengthens nothing: what was recorded behind the
 * word, at its end or later, shows that the end has come. A clock that was ahead for a while ends words early at most;
 * those that are given afterwards are behind it.
 * @param word place of the word in the journal, and its end in epoch milliseconds
 * @param entries the journal's verified entries
 */
export function hasEnded(
  { n, expires }: { n: number; expires: number },
  entries: readonly JournalEntry[],
  now: number = Date.now(),
): boolean {
  return now >= expires || entries.some((entry) => entry.n > n && entry.time >= expires);
}
