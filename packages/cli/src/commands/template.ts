import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { type Call, type Command, FlowError } from './command.js';

export const template: Command = {
  name: 'template',
  group: 'workflow',
  isDocument: true,
  arguments: '<document>',
  summary: 'print an empty document: plan, spec, test-shape, model, report or verification, or one of the run here',
  flags: [{ flags: '--title <text>', description: 'what the work is about' }],
  examples: [['template plan --title "Guest checkout"', 'to be written to develop/<branch>/plan.md']],
  async run(call) {
    const room = (await hooks()).workflowRoom();
    const [asked = ''] = call.words;
    const title = typeof call.options.title === 'string' ? call.options.title : '';
    const name = room.TEMPLATES.find((one) => one === asked);
    const own = name ? null : await ownDocument(call, asked);
    if (!name && own === null)
      throw new FlowError(
        'usage',
        'TEMPLATE_UNKNOWN',
        `there are templates for ${room.TEMPLATES.join(', ')}.`,
        `${call.program} template plan`,
      );
    const text = name ? room.documentTemplate(name, { title }) : room.plainTemplate(own ?? asked, { title });
    return { ok: true, data: { name: asked, text }, text };
  },
};

/** What the workflow that runs here calls a document of its own; null where nothing runs, or it names none like that. */
async function ownDocument(call: Call, name: string): Promise<string | null> {
  try {
    const { documents } = (await here(call)).standing.workflow;
    return Object.hasOwn(documents, name) ? (documents[name]?.title ?? name) : null;
  } catch (error) {
    if (error instanceof FlowError) return null;
    throw error;
  }
}
