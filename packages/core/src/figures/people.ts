import type { FlowEvent } from '../workflow/facts.js';
import type { FigureFacts } from './facts.js';
import { type Wait, waitsIn } from './waits.js';

/** What a person was needed for, and what a person did by their own wish. */
const PEOPLE = ['questions', 'approvals', 'decisions', 'exceptions', 'pauses'] as const;

/** `People` tells how often a run needed a person, and how long waits waited. */
export interface People {
  /** How often the run could not go on without a person: questions, approvals and decisions. */
  interruptions: number;
  by: Record<(typeof PEOPLE)[number], number>;
  waits: { kind: Wait['kind']; count: number; open: number; totalMs: number; longestMs: number }[];
}

/** Counts what people were asked and did, and adds waits up by kind; a wait that goes on lasts until now, or until the run's end. */
export function peopleOf({ events, until }: FigureFacts): People {
  const by = Object.fromEntries(PEOPLE.map((kind) => [kind, 0])) as People['by'];
  for (const event of events) {
    const kind = kindOf(event);
    if (kind !== null) by[kind] += 1;
  }
  const waits = new Map<Wait['kind'], People['waits'][number]>();
  for (const { kind, since, until: end } of waitsIn(events)) {
    const row = waits.get(kind) ?? { kind, count: 0, open: 0, totalMs: 0, longestMs: 0 };
    waits.set(kind, row);
    const lasted = Math.max(0, (end ?? until) - since);
    row.count += 1;
    if (end === null) row.open += 1;
    row.totalMs += lasted;
    row.longestMs = Math.max(row.longestMs, lasted);
  }
  return { interruptions: by.questions + by.approvals + by.decisions, by, waits: [...waits.values()] };
}

function kindOf(event: FlowEvent): (typeof PEOPLE)[number] | null {
  switch (event.type) {
    case 'question':
      return 'questions';
    case 'approval':
      return 'approvals';
    case 'choice':
    case 'confirmation':
    case 'decision':
    case 'proposal-taken':
    case 'proposal-left':
      return 'decisions';
    case 'advance':
      return event.person === null ? null : 'decisions';
    case 'waiver':
    case 'override':
    case 'reopen':
      return 'exceptions';
    case 'item':
      return event.state === 'skipped' ? 'exceptions' : null;
    case 'pause':
      return event.person === undefined ? null : 'pauses';
    default:
      return null;
  }
}
