import type { Budget } from '../policy/budget.js';
import type { Amount } from './amount.js';
import type { Ceremony } from './ceremony.js';

/** One limit of a budget: what it allows, and what the run has taken of it as far as that is known. */
export interface Limit {
  of: keyof Budget;
  most: number;
  taken: Amount;
  /** Null where nobody can tell yet: what is not known is neither within nor over. */
  isOver: boolean | null;
}

/**
 * Finds the budget of a class of work: the one of its workflow with one of its dials, else of its workflow, else of all.
 * @param budgets by class: `tdd intensity=high`, `tdd`, `*`
 */
export function budgetOf(
  budgets: Readonly<Record<string, Budget>>,
  workflow: string,
  dials: Readonly<Record<string, string>>,
): { of: string; budget: Budget } | null {
  const classes = [...Object.entries(dials).map(([name, value]) => `${workflow} ${name}=${value}`), workflow, '*'];
  const of = classes.find((one) => Object.hasOwn(budgets, one));
  return of === undefined ? null : { of, budget: budgets[of]! };
}

/** Holds what a run has taken against its budget, limit by limit. */
export function limitsOf(budget: Budget, ceremony: Ceremony, money: Amount): Limit[] {
  const { calls, isAtLeast, beforeMs, ratio, changed } = ceremony;
  const known = (value: number): Amount => ({ is: 'exact', value });
  const taken: Record<keyof Budget, Amount> = {
    requests: isAtLeast ? { is: 'at-least', value: calls } : known(calls),
    minutes: known(Math.round(beforeMs / 60_000)),
    ratio: ratio !== null ? known(ratio) : { is: changed === null ? 'unknown' : 'none', value: null },
    dollars: money,
  };
  return (Object.keys(taken) as (keyof Budget)[]).flatMap((of): Limit[] => {
    const most = budget[of];
    return most === undefined ? [] : [{ of, most, taken: taken[of], isOver: isOver(taken[of], most) }];
  });
}

function isOver({ is, value }: Amount, most: number): boolean | null {
  if (value === null) return is === 'none' ? false : null;
  if (value > most) return is === 'at-most' ? null : true;
  return is === 'at-least' ? null : false;
}
