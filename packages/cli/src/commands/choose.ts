import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { askedOf, checksOf, itemNamed } from '../workflow/items.js';
import { asPerson, recordWord, SIGN } from '../workflow/person.js';
import type { Standing } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const choose: Command = {
  name: 'choose',
  group: 'person',
  arguments: '<question> <option>',
  summary: 'choose one of the options a phase offers',
  flags: [{ flags: '--item <id>', description: 'the item it is chosen for, where each is asked' }, SIGN],
  examples: [
    ['choose mode careful', 'if a phase asks for `mode`'],
    ['choose mode careful --item S1', 'if each item is asked for `mode`'],
  ],
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
    const isIt = (one: { question: string; options: readonly string[] }) =>
      one.question === question && one.options.includes(option);
    const item = await itemNamed(call, place, question, askedOf(standing, 'chosen', isIt));
    const { clean } = await hooks();
    const title = room.itemsOfRun(standing).find(({ id }) => id === item)?.title;
    const of = item === undefined ? '' : ` of ${clean(item, 60)}`;
    const named = title === undefined ? of : `${of} (${clean(title, 200)})`;
    const shown = `${room.phaseLine(standing.status)}\nChoose for ${question}${named}: ${option}`;
    const person = await asPerson(call, place, shown);
    await recordWord(call, place, {
      type: 'choice',
      question,
      option,
      person,
      ...(item !== undefined && { subject: item }),
    });
    return answerAfter(`Chosen${of}: ${option}.`, room, around);
  },
};

/** Collects the questions of a workflow that a person answers. */
export function choicesOf(workflow: Standing['workflow']) {
  return checksOf(workflow, 'chosen').map(({ spec }) => spec);
}
