import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import type { Command } from './command.js';

export const context: Command = {
  name: 'context',
  group: 'workflow',
  summary: 'show what a session needs to go on with the run: goal, position, item, what was settled, what happened',
  flags: [{ flags: '--item <id>', description: 'the item it is about (default: the one at work)' }],
  examples: [
    ['context', 'after a pause, a compaction or a new session'],
    ['context --json', 'all of it, the same for everyone who asks'],
  ],
  async run(call) {
    const place = await here(call);
    const { room, around, standing } = place;
    const { item } = call.options;
    if (typeof item === 'string') await knownItem(call, place, item);
    const made = room.contextFor(around, standing, typeof item === 'string' ? item : null);
    return { exit: 0, data: { context: made }, text: room.contextText(made), isVerbatim: true };
  },
};
