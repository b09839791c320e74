import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { standsAt } from '../workflow/items.js';
import { asPerson } from '../workflow/person.js';
import { record } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const reopen: Command = {
  name: 'reopen',
  group: 'person',
  arguments: '<phase-or-item>',
  summary: 'void the proofs of a phase or item, so that it must be done again',
  flags: [{ flags: '--reason <text>', description: 'why; it is kept in the journal' }],
  examples: [["reopen qa --reason 'the reviewer saw an old version'", 'the quality review runs again']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const [name = ''] = call.words;
    const items = room.itemsOfRun(standing);
    // The end has no proofs of its own.
    const stages = standing.status.stages.filter(({ id, state }) => state !== 'left-out' && id !== 'done');
    const isItem = items.some(({ id }) => id === name);
    if (!isItem && !stages.some(({ id }) => id === name)) {
      const all = [...stages, ...items].map(({ id }) => clean(id, 40)).join(', ');
      throw new FlowError(
        'finding',
        'PHASE_UNKNOWN',
        `there is no such phase or item; there are ${all}.`,
        `${call.program} status`,
      );
    }
    const reason = clean(call.options.reason, 500);
    const isAhead = stages.some(({ id, state }) => id === name && state === 'pending') && !standing.status.ended;
    const stays = isAhead ? ` It is still ahead: the run stays in ${standing.status.phase}.` : '';
    const shown = `${room.phaseLine(standing.status)}\nVoid the proofs of ${name}${reason ? `: ${reason}` : ''}?${stays}`;
    const person = await asPerson(call, place, shown);
    await record(call, place, {
      type: 'reopen',
      ...(isItem ? { item: name } : { phase: name }),
      person,
      reason,
    });
    const after = room.standingOf(around);
    const holds = isItem
      ? after && standsAt(after, room, name)?.state === 'done'
      : after?.status.stages.some(({ id, state }) => id === name && state === 'done');
    // What a check reads off the content itself cannot be made void: the person would believe that it was.
    const again = holds
      ? ' It is met again at once, because all its checks read the content. Change the content instead.'
      : '';
    return answerAfter(`Reopened: ${name}.${stays}${again}`, room, around);
  },
};
