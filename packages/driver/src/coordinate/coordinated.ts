import type { Retry } from '@flow/core/items';
import type { House, Reading, Refused } from '../house.js';
import { OVER } from './foreign.js';
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
  records(run: string): readonly { session: string; item: string | null }[];
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
  const leases = new Map<string, { lease: Lease; session: string | null }>();
  const taken = new Map<string, number>();
  let run = '';
  let cursor: Cursor | null = null;
  let looked = 0;
  let told = '';
  let news = 0;

  const renewal = setInterval(() => void renewAll(), Math.max(1000, time / 3));
  renewal.unref();
  const renewAll = async () => {
    for (const [item, { lease, session }] of leases) {
      // An answer that is not known is asked for again before the time is over.
      const renewed = await coordinator.renew(lease, time).catch(() => lease);
      // It was given back meanwhile.
      if (leases.get(item)?.lease !== lease) continue;
      if (renewed) leases.set(item, { lease: renewed, session });
      else leases.delete(item);
    }
  };

  const claim = async (item: string, session: string | null): Promise<Refused | null> => {
    if (leases.has(item)) return null;
    try {
      const id = session ?? `${machine}-${process.pid}-${Date.now()}`;
      const answer = await coordinator.claim(run, { id, machine }, { item, base: null, time });
      if (answer.kind === 'lease') {
        leases.set(item, { lease: answer.lease, session });
        return null;
      }
      const until = answer.kind === 'taken' ? answer.until : answer.hold.until;
      taken.set(item, Math.min(until, Date.now() + AGAIN));
      news += 1;
      const at = new Date(until).toISOString();
      return answer.kind === 'taken'
        ? { why: `taken by ${answer.machine} until ${at}`, isHeld: true }
        : { why: `held until ${at}: ${answer.hold.why}`, isHeld: true };
    } catch (error) {
      if (!isCoordinatorUnknown(error)) throw error;
      return { why: `it is not known who has it: ${error.message}`, isHeld: false };
    }
  };

  const giveBack = async (item: string, how: 'failed' | 'given-back', why: string) => {
    const held = leases.get(item);
    leases.delete(item);
    // A lease that cannot be given back now ends by time.
    if (held) await coordinator.settle(held.lease, { how, commit: null, why }).catch(() => {});
  };

  const look = async (reading: Reading) => {
    if (Date.now() - looked < LOOKS) return;
    looked = Date.now();
    for (const { item, session } of sharing.records(reading.run))
      if (item !== null && !reading.settled.has(session)) await claim(item, session);
    try {
      const items = [...reading.status.over].sort();
      if (items.length > 0 && items.join('\n') !== told) await coordinator.append(reading.run, [{ type: OVER, items }]);
      told = items.join('\n');
      const page = await coordinator.read(reading.run, cursor);
      cursor = page.cursor;
      await sharing.heard?.(page.entries);
      const over = new Set(reading.status.over);
      for (const { what } of page.entries) {
        if (what.kind !== 'settled' || what.end.how !== 'done' || what.end.commit === null) continue;
        if (!over.has(what.lease.item)) await sharing.takeOver(reading, what.lease.item, what.end.commit);
      }
    } catch (error) {
      // What others have said is heard another time.
      if (!isCoordinatorUnknown(error)) throw error;
    }
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
      const isKept = leases.has(asked.item);
      const refused = await claim(asked.item, asked.session);
      if (refused !== null) return refused;
      const here = await house.begin(asked);
      if (here !== null && !isKept) await giveBack(asked.item, 'given-back', here.why);
      return here;
    },
    async prove(item, worktree, slot) {
      if (item === null) return house.prove(item, worktree, slot);
      const isKept = leases.has(item);
      const refused = await claim(item, null);
      if (refused !== null) return refused;
      const here = await house.prove(item, worktree, slot);
      if (!isKept) await giveBack(item, 'given-back', here?.why ?? '');
      return here;
    },
    async settle(end) {
      await house.settle(end);
      const held = end.item === null ? undefined : leases.get(end.item);
      if (end.item !== null && held?.session === end.session)
        await giveBack(end.item, end.failure === null ? 'given-back' : 'failed', end.failure?.reason ?? '');
    },
    keep: (lease) => void leases.set(lease.item, { lease, session: null }),
    leaseOf: (item) => leases.get(item)?.lease ?? null,
    async close() {
      clearInterval(renewal);
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
