import path from 'node:path';
import { agentOf, judgeOf, quoted, taskOf } from '@flow/agents';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import { documentOfKind } from '@flow/core/documents';
import { readSmall } from '@flow/evidence/disk/read-small';
import { once, wasTold } from '../../facts/once.js';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../index.js';
import { runContextOf } from '../moments/run-context.js';
import { readingOf } from './reading.js';
import { briefWords, endWork, workOf } from './work.js';

/*
 * Who works in a run is told as it begins what it is given: its task, the brief of its item, and the specification where it
 * works by one (feature C51, row X5). A specification that is too long for that is named, and the role ends only once its
 * messages show that it was read. How it ends, its last message says in a block (`work.ts`).
 */

type Started = Extract<Event, { kind: 'subagent-start' }>;
type Stopped = Extract<Event, { kind: 'subagent-stop' }>;

/** Characters of a specification that fit beside the rest of what is told; the client cuts at ten thousand. */
const MAX_SPEC = 6000;

/** Number of times that a role is sent back. */
const SENT_BACK = 2;

/** Returns the specification that a kind of agent works by in this run: its path; null where it works by none. */
function specOf(role: string | null, { repository }: Surroundings, standing: Standing): string | null {
  const agent = agentOf(judgeOf(role) ?? '');
  if (agent?.kind !== 'role' || !agent.receives.includes('spec')) return null;
  const { workflow, run, facts } = standing;
  const name = documentOfKind(workflow, 'spec');
  if (name === null || !Object.hasOwn(facts.present.documents, name)) return null;
  return pathsOnDisk(documentPaths(workflow, run.names), repository.root)[name] ?? null;
}

const agentKey = (agent: string) => agent.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64);

/**
 * A role begins: it is told its task in this run, the brief of the item that it works on, and the specification.
 * @returns null for an agent that is no role of ours
 */
export function beginRole(event: Started, around: Surroundings, standing: Standing): Decision | null {
  const agent = agentOf(judgeOf(event.role) ?? '');
  if (agent?.kind !== 'role') return null;
  const work = workOf(standing);
  const spec = specOf(event.role, around, standing);
  const parts = [
    ...(agent.receives.includes('documents')
      ? [taskOf(agent, agent.name, runContextOf(around, standing, { diff: false })).trim()]
      : []),
    ...(spec === null ? [] : [specWords(spec, event, around)]),
  ];
  const length = parts.reduce((sum, part) => sum + part.length + 2, 0);
  const brief = briefWords(agent.name, work, around, standing, Math.max(LEAST_BRIEF, MOST_TOLD - length));
  return { kind: 'tell', context: [...parts, brief].join('\n\n') };
}

/** Characters that the client shows of what a hook tells it, with some to spare; and those that a brief has at least. */
const MOST_TOLD = 9500;
const LEAST_BRIEF = 3000;

function specWords(spec: string, event: Started, around: Surroundings): string {
  const text = readSmall(path.join(around.repository.root, spec));
  const isWhole = text !== undefined && text.length <= MAX_SPEC;
  // Told is told: its end asks no more for what its beginning has shown.
  if (isWhole && event.agent !== null)
    once(around.repository, event.session, `spec-${agentKey(event.agent)}`, around.start);
  const where = clean(spec, 300);
  return isWhole
    ? `The specification you work from, \`${where}\`:\n\n${quoted(text, 'md')}`
    : `Read the specification before you change anything: \`${where}\`. You cannot finish without reading it.`;
}

/**
 * A role is about to end: it has read what it works by, and says how it ended.
 * @returns null for an agent that is no role of ours, or of which nothing is asked
 */
export function endRole(event: Stopped, around: Surroundings, standing: Standing): Decision | null {
  const read = endReading(event, around, standing);
  if (read?.kind === 'refuse') return read;
  const work = endWork(event, around, standing);
  if (read?.kind !== 'tell' || work?.kind !== 'tell')
    return work?.kind === 'refuse' ? work : (told(read) ?? work ?? read);
  return { kind: 'tell', notice: [read.notice, work.notice].filter((one) => one !== undefined).join('\n') };
}

const told = (decision: Decision | null) => (decision?.kind === 'tell' ? decision : null);

/**
 * Ends an agent that was not told the specification only once the agent has read it, and sends the agent back twice at
 * most; where that cannot be known, it ends, and the person is told so. Null for an agent that works by none.
 */
function endReading(event: Stopped, around: Surroundings, standing: Standing): Decision | null {
  const spec = specOf(event.role, around, standing);
  if (spec === null || event.agent === null) return null;
  const { repository, start } = around;
  const key = agentKey(event.agent);
  if (wasTold(repository, event.session, `spec-${key}`, start)) return NONE;
  const who = clean(event.role, 60);
  const where = clean(spec, 300);
  const reading = readingOf(event.transcript, spec, event.directory, start);
  if (reading.kind === 'unknown')
    return { kind: 'tell', notice: `flow: it is unknown whether ${who} has read \`${where}\`: ${reading.why}.` };
  if (reading.isRead) {
    if (reading.changedBefore === null) return NONE;
    const file = clean(reading.changedBefore, 200);
    return { kind: 'tell', notice: `flow: ${who} changed \`${file}\` before reading \`${where}\`.` };
  }
  for (let time = 1; time <= SENT_BACK; time += 1) {
    if (!once(repository, event.session, `spec-${key}-${time}`, start)) continue;
    const reason = `flow: SPEC_UNREAD: your work follows \`${where}\`, but you have not read it. Read it now, compare your work with each claim, fix what does not match, then finish.`;
    return { kind: 'refuse', reason };
  }
  return { kind: 'tell', notice: `flow: ${who} finished without reading \`${where}\`: review what it did.` };
}
