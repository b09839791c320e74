import type { Retry } from '@flow/core/items';
import type { House, Reading, Refused } from '../house.js';
import { type Adopted, Claims } from './claims.js';
import { ForeignWords, type ForeignWork, OVER } from './foreign.js';
import { type Coordinator, type Cursor, type Entry, isCoordinatorUnknown, type Lease } from './port.js';

/** A driver shares a run with other machines by these. */
export interface Sharing {
  coordinator: Coordinator;
  /** The name of this machine. */
  machine: string;
  /** Milliseconds that a lease is given for. */
  time: number;
  /** Takes the work of an item over that another machine says is done: it is proven here before it counts. */
  takeOver(reading: Reading, item: string, commit: string): Promise<boolean>;
  /** Sessions that a driver of this machine has started: the leases of those whose end is not settled are gone on with (R36). */
  records(run: string): readonly Adopted[];
  /** Is told what the others say of items that are not done here. */
  say?(run: string, words: readonly ForeignWork[]): void;
  /** Hears what others have said since it was asked last. */
  heard?(entries: readonly Entry[]): Promise<void>;
}

/** A house whose items are asked for among several machines, and what is left to say when the driver ends. */
export interface Coordinated extends House {
  /** An item is had already, under this lease: no session of it asks again. */
  keep(lease: Lease): void;
  /** The lease of an item, as it was last renewed; null where it is lost. */
  leaseOf(item: string): Lease | null;
  /** Says to the others what is done by now; nothing is renewed any longer. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at what other machines say. */
const LOOKS = 10_000;

/** Milliseconds after which an item that another machine has is asked for again, at the latest. */
const AGAIN = 60_000;

/**
 * Makes a house whose items are asked for at a coordinator before they are begun here. A coordinator whose answer is not known
 * begins nothing (R50); what other machines say is read and moves nothing: work that they call done is proven here.
 */
export function coordinated(house: House, sharing: Sharing): Coordinated {
  const { coordinator, machine, time } = sharing;
  const claims = new Claims(coordinator, machine, time);
  const taken = new Map<string, number>();
  const words = new ForeignWords(machine);
  let run = '';
  let cursor: Cursor | null = null;
  let looked = 0;
  let told = '';
  let news = 0;

  const claim = async (item: string, session: string | null): Promise<Refused | null> => {
    const refused = await claims.ask(run, item, { session });
    if (refused?.until != null) {
      taken.set(item, Math.min(refused.until, Date.now() + AGAIN));
      news += 1;
      if (refused.machine !== null) words.taken(refused.machine, item, refused.until);
    }
    return refused;
  };

  const giveBack = (item: string, how: 'failed' | 'given-back', why: string) =>
    claims.giveBack(item, { how, commit: null, why });

  const look = async (reading: Reading) => {
    if (Date.now() - looked < LOOKS) return;
    looked = Date.now();
    await claims.adopt(
      reading.run,
      sharing.records(reading.run).filter(({ session }) => !reading.settled.has(session)),
    );
    try {
      const items = [...reading.status.over].sort();
      if (items.length > 0 && items.join('\n') !== told) await coordinator.append(reading.run, [{ type: OVER, items }]);
      told = items.join('\n');
      const page = await coordinator.read(reading.run, cursor);
      cursor = page.cursor;
      await sharing.heard?.(page.entries);
      words.hear(page.entries);
      const over = new Set(reading.status.over);
      for (const { what } of page.entries) {
        if (what.kind !== 'settled' || what.end.how !== 'done' || what.end.commit === null) continue;
        if (!over.has(what.lease.item)) await sharing.takeOver(reading, what.lease.item, what.end.commit);
      }
    } catch (error) {
      // What others have said is heard another time.
      if (!isCoordinatorUnknown(error)) throw error;
    }
    sharing.say?.(reading.run, words.now(new Set(reading.status.over), Date.now()));
  };

  return {
    ...house,
    async read() {
      const reading = await house.read();
      run = reading.run;
      await look(reading);
      return withTaken(reading, taken, Date.now());
    },
    stamp: () => `${house.stamp()} ${news} ${Math.floor(Date.now() / LOOKS)}`,
    async begin(asked) {
      const isKept = claims.of(asked.item) !== null;
      const refused = await claim(asked.item, asked.session);
      if (refused !== null) return refused;
      const here = await house.begin(asked);
      if (here !== null && !isKept) await giveBack(asked.item, 'given-back', here.why);
      return here;
    },
    async prove(item, worktree, slot) {
      if (item === null) return house.prove(item, worktree, slot);
      const isKept = claims.of(item) !== null;
      const refused = await claim(item, null);
      if (refused !== null) return refused;
      const here = await house.prove(item, worktree, slot);
      if (!isKept) await giveBack(item, 'given-back', here?.why ?? '');
      return here;
    },
    async settle(end) {
      await house.settle(end);
      const how = end.failure === null ? 'given-back' : 'failed';
      await claims.settle(end.session, end.item, { how, commit: null, why: end.failure?.reason ?? '' });
    },
    keep: (lease) => claims.keep(lease),
    leaseOf: (item) => claims.of(item),
    async close() {
      claims.close();
      looked = 0;
      await look(await house.read());
    },
  };
}

/** What another machine has is waited for; the answer is asked for again by then. */
function withTaken(reading: Reading, taken: Map<string, number>, now: number): Reading {
  const waits = new Map<string, Retry>();
  for (const [item, until] of taken) {
    if (until <= now) taken.delete(item);
    else {
      const backoffSeconds = Math.ceil((until - now) / 1000);
      const wait = { retry: true, backoffSeconds, escalate: false, analyse: false, spent: 0, max: null } as const;
      waits.set(item, { ...wait, reason: 'breakdown' });
    }
  }
  return { ...reading, retries: { get: (item) => waits.get(item) ?? reading.retries.get(item) } };
}
