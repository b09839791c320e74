import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const advance: Command = {
  name: 'advance',
  group: 'workflow',
  summary: "go on from a phase that waits for that word; where it is a person's, they say it in a terminal",
  examples: [['advance', 'from this phase to the next']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { status, workflow, run } = standing;
    const phase = workflow.phases.find(({ id }) => id === status.phase);
    const open = status.open.find(({ finding }) => finding.code === 'ADVANCE_MISSING');
    if (!phase || !open) {
      const why = status.open[0]
        ? `${status.open[0].finding.code}: ${room.openWords(status.open[0].finding)}`
        : 'nothing waits for it';
      throw new FlowError(
        'finding',
        'ADVANCE_NOT_ASKED',
        `it does not go on by a word: ${why}.`,
        `${call.program} next`,
      );
    }
    const isPersons = phase.advance === 'person';
    const shown = `${room.phaseLine(status)}\nGo on from "${phase.title}" with the content as it is now?`;
    const person = isPersons ? await asPerson(call, place, shown) : null;
    room.recordDeed(around, run, { type: 'advance', phase: phase.id, person });
    return answerAfter(`Gone on from ${phase.id}.`, room, around);
  },
};
