import type { FlowEvent } from './facts.js';

/** An await is something that is waited for, since when, and how often somebody has looked whether it is there. */
export interface Await {
  id: string;
  what: string;
  /** The command that ends the wait when it passes; null where only a person can say so. */
  check: string | null;
  /** Epoch milliseconds. Behind `until` the wait lets nobody stop any longer. */
  since: number;
  until: number;
  /** The item that waits; left out where the run does. */
  item?: string;
  /** How often the check was run. */
  checks: number;
}

/** A wait as a status tells it. */
export interface AwaitStatus extends Await {
  /** Its time is over, and what it waits for is not there: it lets nobody stop any longer. */
  isOver?: true;
}

type EventOf<Type extends FlowEvent['type']> = Extract<FlowEvent, { type: Type }>;

/** Returns a wait as it begins. */
export const begunAwait = ({ await: id, what, check, until, item, time }: EventOf<'await'>): Await => ({
  ...{ id, what, check, since: time, until, checks: 0 },
  ...(item === undefined ? {} : { item }),
});

/**
 * Returns the wait that keeps an item from being worked on: until its check passes or a person speaks, whatever its
 * time.
 */
export function awaitOf(awaits: ReadonlyMap<string, Await>, item: string): Await | undefined {
  return [...awaits.values()].find((one) => one.item === item);
}

/** Returns the waits as a status tells them at a time. */
export const awaitsAt = (awaits: ReadonlyMap<string, Await>, now: number): AwaitStatus[] =>
  [...awaits.values()].map((one) => ({ ...one, ...(one.until > now ? {} : { isOver: true }) }));

/** Tells whether the run as a whole waits for something. */
export const isAwaiting = (awaits: ReadonlyMap<string, Await>, now: number): boolean =>
  [...awaits.values()].some(({ item, until }) => item === undefined && until > now);

/** Tells whether each of some items waits for something whose time is not over. */
export const areAwaiting = (awaits: ReadonlyMap<string, Await>, items: readonly string[], now: number): boolean =>
  items.length > 0 && items.every((id) => (awaitOf(awaits, id)?.until ?? 0) > now);
