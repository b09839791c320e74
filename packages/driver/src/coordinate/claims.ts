import { randomUUID } from 'node:crypto';
import type { Task } from '@flow/core/drive';
import type { Refused } from '../house.js';
import { type Attempt, type Coordinator, isCoordinatorUnknown, type Lease, type Worker } from './port.js';

/** `Claimant` tells who asks for an item: a session; the person who drives one item alone (`null`); and where it works. */
export interface Claimant {
  /** Null for what no session does: it has a name of its own each time. */
  session: string | null;
  here?: NonNullable<Worker['here']>;
  /** The commit that the work begins at; null, or left out, where that is not told. */
  base?: string | null;
}

/** A session that a driver of this machine has started, as far as its lease needs it. */
export interface Adopted extends Pick<Claimant, 'here'> {
  session: string;
  item: string | null;
  task: Task;
}

/** Why an item is not had, and until when somebody else may have it, in epoch milliseconds; null where nobody knows. */
export interface NotHad extends Refused {
  until: number | null;
  /** The machine that has it; null where nobody does, or nobody knows. */
  machine: string | null;
}

/** The leases that a driver has at one coordinator: they are asked for, renewed and given back here alone. */
export class Claims {
  readonly coordinator: Coordinator;
  readonly #machine: string;
  /** Milliseconds that a lease is given for. */
  readonly #time: number;
  readonly #leases = new Map<string, { lease: Lease; isKept: boolean }>();
  readonly #renewal: NodeJS.Timeout;

  constructor(coordinator: Coordinator, machine: string, time: number) {
    this.coordinator = coordinator;
    this.#machine = machine;
    this.#time = time;
    this.#renewal = setInterval(() => void this.renew(), Math.max(1000, time / 3));
    this.#renewal.unref();
  }

  /** The lease of an item, as it was last renewed; null where there is none, or where it is lost. */
  of(item: string): Lease | null {
    return this.#leases.get(item)?.lease ?? null;
  }

  /** An item is had already, under this lease: whatever works on it here asks no more. */
  keep(lease: Lease): void {
    this.#leases.set(lease.item, { lease, isKept: true });
  }

  isKept(item: string): boolean {
    return this.#leases.get(item)?.isKept === true;
  }

  /** Asks for an item. @returns why it is not had; null where it is. An answer that is not known begins nothing (R50). */
  async ask(run: string, item: string, { session, here, base = null }: Claimant): Promise<NotHad | null> {
    const had = this.#leases.get(item);
    if (had?.isKept || (had && had.lease.id === session)) return null;
    try {
      const worker = { id: session ?? randomUUID(), machine: this.#machine, ...(here && { here }) };
      const answer = await this.coordinator.claim(run, worker, { item, base, time: this.#time });
      if (answer.kind === 'lease') {
        this.#leases.set(item, { lease: answer.lease, isKept: false });
        return null;
      }
      const until = answer.kind === 'taken' ? answer.until : answer.hold.until;
      const at = new Date(until).toISOString();
      const why =
        answer.kind === 'taken' ? `taken by ${answer.machine} until ${at}` : `held until ${at}: ${answer.hold.why}`;
      return { why, isHeld: true, until, machine: answer.kind === 'taken' ? answer.machine : null };
    } catch (error) {
      if (!isCoordinatorUnknown(error)) throw error;
      return { why: `it is not known who has it: ${error.message}`, isHeld: false, until: null, machine: null };
    }
  }

  /**
   * Begins an item: whether it may begin is looked at before it is asked for, and once more behind that, as what excludes it may
   * have begun meanwhile.
   */
  async begin(
    run: string,
    item: string,
    claimant: Claimant,
    hindrance: () => Promise<Refused | null>,
  ): Promise<Refused | null> {
    const before = await hindrance();
    if (before !== null) return before;
    const refused = await this.ask(run, item, claimant);
    if (refused !== null) return refused;
    const behind = await hindrance();
    if (behind !== null) await this.giveBack(item, { how: 'given-back', commit: null, why: behind.why });
    return behind;
  }

  /** Takes up the leases of sessions whose end is not settled: who started them was killed (R36). */
  async adopt(run: string, sessions: readonly Adopted[]): Promise<void> {
    // Whoever lands what was done has not begun it.
    for (const { session, item, task, here } of sessions)
      if (item !== null && task !== 'landing') await this.ask(run, item, { session, ...(here && { here }) });
  }

  /** Moves the end of all leases on; those that are lost are forgotten. */
  async renew(): Promise<void> {
    for (const [item, { lease, isKept }] of this.#leases) {
      // An answer that is not known is asked for again before the time is over.
      const renewed = await this.coordinator.renew(lease, this.#time).catch(() => lease);
      // It was given back meanwhile.
      if (this.#leases.get(item)?.lease !== lease) continue;
      if (renewed) this.#leases.set(item, { lease: renewed, isKept });
      else this.#leases.delete(item);
    }
  }

  /** Says how the work on an item ended. A lease of which that cannot be said now ends by time. */
  async giveBack(item: string, end: Attempt): Promise<void> {
    const held = this.#leases.get(item);
    this.#leases.delete(item);
    if (held) await this.coordinator.settle(held.lease, end).catch(() => {});
  }

  /** Settles the lease under which a session worked that is over, where the session has one of its own. */
  async settle(session: string, item: string | null, end: Attempt): Promise<void> {
    if (item !== null && this.of(item)?.id === session && !this.isKept(item)) await this.giveBack(item, end);
  }

  /** Renews nothing any longer: leases end by time, by their processes, or where they are given back. */
  close(): void {
    clearInterval(this.#renewal);
  }
}
