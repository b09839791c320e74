import { evaluate, type Status } from '@flow/core/workflow';
import type { Standing } from './status.js';

/** One command proves a handful of things. */
const MAX_STEPS = 20;

/**
 * Where a run stood after each event since a moment, with the content of now: what was proven in between is taken away
 * again, newest first.
 */
export function statusesSince({ workflow, facts }: Standing, since: number): Status[] {
  const { events } = facts;
  const recent = events.flatMap(({ time }, at) => (time >= since ? [at] : [])).slice(-MAX_STEPS);
  return recent.reverse().map((at) => evaluate(workflow, { ...facts, events: events.slice(0, at) }));
}
