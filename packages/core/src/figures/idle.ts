import { type Amount, sumOf } from './amount.js';
import { type Caught, caughtByJudges } from './caught.js';
import type { FigureFacts, RemovingDial } from './facts.js';

/** An idle gate always costs and never catches: it has looked in enough runs to be asked about. */
export interface IdleGate {
  gate: string;
  /** Number of runs in which the gate looked. */
  runs: number;
  looked: number;
  money: Amount;
  /** The dial without which nobody has it, and the value that removes it; null where no dial does. */
  removedBy: RemovingDial | null;
}

/** In how many runs a gate has to have looked before it is named: fewer say nothing of it. */
export const MIN_RUNS = 3;

/**
 * Names the judges that looked in several runs and caught nothing in any, though models are paid for them. One whose price nobody
 * knows is among them: it is told as unknown.
 * @param runs of one workflow
 * @param removedBy tells which dial removes a judge
 */
export function idleGates(runs: readonly FigureFacts[], removedBy: (judge: string) => RemovingDial | null): IdleGate[] {
  // A must-fix that is still open may lead to a change: whoever found it has not found nothing.
  const rows = runs.map((run) => caughtByJudges({ ...run, openFindings: new Set() }));
  const gates = new Set(rows.flat().flatMap(({ gate, looked }) => (looked > 0 ? [gate] : [])));
  return [...gates].flatMap((gate) => {
    const own = rows.map((row) => row.find((one) => one.gate === gate)).filter((one) => one !== undefined);
    const looking = own.filter(({ looked }) => looked > 0).length;
    const money = sumOf([...own, ...rows.flatMap((row) => sharedBy(gate, row))].flatMap(partsOf));
    const isIdle =
      looking >= MIN_RUNS && own.every(({ caught }) => caught === 0) && (money.is !== 'exact' || money.value > 0);
    const looked = own.reduce((sum, one) => sum + one.looked, 0);
    return isIdle ? [{ gate, runs: looking, looked, money, removedBy: removedBy(gate) }] : [];
  });
}

/** What was paid for a session in which a judge sat with others: how much of it was for the judge, nobody knows. */
const sharedBy = (gate: string, row: readonly Caught[]): Pick<Caught, 'money'>[] =>
  row
    .filter((one) => one.gate !== gate && one.gate.split(', ').includes(gate) && one.money.value !== 0)
    .map(() => ({ money: { is: 'unknown', value: null } }));

const partsOf = ({ money }: Pick<Caught, 'money'>): (number | null)[] =>
  money.is === 'exact' ? [money.value] : [money.value ?? 0, null];
