import { here } from '../workflow/here.js';
import { knownItem, phaseAt, standsAt } from '../workflow/items.js';
import { asPerson } from '../workflow/person.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const advance: Command = {
  name: 'advance',
  group: 'workflow',
  summary: "go on from a phase that waits for that word; where it is a person's, they say it in a terminal",
  flags: [{ flags: '--item <id>', description: 'the item that goes on from its phase' }],
  examples: [['advance', 'from this phase to the next']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { status, workflow, run } = standing;
    const { item } = call.options;
    if (typeof item === 'string') await knownItem(call, place, item);
    const open = typeof item === 'string' ? (standsAt(standing, room, item)?.open ?? []) : status.open;
    const asked = open.find(({ finding }) => finding.code === 'ADVANCE_MISSING');
    // It is named by its place: `build/review` is a phase of each item.
    const path = asked?.check.slice(0, asked.check.lastIndexOf('.')) ?? '';
    const phase = phaseAt(workflow.phases, path);
    if (!phase || !asked) {
      const why = open[0] ? `${open[0].finding.code}: ${room.openWords(open[0].finding)}` : 'nothing waits for it';
      throw new FlowError(
        'finding',
        'ADVANCE_NOT_ASKED',
        `it does not go on by a word: ${why}.`,
        `${call.program} next`,
      );
    }
    const isPersons = phase.advance === 'person';
    const ofItem = typeof item === 'string' ? ` of ${item}` : '';
    const shown = `${room.phaseLine(status)}\nGo on from "${phase.title}"${ofItem} with the content as it is now?`;
    const person = isPersons ? await asPerson(call, place, shown) : null;
    room.recordDeed(around, run, {
      ...{ type: 'advance', phase: path, person },
      ...(typeof item === 'string' && { item }),
    });
    return answerAfter(`Gone on from ${phase.id}${ofItem}.`, room, around);
  },
};
