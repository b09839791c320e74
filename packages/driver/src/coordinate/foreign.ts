import type { Entry } from './port.js';

/** What is shown by running it: what a suite said, a test that failed first, what a judge found. */
const AGAIN: ReadonlySet<unknown> = new Set(['run', 'red', 'verdict', 'command', 'receipt']);

/** Type of the event by which a machine says which items are done for it. */
export const OVER = 'over';

/**
 * Tells whether what a foreign event says is shown by running it again. None counts by having been read: whoever can push may have
 * written it, under the name of any machine.
 */
export const isShownByRunning = (type: unknown): boolean => AGAIN.has(type);

/**
 * Returns the items that some machine calls done. Nothing is done by that: it keeps a machine that knows less from beginning again
 * what another one has, and who drives the run proves it all the same.
 */
export function calledDone(entries: readonly Entry[]): Set<string> {
  const done = new Set<string>();
  for (const { what } of entries) {
    if (what.kind === 'settled' && what.end.how === 'done') done.add(what.lease.item);
    if (what.kind !== 'event' || what.event.type !== OVER || !Array.isArray(what.event.items)) continue;
    for (const item of what.event.items.slice(0, 10_000)) if (typeof item === 'string') done.add(item);
  }
  return done;
}
