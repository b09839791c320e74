import { isCoordinatorUnknown } from '@flow/driver';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { sharedBy } from './coordinator.js';

/**
 * Tells the machines of the run what a person has just signed here, where the run is shared. Whoever drives it next tells it, too,
 * so a coordinator that does not answer is said, and nothing is lost.
 */
export async function tellSigned(at: Pick<Call, 'directory' | 'environment' | 'tell'>): Promise<void> {
  const { clean, signedApprovals } = await hooks();
  const { around, room } = await placeOf(at);
  const run = room.runHere(around.repository, around.start.environment);
  const newest = signedApprovals(around).at(-1);
  if (run === null || newest === undefined) return;
  try {
    const shared = await sharedBy({ around });
    if (shared === null) return;
    await shared.coordinator.append(run.id, [{ type: 'approval', ...newest }]);
    at.tell('The other machines of this run are told.\n');
  } catch (error) {
    const { message } = error as Error;
    if (!isCoordinatorUnknown(error) && !(error instanceof FlowError)) throw error;
    at.tell(`The other machines of this run are not told yet: ${clean(message, 300)}. \`flow run\` here tells them.\n`);
  }
}
