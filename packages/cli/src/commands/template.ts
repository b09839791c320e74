import { hooks } from '../evidence.js';
import { type Command, FlowError } from './command.js';

export const template: Command = {
  name: 'template',
  group: 'workflow',
  isDocument: true,
  arguments: '<document>',
  summary: 'print an empty document: plan, spec, test-shape or report',
  flags: [{ flags: '--title <text>', description: 'what the work is about' }],
  examples: [['template plan --title "Guest checkout"', 'to be written to develop/<branch>/plan.md']],
  async run(call) {
    const room = (await hooks()).workflowRoom();
    const name = room.TEMPLATES.find((one) => one === call.words[0]);
    if (!name)
      throw new FlowError(
        'usage',
        'TEMPLATE_UNKNOWN',
        `there are templates for ${room.TEMPLATES.join(', ')}.`,
        `${call.program} template plan`,
      );
    const text = room.documentTemplate(name, {
      title: typeof call.options.title === 'string' ? call.options.title : '',
    });
    return { ok: true, data: { name, text }, text };
  },
};
