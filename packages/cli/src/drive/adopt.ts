import { readGoal } from '@flow/core/goal';
import { runsOn } from '@flow/driver/drive';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { here, placeOf } from '../workflow/here.js';
import type { Here } from '../workflow/place.js';
import { known, sharedBy } from './coordinator.js';
import { RUN } from './foreign.js';

/**
 * Finds the run of this branch; where there is none and the run is shared, the one that another machine leads on a branch of
 * this name is begun here as well. What it asks for is decided by the workflow that is in force here, and less than usual is
 * never taken from elsewhere.
 * @throws FlowError as `here`; COORDINATOR_UNKNOWN
 */
export async function hereOrAdopted(call: Call): Promise<Here> {
  try {
    return await here(call);
  } catch (error) {
    if (!(error instanceof FlowError) || error.problem.code !== 'NO_RUN' || !(await adopted(call))) throw error;
    return here(call);
  }
}

async function adopted(call: Call): Promise<boolean> {
  const { branchOf, clean } = await hooks();
  const place = await placeOf(call);
  const shared = await sharedBy(place);
  const branch = branchOf(place.around.repository);
  if (shared === null || branch === null || place.room.isBaseBranch(place.around, branch)) return false;
  for (const run of await known(call, () => runsOn(shared.meeting))) {
    const { entries } = await known(call, () => shared.coordinator.read(run, null));
    const said = entries.flatMap(({ what }) => (what.kind === 'event' && what.event.type === RUN ? [what.event] : []));
    const found = said.findLast((one) => one.branch === branch && one.run === run);
    const workflow = found && place.room.workflowOf(String(found.workflow), place.around.policy);
    if (!workflow) continue;
    const dials = { ...(found.dials as object | undefined) } as Record<string, unknown>;
    const usual = Object.entries(workflow.dials).map(([name, { values, default: least }]): [string, string] => {
      const asked = dials[name];
      const isMore = typeof asked === 'string' && values.indexOf(asked) >= values.indexOf(least);
      return [name, isMore ? asked : least];
    });
    const goal = readGoal(found.goal);
    place.room.recordStart(place.around, workflow.id, branch, Object.fromEntries(usual), goal ?? undefined, run);
    call.tell(`Joined the run of ${clean(branch, 100)} (${clean(workflow.id, 40)}) from another machine.\n`);
    return true;
  }
  return false;
}
