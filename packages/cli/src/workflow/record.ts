import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { holderWords, spanWords } from './lease-words.js';
import type { Deed, Here, Led } from './place.js';

/**
 * Records what was asked for, where the run hears it.
 * @throws FlowError RESULT_LATE, WORKTREE_OF_ITEM
 */
export async function record(call: Call, place: Here, deed: Deed): Promise<void> {
  await mustBeHeard(call, place, deed);
  place.room.recordDeed(place.around, place.standing.run, deed);
}

/**
 * Refuses what the run would not hear: what comes too late is kept, and counts for nothing.
 * @throws FlowError RESULT_LATE, WORKTREE_OF_ITEM, SESSION_UNARMED
 */
export async function mustBeHeard(call: Call, place: Here, deed: Deed): Promise<void> {
  const { room, around, standing } = place;
  const { said, tree, lease } = room.hearingOf(around, standing, deed);
  if (said === 'late') {
    room.recordForeign(around, standing.run, deed, lease?.id ?? '');
    throw await tooLate(call, place, lease);
  }
  if (said === 'unarmed')
    throw new FlowError(
      'finding',
      'SESSION_UNARMED',
      'no hook of flow is at work in this session: what it says counts for nothing. Leave your changes in this work tree and end: the driver runs what proves them.',
      `${call.program} next`,
    );
  if (said === 'elsewhere' && tree !== null) throw await ofItem(call, { ...place, run: standing.run }, tree.item);
}

/**
 * Refuses what speaks of a run as a whole in the work tree of one of its items.
 * @throws FlowError WORKTREE_OF_ITEM
 */
export async function refuseInTree(call: Call, led: Led): Promise<void> {
  const tree = led.room.ownTree(led.around, led.run);
  if (tree !== null) throw await ofItem(call, led, tree.item);
}

async function tooLate(
  { program }: Call,
  { around }: Here,
  lease: (Parameters<typeof holderWords>[0] & { item: string }) | null,
): Promise<FlowError> {
  const { clean } = await hooks();
  const other = lease
    ? `${await holderWords(lease, around.repository.root)} has begun ${clean(lease.item, 60)} ${await spanWords(lease)}`
    : 'somebody else has begun the item';
  const message = `${other}, after you had it. What you say of it now is kept, and counts for nothing.`;
  return new FlowError('finding', 'RESULT_LATE', message, `${program} item`);
}

async function ofItem(call: Call, { around, room, run }: Led, item: string): Promise<FlowError> {
  const { clean } = await hooks();
  const home = room.homeOfRun(around, run);
  const line = clean(call.line, 500);
  const remedy =
    home === null ? `git switch ${clean(run.branch, 100)}` : `cd ${shellWord(clean(home, 300))} && ${line}`;
  const message = `this work tree is that of ${clean(item, 60)}: what is said here speaks of that item alone.`;
  return new FlowError('finding', 'WORKTREE_OF_ITEM', message, remedy);
}
