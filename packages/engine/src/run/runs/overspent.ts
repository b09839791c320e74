import { blockingBudgetOf, ceremonyOf, isSpent, type Limit, limitsOf, limitWords, moneyOf } from '@flow/core/figures';
import { spentLines } from '../../facts/trail/spent.js';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import type { Standing } from '../status.js';
import { linesOf } from './run-work.js';
import { sessionEnds } from './session-ends.js';
import { spentOn } from './spent.js';

/** A held budget is one that the policy lets block: how the run stands to each of its limits. */
export interface HeldBudget {
  /** The class of work, as the configuration names it. */
  of: string;
  limits: Limit[];
  /** A limit is over for certain. */
  isOver: boolean;
}

/**
 * Holds a run against the budget of its class of work, where that budget blocks. Costs nothing where none does.
 * @returns null where no budget of this class blocks
 */
export function heldBudget(around: Surroundings, standing: Standing): HeldBudget | null {
  const { repository, policy } = around;
  const { run, workflow, facts, status } = standing;
  const found = policy.budgets && blockingBudgetOf(policy.budgets, workflow.id, status.dials);
  if (!found) return null;
  const told = { events: facts.events, ends: sessionEnds(around, run) };
  const { spends } = spentOn(run, told, spentLines(repository), policy.prices);
  const lines = found.budget.ratio === undefined ? { planned: 0, changed: null } : linesOf(around, standing);
  const until = facts.events.find(({ type }) => type === 'end')?.time ?? facts.now;
  const ceremony = ceremonyOf({ events: facts.events, started: run.started, until, spends, lines });
  const limits = limitsOf(found.budget, ceremony, moneyOf(spends));
  return { of: found.of, limits, isOver: isSpent(limits) };
}

/** Says that a budget is used up, with what of it was taken, what nobody can tell, and how a person lets the run go on. */
export function heldBudgetLines({ of, limits }: HeldBudget): string[] {
  const told = (isOver: boolean | null) => limits.filter((one) => one.isOver === isOver).map(limitWords);
  const open = told(null);
  return [
    `The budget of ${clean(of, 100)} is used up: ${told(true).join(', ')}.`,
    ...(open.length > 0 ? [`Not known: ${open.join(', ')}.`] : []),
    `Only a person lets the run go on: they raise \`budgets\` in flow.config.yaml, then run \`flow apply\`.`,
  ];
}
