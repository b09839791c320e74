import type { Amount } from './amount.js';
import type { Caught } from './caught.js';
import type { RemovingDial } from './facts.js';

/** An idle gate always costs and never catches: it has looked often enough to be asked about. */
export interface IdleGate {
  gate: string;
  looked: number;
  money: Amount;
  /** The dial without which nobody has it, and the value that removes it; null where no dial does. */
  removedBy: RemovingDial | null;
}

/** How often a gate has to have looked before it is named: fewer say nothing of it. */
const MIN_LOOKS = 3;

/**
 * Names the judges that looked and caught nothing, though models are paid for them. One whose price nobody knows is among them:
 * it is told as unknown.
 * @param removedBy tells which dial removes a judge
 */
export const idleGates = (caught: readonly Caught[], removedBy: (judge: string) => RemovingDial | null): IdleGate[] =>
  caught.flatMap(({ kind, gate, looked, caught: found, money }) =>
    kind !== 'judge' || found > 0 || looked < MIN_LOOKS || (money.is === 'exact' && money.value === 0)
      ? []
      : [{ gate, looked, money, removedBy: removedBy(gate) }],
  );
