import type { RunGoal } from '@flow/core/goal';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { titleOf } from '../workflow/interview.js';
import type { Room } from '../workflow/place.js';
import { type Call, type Command, FlowError } from './command.js';

export const template: Command = {
  name: 'template',
  group: 'workflow',
  arguments: '<document>',
  summary: 'print an empty document: a plan, a specification, a report, or another document of a workflow',
  flags: [
    { flags: '--title <text>', description: 'title of the work' },
    { flags: '--workflow <id>', description: 'the workflow to use (default: the one running here)' },
  ],
  examples: [['template plan --title "Guest checkout"', 'write it to develop/<branch>/plan.md']],
  async run(call) {
    const room = (await hooks()).workflowRoom();
    const [asked = ''] = call.words;
    const { workflow, goal, dials } = await workflowHere(call, room);
    const own = workflow && Object.hasOwn(workflow.documents, asked) ? workflow.documents[asked] : undefined;
    const templates = room.templatesOf(workflow);
    const name = own?.template ?? asked;
    if (!own && !Object.hasOwn(templates, asked))
      throw new FlowError(
        'usage',
        'TEMPLATE_UNKNOWN',
        `there are templates for ${Object.keys(templates).join(', ')}.`,
        `${call.program} template plan`,
      );
    const title = typeof call.options.title === 'string' ? call.options.title : titleOf(goal?.text ?? '');
    const goals = { ...(goal && { goal }), ...(workflow?.goal && { goals: workflow.goal }), ...(dials && { dials }) };
    const subject = { title, ...goals };
    const text = Object.hasOwn(templates, name)
      ? room.documentTemplate(templates[name]!, subject)
      : room.plainTemplate(own?.title ?? asked, { title });
    return { exit: 0, data: { name: asked, text }, text, isVerbatim: true };
  },
};

interface Meant {
  workflow: ReturnType<Room['workflowOf']>;
  /** Of the run here, where no other workflow is named. */
  goal?: RunGoal;
  dials?: Readonly<Record<string, string>>;
}

/** Finds the workflow that is named, else the one that runs here; null where nothing runs. */
async function workflowHere(call: Call, room: Room): Promise<Meant> {
  const { workflow: id } = call.options;
  if (typeof id === 'string') {
    const { around } = await placeOf(call);
    const named = room.workflowOf(id, around.policy);
    if (named) return { workflow: named };
    const { clean } = await hooks();
    const known = room.workflowIds(around.policy);
    throw new FlowError(
      'usage',
      'WORKFLOW_UNKNOWN',
      `there is no workflow ${clean(id, 40)}; there are ${known.join(', ')}.`,
      `${call.program} template plan --workflow ${known[0]}`,
    );
  }
  try {
    const { around } = await placeOf(call);
    const run = room.runHere(around.repository, around.start.environment);
    if (!run) return { workflow: null };
    const { dials, goal } = run;
    return { workflow: room.workflowOf(run.workflow, around.policy), dials, ...(goal && { goal }) };
  } catch (error) {
    if (error instanceof FlowError) return { workflow: null };
    throw error;
  }
}
