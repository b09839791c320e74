import type { GitFact, Status } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';

/** Words for a leased work tree in which nothing is left to do. */
export const idleWords = (item: string, isDone: boolean): string =>
  isDone
    ? `${clean(item, 60)} is done here. It goes on where it is landed, or in the run's own work tree.`
    : `${clean(item, 60)} cannot go on in this work tree. The run goes on in its own.`;

/** Words for the work that is left where the workflow asks for nothing more; not every workflow ends with a commit. */
export function overWords({ committed, pushed }: GitFact, debts: Status['debts']): string {
  const over = `Everything the workflow requires is proven${debts.length > 0 ? ', or stands as a debt, which `flow status` lists' : ''}.`;
  if (committed === false)
    return `${over} It is not committed yet. \`flow ship\` commits it, pushes, and opens the pull request.`;
  if (pushed === false) return `${over} It is not pushed yet: \`flow ship\` does that, and opens the pull request.`;
  return `${over} \`flow end complete\` ends the run. Until then, a change leads back to the phase that proves it.`;
}
