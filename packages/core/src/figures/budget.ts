import type { Budget } from '../policy/budget.js';
import type { Amount } from './amount.js';
import { amountWords, short } from './amount-words.js';
import type { Ceremony } from './ceremony.js';

/** What a limit is of, in words. */
const LIMITS = {
  requests: 'requests before the first red test',
  minutes: 'minutes before the first red test',
  ratio: 'lines of plan for each changed line',
  dollars: 'dollars',
} as const;

type Limited = keyof typeof LIMITS;

/** One limit of a budget: what it allows, and what the run has taken of it as far as that is known. */
export interface Limit {
  of: Limited;
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

/**
 * Finds the budget of a class of work that blocks: where a narrower one only warns, a wider one does not count.
 * @returns null where the budget of the class does not block, or there is none
 */
export function blockingBudgetOf(...of: Parameters<typeof budgetOf>): ReturnType<typeof budgetOf> {
  const found = budgetOf(...of);
  return found?.budget.severity === 'block' ? found : null;
}

/** Tells whether a limit is over for certain: what nobody can tell yet holds nobody up. */
export const isSpent = (limits: readonly Limit[]): boolean => limits.some(({ isOver: over }) => over === true);

/** Holds what a run has taken against its budget, limit by limit. */
export function limitsOf(budget: Budget, ceremony: Ceremony, money: Amount): Limit[] {
  const { calls, isAtLeast, beforeMs, ratio, changed } = ceremony;
  const known = (value: number): Amount => ({ is: 'exact', value });
  const taken: Record<Limited, Amount> = {
    requests: isAtLeast ? { is: 'at-least', value: calls } : known(calls),
    minutes: known(Math.round(beforeMs / 60_000)),
    ratio: ratio !== null ? known(ratio) : { is: changed === null ? 'unknown' : 'none', value: null },
    dollars: money,
  };
  return (Object.keys(taken) as Limited[]).flatMap((of): Limit[] => {
    const most = budget[of];
    return most === undefined ? [] : [{ of, most, taken: taken[of], isOver: isOver(taken[of], most) }];
  });
}

function isOver({ is, value }: Amount, most: number): boolean | null {
  if (value === null) return is === 'none' ? false : null;
  if (value > most) return is === 'at-most' ? null : true;
  return is === 'at-least' ? null : false;
}

/** Says what was taken of a limit, and what it allows. */
export const limitWords = ({ of, most, taken }: Limit): string =>
  `${amountWords(taken, short)} of ${most} ${LIMITS[of]}`;
