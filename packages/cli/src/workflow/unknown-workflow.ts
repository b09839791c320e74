import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { notInForce } from './in-force.js';
import type { Place } from './place.js';

/**
 * Says that there is no workflow of a name, and what the project has written and is not in force: it may be one of its own.
 * @param before the words of a command that a known name follows
 */
export async function unknownWorkflow({ program }: Call, place: Place, id: string, before: string): Promise<FlowError> {
  const { clean } = await hooks();
  const known = place.room.workflowIds(place.around.policy);
  const pending = (await notInForce(place)).join(' ');
  return new FlowError(
    'usage',
    'WORKFLOW_UNKNOWN',
    `there is no workflow ${clean(id, 40)}; there are ${known.join(', ')}.${pending && ` ${clean(pending, 600)}`}`,
    pending === '' ? `${program} ${before} ${known[0]}` : `${program} check`,
  );
}
