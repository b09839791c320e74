import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { type Command, FlowError } from './command.js';

const HOWS = ['complete', 'merged', 'cancelled'] as const;

export const end: Command = {
  name: 'end',
  group: 'workflow',
  arguments: '<complete|merged|cancelled>',
  summary: 'end the run of this branch; only a person can end it early',
  flags: [{ flags: '--reason <text>', description: 'why; it is kept in the journal' }],
  examples: [['end complete', 'everything required is done']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const how = HOWS.find((one) => one === call.words[0]);
    if (!how)
      throw new FlowError('usage', 'USAGE', `expected one of ${HOWS.join(', ')}.`, `${call.program} end complete`);
    const reason = clean(call.options.reason, 500);
    const isDone = standing.status.phase === 'done';
    if (how === 'complete' && !isDone)
      throw new FlowError(
        'finding',
        'NOT_DONE',
        `it is not complete: ${room.phaseLine(standing.status)}.`,
        `${call.program} next`,
      );
    const shown = `${room.phaseLine(standing.status)}\nEnd this run as ${how}${reason ? `: ${reason}` : ''}. It no longer guides the agent.`;
    if (!isDone) await asPerson(call, place, shown);
    room.recordDeed(around, standing.run, { type: 'end', how, reason });
    return { ok: true, data: { how }, text: `Ended: ${standing.workflow.id}, ${how}.\n` };
  },
};
