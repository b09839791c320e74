import { here, type Standing } from '../workflow/here.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const submit: Command = {
  name: 'submit',
  group: 'workflow',
  arguments: '<name>',
  summary: 'hand in that something is done which the phase asks for by name',
  flags: [
    { flags: '--item <id>', description: 'the item that it is about' },
    { flags: '--note <text>', description: 'what there is to say about it' },
  ],
  examples: [['submit simplified', 'the code was made simpler, and the tests still pass']],
  async run(call) {
    const { standing, room, around } = await here(call);
    const [name = ''] = call.words;
    const known = submissionsOf(standing);
    if (!known.includes(name)) {
      const all = known.length > 0 ? `it asks for ${known.join(', ')}` : 'it asks for none';
      throw new FlowError(
        'finding',
        'SUBMISSION_UNKNOWN',
        `${standing.workflow.id} asks for no such thing; ${all}.`,
        `${call.program} next`,
      );
    }
    const { item, note } = call.options;
    room.recordDeed(around, standing.run, {
      type: 'submission',
      name,
      ...(typeof item === 'string' && { subject: item }),
      ...(typeof note === 'string' && { note }),
    });
    return answerAfter(`Handed in: ${name}.`, room, around);
  },
};

/** The names that checks of a workflow ask for. */
export function submissionsOf({ workflow }: Standing): string[] {
  const phases = workflow.phases.flatMap((phase) => [phase, ...(phase.each?.phases ?? [])]);
  return [
    ...new Set(phases.flatMap(({ exit }) => exit.flatMap((spec) => (spec.check === 'submitted' ? [spec.name] : [])))),
  ];
}
