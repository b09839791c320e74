import { type Amount, forOne, perEach } from './amount.js';
import { moneyOf } from './cost.js';
import type { FigureFacts } from './facts.js';

/** `Proof` tells how much is proven for what was paid. */
export interface Proof {
  criteria: number;
  proven: number;
  /** Proven criteria for one unit of money; `at-most` where a part of the cost is not known. */
  perUnit: Amount;
  /** Money for one proven criterion. */
  each: Amount;
}

/** Sets what is proven against the cost of the whole run. */
export function proofOf({ criteria: { all, proven }, spends }: FigureFacts): Proof {
  const money = moneyOf(spends);
  return { criteria: all, proven, perUnit: forOne(proven, money), each: perEach(money, proven) };
}
