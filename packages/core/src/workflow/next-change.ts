import { isBreakdown } from './checks/kind.js';
import type { FlowEvent } from './facts.js';
import { backoff } from './failures.js';
import { WAIVER_MS } from './take-facts.js';

/** So many breakdowns in a row make the wait as long as it gets. */
const LONGEST = 6;

/**
 * Tells when time alone may change what a run's status says: the first end of an approval, a waiver, an override, a lease or a wait.
 * @returns epoch milliseconds behind `now`, maybe too early, never too late; null where the status waits for an event
 */
export function nextChange(events: readonly FlowEvent[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  /** The longest time that a lease was given for: each event may have moved its end on by that. */
  let leased = 0;
  for (const event of events) {
    if (event.type === 'item' && event.lease) leased = Math.max(leased, event.lease.until - event.lease.since);
    for (const end of [...endsOf(event), ...(leased > 0 ? [event.time + leased] : [])])
      if (end > now && end < next) next = end;
  }
  return next === Number.POSITIVE_INFINITY ? null : next;
}

function endsOf(event: FlowEvent): number[] {
  if (event.type === 'await') return [event.until];
  if ('expires' in event && event.expires !== null) return [event.expires, event.time + WAIVER_MS];
  if (!('failure' in event) || !isBreakdown(event.failure)) return [];
  return Array.from({ length: LONGEST }, (_, at) => event.time + backoff(at + 1));
}
