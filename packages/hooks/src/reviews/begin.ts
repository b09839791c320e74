import type { Decision, Event } from '../hosts/event.js';
import type { Surroundings } from '../surroundings.js';
import type { Standing } from '../workflow/index.js';
import { recordDeed } from '../workflow/record.js';
import { verdictWords } from './brief.js';
import { askedSeat, seatedAs } from './seat.js';

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
  recordDeed(around, standing.run, { type: 'reviewing', state: 'started', judge: seated.judge, agent, session });
  const { judge } = seated.seats.length === 1 ? askedSeat(seated.seats, standing) : seated;
  return { kind: 'tell', context: verdictWords(judge) };
}
