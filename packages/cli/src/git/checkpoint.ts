import type { Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';

/**
 * Makes a checkpoint of a commit at which all tests are green (M48).
 * @returns its number; null where they are not, or nobody saw them
 */
export async function markIfGreen(call: Call, commit: string, item: string | null): Promise<number | null> {
  const { markCheckpoint, notGreenAt } = await hooks();
  // The commit is there since: what is known of the repository is known for one moment.
  const { around, standing } = await here(call);
  if (notGreenAt(around, commit) !== null) return null;
  const { position } = standing.status;
  return markCheckpoint(around, standing.run, { commit, position, item })?.checkpoint.n ?? null;
}
