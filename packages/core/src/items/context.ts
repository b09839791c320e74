import type { FlowEvent } from '../workflow/facts.js';
import type { Debt } from '../workflow/state.js';
import type { ItemStatus, Status } from '../workflow/status.js';
import type { Brief } from './brief.js';
import { said } from './said.js';

/**
 * A context bound tells how much of the past is told, by how long the run has lasted: all that fits below an hour, the
 * last hundred lines up to four hours, and then only the item at work in full (rows M47, M53).
 */
export type ContextBound = 'whole' | 'trimmed' | 'summary';

const HOUR = 3_600_000;
const LINES: Readonly<Record<ContextBound, number>> = { whole: 200, trimmed: 100, summary: 20 };

/** A resolved obstacle stood in the way and no longer does. */
export interface Resolved {
  what: 'blocked' | 'paused' | 'asked' | 'awaited' | 'finding';
  item: string | null;
  reason: string;
  /** How it was settled; null where it just went on. */
  by: string | null;
}

/**
 * A context tells what a session needs to go on with a run (row M56). The same on the same journal and content,
 * whenever it is asked.
 */
export interface Context {
  version: 1;
  workflow: string;
  goal: { text: string; kind: string | null } | null;
  dials: Status['dials'];
  branch: string | null;
  position: string;
  phase: string;
  stage: number;
  total: number;
  waiting: Status['waiting'];
  paused: string | null;
  instruction: string;
  command: string | null;
  /** Minutes from the start of the run to the last that is known of it. */
  minutes: number;
  bound: ContextBound;
  /** What is open for the run, in words. */
  open: readonly string[];
  /** The item at work, in full; null where there is none. */
  item:
    | (Pick<Brief, 'item' | 'criteria' | 'claims' | 'open' | 'findings' | 'attempts' | 'first' | 'since'> & {
        phase: string | null;
      })
    | null;
  /** The others: each in a line, or in a long run only how many there are of each state. */
  items: {
    total: number;
    states: Readonly<Record<string, number>>;
    told: readonly { id: string; title: string; state: string }[];
  };
  resolved: readonly Resolved[];
  debts: readonly Debt[];
  /** What happened, oldest first, the last lines of it. */
  history: readonly string[];
  /** Lines of the history that are left out. */
  left: number;
}

/** Context facts hold what a context is made from. */
export interface ContextFacts {
  goal: Context['goal'];
  started: number;
  events: readonly FlowEvent[];
  status: Status;
  open: readonly string[];
  brief: Brief | null;
  /** Where the item at work stands. */
  at: ItemStatus | null;
  items: readonly ItemStatus[];
}

const boundOf = (lasted: number): ContextBound =>
  lasted < HOUR ? 'whole' : lasted <= 4 * HOUR ? 'trimmed' : 'summary';

/** Returns the last that is known of a run, in epoch milliseconds: what a context is as of. */
export const lastOf = ({ started, events }: Pick<ContextFacts, 'started' | 'events'>): number =>
  events.reduce((last, { time }) => Math.max(last, time), started);

/** Makes the context of a run: bounded by how long it has lasted, and by nothing of when it is asked. */
export function contextOf(facts: ContextFacts): Context {
  const { goal, started, events, status, open, brief, at, items } = facts;
  const lasted = Math.max(0, lastOf(facts) - started);
  const bound = boundOf(lasted);
  const lines = events.flatMap((event) => historyLine(event, started));
  const history = lines.slice(-LINES[bound]);
  const others = items.filter(({ id }) => id !== at?.id);
  const states: Record<string, number> = {};
  for (const { state } of items) states[state] = (states[state] ?? 0) + 1;
  return {
    version: 1,
    ...{ workflow: status.workflow, goal, dials: status.dials, branch: status.branch, position: status.position },
    ...{
      phase: status.phase,
      stage: status.stage,
      total: status.total,
      waiting: status.waiting,
      paused: status.paused,
    },
    ...{ instruction: status.instruction, command: status.command, minutes: Math.floor(lasted / 60_000), bound, open },
    item: brief && itemPart(brief, at),
    items: {
      ...{ total: items.length, states },
      told: bound === 'summary' ? [] : others.slice(0, 200).map(({ id, title, state }) => ({ id, title, state })),
    },
    resolved: resolvedIn(events).slice(bound === 'summary' ? -5 : -20),
    debts: status.debts,
    history,
    left: lines.length - history.length,
  };
}

function itemPart(brief: Brief, at: ItemStatus | null): Context['item'] {
  const { item, criteria, claims, open, findings, attempts, first, since } = brief;
  return { item, phase: at?.phase ?? null, criteria, claims, open, findings, attempts, first, since };
}

/** Tells what stood in the way and no longer does, oldest first. */
function resolvedIn(events: readonly FlowEvent[]): Resolved[] {
  const resolved: Resolved[] = [];
  const open = new Map<string, Resolved>();
  const close = (key: string, by: string | null) => {
    const one = open.get(key);
    open.delete(key);
    if (one) resolved.push({ ...one, by });
  };
  for (const event of events) {
    if (event.type === 'item') {
      if (event.state === 'blocked')
        open.set(`item ${event.item}`, { what: 'blocked', item: event.item, reason: event.reason, by: null });
      else close(`item ${event.item}`, event.reason === '' ? null : event.reason);
    } else if (event.type === 'await')
      open.set(`await ${event.await}`, { what: 'awaited', item: event.item ?? null, reason: event.what, by: null });
    else if (event.type === 'await-check') {
      if (event.pass) close(`await ${event.await}`, 'its check passed');
    } else if (event.type === 'await-end') close(`await ${event.await}`, event.reason);
    else if (event.type === 'pause') open.set('pause', { what: 'paused', item: null, reason: event.reason, by: null });
    else if (event.type === 'resume') close('pause', event.reason === '' ? null : event.reason);
    else if (event.type === 'answer')
      resolved.push({ what: 'finding', item: null, reason: event.finding, by: event.note === '' ? null : event.note });
  }
  return resolved;
}

const ago = (time: number, started: number) => `+${Math.max(0, Math.floor((time - started) / 60_000))} min`;

/** Writes a line for what happened, and no line for what leads nobody on. */
function historyLine(event: FlowEvent, started: number): string[] {
  const words = historyWords(event);
  return words === null ? [] : [`${ago(event.time, started)} ${words}`];
}

const of = (item: string | undefined) => (item === undefined ? '' : ` of ${said(item, 60)}`);

function historyWords(event: FlowEvent): string | null {
  switch (event.type) {
    case 'run': {
      const failing = event.failing ? `, ${event.failing.total} failing` : '';
      return `run of ${said(event.suite, 100)}: ${event.result}${failing}`;
    }
    case 'red':
      return `red proven: ${event.tests.length} test${event.tests.length === 1 ? '' : 's'}`;
    case 'binding':
      return `tests of ${said(event.claim, 60)} ${event.pass ? 'bind' : 'do not bind'}`;
    case 'command':
      return `command${of(event.subject)} ${said(event.command, 100)}: ${event.pass ? 'passed' : 'failed'}`;
    case 'submission':
      return `submitted ${said(event.name, 60)}${of(event.subject)}${event.note ? `: ${said(event.note, 200)}` : ''}`;
    case 'verdict': {
      const how =
        event.failure !== undefined ? 'does not count' : event.pass ? 'passed' : `${event.findings.length} must-fix`;
      return `verdict of ${said(event.judge, 60)}${event.subject === undefined ? '' : ` on ${said(event.subject, 60)}`}: ${how}`;
    }
    case 'answer':
      return `answer to ${said(event.finding, 40)}: ${said(event.note, 200)}`;
    case 'approval':
      return `approved ${said(event.gate, 60)}${of(event.subject)} by ${said(event.person, 60)}`;
    case 'choice':
      return `chosen ${said(event.option, 60)} for ${said(event.question, 60)}${of(event.subject)}`;
    case 'advance':
      return `went on from ${said(event.phase, 60)}${of(event.item)}`;
    case 'reopen':
      return `reopened ${said(event.item ?? event.phase ?? '', 60)}: ${said(event.reason, 200)}`;
    case 'item':
      return `${said(event.item, 60)} ${event.state}${event.reason === '' ? '' : `: ${said(event.reason, 200)}`}`;
    case 'item-added':
      return `added ${said(event.added.id, 60)}, ${said(event.added.title, 120)}`;
    case 'failure':
      return `failure${of(event.item)} (${event.failure}): ${said(event.reason, 200)}`;
    case 'analysis':
      return `analysis${of(event.item)}: ${said(event.note, 200)}`;
    case 'decision':
      return `decided ${event.choice} for ${said(event.check, 80)}${of(event.item)}: ${said(event.reason, 200)}`;
    case 'pause':
    case 'resume':
      return `${event.type}${event.reason === '' ? '' : `: ${said(event.reason, 200)}`}`;
    case 'await':
      return `waits${of(event.item)} for ${said(event.what, 200)}`;
    case 'await-check':
      return event.pass ? `what ${said(event.await, 20)} waited for is there` : null;
    case 'await-end':
      return `${said(event.await, 20)} no longer waited for: ${said(event.reason, 200)}`;
    case 'dial':
      return `dial ${said(event.dial, 40)}: ${said(event.value, 40)}`;
    case 'waiver':
      return `waived ${said(event.check, 80)}: ${said(event.reason, 200)}`;
    default:
      return null;
  }
}

/** Characters of the whole text. */
const MOST = 16_000;

/** A context as text, for a session that goes on with the run. */
export function contextText(context: Context): string {
  const { workflow, goal, branch, position, stage, total, waiting, paused, instruction, command } = context;
  const { minutes, bound, open, item, items, resolved, debts, history, left } = context;
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${title}:`, ...lines]);
  const states = Object.entries(items.states).map(([state, count]) => `${count} ${state}`);
  const work = item?.item;
  const lines = [
    `Run: ${said(workflow, 60)} on ${said(branch ?? '(no branch)', 100)}, ${minutes} min`,
    ...(goal ? [`Goal: ${said(goal.text, 500)}${goal.kind === null ? '' : ` (${said(goal.kind, 40)})`}`] : []),
    `Position: ${said(position, 200)} [${stage}/${total}]`,
    ...(paused === null ? [] : [`Paused: ${said(paused, 300)}`]),
    ...(waiting === null ? [] : [`Waits for: ${waiting}`]),
    ...(instruction === '' ? [] : [`Instruction: ${said(instruction, 1000)}`]),
    ...(command === null ? [] : [`Command: ${said(command, 500)}`]),
    ...(work
      ? [
          `Item: ${said(work.id, 60)}, ${said(work.title, 200)}${item.phase === null ? '' : ` (${said(item.phase, 60)})`}, ${item.attempts.length} failed attempt${item.attempts.length === 1 ? '' : 's'}`,
          ...list(
            'First',
            item.first.map((one, at) => `${at + 1}. ${said(one, 600)}`),
          ),
          ...list(
            'Criteria',
            item.criteria.map(({ id, text }) => `- ${said(id, 60)}: ${said(text, 600)}`),
          ),
          ...list(
            'Open in it',
            item.open.slice(0, 12).map((one) => `- ${said(one, 400)}`),
          ),
          ...list(
            'Open findings',
            item.findings.slice(0, 12).map(({ id, title }) => `- ${said(id, 40)}: ${said(title, 300)}`),
          ),
          ...list(
            'Last attempts',
            item.attempts.slice(-3).map(
              ({ class: name, source, errors }) =>
                `- ${name}, ${said(source, 80)}: ${errors
                  .slice(0, 3)
                  .map((one) => said(one, 120))
                  .join('; ')}`,
            ),
          ),
        ]
      : []),
    ...list(
      'Open',
      open.slice(0, 12).map((one) => `- ${said(one, 400)}`),
    ),
    ...(items.total > 0 ? [`Items: ${items.total} (${states.join(', ')})`] : []),
    ...items.told.slice(0, 40).map(({ id, title, state }) => `- ${said(id, 60)} ${state}: ${said(title, 120)}`),
    ...(items.told.length > 40 ? [`- (and ${items.told.length - 40} more: flow item)`] : []),
    ...list(
      'Settled',
      resolved.map(
        ({ what, item: id, reason, by }) =>
          `- ${what}${id === null ? '' : ` ${said(id, 60)}`}: ${said(reason, 200)}${by === null ? '' : ` -> ${said(by, 200)}`}`,
      ),
    ),
    ...(debts.length > 0 ? [`Debts: ${debts.length} (flow status)`] : []),
    ...list(bound === 'whole' ? 'What happened' : 'What happened last', history),
    ...(left > 0 ? [`(${left} earlier: flow explain)`] : []),
  ];
  return fitted(lines);
}

function fitted(lines: readonly string[]): string {
  const more = '(more: flow context --json)';
  let length = 0;
  for (const [at, line] of lines.entries()) {
    length += line.length + 1;
    if (length + more.length > MOST) return `${[...lines.slice(0, at), more].join('\n')}\n`;
  }
  return `${lines.join('\n')}\n`;
}
