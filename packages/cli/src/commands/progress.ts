import { progressOf } from '../progress/progress-of.js';
import { progressText } from '../progress/progress-text.js';
import { stageOf, stageText } from '../progress/stage.js';
import { tidyText } from '../report/words.js';
import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const progress: Command = {
  name: 'progress',
  group: 'workflow',
  summary: 'show how far the run is: items, tries, blockers and what is next, always with the same fields',
  flags: [
    {
      flags: '--stage [item]',
      description: 'the tasks of a stage with files, flags and reviews (default: at work)',
    },
    {
      flags: '--tasks [outcome]',
      description: "entries for your client's own list of tasks; `failed` or `written` tells how that went",
    },
  ],
  examples: [
    ['progress', 'every three items or 30 minutes; `flow next` says when'],
    ['progress --json', 'for programs: it does not count as a report'],
    ['progress --stage', 'after a stage: its tasks, and the reviews that they ask for'],
    ['progress --tasks failed', 'the list could not be written: after three in a row it is left alone'],
  ],
  async run(call) {
    if (call.options.stage !== undefined) return stage(call);
    if (call.options.tasks !== undefined) return tasks(call);
    const place = await here(call);
    const told = progressOf(place, await tidyText());
    // Programs look as often as they like: what a dashboard reads was reported to nobody.
    if (!call.json) place.room.keepProgress(place.around, place.standing);
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

/**
 * Returns the client's own list of tasks as a mirror of the items (rows X45, X46): whoever can write it is told its
 * entries, and says when that fails. The run goes on without it, and nothing follows from what stands in it.
 */
async function tasks(call: Call): Promise<Answer> {
  const outcome = call.options.tasks;
  if (outcome !== true && outcome !== 'failed' && outcome !== 'written')
    throw new FlowError('usage', 'USAGE', '--tasks expects `failed` or `written`.', `${call.program} progress --tasks`);
  const { standing, room, around } = await here(call);
  const before = room.mirrorHere(around, standing);
  const mirror = outcome === true ? before : room.mirrored(before, outcome === 'written');
  if (outcome !== true) room.keepMirror(around, standing, mirror);
  if (room.isGivenUp(mirror)) {
    const text =
      'The list of tasks could not be written three times in a row: leave it alone. The run goes on without it.\n';
    return { exit: 0, data: { on: false, failures: mirror.failures, tasks: [] }, text };
  }
  const tidy = await tidyText();
  const all = room
    .mirrorOf(
      room.itemsOfRun(standing),
      standing.status.items,
      standing.status.over,
      (id) => room.historyOf(standing, id).attempts,
    )
    .slice(0, MOST)
    .map((one) => ({
      ...one,
      id: tidy(one.id, 60),
      subject: tidy(one.subject, 160),
      activeForm: tidy(one.activeForm, 160),
    }));
  const text = all
    .map(
      ({ status, subject, activeForm }) =>
        `${status.padEnd(11)}  ${subject}${status === 'in_progress' ? ` (${activeForm})` : ''}\n`,
    )
    .join('');
  return {
    exit: 0,
    data: { on: true, failures: mirror.failures, tasks: all },
    text: text || 'The run lists no items yet.\n',
  };
}

/** Entries of a list that are told. */
const MOST = 200;
