import type { JournalEntry } from './event.js';

/** How late an event may come to its place in the chain: the wait for the lock, and what is done before. Milliseconds. */
const LATE = 60_000;

/**
 * Puts events in the order in which they happened. The chain tells the order in which they were written down, which
 * differs when several processes write at once, or when an event waited in the spool. Their times tell the rest, but no
 * event is later than one says that was chained well after it: such a time is of a clock that was wrong. And what was on
 * record when a breach was found stays before it, whatever the clock did in between: that is what the breach voids.
 * @param entries in the order of the chain
 */
export function inOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  const dated: { entry: JournalEntry; time: number }[] = [];
  let bound = Number.POSITIVE_INFINITY;
  let breach = Number.POSITIVE_INFINITY;
  for (const entry of entries.toReversed()) {
    const time = entry.time > bound + LATE ? bound : Math.min(entry.time, breach);
    if (entry.spooled === undefined) {
      bound = Math.min(bound, time);
      if (entry.type === 'breach') breach = time;
    }
    dated.push({ entry, time });
  }
  return dated
    .reverse()
    .sort((a, b) => a.time - b.time)
    .map(({ entry }) => entry);
}
