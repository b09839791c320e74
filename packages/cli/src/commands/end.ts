import { hooks } from '../evidence.js';
import { count, lasted } from '../report/words.js';
import { here, led } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Led, Room, Standing } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { type Command, FlowError } from './command.js';

const HOWS = ['complete', 'merged', 'cancelled'] as const;

export const end: Command = {
  name: 'end',
  group: 'workflow',
  arguments: '<complete|merged|cancelled>',
  summary: 'end the run of this branch; only a person can end it early, or as merged if the base lacks the work',
  flags: [{ flags: '--reason <text>', description: 'why; it is kept in the journal' }],
  examples: [['end complete', 'everything required is done']],
  async run(call) {
    const { clean, unmergedWork } = await hooks();
    const how = HOWS.find((one) => one === call.words[0]);
    if (!how)
      throw new FlowError('usage', 'USAGE', `expected one of ${HOWS.join(', ')}.`, `${call.program} end complete`);
    // A run of which nothing can be told any more is not complete, and can be given up.
    const place = await led(call);
    const { room, around, run } = place;
    await refuseInTree(call, place);
    const standing = room.standingOf(around);
    const status = standing?.status ?? null;
    if (how === 'complete' && status === null) await here(call);
    const reason = clean(call.options.reason, 500);
    const stands = status === null ? `A run of ${clean(run.workflow, 40)}.` : room.phaseLine(status);
    const isDone = status?.phase === 'done';
    if (how === 'complete' && !isDone)
      throw new FlowError('finding', 'NOT_DONE', `it is not complete: ${stands}.`, `${call.program} next`);
    const shown = `${stands}\nEnd this run as ${how}${reason ? `: ${reason}` : ''}. It no longer guides the agent.`;
    // What was plainly not merged, only a person knows better: the merge may not be fetched, or lie elsewhere.
    const unmerged = how === 'merged' ? unmergedWork(around.repository, around.policy, around.start.deadline) : null;
    if (!isDone || unmerged) {
      const where = unmerged ? `${clean(unmerged.base, 80)}, as last fetched, does not have this work.` : '';
      const words = `${where} Merge it and run \`git fetch\` first; before that, only a person can end it as merged.`;
      const unasked = isDone
        ? new FlowError('finding', 'NOT_MERGED', words, `${call.program} end complete`)
        : undefined;
      await asPerson(call, place, [shown, where].join('\n').trim(), unasked);
    }
    room.recordDeed(around, run, { type: 'end', how, reason });
    const summary = summaryOf(run, standing, room, how);
    return { exit: 0, data: summary, text: endText(summary, clean) };
  },
};

/** Tells what came of a run (row M41): all of it follows from the journal, and nothing looks for the words. */
function summaryOf(
  { id, workflow, branch, started }: Pick<Led['run'], 'id' | 'workflow' | 'branch' | 'started'>,
  standing: Standing | null,
  room: Room,
  how: (typeof HOWS)[number],
) {
  return {
    ...{ how, run: id, workflow, branch },
    runtimeMs: Math.max(0, Date.now() - started),
    pullRequest: standing?.facts.present.git.pullRequest ?? null,
    items: standing && room.countItems(room.itemsOfRun(standing), standing.status.items, standing.status.over),
    debts: standing?.status.debts.length ?? null,
  };
}

function endText(
  { how, run, workflow, branch, runtimeMs, pullRequest, items, debts }: ReturnType<typeof summaryOf>,
  clean: (text: unknown, max?: number) => string,
): string {
  const facts = [
    `run ${clean(run, 60)} on ${clean(branch, 100)}`,
    `runtime ${lasted(runtimeMs)}`,
    ...(items === null || items.total === 0 ? [] : [`${items.done} of ${count(items.total, 'item')} done`]),
    ...(debts ? [count(debts, 'debt')] : []),
    ...(pullRequest === null ? [] : [clean(pullRequest, 200)]),
  ];
  return `Ended: ${clean(workflow, 40)}, ${how}.\n  ${facts.join('; ')}\n`;
}
