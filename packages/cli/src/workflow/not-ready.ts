import type { ItemStatus } from '@flow/core/workflow';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { hindranceWords } from '../items/waits.js';
import type { Here } from './place.js';

/** Words the refusal of an item that cannot begin now: what holds it back, and what helps. */
export async function notReady(
  { program }: Call,
  { standing, room }: Here,
  id: string,
  at: ItemStatus | null,
): Promise<FlowError> {
  const { clean } = await hooks();
  const name = clean(id, 60);
  const hindrance = room
    .startsOf(standing.status.items, room.itemsOfRun(standing))
    .find((one) => one.id === id)?.hindrance;
  if (hindrance?.why === 'at-once') {
    const begun = hindrance.items.map((one) => clean(one, 60));
    return new FlowError(
      'finding',
      'ITEMS_AT_ONCE',
      `${name} cannot begin: ${begun.join(', ')} ${begun.length === 1 ? 'is' : 'are'} in progress, and the workflow allows no more at once.`,
      `${program} item open ${begun[0] ?? '<id>'} (if nobody is working on it), or finish one`,
    );
  }
  const elsewhere = hindrance?.why === 'elsewhere' ? await hindranceWords(hindrance) : null;
  const [why, remedy] = ((): [string, string] => {
    if (elsewhere !== null) return [`it is ${elsewhere}`, `${program} item`];
    if (at === null) return [`the run is in ${standing.status.phase}, which does not include it`, `${program} next`];
    if (at.state === 'waiting')
      return [`it waits for ${clean(hindrance?.items.join(', ') || 'another item', 200)}`, `${program} item`];
    if (at.state === 'blocked')
      return at.open?.length
        ? [`it is blocked: ${at.open.map(({ finding }) => room.openWords(finding)).join('; ')}`, `${program} explain`]
        : [
            `it is blocked: ${clean(room.blockedBy(at), 200)}`,
            standing.status.awaits?.some((one) => one.item === id)
              ? `${program} await`
              : `${program} item open ${name}`,
          ];
    if (at.state === 'done') return ['it is done', `${program} reopen ${name} (a person, in a terminal)`];
    if (at.state === 'dropped') return [`it was dropped: ${clean(at.reason, 200)}`, 'Add it back where it was listed'];
    if (at.state === 'gone') return ['no document lists it any more', 'Add it back where it was listed'];
    return ['a person skipped it', `${program} reopen ${name} (a person, in a terminal)`];
  })();
  return new FlowError('finding', 'ITEM_NOT_READY', `${name} cannot begin: ${why}.`, remedy);
}
