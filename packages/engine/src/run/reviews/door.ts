import type { Decision, Event } from '@flow/clients/event';
import { once } from '../../facts/once.js';
import { load } from '../../load.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { standingHere, untoldHere, workflowRoom } from '../door.js';
import type { Standing } from '../index.js';
import type { Untold } from '../standing-read.js';
import type * as Reviews from './index.js';
import { mayBeOurs } from './may-be-ours.js';

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

/** Returns the room of reviews, a file of its own: only agents of ours pay for it. */
export function reviewRoom(): typeof Reviews {
  return load<typeof Reviews>('run');
}

/** A judge of the run that goes on here. */
export interface ReviewerHere {
  around: Surroundings;
  standing: Standing;
  seated: Reviews.Seated;
  room: typeof Reviews;
}

/**
 * Returns the seat of a kind of agent in the run of a folder's branch.
 * @returns null for one that judges nothing here
 */
export function reviewerHere(role: unknown, around: Surroundings | null): ReviewerHere | null {
  if (typeof role !== 'string' || !mayBeOurs(role) || !around) return null;
  const standing = standingHere(around);
  const seated = standing && reviewRoom().seatedAs(role, standing);
  return standing && seated ? { around, standing, seated, room: reviewRoom() } : null;
}

/** Rights of a kind of agent that only looks, wherever the agent is; null for an agent that may do more. */
export function lookerHere(role: string | null, around: Surroundings | null): Reviews.Looker | null {
  return mayBeOurs(role) ? reviewRoom().lookerAs(role, around && standingHere(around)) : null;
}

/**
 * Returns the judge of the present run that was begun by one of the named agents, by the host's name for the agent or
 * by its kind; null for none.
 */
export function begunReviewer(names: readonly string[], around: Surroundings): string | null {
  const begun = standingHere(around)?.facts.events.filter((one) => one.type === 'reviewing') ?? [];
  const isNamed = ({ agent, judge }: { agent: string; judge: string }) =>
    names.some((name) => name === agent || (mayBeOurs(name) && name.slice('flow-'.length) === judge));
  return begun.find(isNamed)?.judge ?? null;
}

/** Decides how a review begins; null for a sub-agent that judges nothing here. */
export function reviewBegins(event: EventOf<'subagent-start'>, start: Start): Decision | null {
  const here = reviewerHere(event.role, surroundingsOf(event.directory, start));
  return here === null ? null : here.room.beginReview(event, here.around, here.standing);
}

/** Decides how a review ends; null for a sub-agent that judges nothing here. */
export function reviewEnds(event: EventOf<'subagent-stop'>, start: Start): Decision | null {
  const around = surroundingsOf(event.directory, start);
  const here = reviewerHere(event.role, around);
  if (here) return here.room.endReview(event, here.around, here.standing);
  const untold = around && lookerHere(event.role, around) !== null ? untoldHere(around) : null;
  return around && untold ? unrecorded(event, around, untold) : null;
}

/** Tells a role what it is given in the present run; null for any other sub-agent. */
export function roleBegins(event: EventOf<'subagent-start'>, start: Start): Decision | null {
  const here = runOfRole(event.role, event.directory, start);
  return here && reviewRoom().beginRole(event, ...here);
}

/** Decides how a role of the run ends; null for a sub-agent that is no role in the run here. */
export function roleEnds(event: EventOf<'subagent-stop'>, start: Start): Decision | null {
  const here = runOfRole(event.role, event.directory, start);
  return here && reviewRoom().endRole(event, ...here);
}

function runOfRole(role: string | null, directory: string, start: Start): [Surroundings, Standing] | null {
  const around = mayBeOurs(role) ? surroundingsOf(directory, start) : null;
  const standing = around && standingHere(around);
  return around && standing ? [around, standing] : null;
}

/**
 * Answers a reviewer whose word could not be recorded. The parts of the run that were read are kept, so that the second
 * time takes less. A reviewer is sent back once.
 */
function unrecorded(
  { session, agent }: EventOf<'subagent-stop'>,
  { repository, start }: Surroundings,
  { why }: Untold,
): Decision {
  if (why === 'time' && once(repository, session, `unread-${agent}`, start))
    return {
      kind: 'refuse',
      reason: 'flow: there was no time to record your answer. End with the complete answer again.',
    };
  const notice =
    why === 'time'
      ? "flow: there was no time to record the reviewer's answer, so it does not count. Start it again."
      : "flow: the phase of the run is not known, so the reviewer's answer does not count. `flow status` shows what is wrong.";
  return { kind: 'tell', notice };
}

/**
 * A reviewer is about to be started: it gets its own brief in place of what the agent wrote, so that neither the
 * conversation nor a ready verdict reaches it (feature D87), and works in this tree. Null for any other call.
 */
export function beforeReview(event: EventOf<'tool-before'>, start: Start): Decision | null {
  if ((event.tool !== 'Agent' && event.tool !== 'Task') || start.host?.rewrite === false) return null;
  const here = reviewerHere(event.input.subagent_type, surroundingsOf(event.directory, start));
  if (!here) return null;
  const { isolation: _isolation, name: _name, ...input } = event.input;
  const given = typeof input.prompt === 'string' ? input.prompt : '';
  const { judge, seats } = here.seated;
  const asked = here.room.askedOf(here.room.askedSeat(seats, here.standing), here.standing, given);
  if (asked.kind === 'untold' && asked.items.length > 0)
    return { kind: 'refuse', reason: here.room.unsaidWords(judge, asked.items) };
  const prompt = here.room.briefOf(here.seated, asked, here.around, here.standing, given);
  return { kind: 'rewrite', input: { ...input, description: `review: ${judge}`, prompt } };
}

/** A worker is about to be started for one of several items: it gets the brief of the one that is named. Null for any other call. */
export function beforeWork(event: EventOf<'tool-before'>, start: Start): Decision | null {
  if ((event.tool !== 'Agent' && event.tool !== 'Task') || start.host?.rewrite === false) return null;
  const { subagent_type: role, prompt } = event.input;
  if (typeof role !== 'string' || typeof prompt !== 'string') return null;
  const here = runOfRole(role, event.directory, start);
  const briefed = here && reviewRoom().briefedPrompt(role, prompt, ...here);
  return briefed === null ? null : { kind: 'rewrite', input: { ...event.input, prompt: briefed } };
}

/**
 * Tells the agent that started a reviewer what the reviewer found, and where the run stands now. Null for any other
 * sub-agent.
 */
export function reviewTold(directory: string, agent: string, start: Start): Decision | null {
  const around = surroundingsOf(directory, start);
  const standing = around && standingHere(around);
  const isOurs = standing?.facts.events.some((one) => one.type === 'reviewing' && one.agent === agent) ?? false;
  if (!around || !standing || !isOurs) return null;
  // What was told and used comes back where a conversation was cut short: then it is not news.
  const used = verdictOf(agent, standing);
  const key = `used-${agent.replace(/[^A-Za-z0-9-]/g, '')}-${used}`;
  if (used !== null && !once(around.repository, '', key, start))
    return {
      kind: 'tell',
      context: `flow: the verdict of ${agent} was told before and is used: it counts as it stands. \`flow next\` says what is next.`,
    };
  const context = `${reviewRoom().toldOf(agent, standing)}\n${workflowRoom().movedText(standing.status)}`;
  return { kind: 'tell', context };
}

/** Returns the place in the journal of an agent's newest verdict; null where it has given none that counts. */
const verdictOf = (agent: string, { facts }: Standing): number | null =>
  facts.events.findLast((one) => one.type === 'verdict' && one.agent === agent && one.failure === undefined)?.n ?? null;
