import type { OpenCheck, Status } from '@flow/core/workflow';
import { clean } from '../words.js';
import { openWords } from './open-words.js';

/** Characters that one injection may take of the agent's context. */
export const BUDGET = 3000;

/** What a section of the plan may take of it. */
const LINE = 200;

/**
 * Where a run stands, as the agent is told at every prompt (features D63 to D66): the phase, what is in the way, the
 * instruction, the gates; then what the user worries about; then the standing rules. What does not fit is left out from the
 * end, and it is said that something was.
 */
export function statusText(status: Status, budget = BUDGET): string {
  const lines = [...where(status), ...worries(status), ...status.rules.map((one) => `Rule: ${one}`)];
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > budget) return [...kept, '(more: `flow status`)'].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

/** One line for people: phase, gates, what it waits for. */
export function phaseLine(status: Status): string {
  const { phase, stage, total, branch, waiting } = status;
  const place = phase === 'done' || phase === 'ended' ? phase : `${status.position} [${stage}/${total}]`;
  const gates = Object.entries(status.gates).map(([name, { state }]) => `${name}: ${state}`);
  const waits = waiting === null ? '' : ` | waits for ${waiting === 'pause' ? 'the end of a pause' : WHO[waiting]}`;
  return `flow: ${status.workflow}, phase ${place} on ${clean(branch ?? '(no branch)', 100)}${gates.length > 0 ? ` | gates: ${gates.join(', ')}` : ''}${waits}`;
}

const WHO = { person: 'a person', outside: 'something outside', time: 'some time to pass' } as const;

function where(status: Status): string[] {
  const open = status.open.slice(0, 8).map((one) => `Open: ${openLine(one)}`);
  const items = status.items.flatMap(({ id, state, open: inner = [] }) =>
    state === 'ready' || state === 'running'
      ? inner.slice(0, 4).map((one) => `Open in ${clean(id, 40)}: ${openLine(one)}`)
      : [],
  );
  return [
    phaseLine(status),
    ...(status.instruction === '' ? [] : [`Instruction: ${status.instruction}`]),
    ...(status.command === null ? [] : [`Command: ${status.command}`]),
    ...open,
    ...items.slice(0, 8),
    ...(status.waiting === 'person'
      ? ['STOP here: only a person can bring this on. Say what there is to decide, and wait.']
      : []),
    ...status.debts.map(({ check, reason }) => `Debt: ${check}${reason === '' ? '' : ` (${clean(reason, 100)})`}`),
  ];
}

const openLine = ({ finding, subject }: OpenCheck) =>
  `${finding.code}${subject === undefined ? '' : ` ${clean(subject, 60)}`}: ${openWords(finding)}`;

function worries({ concerns, probes, expectations }: Status): string[] {
  const lines = (title: string, all: readonly string[]) =>
    all.length === 0
      ? []
      : [
          `${title}: ${all
            .slice(0, 10)
            .map((one) => clean(one, LINE))
            .join('; ')}`,
        ];
  return [
    ...lines('The user worries about', concerns),
    ...lines('Reviewers shall probe', probes),
    ...lines('The user will see', expectations),
  ];
}
