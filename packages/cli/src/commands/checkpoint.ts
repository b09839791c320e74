import { hooks } from '../evidence.js';
import { treeToCommit } from '../git/item-commit.js';
import { here } from '../workflow/here.js';
import type { Here } from '../workflow/place.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const checkpoint: Command = {
  name: 'checkpoint',
  group: 'workflow',
  arguments: '[verb]',
  summary: 'list the commits of this run at which the tests were green, or mark the present one',
  examples: [
    ['checkpoint', 'the commits that `flow rollback` can go back to'],
    ['checkpoint mark', 'marks the present commit, if its tests are green'],
  ],
  async run(call) {
    const [verb] = call.words;
    const place = await here(call);
    if (verb === undefined || verb === 'list') return list(call, place);
    if (verb === 'mark') return mark(call, place);
    throw new FlowError('usage', 'USAGE', 'expected no arguments, or list or mark.', `${call.program} checkpoint`);
  },
};

async function list(call: Call, { around, standing }: Here): Promise<Answer> {
  const { checkpointsOf, clean, formatAge } = await hooks();
  const all = checkpointsOf(around, standing.run);
  const lines = all.map(({ n, commit, time, position, item }) => {
    const about = [clean(position, 60), ...(item === null ? [] : [clean(item, 60)])].join(', ');
    return `${String(n).padStart(3)}  ${commit.slice(0, 10)}  ${formatAge(time, Date.now())}  ${about}`;
  });
  const none = `No checkpoints yet. One is made when a commit is green: ${call.program} commit, or ${call.program} checkpoint mark.`;
  return { exit: 0, data: { checkpoints: all }, text: `${(lines.length > 0 ? lines : [none]).join('\n')}\n` };
}

async function mark(call: Call, place: Here): Promise<Answer> {
  const { around, standing } = place;
  const { clean, markCheckpoint, notGreenAt } = await hooks();
  const { head } = await treeToCommit(call, place);
  const open = notGreenAt(around, head);
  if (open !== null) {
    const [first] = open.suites;
    const names = open.suites.slice(0, 5).map(({ id, state }) => `${clean(id, 100)} (${state})`);
    throw new FlowError(
      'finding',
      'CHECKPOINT_NOT_GREEN',
      first
        ? `${head.slice(0, 10)} is not green: ${names.join(', ')}.`
        : `no tests belong to what ${head.slice(0, 10)} changes, so nothing shows that it works.`,
      first ? `${clean(first.command, 300)}, then ${call.program} checkpoint mark` : `${call.program} evidence`,
    );
  }
  const { position } = standing.status;
  const made = markCheckpoint(around, standing.run, { commit: head, position, item: null });
  if (made === null)
    throw new FlowError('broken', 'CHECKPOINT_FAILED', 'git did not keep the commit.', `${call.program} doctor`);
  const { n, commit } = made.checkpoint;
  const text = made.isNew
    ? `Checkpoint ${n}: ${commit.slice(0, 10)}.`
    : `${commit.slice(0, 10)} is checkpoint ${n} already.`;
  return { exit: 0, data: { checkpoint: made.checkpoint }, text: `${text}\n` };
}
