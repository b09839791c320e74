import { type Decision, type Event, NONE } from '@flow/clients/event';
import { readStop } from '@flow/clients/stop';
import { contradictionIn } from '@flow/core/items';
import { sha256 } from '@flow/evidence';
import { once } from '../../facts/once.js';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { formatFinding } from '../../words/finding-words.js';
import { type HeldBudget, heldBudget, heldBudgetLines } from '../runs/overspent.js';
import type { Standing } from '../status.js';
import { awaitLines, pausedWords } from '../words/await-words.js';
import { movedText, phaseLine } from '../words/status-text.js';
import { countRefusal, MOST_REFUSALS } from './row.js';
import { isDriven, isWorkLeft } from './work-left.js';

type Stopping = Extract<Event, { kind: 'stop' }>;

/** The finding of a turn that ends too early: `rules` of the configuration may name it. */
const CODE = 'WORK_LEFT';

/**
 * Judges the end of a turn, as best effort: it is refused as long as the run has work for the session. Never in a session
 * that a driver has started, nor while something runs in the background or is to wake the session up. A client may end the
 * turn all the same: nothing that counts rests on it.
 */
export function judgeStop({ session, raw }: Stopping, around: Surroundings, standing: Standing): Decision {
  const { policy, repository, start } = around;
  const { status, facts } = standing;
  const severity = policy.rules[CODE] ?? 'block';
  if (policy.mode === 'monitor' || severity === 'off') return NONE;
  const stop = readStop(raw);
  if (stop.isBusy || isDriven(facts.events, session, start.environment)) return NONE;
  if (!isWorkLeft(status, { session, root: repository.root })) return toldWait(session, around, standing);
  const budget = heldBudget(around, standing);
  if (budget?.isOver) return toldSpent(session, around, standing, budget);
  if (severity === 'warn')
    return { kind: 'tell', notice: `flow: ${CODE}: ${phaseLine(status).slice('flow: '.length)}` };
  const count = countRefusal(around, session, stop, status);
  return count === null
    ? toldGivenUp(session, around, standing)
    : { kind: 'refuse', reason: reason(standing, count, stop.message) };
}

function reason({ status, facts }: Standing, count: number, message: string | null): string {
  const said = message === null ? null : contradictionIn(message);
  const item = status.current === null ? '' : ` --item ${clean(status.current.id, 60)}`;
  return [
    `flow: ${CODE}: ${formatFinding({ code: CODE, level: 'block', args: { count, most: MOST_REFUSALS } }, facts.now)}`,
    movedText(status),
    ...(said === null ? [] : [`You say "${clean(said, 60)}". If that stands, record it:`]),
    `If only a person or something outside can help: \`flow await '<what is needed>' --check '<command>' --timeout 1h${item}\`. Then the turn may end.`,
  ].join('\n');
}

/** The person is told once for each place what the run waits for, and how it goes on (M52, M55). */
function toldWait(session: string, around: Surroundings, { run, status }: Standing): Decision {
  if (status.waiting === null) return NONE;
  const waits = (status.awaits ?? []).flatMap((one) => awaitLines(one));
  const paused = status.paused === null ? [] : [pausedWords(status)];
  const lines = [phaseLine(status), ...paused, ...waits];
  const key = `waits-${keyOf([run.id, ...lines])}`;
  return once(around.repository, session, key, around.start) ? { kind: 'tell', notice: lines.join('\n') } : NONE;
}

/** What may cost nothing more is not sent on; the person is told once. */
function toldSpent(session: string, around: Surroundings, { run, status }: Standing, budget: HeldBudget): Decision {
  const key = `spent-${keyOf([run.id, budget.of])}`;
  if (!once(around.repository, session, key, around.start)) return NONE;
  return { kind: 'tell', notice: [phaseLine(status), ...heldBudgetLines(budget)].join('\n') };
}

const keyOf = (told: readonly string[]) => sha256(told.join('\n')).slice(0, 16);

function toldGivenUp(session: string, around: Surroundings, { run, status }: Standing): Decision {
  const key = `given-up-${keyOf([run.id, status.position])}`;
  if (!once(around.repository, session, key, around.start)) return NONE;
  return {
    kind: 'tell',
    notice: `${phaseLine(status)}\nThe agent ends its turn with work left. \`flow next\` says what is next.`,
  };
}
