import { evaluate, type Status } from '@flow/core/workflow';
import type { Standing } from '../status.js';

/** One command proves a handful of things. */
const MAX_STEPS = 20;

/**
 * Standings of a run after each event since a moment, with the present content: proofs since then are taken away again,
 * newest first.
 */
export function statusesSince({ workflow, facts }: Standing, since: number): Status[] {
  const { events } = facts;
  const recent = placesSince(events, since).slice(-MAX_STEPS);
  return recent.reverse().map((at) => evaluate(workflow, { ...facts, events: events.slice(0, at) }));
}

/** Standing of a run before the events since a moment; null where there are no events. */
export function statusBefore({ workflow, facts }: Standing, since: number): Status | null {
  const { events } = facts;
  const first = placesSince(events, since).slice(-MAX_STEPS)[0];
  return first === undefined ? null : evaluate(workflow, { ...facts, events: events.slice(0, first) });
}

const placesSince = (events: Standing['facts']['events'], since: number) =>
  events.flatMap(({ time }, at) => (time >= since ? [at] : []));
