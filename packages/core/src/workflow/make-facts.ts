import type { Facts, FlowEvent, Moment } from './facts.js';
import type { Dials } from './model.js';

/** An event before it has its place in the run. */
export type NewEvent = FlowEvent extends infer Event
  ? Event extends FlowEvent
    ? Omit<Event, 'n' | 'time' | 'at'>
    : never
  : never;

/** Milliseconds between two events of a run that is made up. */
const PAUSE = 1000;

/**
 * Makes the facts of a run before its first event.
 * @param now epoch milliseconds
 */
export function beginFacts(present: Moment, dials: Dials = {}, now = 0): Facts {
  return { now, dials, events: [], moments: [], present };
}

/**
 * Adds an event that happens a second later on the present content. The facts that are given stay as they are; a moment object
 * that was seen before is the same moment.
 */
export function addEvent(facts: Facts, event: NewEvent): Facts {
  const { events, moments, present } = facts;
  const known = moments.lastIndexOf(present);
  const at = known === -1 ? moments.length : known;
  const now = facts.now + PAUSE;
  const added = { ...event, n: events.length + 1, time: now, at } as FlowEvent;
  return { ...facts, now, events: [...events, added], moments: known === -1 ? [...moments, present] : moments };
}
