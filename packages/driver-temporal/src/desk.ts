import type { Attempt, Lease, Signal } from '@flow/driver';

/* What is decided about the leases of one run, without a clock and without a server: the workflow plays it, and so does a test. */

/** A seat is what the desk knows of one item: who had it last, under which number, and how that ended. */
interface Seat {
  id: string;
  token: number;
  machine: string;
  base: string | null;
  since: number;
  until: number;
  end: End | null;
}

/** An end as it is told to the desk: why it came is for people, and lies in git. */
export type End = Pick<Attempt, 'how' | 'commit'>;

/** Somebody has said that it is worth looking again. */
export interface Heard {
  n: number;
  time: number;
  machine: string;
  signal: Signal;
}

/** A claim, as it is told to the desk. */
export interface Asked {
  item: string;
  id: string;
  machine: string;
  base: string | null;
  time: number;
  /** The highest number of the item that git knows of: a desk that has forgotten everything goes on behind it. */
  least: number;
  /** Nothing new is begun: only who has the item already goes on. */
  isHeld: boolean;
}

export type Told =
  | { kind: 'lease'; lease: Lease }
  | { kind: 'taken'; by: string; machine: string; until: number }
  | { kind: 'free' };

/** All that a desk knows, as it goes from one history to the next. */
export interface DeskState {
  seats: [item: string, seat: Seat][];
  heard: Heard[];
  /** Signals that were ever heard. */
  last: number;
}

const EMPTY: DeskState = { seats: [], heard: [], last: 0 };

/** The longest time that a lease keeps an item, whatever was asked for. */
const LONGEST = 24 * 3_600_000;

/** Bounds of what one workflow keeps: it is handed on whole, and whoever reaches the server can ask. */
const MOST_SEATS = 4000;
const MOST_HEARD = 200;
const LONGEST_TEXT = 1000;

/** A question that no honest program asks. */
export class NotAsked extends Error {}

/** Holds who has which item of a run, and what is worth another look. */
export class Desk {
  readonly #seats: Map<string, Seat>;
  readonly #heard: Heard[];
  #last: number;

  readonly #run: string;

  constructor(run: string, { seats, heard, last }: DeskState = EMPTY) {
    this.#run = run;
    this.#seats = new Map(seats);
    this.#heard = [...heard];
    this.#last = last;
  }

  get state(): DeskState {
    return { seats: [...this.#seats], heard: this.#heard, last: this.#last };
  }

  /** Tells whether anybody has an item now. */
  isBusy(now: number): boolean {
    return [...this.#seats.values()].some((seat) => isStanding(seat, now));
  }

  claim(asked: Asked, now: number): Told {
    const { item, id, machine, base, least, isHeld } = checked(asked);
    const seat = this.#seats.get(item);
    // Its answer may have been lost on the way.
    if (seat?.end === null && seat.id === id) return { kind: 'lease', lease: this.#lease(item, seat) };
    if (seat && isStanding(seat, now)) return { kind: 'taken', by: seat.id, machine: seat.machine, until: seat.until };
    if (isHeld) return { kind: 'free' };
    const token = Math.max(seat?.token ?? 0, least) + 1;
    const until = now + within(asked.time);
    return { kind: 'lease', lease: this.#put(item, { id, token, machine, base, since: now, until, end: null }, now) };
  }

  /** @returns null where the lease is lost */
  renew(lease: Lease, time: number, now: number): Lease | null {
    const { id, token, machine, base, item } = checked(lease);
    // Where nothing is left of what the desk knew, nobody has had the item since.
    if (!this.#isNewest(lease) || this.#seats.get(item)?.end) return null;
    return this.#put(item, { id, token, machine, base, since: now, until: now + within(time), end: null }, now);
  }

  settle(lease: Lease, { how, commit }: End, now: number): 'taken' | 'stale' {
    const { id, token, machine, base, item, since, until } = checked(lease);
    const before = this.#seats.get(item)?.end;
    if (!this.#isNewest(lease)) return 'stale';
    if (before) return before.how === how && before.commit === commit ? 'taken' : 'stale';
    this.#put(item, { id, token, machine, base, since, until, end: { how, commit } }, now);
    return 'taken';
  }

  /** Hears a signal; what is none moves nothing. */
  hear(machine: unknown, signal: unknown, now: number): void {
    const { about, item } = { ...(signal as Partial<Signal> | null) };
    const isKnown = about === 'approved' || about === 'changed' || about === 'ci' || about === 'cancel';
    if (!isKnown || !isText(machine) || (item !== null && item !== undefined && !isText(item))) return;
    this.#last += 1;
    this.#heard.push({ n: this.#last, time: now, machine, signal: { about, item: item ?? null } });
    if (this.#heard.length > MOST_HEARD) this.#heard.shift();
  }

  /** Lists the signals behind a number. */
  heardAfter(n: number): Heard[] {
    return this.#heard.filter((one) => one.n > n);
  }

  #isNewest({ item, id, token }: Lease): boolean {
    const seat = this.#seats.get(item);
    return seat === undefined || (seat.id === id && seat.token === token);
  }

  #put(item: string, seat: Seat, now: number): Lease {
    // Behind what has moved last, so that what is dropped is what nobody has asked for in the longest time.
    this.#seats.delete(item);
    this.#seats.set(item, seat);
    if (this.#seats.size > MOST_SEATS) this.#dropOne(now);
    return this.#lease(item, seat);
  }

  #dropOne(now: number): void {
    for (const [item, seat] of this.#seats)
      if (!isStanding(seat, now)) {
        this.#seats.delete(item);
        return;
      }
    throw new NotAsked(`more than ${MOST_SEATS} items are at work`);
  }

  #lease(item: string, { id, token, machine, base, since, until }: Seat): Lease {
    return { id, run: this.#run, item, token, machine, base, since, until };
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT;

const within = (time: number): number => Math.max(0, Math.min(Number.isFinite(time) ? time : 0, LONGEST));

/** @throws NotAsked where ids are no ids: whoever reaches the server may ask */
function checked<T extends { item: string; id: string; machine: string; base: string | null }>(asked: T): T {
  const { item, id, machine, base, token = 0, least = 0 } = asked as T & { token?: unknown; least?: unknown };
  const isNamed = isText(item) && isText(id) && isText(machine) && (base === null || isText(base));
  if (!isNamed || !Number.isSafeInteger(token) || !Number.isSafeInteger(least))
    throw new NotAsked('ids are texts of at most 1000 characters');
  return asked;
}

/** Tells whether a seat keeps its item now: nobody has ended it, and its time is not over. */
const isStanding = ({ end, until }: Seat, now: number): boolean => end === null && until > now;
