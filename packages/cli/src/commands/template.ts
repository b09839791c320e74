import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import type { Room } from '../workflow/place.js';
import { type Call, type Command, FlowError } from './command.js';

export const template: Command = {
  name: 'template',
  group: 'workflow',
  arguments: '<document>',
  summary: 'print an empty document: plan, spec, rules, test-shape, model, report, verification, or one of this run',
  flags: [
    { flags: '--title <text>', description: 'title of the work' },
    { flags: '--workflow <id>', description: 'the workflow to use (default: the one running here)' },
  ],
  examples: [['template plan --title "Guest checkout"', 'write it to develop/<branch>/plan.md']],
  async run(call) {
    const room = (await hooks()).workflowRoom();
    const [asked = ''] = call.words;
    const title = typeof call.options.title === 'string' ? call.options.title : '';
    const documents = await documentsHere(call, room);
    const own = Object.hasOwn(documents, asked) ? documents[asked] : undefined;
    const name = own?.template ?? room.TEMPLATES.find((one) => one === asked);
    if (!name && !own)
      throw new FlowError(
        'usage',
        'TEMPLATE_UNKNOWN',
        `there are templates for ${room.TEMPLATES.join(', ')}.`,
        `${call.program} template plan`,
      );
    const text = name ? room.documentTemplate(name, { title }) : room.plainTemplate(own?.title ?? asked, { title });
    return { exit: 0, data: { name: asked, text }, text, isVerbatim: true };
  },
};

type Documents = NonNullable<ReturnType<Room['workflowOf']>>['documents'];

/** The documents of the workflow that is named, else of the one that runs here; none where nothing runs. */
async function documentsHere(call: Call, room: Room): Promise<Documents> {
  const { workflow: id } = call.options;
  if (typeof id === 'string') {
    const { around } = await placeOf(call);
    const named = room.workflowOf(id, around.policy);
    if (named) return named.documents;
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
    return (run && room.workflowOf(run.workflow, around.policy)?.documents) ?? {};
  } catch (error) {
    if (error instanceof FlowError) return {};
    throw error;
  }
}
