import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import type { Standing } from '../workflow/place.js';
import { type Command, FlowError } from './command.js';

export const graph: Command = {
  name: 'graph',
  group: 'workflow',
  arguments: '[workflow]',
  summary: "print this branch's run, or a workflow, as a Mermaid state diagram",
  examples: [['graph tdd > tdd.mmd', 'every phase, gate and way back of tdd']],
  async run(call) {
    const { room, around } = await placeOf(call);
    const [id] = call.words;
    const standing = id === undefined ? room.standingOf(around) : null;
    const workflow = standing?.workflow ?? (id === undefined ? null : room.workflowOf(id, around.policy));
    if (!workflow) {
      const { clean } = await hooks();
      const message = id === undefined ? 'no workflow runs on this branch.' : `there is no workflow ${clean(id, 40)}.`;
      const code = id === undefined ? 'NO_RUN' : 'WORKFLOW_UNKNOWN';
      throw new FlowError(id === undefined ? 'finding' : 'usage', code, message, `${call.program} graph tdd`);
    }
    const text = room.diagramOf(workflow, standing ? markedBy(standing.status) : {});
    return { exit: 0, data: { workflow: workflow.id, mermaid: text }, text, isVerbatim: true };
  },
};

/** Marks the phase in which the run stands, and the phases that its dials leave out. */
function markedBy({ phase, stages }: Standing['status']) {
  return { current: phase, leftOut: stages.filter(({ state }) => state === 'left-out').map(({ id }) => id) };
}
