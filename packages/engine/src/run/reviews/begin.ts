import type { Decision, Event } from '@flow/clients/event';
import type { Surroundings } from '../../places/surroundings.js';
import type { Standing } from '../index.js';
import { recordDeed } from '../runs/record.js';
import { verdictWords } from './brief.js';
import { askedOf, askedSeat, seatedAs } from './seat.js';

type Started = Extract<Event, { kind: 'subagent-start' }>;

/**
 * A sub-agent begins. When it is a judge of the run, the journal keeps which content it begins to look at, and it is told
 * how its answer has to end.
 * @returns null for an agent that judges nothing here
 */
export function beginReview(event: Started, around: Surroundings, standing: Standing): Decision | null {
  const seated = seatedAs(event.role, standing);
  if (!seated || event.agent === null) return null;
  const { session, agent } = event;
  const seat = askedSeat(seated.seats, standing);
  const asked = askedOf(seat, standing);
  const subject = asked.kind === 'item' ? { subject: asked.item.id } : {};
  const deed = { type: 'reviewing' as const, state: 'started' as const, judge: seated.judge, agent, session };
  recordDeed(around, standing.run, { ...deed, ...subject });
  const { judge } = seated.seats.length === 1 ? seat : seated;
  return { kind: 'tell', context: verdictWords(judge, asked) };
}
