import { agentOf, judgeOf, type WorkStatus } from '@flow/agents';
import type { Decision, Event } from '@flow/clients/event';
import { briefText, contradictionIn, everyItem } from '@flow/core/items';
import type { FlowDeed, ItemStatus, OpenCheck } from '@flow/core/workflow';
import { once } from '../../facts/once.js';
import { load } from '../../load.js';
import type { Surroundings } from '../../places/surroundings.js';
import type * as Config from '../../policy/config.js';
import { clean } from '../../text/clean.js';
import { briefFor } from '../brief.js';
import type { Standing } from '../index.js';
import { hearingOf } from '../leases/ask.js';
import { recordDeed, recordForeign } from '../runs/record.js';
import { itemsHere } from '../words/status-text.js';
import { isNamed } from './seat.js';

type Stopped = Extract<Event, { kind: 'subagent-stop' }>;

/** `Work` tells what whoever works is to do: for the run, on one item, or on one of several that its prompt names. */
export type Work = { kind: 'run' } | { kind: 'item'; id: string } | { kind: 'several'; ids: readonly string[] };

/** Finds what a worker that begins now works on: the only item that somebody can work on; of several nobody guesses. */
export function workOf({ status }: Standing): Work {
  const ids = everyItem(itemsHere(status))
    .filter(isAtWork)
    .map(({ id }) => id);
  const [id] = ids;
  if (id === undefined) return { kind: 'run' };
  return ids.length === 1 ? { kind: 'item', id } : { kind: 'several', ids };
}

/** Returns the brief of a worker; where several items are at work, how it gets that of its own. */
export function briefWords(role: string, work: Work, around: Surroundings, standing: Standing, most: number): string {
  if (work.kind === 'several')
    return `Several items are at work: ${work.ids.map((id) => clean(id, 40)).join(', ')}. Your prompt names yours; \`flow brief --role ${role} --item <id>\` says all that is asked of it.`;
  const given = briefFor(around, standing, { name: role, isJudge: false }, work.kind === 'item' ? work.id : null);
  return `What you are given, from the documents of this work:\n\n${briefText(given, most).trim()}`;
}

/**
 * Gives a worker the brief of the item that its prompt names, where several are at work: what it is told as it begins cannot
 * know which is meant.
 * @returns null where its beginning tells all, or nothing is named
 */
export function briefedPrompt(
  role: string | null,
  given: string,
  around: Surroundings,
  standing: Standing,
): string | null {
  const agent = agentOf(judgeOf(role) ?? '');
  const work = agent?.kind === 'role' ? workOf(standing) : null;
  if (!agent || work?.kind !== 'several') return null;
  const [id, ...others] = work.ids.filter((one) => isNamed(one, given));
  if (id === undefined || others.length > 0) return null;
  return `${given}\n\n${briefWords(agent.name, { kind: 'item', id }, around, standing, MOST_GIVEN)}`;
}

/** Characters of a brief within a prompt, which no client cuts. */
const MOST_GIVEN = 12_000;

/** A worker whose end says nothing that counts is sent back once (R78). */
const SENT_BACK = 1;

/** A place that waits for a worker to say that it is done. */
interface Asked {
  item: string | null;
  name: string;
}

/** Facts that the end of a worker is judged by. */
interface Ended {
  event: Stopped & { agent: string };
  around: Surroundings;
  standing: Standing;
  role: string;
  /** What waits for the word of a worker. */
  asked: readonly Asked[];
}

/**
 * A worker is about to end. Where an item, or a phase of its role, waits for its word, the last message says it in a block;
 * `done` becomes the submission, and what could not be done completes nothing (R3, R12, X32).
 * @returns null where nobody waits for its word
 */
export function endWork(event: Stopped, around: Surroundings, standing: Standing): Decision | null {
  const agent = agentOf(judgeOf(event.role) ?? '');
  if (agent?.kind !== 'role' || event.agent === null) return null;
  const ended: Ended = {
    ...{ event: { ...event, agent: event.agent }, around, standing, role: agent.name },
    asked: askedFor(agent.name, standing),
  };
  if (ended.asked.length === 0) return null;
  const read = load<typeof Config>('config').readWorkStatus(event.message ?? '');
  if ('complaint' in read) return sendBack(ended, read.complaint, 'unknown', 'it ended without saying how');
  const { status } = read;
  const asked = placeOf(status, ended.asked);
  if (typeof asked === 'string') return sendBack(ended, asked, 'unknown', 'it ended without saying for what');
  return status.status === 'done' || status.status === 'done-with-concerns'
    ? complete(ended, asked, status)
    : setAside(ended, asked, status);
}

/** Returns the submissions that are missing: of items at work, and of the phase where it is the role's own. */
function askedFor(role: string, { status }: Standing): Asked[] {
  const here = everyItem(itemsHere(status)).filter(isAtWork);
  const ofItems = here.flatMap(({ id, open = [] }) => missing(open).map((name) => ({ item: id, name })));
  if (ofItems.length > 0) return ofItems;
  return status.roles.includes(role) ? missing(status.open).map((name) => ({ item: null, name })) : [];
}

const isAtWork = ({ state, items: parts = [] }: ItemStatus) =>
  (state === 'running' || state === 'ready') && parts.length === 0;

const missing = (open: readonly OpenCheck[]): string[] =>
  open.flatMap(({ actor, finding }) =>
    actor === 'agent' && finding.code === 'SUBMISSION_MISSING' ? [String(finding.args.name)] : [],
  );

/** Returns the place that a status speaks of; in words, why it speaks of none. Of several nobody guesses. */
function placeOf({ item }: WorkStatus, asked: readonly Asked[]): Asked | string {
  const items = [...new Set(asked.flatMap((one) => (one.item === null ? [] : [one.item])))];
  const which = items
    .slice(0, 8)
    .map((id) => clean(id, 40))
    .join(', ');
  if (item !== null)
    return (
      asked.find((one) => one.item === item) ??
      `Nothing waits for ${clean(item, 60)}${which === '' ? ': leave `item` out' : `; it waits for ${which}`}.`
    );
  return items.length > 1 ? `Name the item that you worked on (${which}): \`"item": "<id>"\`.` : asked[0]!;
}

function complete(ended: Ended, { item, name }: Asked, { status, note }: WorkStatus): Decision {
  const { event } = ended;
  const contradiction = contradictionIn(`${note ?? ''}\n${event.message ?? ''}`);
  if (contradiction !== null) {
    const said = clean(contradiction, 100);
    const why = `CONTRADICTION: you say that it is done, and also "${said}". Finish it, or end with the status needs-context or blocked and a note that says what is missing.`;
    return sendBack({ ...ended, asked: [{ item, name }] }, why, 'code', `it says that it is done, and "${said}"`);
  }
  const deed: FlowDeed = {
    ...{ type: 'submission', name },
    ...(item !== null && { subject: item }),
    ...(note !== null && { note: clean(note, LONGEST) }),
    ...(status === 'done-with-concerns' && { status }),
  };
  const about = item === null ? name : `${name} of ${clean(item, 60)}`;
  return heard(
    ended,
    deed,
    `submitted ${about}${status === 'done-with-concerns' ? '; its concerns remain a debt' : ''}`,
  );
}

/** Sets an item aside for what is missing; of a run nothing is recorded, as it stays where it is. */
function setAside(ended: Ended, { item }: Asked, { status, note }: WorkStatus): Decision {
  const said = clean(note ?? '', LONGEST);
  const reason = status === 'blocked' ? said : `needs context: ${said}`;
  if (item === null) return tell(ended, `is not done: ${reason}`);
  return heard(ended, { type: 'item', item, state: 'blocked', reason }, `did not do ${clean(item, 60)}: ${reason}`);
}

/** Number of characters of a note that are kept. */
const LONGEST = 500;

/** Sends a worker back; what it has not mended by then is recorded as a failure, and completes nothing. */
function sendBack(ended: Ended, complaint: string, failure: 'unknown' | 'code', reason: string): Decision {
  const { around, event, role, asked } = ended;
  const key = event.agent.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64);
  for (let time = 1; time <= SENT_BACK; time += 1) {
    if (once(around.repository, event.session, `work-${key}-${time}`, around.start))
      return { kind: 'refuse', reason: `flow: your work is not finished. ${complaint}` };
  }
  const items = [...new Set(asked.map(({ item }) => item))];
  const deed: FlowDeed = { type: 'failure', failure, reason, agent: role, session: event.session };
  const [item] = items;
  if (item === null || item === undefined || items.length > 1) return tell(ended, `completed nothing: ${reason}`);
  return heard(ended, { ...deed, item }, `completed nothing of ${clean(item, 60)}: ${reason}`);
}

/** Records what the run hears; what comes too late is kept, and counts for nothing. */
function heard(ended: Ended, deed: FlowDeed, words: string): Decision {
  const { around, standing } = ended;
  const { said, lease } = hearingOf(around, standing, deed);
  if (said === 'late') {
    recordForeign(around, standing.run, deed, lease?.id ?? '');
    return tell(ended, 'came too late: somebody else has begun the item since, so what it says counts for nothing');
  }
  if (said === 'unarmed') return tell(ended, 'works without our hooks: what it says counts for nothing');
  if (said === 'elsewhere')
    return tell(ended, 'spoke of something else than the item of this work tree: nothing is recorded');
  recordDeed(around, standing.run, deed);
  return tell(ended, words);
}

const tell = ({ role }: Ended, words: string): Decision => ({ kind: 'tell', notice: `flow: ${role} ${words}.` });
