import { agentOf, type Verdict } from '@flow/agents';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import { contentAt, type FlowEvent, type ItemFact, phaseAhead, roundOf, type Seat } from '@flow/core/workflow';
import { readFileBounded } from '@flow/evidence';
import { load } from '../../load.js';
import type { Surroundings } from '../../places/surroundings.js';
import type * as Config from '../../policy/config.js';
import { clean } from '../../text/clean.js';
import type { Standing } from '../index.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { recordDeed } from '../runs/record.js';
import { contractOf } from './contract.js';
import { narrowed } from './later-rounds.js';
import { libraryOf } from './library.js';
import { type Weighed, weigh } from './quotes.js';
import { askedOf, askedSeat, idsOf, PROBE, seatedAs } from './seat.js';
import { reviewsOf, writeReview } from './view.js';
import { lackIn } from './whole.js';

type Stopped = Extract<Event, { kind: 'subagent-stop' }>;
type ReviewEvent = Extract<FlowEvent, { type: 'reviewing' }>;

/** Number of times that a reviewer is sent back; a fault after that is a breakdown, and another reviewer is asked. */
export const SENT_BACK = 3;

/** Facts that a reviewer's stop is judged by. */
interface Review {
  event: Stopped & { agent: string };
  around: Surroundings;
  standing: Standing;
  judge: string;
  seats: readonly Seat[];
  /** The content it began to look at. */
  started: ReviewEvent | null;
  /** Number of times that the reviewer was sent back since the review began. */
  times: number;
}

/**
 * A sub-agent is about to end. A judge of the run ends only with a verdict that holds: until then it is sent back, at most
 * three times, with what does not. The verdict becomes part of the run on the content that the judge began to look at.
 * @returns null for an agent that judges nothing here
 */
export function endReview(event: Stopped, around: Surroundings, standing: Standing): Decision | null {
  const seated = seatedAs(event.role, standing);
  if (!seated || event.agent === null) return null;
  const mine = standing.facts.events.filter(
    (one): one is ReviewEvent => one.type === 'reviewing' && one.agent === event.agent && one.judge === seated.judge,
  );
  const at = mine.findLastIndex(({ state }) => state === 'started');
  const review: Review = {
    ...{ event: { ...event, agent: event.agent }, around, standing, ...seated },
    started: mine[at] ?? null,
    times: mine.slice(at + 1).length,
  };
  const read = load<typeof Config>('config').readVerdict(event.message ?? '');
  if ('complaint' in read) return sendBack(review, read.complaint);
  const { verdict } = read;
  const seat = seatOf(review, verdict);
  if (typeof seat === 'string') return sendBack(review, seat);
  const item = itemOf(review, verdict, seat);
  return typeof item === 'string' ? sendBack(review, item) : take(review, verdict, seat, item);
}

/** Returns the place that a verdict is for; in words, why it is for none of this judge's. */
function seatOf({ judge, seats, standing }: Review, verdict: Verdict): Seat | string {
  const own = seats.filter((one) => one.judge === verdict.judge);
  if (own.length > 0) return askedSeat(own, standing);
  const names = seats.map((one) => one.judge);
  const asked = judge === PROBE ? `one of the probes ${[...new Set(names)].join(', ')}` : judge;
  return `You judge as ${asked}; the verdict names ${clean(verdict.judge, 40)}.`;
}

/**
 * Returns the item that was judged: as the verdict says, else the one that it was begun for. Of several nobody guesses.
 * @returns in words, why it cannot be told
 */
function itemOf({ standing, started }: Review, { item: said }: Verdict, seat: Seat): ItemFact | null | string {
  if (!seat.perItem)
    return said === undefined ? null : 'This review is about the whole run, not one item: leave `item` out.';
  const id = said ?? started?.subject;
  const found = itemsOfRun(standing).find((one) => one.id === id);
  if (found) return found;
  const asked = askedOf(seat, standing);
  const waiting = asked.kind === 'item' ? [asked.item] : asked.kind === 'untold' ? asked.items : [];
  const which = waiting.length > 0 ? ` (of ${idsOf(waiting)})` : '';
  const why = said === undefined ? 'Each item is judged separately' : `There is no item ${clean(said, 60)}`;
  return `${why}: say in the verdict which one you were asked to judge${which}: \`"item": "<id>"\`.`;
}

function take(review: Review, verdict: Verdict, seat: Seat, item: ItemFact | null): Decision {
  const { around, standing, event, started } = review;
  const library = libraryOf(around, standing);
  const lack = lackIn(verdict, seat, item, around, standing, library);
  if (lack !== null) return sendBack(review, lack);
  const weighed = weigh(verdict.findings, library);
  if (weighed.unverified.length > 0 && review.times === 0) {
    const why = weighed.unverified.map((one) => `- ${clean(one, 300)}`).join('\n');
    return sendBack(
      review,
      `A must-fix blocks only if its quote is in the named file:\n${why}\nFix that, or make it a note; then end with the complete verdict again.`,
    );
  }
  const { late, ...kept } = narrowed(weighed, seat, item?.id ?? null, around, standing);
  const isClean = kept.findings.length === 0;
  const hasMoved = !started || contentOf(seat, review, item, 'then') !== contentOf(seat, review, item, 'now');
  // What it saw was partly the one and partly the other: that nothing was found there says nothing of either.
  if (hasMoved && isClean) return breakDown(review, seat, movedWords(started));
  if (agentOf(review.judge)?.tools.length === 0 && hasLooked(event.transcript))
    return breakDown(review, seat, 'it may see only the diff, but read more');
  const round = roundOf(standing.workflow, standing.facts, seat, item?.id ?? null);
  const deed = {
    ...{ type: 'verdict' as const, judge: seat.judge, pass: isClean, findings: kept.findings },
    ...{ score: verdict.score, notes: kept.notes, seen: 'hook' as const },
    ...{ agent: event.agent, session: event.session, round },
    ...(isClean && verdict.criteria && { criteria: verdict.criteria }),
    ...(item !== null && { subject: item.id, ...contractOf(item.id, standing) }),
  };
  recordDeed(around, standing.run, deed);
  const after = writeReview(around, standing, seat, deed);
  const ahead = phaseAhead(standing.workflow, standing.facts, seat, standing.status);
  const told = [
    ...(late > 0 ? [`${late} must-fix recorded as notes: new in a later round, and not about what changed since`] : []),
    ...remarksOn(weighed, hasMoved, ahead),
    ...escalated(after, standing),
  ].join('; ');
  return told === '' ? NONE : { kind: 'tell', notice: `flow: ${seat.judge}: ${told}` };
}

function remarksOn({ unverified }: Weighed, hasMoved: boolean, ahead: string | null): string[] {
  return [
    ...(unverified.length > 0
      ? [`${unverified.length} must-fix recorded as notes, because the quote was not found`]
      : []),
    ...(hasMoved ? ['the content changed during the review'] : []),
    ...(ahead !== null ? [`the run has not come to ${ahead} yet, so it is asked again there`] : []),
  ];
}

/** A review that has blocked as often as is allowed goes to the person, with what was found in each round (feature D95). */
function escalated({ status }: Standing, { status: before, run }: Standing): string[] {
  const isOver = (loops: typeof before.loops) => loops.some(({ exhausted }) => exhausted);
  if (!isOver(status.loops) || isOver(before.loops)) return [];
  return [`the review has used up its attempts, so a person decides; all rounds: ${reviewsOf(run.branch)}/rounds.md`];
}

const MAX_TRANSCRIPT = 16 * 1024 * 1024;

/** Tells whether an agent used a tool that no hook is asked about, as far as the agent's messages tell. */
function hasLooked(transcript: string | null): boolean {
  const read = transcript === null ? null : readFileBounded(transcript, MAX_TRANSCRIPT);
  if (read?.kind !== 'ok') return false;
  return /"type":\s*"tool_use"[^{}]*"name":\s*"(?:Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch)"/.test(
    read.bytes.toString('utf8'),
  );
}

const movedWords = (started: ReviewEvent | null) =>
  started
    ? 'the content changed during the review, so the verdict applies to neither version'
    : 'its start was not observed, so it is unknown what it reviewed';

/** Returns the content that a seat judges, at the start of the review or now; null where it cannot be told. */
function contentOf(
  { on }: Seat,
  { standing, started }: Review,
  item: ItemFact | null,
  when: 'then' | 'now',
): string | null {
  const { moments, present } = standing.facts;
  const moment = when === 'now' ? present : started ? moments[started.at] : undefined;
  return moment === undefined ? null : contentAt(on, moment, item);
}

function sendBack(review: Review, complaint: string): Decision {
  const { around, standing, event, judge, times } = review;
  if (times >= SENT_BACK)
    return breakDown(review, review.seats[0]!, `it gave no valid verdict in ${SENT_BACK} attempts`);
  const reason = clean(complaint.split('\n').slice(0, 3).join(' '), 300);
  const { agent, session } = event;
  recordDeed(around, standing.run, { type: 'reviewing', state: 'sent-back', judge, agent, session, reason });
  const left = SENT_BACK - times - 1;
  const more = left === 0 ? 'This is the last attempt.' : `You can answer ${left} more time${left === 1 ? '' : 's'}.`;
  return { kind: 'refuse', reason: `flow: your review is not finished. ${complaint}\n${more}` };
}

/** Answers a reviewer that said nothing that counts: the reviewer is asked anew, and the work is not blamed. */
function breakDown({ around, standing, event, judge, started }: Review, seat: Seat, why: string): Decision {
  const { agent, session } = event;
  const name = judge === PROBE ? judge : seat.judge;
  const deed = { type: 'verdict' as const, judge: name, pass: false, findings: [], failure: 'infra' as const };
  const subject = seat.perItem && started?.subject !== undefined ? { subject: started.subject } : {};
  recordDeed(around, standing.run, { ...deed, ...subject, seen: 'hook', agent, session, notes: [{ title: why }] });
  return { kind: 'tell', notice: `flow: the review of ${name} does not count: ${why}. Start it again.` };
}
