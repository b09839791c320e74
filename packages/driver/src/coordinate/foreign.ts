import type { Entry } from './port.js';

/**
 * What has to happen before a foreign word counts here: landing runs it again, a person's signature holds, somebody looks again;
 * or nothing makes it count.
 */
export type Weight = 'again' | 'signature' | 'look' | 'nothing';

/** What is shown by running it: what a suite said, a test that failed first, what a judge found. */
const AGAIN = new Set(['run', 'red', 'verdict', 'command', 'receipt']);

/** Type of the event by which a machine says which items are done for it. */
export const OVER = 'over';

/** What only a person says. */
const PERSONS = new Set(['approval', 'choice', 'waiver', 'decision', 'override', 'reopen', 'skip', 'confirm']);

/**
 * Tells what a foreign entry weighs. None counts by having been read: whoever can push may have written it, under the name of any
 * machine.
 */
export function weightOf({ what }: Pick<Entry, 'what'>): Weight {
  switch (what.kind) {
    case 'signal':
      return 'look';
    // Work that is called done is proven by who lands it.
    case 'settled':
      return 'again';
    case 'event': {
      const { type } = what.event;
      if (type === OVER) return 'again';
      if (typeof type !== 'string') return 'nothing';
      return AGAIN.has(type) ? 'again' : PERSONS.has(type) ? 'signature' : 'nothing';
    }
    default:
      return 'nothing';
  }
}

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
