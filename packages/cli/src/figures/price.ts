import { type Figures, idleGates, MIN_RUNS } from '@flow/core/figures';
import { hooks } from '../evidence.js';
import { readReport } from '../report/read.js';
import type { Here } from '../workflow/place.js';
import { budgetWords, idleWords } from './words.js';

/**
 * Tells what the ceremony of a run costs, in a line each, for who asks where the run stands. Counting it costs a few starts of
 * git, so that it is told only where the project has a budget, or the journal alone shows a gate that never catches; null
 * elsewhere.
 */
export async function priceHere(
  place: Here,
): Promise<{ data: Pick<Figures, 'budget' | 'idle'>; lines: string } | null> {
  const { budgets = {} } = place.around.policy;
  if (Object.keys(budgets).length === 0 && !(await mayBeIdle(place))) return null;
  const { budget, idle } = (await readReport(place)).figures;
  const lines = [
    ...(budget === null ? [] : [`Budget of ${budgetWords(budget)}`]),
    ...(idle.length === 0 ? [] : [`Idle: ${idleWords(idle)}`]),
  ];
  return { data: { budget, idle }, lines: lines.map((line) => `${line}\n`).join('') };
}

/** Tells whether a gate of this workflow may never catch anything, as far as the journal of all its runs shows. */
async function mayBeIdle({ around, standing }: Here): Promise<boolean> {
  const { countedRuns } = await hooks();
  const runs = countedRuns(around).filter(({ workflow }) => workflow === standing.run.workflow);
  if (runs.length < MIN_RUNS) return false;
  const facts = runs.map((one) => one.facts);
  return idleGates(facts, () => null).length > 0;
}
