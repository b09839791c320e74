import { countItems } from '@flow/core/items';
import type { FlowEvent, Status } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import type { Standing } from '../status.js';
import { openWords } from './open-words.js';
import { placeOf, waitsFor } from './status-text.js';

/** Characters of the line, and of what stands in one part of it. */
const LINE = 600;
const PART = 140;

/** A sub-agent that is over. */
export interface EndedAgent {
  /** The host's id of it. */
  agent: string | null;
  /** Its kind, as the host names it. */
  role: string | null;
}

/**
 * Writes a line of where the run stands once a sub-agent is over (row V41): phase, items, step, result, next, and the
 * fact that matters most. It says what evidence says; what the sub-agent says of itself is no part of it.
 */
export function agentLine(standing: Standing, ended: EndedAgent): string {
  const { status } = standing;
  const { current } = status;
  const counts = countItems(itemsOfRun(standing), status.items, status.over);
  const who = clean(ended.role ?? 'sub-agent', 60);
  const step = [...(current ? [current.id, ...(current.phase === undefined ? [] : [current.phase])] : [])];
  const parts = [
    `phase ${placeOf(status)}`,
    counts.total === 0 ? 'no items' : `items ${counts.done + counts.skipped} of ${counts.total}`,
    `step ${step.length > 0 ? `${clean(step.join('/'), 80)}, ` : ''}${who}`,
    `result: ${resultOf(standing, ended)}`,
    `next: ${nextOf(status)}`,
    ...keyFact(standing),
  ];
  return `flow: ${parts.join(' | ')}`.slice(0, LINE);
}

/** Tells what came of the sub-agent, as the journal has it. */
export function resultOf({ facts, status }: Standing, { agent }: EndedAgent): string {
  const said =
    agent === null ? undefined : facts.events.findLast((one) => one.type === 'verdict' && one.agent === agent);
  if (said?.type === 'verdict') {
    if (said.failure !== undefined) return 'no verdict that counts';
    return said.pass ? 'passed' : `${said.findings.length} must-fix`;
  }
  const open = [...(status.current?.open ?? []), ...status.open];
  const [first] = open;
  return first === undefined ? 'nothing is open here' : `${open.length} open, ${first.finding.code}`;
}

function nextOf(status: Status): string {
  if (status.paused !== null) return 'nothing until `flow resume`';
  if (status.waiting !== null) return `wait for ${waitsFor(status.waiting)}`;
  if (status.command !== null) return `\`${clean(status.command, PART)}\``;
  return clean(status.instruction.split('\n')[0] ?? '', PART) || '`flow next`';
}

/** Returns the newest failure that still stands, else what is open first. */
function keyFact({ facts, status }: Standing): string[] {
  const told = facts.events.findLast((one) => SPEAKING.has(one.type));
  const fact = told === undefined ? null : factOf(told);
  if (fact !== null) return [fact];
  const first = (status.current?.open ?? status.open)[0];
  return first === undefined ? [] : [clean(openWords(first.finding), PART)];
}

const SPEAKING: ReadonlySet<FlowEvent['type']> = new Set(['run', 'command', 'verdict', 'failure']);

function factOf(event: FlowEvent): string | null {
  switch (event.type) {
    case 'run': {
      const { total = 0, names = [] } = event.failing ?? {};
      if (event.failure !== undefined && event.failure !== 'code')
        return `${clean(event.suite, 60)} broke down (${event.failure})`;
      if (event.result === 'fail')
        return `${clean(event.suite, 60)} is red${total > 0 ? `: ${total} failing, ${clean(names[0], 80)}` : ''}`;
      return event.result === 'pass' ? `${clean(event.suite, 60)} is green` : null;
    }
    case 'command':
      return `\`${clean(event.command, 80)}\` ${event.pass ? 'passed' : 'failed'}`;
    case 'verdict': {
      const [found] = event.findings;
      return found ? `${clean(event.judge, 40)}: ${clean(found.title, PART)}` : null;
    }
    case 'failure':
      return `${event.failure}: ${clean(event.reason, PART)}`;
    default:
      return null;
  }
}
