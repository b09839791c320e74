import { hooks } from '../evidence.js';
import { readChanges } from '../git/changes.js';
import { shellWord } from '../shell-word.js';
import { runGit, tailOf } from '../ship/git.js';
import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Here } from '../workflow/place.js';
import { answerAfter } from '../workflow/show.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const rollback: Command = {
  name: 'rollback',
  group: 'workflow',
  arguments: '<checkpoint>',
  summary: 'go back to a checkpoint, or to where an item began; everything behind it is kept under a ref first',
  examples: [
    ['rollback 2', 'in the run’s own work tree, only for a person'],
    ['rollback start', 'in the work tree of an item: to the commit where the item was begun'],
  ],
  run: runRollback,
};

/** Files and commits that are shown to whoever decides. */
const SHOWN = 20;

async function runRollback(call: Call): Promise<Answer> {
  const place = await here(call);
  const { around, room, standing } = place;
  const { clean, documentPaths, isView, keepWork, moveTo, operationIn, recordRollback } = await hooks();
  const { repository } = around;
  const target = await targetOf(call, place);
  const at = { root: repository.root, call };
  const seen = await readChanges(at, isView);
  if (seen === null || operationIn(repository) !== null)
    throw new FlowError(
      'finding',
      'COMMIT_UNFINISHED',
      'git is in the middle of a merge or a rebase, which has commits of its own.',
      'git status (finish it, or give it up)',
    );
  const paths = Object.values(documentPaths(standing.workflow, standing.run.names)).flat();
  const documents = new Set(paths);
  const changes = seen.changes.filter((one) => !documents.has(one.path));
  const behind = await runGit(at, ['log', '--format=%h %s', `--max-count=${SHOWN + 1}`, `${target.commit}..HEAD`], {
    asks: true,
  });
  const commits = behind.stdout.split('\n').filter((line) => line !== '');
  const name = `${target.name} (${target.commit.slice(0, 10)})`;
  if (commits.length === 0 && changes.length === 0 && seen.head === target.commit)
    return { exit: 0, data: { to: target.commit, kept: null }, text: `Nothing to do: this is ${name}.\n` };
  const person = await mayMove(call, place, [
    `Go back to ${name}, away from:`,
    ...commits.slice(0, SHOWN).map((line) => `- ${clean(line, 200)}`),
    ...(commits.length > SHOWN ? ['- and more commits'] : []),
    ...changes.slice(0, SHOWN).map(({ state, path }) => `- not committed: ${state} ${clean(path, 200)}`),
    ...(changes.length > SHOWN ? [`- and ${changes.length - SHOWN} more files`] : []),
    'All of it is kept under a ref first. Documents of the run stay as they are.',
  ]);
  const kept = keepWork(around, standing.run, target.commit);
  if (kept === null)
    throw new FlowError(
      'broken',
      'ROLLBACK_UNKEPT',
      'git cannot keep what is here, so nothing was moved.',
      `git stash --include-untracked, then ${clean(call.line, 200)}`,
    );
  const failed = moveTo(around, target.commit, { kept, documents: paths });
  if (failed !== null)
    throw new FlowError(
      'broken',
      'ROLLBACK_FAILED',
      `git did not go back: ${tailOf(failed, clean).join(' ')}`,
      `Everything is in ${kept.ref}: git restore --source=${kept.ref} --worktree .`,
    );
  recordRollback(around, standing.run, { to: target.commit, from: seen.head, kept, person });
  const done = `Back at ${name}. What was here is in ${kept.ref}: git show ${kept.ref}, or git cherry-pick from it.`;
  const { around: now } = await here(call);
  const answer = await answerAfter(done, room, now);
  return { ...answer, data: { ...answer.data, to: target.commit, from: seen.head, kept: kept.ref } };
}

/** Whoever holds the work tree of an item goes back in it; in the run's own, others work too, and a person decides. */
async function mayMove(call: Call, { around, room, standing }: Here, shown: readonly string[]): Promise<string | null> {
  const tree = room.ownTree(around, standing.run);
  if (tree?.lease.apart && room.isOwnLease(around, tree.lease)) return null;
  const held = room.heldItems(standing).filter(({ lease }) => lease.worktree === around.repository.root);
  const others = held.map(({ id, title }) => `Somebody works here on ${id}: ${title}`);
  return asPerson(call, { around, room }, [...shown, ...others].join('\n'));
}

interface Target {
  name: string;
  commit: string;
}

/** Returns the commit to go back to. @throws FlowError CHECKPOINT_UNKNOWN, CHECKPOINT_LOST, CHECKPOINT_ELSEWHERE */
async function targetOf(call: Call, place: Here): Promise<Target> {
  const { around, room, standing } = place;
  const { checkpointsOf, clean } = await hooks();
  const [word = ''] = call.words;
  const at = { root: around.repository.root, call };
  const tree = room.ownTree(around, standing.run);
  const all = checkpointsOf(around, standing.run);
  const found = word === 'last' ? all.at(-1) : all.find(({ n }) => String(n) === word);
  const base = word === 'start' ? (tree?.lease.base ?? null) : null;
  const target =
    base !== null
      ? { name: 'its start', commit: base }
      : found && { name: `checkpoint ${found.n}`, commit: found.commit };
  if (!target) {
    const known = all.map(({ n }) => n).join(', ');
    const start = tree?.lease.base ? `, and \`${call.program} rollback start\`` : '';
    throw new FlowError(
      'finding',
      'CHECKPOINT_UNKNOWN',
      `there is no checkpoint ${clean(word, 40)}; there ${all.length === 0 ? 'are none' : `are ${known}`}${start}.`,
      `${call.program} checkpoint`,
    );
  }
  const there = await runGit(at, ['cat-file', '-e', `${target.commit}^{commit}`], { asks: true });
  if (there.status !== 0)
    throw new FlowError(
      'finding',
      'CHECKPOINT_LOST',
      `the commit of ${target.name} is no longer in this repository.`,
      `${call.program} checkpoint (choose another one)`,
    );
  const isBehind = await runGit(at, ['merge-base', '--is-ancestor', target.commit, 'HEAD'], { asks: true });
  if (isBehind.status !== 0)
    throw new FlowError(
      'finding',
      'CHECKPOINT_ELSEWHERE',
      `${target.name} is not on this branch.`,
      `git log --oneline HEAD..${target.commit.slice(0, 10)}, or a branch of its own: git switch -c ${shellWord('from-checkpoint')} ${target.commit.slice(0, 10)}`,
    );
  return target;
}
