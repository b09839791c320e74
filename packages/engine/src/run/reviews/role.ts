import path from 'node:path';
import { agentOf, judgeOf, quoted } from '@flow/agents';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import { documentOfKind } from '@flow/core/documents';
import { readSmall } from '@flow/evidence/disk/read-small';
import { once, wasTold } from '../../facts/once.js';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../index.js';
import { readingOf } from './reading.js';

/*
 * Who writes tests or code reads the specification and the configuration first (feature C51). Both are told as the role
 * begins, before it can do anything; a specification that is too long for that is named, and the role ends only once its
 * messages show that it was read.
 */

type Started = Extract<Event, { kind: 'subagent-start' }>;
type Stopped = Extract<Event, { kind: 'subagent-stop' }>;

/** Characters of a specification that fit beside the rest of what is told; the client cuts at ten thousand. */
const MAX_SPEC = 6000;

/** Number of times that a role is sent back. */
const SENT_BACK = 2;

/** The specification that a kind of agent works by in this run: its path; null where it works by none. */
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
 * A role begins: it is told the specification and what the project has configured.
 * @returns null for an agent that works by none
 */
export function beginRole(event: Started, around: Surroundings, standing: Standing): Decision | null {
  const spec = specOf(event.role, around, standing);
  if (spec === null) return null;
  const text = readSmall(path.join(around.repository.root, spec));
  const isWhole = text !== undefined && text.length <= MAX_SPEC;
  // Told is told: its end asks no more for what its beginning has shown.
  if (isWhole && event.agent !== null)
    once(around.repository, event.session, `spec-${agentKey(event.agent)}`, around.start);
  const where = clean(spec, 300);
  const told = isWhole
    ? `The specification you work from, \`${where}\`:\n\n${quoted(text, 'md')}`
    : `Read the specification before you change anything: \`${where}\`. You cannot finish without reading it.`;
  return { kind: 'tell', context: [told, ...configured(standing)].join('\n\n') };
}

/** Lines of the configuration and the presets about this work: what is run, and by which command. */
function configured({ facts }: Standing): string[] {
  const lines = facts.present.suites
    .slice(0, 12)
    .map(
      ({ id, question, command }) => `- ${question}: ${clean(id, 100)}${command ? `, \`${clean(command, 200)}\`` : ''}`,
    );
  return lines.length > 0 ? [`From the project configuration:\n${lines.join('\n')}`] : [];
}

/**
 * A role is about to end. One that was not told the specification ends only once it has read it, and is sent back twice at
 * most; where that cannot be known, it ends, and the person is told so.
 * @returns null for an agent that works by none
 */
export function endRole(event: Stopped, around: Surroundings, standing: Standing): Decision | null {
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
