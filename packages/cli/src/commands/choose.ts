import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Standing } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const choose: Command = {
  name: 'choose',
  group: 'person',
  arguments: '<question> <option>',
  summary: 'choose one of the options a phase offers',
  examples: [['choose mode careful', 'if a phase asks for `mode`']],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const { standing, room, around } = place;
    const [question = '', option = ''] = call.words;
    const asked = choicesOf(standing.workflow);
    if (!asked.some((one) => one.question === question && one.options.includes(option))) {
      const all = asked.map((one) => `${one.question} (${one.options.join(', ')})`).join('; ');
      throw new FlowError(
        'finding',
        'CHOICE_UNKNOWN',
        `${standing.workflow.id} ${all ? `offers these choices: ${all}` : 'offers no choices'}.`,
        `${call.program} next`,
      );
    }
    const shown = `${room.phaseLine(standing.status)}\nChoose for ${question}: ${option}`;
    const person = await asPerson(call, place, shown);
    room.recordDeed(around, standing.run, { type: 'choice', question, option, person });
    return answerAfter(`Chosen: ${option}.`, room, around);
  },
};

/** Collects the questions of a workflow that a person answers. */
export function choicesOf({ phases }: Standing['workflow']) {
  const all = phases.flatMap((phase) => [phase, ...(phase.each?.phases ?? [])]);
  return all.flatMap(({ exit }) => exit.flatMap((spec) => (spec.check === 'chosen' ? [spec] : [])));
}
