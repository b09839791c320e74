import type { Figures } from '@flow/core/figures';
import { readReport } from '../report/read.js';
import type { Here } from '../workflow/place.js';
import { budgetWords, idleWords } from './words.js';

/**
 * Tells what the ceremony of a run costs, in a line each, for who asks where the run stands. Counting it costs a few starts of
 * git, so that it is told only where the project has a budget; null elsewhere.
 */
export async function priceHere(
  place: Here,
): Promise<{ data: Pick<Figures, 'budget' | 'idle'>; lines: string } | null> {
  const { budgets = {} } = place.around.policy;
  if (Object.keys(budgets).length === 0) return null;
  const { budget, idle } = (await readReport(place)).figures;
  const lines = [
    ...(budget === null ? [] : [`Budget of ${budgetWords(budget)}`]),
    ...(idle.length === 0 ? [] : [`Idle: ${idleWords(idle)}`]),
  ];
  return { data: { budget, idle }, lines: lines.map((line) => `${line}\n`).join('') };
}
