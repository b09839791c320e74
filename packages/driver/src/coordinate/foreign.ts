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
    for (const item of overIn(what)) done.add(item);
  }
  return done;
}

/** Items that one event may call done: anybody may write as many as they like. */
const LONGEST = 10_000;

/** Returns the items that an event calls done; none where it speaks of something else. */
function overIn(what: Entry['what']): string[] {
  if (what.kind !== 'event' || what.event.type !== OVER || !Array.isArray(what.event.items)) return [];
  return what.event.items.slice(0, LONGEST).filter((item) => typeof item === 'string');
}

/** What another machine says of an item. It counts for nothing before the work has landed here. */
export interface ForeignWork {
  machine: string;
  item: string;
  how: 'works' | 'done' | 'waits';
  /** Epoch milliseconds, by the clock of that machine; null where nobody said. */
  since: number | null;
  /** Epoch milliseconds until which it is said to work; null for what is no lease. */
  until: number | null;
}

/** Words of other machines that are kept at most. */
const MOST = 1000;

/** Keeps the newest word of each other machine on each item. */
export class ForeignWords {
  readonly #own: string;
  readonly #words = new Map<string, ForeignWork>();

  /** @param own the name of this machine, whose own words are none */
  constructor(own: string) {
    this.#own = own;
  }

  /** Takes in what was read since. */
  hear(entries: readonly Entry[]): void {
    for (const { machine, time, what } of entries) {
      for (const item of overIn(what))
        if (this.#words.get(keyOf(machine, item))?.how !== 'done')
          this.#say({ machine, item, how: 'done', since: time, until: null });
      if (what.kind !== 'settled') continue;
      const { how } = what.end;
      const said = { machine, item: what.lease.item, since: time, until: null };
      if (how === 'done' || how === 'waits') this.#say({ ...said, how });
      else this.#words.delete(keyOf(machine, said.item));
    }
  }

  /** Takes in who has an item that was asked for here. */
  taken(machine: string, item: string, until: number): void {
    const before = this.#words.get(keyOf(machine, item));
    const since = before?.how === 'works' ? before.since : null;
    this.#say({ machine, item, how: 'works', since: since ?? Date.now(), until });
  }

  /** What the others say now, of items that are not over here. */
  now(over: ReadonlySet<string>, time: number): ForeignWork[] {
    return [...this.#words.values()].filter(({ item, until }) => !over.has(item) && (until === null || until > time));
  }

  #say(word: ForeignWork): void {
    const key = keyOf(word.machine, word.item);
    if (word.machine === this.#own || (!this.#words.has(key) && this.#words.size >= MOST)) return;
    this.#words.set(key, word);
  }
}

const keyOf = (machine: string, item: string): string => JSON.stringify([machine, item]);
