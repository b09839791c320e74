import type { GitFact, Status } from '@flow/core/workflow';

/** Words for the work that is left where the workflow asks for nothing more; not every workflow ends with a commit. */
export function overWords({ committed, pushed }: GitFact, debts: Status['debts']): string {
  const over = `Everything the workflow requires is proven${debts.length > 0 ? ', or stands as a debt, which `flow status` lists' : ''}.`;
  if (committed === false)
    return `${over} It is not committed yet. \`flow ship\` commits it, pushes, and opens the pull request.`;
  if (pushed === false) return `${over} It is not pushed yet: \`flow ship\` does that, and opens the pull request.`;
  return `${over} \`flow end complete\` ends the run. Until then, a change leads back to the phase that proves it.`;
}
