import { hooks } from '../evidence.js';
import { here, led } from '../workflow/here.js';
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
    const { clean } = await hooks();
    const how = HOWS.find((one) => one === call.words[0]);
    if (!how)
      throw new FlowError('usage', 'USAGE', `expected one of ${HOWS.join(', ')}.`, `${call.program} end complete`);
    // A run of which nothing can be told any more is not complete, and can be given up.
    const place = await led(call);
    const { room, around, run } = place;
    const status = room.standingOf(around)?.status ?? null;
    if (how === 'complete' && status === null) await here(call);
    const reason = clean(call.options.reason, 500);
    const stands = status === null ? `A run of ${clean(run.workflow, 40)}.` : room.phaseLine(status);
    const isDone = status?.phase === 'done';
    if (how === 'complete' && !isDone)
      throw new FlowError('finding', 'NOT_DONE', `it is not complete: ${stands}.`, `${call.program} next`);
    const shown = `${stands}\nEnd this run as ${how}${reason ? `: ${reason}` : ''}. It no longer guides the agent.`;
    if (!isDone) await asPerson(call, place, shown);
    room.recordDeed(around, run, { type: 'end', how, reason });
    return { ok: true, data: { how }, text: `Ended: ${clean(run.workflow, 40)}, ${how}.\n` };
  },
};
