import { progressOf } from '../progress/progress-of.js';
import { progressText } from '../progress/progress-text.js';
import { stageOf, stageText } from '../progress/stage.js';
import { tidyText } from '../report/words.js';
import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import type { Answer, Call, Command } from './command.js';

export const progress: Command = {
  name: 'progress',
  group: 'workflow',
  summary: 'show how far the run is: items, tries, blockers and what is next, always with the same fields',
  flags: [
    { flags: '--stage [item]', description: 'the tasks of a stage with files, flags and reviews (default: at work)' },
  ],
  examples: [
    ['progress', 'every three items or 30 minutes; `flow next` says when'],
    ['progress --stage', 'after a stage: its tasks, and the reviews that they ask for'],
  ],
  async run(call) {
    if (call.options.stage !== undefined) return stage(call);
    const place = await here(call);
    const told = progressOf(place, await tidyText());
    place.room.keepProgress(place.around, place.standing);
    return { exit: 0, data: told, text: progressText(told) };
  },
};

async function stage(call: Call): Promise<Answer> {
  const place = await here(call);
  const named = typeof call.options.stage === 'string' ? call.options.stage : null;
  if (named !== null) await knownItem(call, place, named);
  const told = stageOf(place, named, await tidyText());
  return { exit: 0, data: told, text: stageText(told) };
}
