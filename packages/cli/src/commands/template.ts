import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
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
    const title = typeof call.options.title === 'string' ? call.options.title : '';
    const workflow = await workflowHere(call, room);
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
    const text = Object.hasOwn(templates, name)
      ? room.documentTemplate(templates[name]!, { title })
      : room.plainTemplate(own?.title ?? asked, { title });
    return { exit: 0, data: { name: asked, text }, text, isVerbatim: true };
  },
};

/** Finds the workflow that is named, else the one that runs here; null where nothing runs. */
async function workflowHere(call: Call, room: Room): Promise<ReturnType<Room['workflowOf']>> {
  const { workflow: id } = call.options;
  if (typeof id === 'string') {
    const { around } = await placeOf(call);
    const named = room.workflowOf(id, around.policy);
    if (named) return named;
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
    return run && room.workflowOf(run.workflow, around.policy);
  } catch (error) {
    if (error instanceof FlowError) return null;
    throw error;
  }
}
