import { isCoordinatorUnknown } from '@flow/driver';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { sharedBy } from './coordinator.js';
import { toldToOthers } from './foreign.js';

/**
 * Tells the machines of the run what a person has just signed here, where the run is shared. Whoever drives it next tells it, too,
 * so a coordinator that does not answer is said, and nothing is lost.
 */
export async function tellSigned(
  at: Pick<Call, 'directory' | 'environment' | 'tell'>,
  kind: 'approval' | 'word',
): Promise<void> {
  const { clean } = await hooks();
  const { around, room } = await placeOf(at);
  const run = room.runHere(around.repository, around.start.environment);
  if (run === null) return;
  const told = await toldToOthers({ around }, run);
  const newest = told.findLast((one) => (kind === 'word' ? 'word' in one : one.type === 'approval'));
  if (newest === undefined) return;
  try {
    const shared = await sharedBy({ around });
    if (shared === null) return;
    await shared.coordinator.append(run.id, [newest]);
    at.tell('The other machines of this run are told.\n');
  } catch (error) {
    const { message } = error as Error;
    if (!isCoordinatorUnknown(error) && !(error instanceof FlowError)) throw error;
    at.tell(`The other machines of this run are not told yet: ${clean(message, 300)}. \`flow run\` here tells them.\n`);
  }
}
