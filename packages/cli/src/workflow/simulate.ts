import type { Deed, Room, Standing } from './place.js';

/** Computes where a run would stand after some deeds; nothing is recorded. */
export function standingAfter({ workflow, facts }: Standing, deeds: readonly Deed[], room: Room): Standing['status'] {
  const moments = [...facts.moments, facts.present];
  const last = facts.events.at(-1)?.n ?? 0;
  const added = deeds.map((deed, index) => ({ ...deed, n: last + 1 + index, time: facts.now, at: moments.length - 1 }));
  const events = [...facts.events, ...added] as typeof facts.events;
  return room.evaluate(workflow, { ...facts, events, moments });
}
