import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { reasonFrom } from '../workflow/reason.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const pause: Command = {
  name: 'pause',
  group: 'person',
  arguments: '<reason>',
  summary: 'pause the run: the agent may stop; everything proven is kept',
  examples: [["pause 'waiting for the interface decision'", 'until `flow resume`']],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const reason = await reasonFrom(call, call.words[0], "pause '…'");
    const shown = `${place.room.phaseLine(place.standing.status)}\nPause the run: ${reason}`;
    const person = await asPerson(call, place, shown);
    place.room.recordDeed(place.around, place.standing.run, { type: 'pause', reason, person });
    return answerAfter('Paused.', place.room, place.around);
  },
};

export const resume: Command = {
  name: 'resume',
  group: 'workflow',
  summary: 'resume a paused run',
  examples: [['resume', 'continues where the run stopped']],
  async run(call) {
    const place = await here(call);
    const { room, around, standing } = place;
    await refuseInTree(call, { ...place, run: standing.run });
    if (standing.status.paused === null)
      throw new FlowError('finding', 'NOT_PAUSED', 'the run is not paused.', `${call.program} next`);
    room.recordDeed(around, standing.run, { type: 'resume', reason: '' });
    return answerAfter('Resumed.', room, around);
  },
};
