import { getOrMake } from '../get-or-make.js';
import type { Facts, FlowEvent, ItemFact, Lease, Moment } from './facts.js';
import type { ItemSet } from './items.js';
import type { Each, Phase } from './model.js';

/** `Recorded` tells what is known of where an event was recorded. */
export type Recorded = Pick<FlowEvent, 'scopedTo' | 'under' | 'by'>;

/** `Held` is the newest lease of an item. */
interface Held {
  lease: Lease;
  /** Epoch milliseconds; each event of its session moves it on. */
  until: number;
  /** Given back, or the item is done. */
  isOver: boolean;
  /** The content of its work tree, where that is not the run's, as it was last seen. */
  moment: Moment | null;
}

/** Keeps the leases of a run: who works on which item, and which results come too late. */
export class Leases {
  /** The newest lease by item. */
  readonly #newest = new Map<string, Held>();
  /** Items and tokens of all leases that were ever given, by id. */
  readonly #given = new Map<string, { item: string; token: number }>();
  /** The newest token of each session, by item. */
  readonly #ofSession = new Map<string, Map<string, number>>();
  /** Number of items that are worked on in a work tree of their own. */
  #apart = 0;
  /** A moment of a leased work tree with the items as the run lists them. */
  readonly #listed = new WeakMap<Moment, Moment>();
  /**
   * Tells what is known of a lease's process. While a run is folded a process counts as alive until somebody else has seen
   * its end: whoever begins the item says so.
   */
  lifeOf: (lease: Lease) => 'alive' | 'gone' | undefined = ({ pid }) => (pid === null ? undefined : 'alive');

  /** The same leases, to be given and renewed without a trace here. */
  copy(): Leases {
    const other = new Leases();
    for (const [item, held] of this.#newest) other.#put(item, { ...held });
    for (const [id, one] of this.#given) other.#given.set(id, one);
    for (const [session, tokens] of this.#ofSession) other.#ofSession.set(session, new Map(tokens));
    other.lifeOf = this.lifeOf;
    return other;
  }

  /**
   * Takes in that somebody begins an item.
   * @returns false where another one works on it, or where a newer lease was given meanwhile
   */
  begin(item: string, lease: Lease, now: number): boolean {
    const held = this.#newest.get(item);
    if (held?.lease.id === lease.id) {
      if (held.isOver) return false;
      // A resumed session goes on in another process, and maybe in another work tree.
      this.#put(item, { ...held, lease, until: Math.max(held.until, now + lease.until - lease.since) });
      return true;
    }
    if (held && (lease.token <= held.lease.token || this.#isKept(held, lease, now))) return false;
    this.#put(item, { lease, until: lease.until, isOver: false, moment: null });
    this.#given.set(lease.id, { item, token: lease.token });
    if (lease.session !== null)
      getOrMake(this.#ofSession, lease.session, () => new Map<string, number>()).set(item, lease.token);
    return true;
  }

  /** Tells whether a lease keeps another one from its item. */
  #isKept(held: Held, next: Lease, now: number): boolean {
    const isOwn = held.lease.session !== null && held.lease.session === next.session;
    if (held.isOver || isOwn || next.replaces === held.lease.id) return false;
    // Whoever begins behind its time has seen that its process is gone, or cannot see the process.
    return held.until > now;
  }

  #put(item: string, held: Held): void {
    const before = this.#newest.get(item);
    this.#apart += Number(isApart(held)) - Number(before !== undefined && isApart(before));
    this.#newest.set(item, held);
  }

  /** Nobody works on the item any longer. */
  release(item: string): void {
    const held = this.#newest.get(item);
    if (held && !held.isOver) this.#put(item, { ...held, isOver: true, moment: null });
  }

  /** The leases that an event shows somebody at work on go on. */
  renew({ scopedTo, under, by, time }: Recorded & Pick<FlowEvent, 'time'>): void {
    if (by === undefined && under === undefined) return;
    const mine = [
      ...(scopedTo === undefined ? [] : [scopedTo]),
      ...(by === undefined ? [] : (this.#ofSession.get(by)?.keys() ?? [])),
    ];
    for (const item of mine) {
      const held = this.#newest.get(item);
      const isIts = held && (held.lease.id === under || (by !== undefined && held.lease.session === by));
      if (!isIts || held.isOver) continue;
      held.until = Math.max(held.until, time + held.lease.until - held.lease.since);
    }
  }

  /** The lease of an item, where it holds. */
  heldAt(item: string, now: number): (Lease & { until: number }) | null {
    const held = this.#newest.get(item);
    if (!held || held.isOver) return null;
    const life = this.lifeOf(held.lease);
    const holds = life === undefined ? held.until > now : life === 'alive';
    return holds ? { ...held.lease, until: held.until } : null;
  }

  /** Tells whether the item was begun under a lease that was not given back, whether or not it holds. */
  has(item: string): boolean {
    return this.#newest.get(item)?.isOver === false;
  }

  /** The newest lease of an item, whether or not it holds. */
  newestOf(item: string): Lease | null {
    return this.#newest.get(item)?.lease ?? null;
  }

  /** The newest lease of each item that was not given back. */
  get open(): { item: string; lease: Lease }[] {
    return [...this.#newest].flatMap(([item, { lease, isOver }]) => (isOver ? [] : [{ item, lease }]));
  }

  /** The newest fencing number of an item; 0 for one that was never begun under a lease. */
  tokenOf(item: string): number {
    return this.#newest.get(item)?.lease.token ?? 0;
  }

  /** Tells whether what an event says of an item comes too late: somebody else has begun the item since. */
  isLate({ scopedTo, under, by }: Recorded, item: ItemFact | null | undefined, byId: ItemSet['byId']): boolean {
    if (scopedTo !== undefined && under !== undefined) {
      const given = this.#given.get(under);
      return given === undefined || given.token < this.tokenOf(given.item);
    }
    const tokens = by === undefined ? undefined : this.#ofSession.get(by);
    if (tokens === undefined) return false;
    return [...upwards(item, byId)].some(({ id }) => {
      const token = tokens.get(id);
      return token !== undefined && token < this.tokenOf(id);
    });
  }

  /** Takes in what a leased work tree holds. */
  see(item: string, moment: Moment): void {
    const held = this.#newest.get(item);
    if (held && isApart(held)) held.moment = moment;
  }

  /** The moment that an item is held against: that of its own work tree, where it or what it belongs to is leased there. */
  momentOf(item: ItemFact, moment: Moment, { byId }: ItemSet): Moment | null {
    if (this.#apart === 0) return null;
    for (const one of upwards(item, byId)) {
      const own = this.#newest.get(one.id)?.moment;
      if (own) return this.listed(own, moment);
    }
    return null;
  }

  /**
   * The item in whose own work tree another one is worked on, as a part or a fix of it; null where that is not so.
   */
  wholeOf(item: ItemFact, { byId }: ItemSet, now: number): string | null {
    if (this.#apart === 0 || this.heldAt(item.id, now)) return null;
    const whole = [...upwards(item, byId)].find((one) => one !== item && this.heldAt(one.id, now)?.apart === true);
    return whole?.id ?? null;
  }

  /** The moment of a leased work tree with the run's own list of items: what a plan says there moves no other item. */
  listed(own: Moment, { items }: Moment): Moment {
    const known = this.#listed.get(own);
    if (known?.items === items) return known;
    const made = { ...own, items };
    this.#listed.set(own, made);
    return made;
  }
}

const isApart = ({ lease, isOver }: Held) => lease.apart && !isOver;

/** An item, with what it is a part of or mends, as far as that goes. */
function* upwards(item: ItemFact | null | undefined, byId: ReadonlyMap<string, ItemFact>): Iterable<ItemFact> {
  const seen = new Set<ItemFact>();
  for (let one = item; one && !seen.has(one); one = one.parent === undefined ? null : byId.get(one.parent)) {
    seen.add(one);
    yield one;
  }
}

/** Tells whether an item is the one that an event speaks of alone, or a part or a fix of it. */
export function isWithinScope(
  scope: string,
  item: ItemFact | null | undefined,
  { byId }: Pick<ItemSet, 'byId'>,
): boolean {
  return [...upwards(item, byId)].some(({ id }) => id === scope);
}

/**
 * Returns the item that an event speaks of alone; the event that begins one in a work tree of its own is the first of
 * these.
 */
export function scopeOf(event: FlowEvent): string | undefined {
  return event.scopedTo ?? (event.type === 'item' && event.lease?.apart ? event.item : undefined);
}

/** Tells whether every phase that walks an item asks for a work tree of its own; a fix is walked as what it mends. */
export function isIsolated(phases: readonly Phase[], item: ItemFact, { byId }: Pick<ItemSet, 'byId'>): boolean {
  const root = [...upwards(item, byId)].find(({ kind }) => kind !== 'fix') ?? item;
  const walks = phases.flatMap(eachesOf).filter(({ kind }) => kind === root.kind);
  return walks.length > 0 && walks.every(({ isolated }) => isolated);
}

function eachesOf({ each }: Phase): Each[] {
  return each ? [each, ...each.phases.flatMap(eachesOf)] : [];
}

/** Reads what is known of processes at the present. */
export function lifeIn({ processes = {} }: Pick<Facts, 'processes'>): Leases['lifeOf'] {
  return ({ id }) => (Object.hasOwn(processes, id) ? processes[id] : undefined);
}
