import { everyItem } from '@flow/core/items';
import type { ItemStatus } from '@flow/core/workflow';
import type { Claim, Lease } from '@flow/driver';
import {
  branchOf,
  type Coordinated,
  calledDone,
  coordinated,
  type House,
  lookAt,
  type Outcome,
  onlyItem,
  pauseWords,
  publishItem,
  recordsOf,
  takeBranch,
  type worldIn,
} from '@flow/driver/drive';
import { type Answer, type Call, EXIT, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { knownItem } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';
import { known, type Shared, sharedBy } from './coordinator.js';
import { hearForeign, toldToOthers } from './foreign.js';
import { keepForeign } from './foreign-words.js';

/** The part that a driver takes: the whole run, or one item of it, here or among several machines. */
export interface Part {
  house: House;
  /** Gives it back. @returns how it ended for one item; null for the whole run, where the outcome says it all */
  leave(outcome: Outcome): Promise<{ exit: number; text: string } | null>;
}

/** Milliseconds that a lease is given for; it is renewed three times as often. */
const LEASE = 10 * 60_000;

/** The name under which the whole of a run is asked for: one machine drives and lands it. */
const WHOLE = '+run';

/** @returns an answer where somebody else has it */
export async function takePart(
  call: Call,
  place: Here,
  house: House,
  world: ReturnType<typeof worldIn>,
  folder: string,
): Promise<Part | { answer: Answer }> {
  const item = await itemOf(call, place);
  const shared = await sharedBy(place);
  if (shared === null) return item === null ? plainPart(house) : itemPart(call, house, world, item);
  const { run } = place.standing;
  const said = await known(call, async () => calledDone((await shared.coordinator.read(run.id, null)).entries));
  if (item !== null && said.has(item) && !place.standing.status.over.includes(item))
    return { answer: await doneElsewhere(item) };
  const worker = { id: `${shared.machine}-${process.pid}-${Date.now().toString(36)}`, machine: shared.machine };
  const asked = { item: item ?? WHOLE, base: null, time: LEASE };
  const claim = await known(call, () => shared.coordinator.claim(run.id, worker, asked));
  if (claim.kind !== 'lease') return { answer: await notYours(claim, item) };
  await known(call, async () => shared.coordinator.append(run.id, await toldToOthers(place, run)));
  const joint = coordinated(house, {
    ...{ coordinator: shared.coordinator, machine: shared.machine, time: LEASE },
    records: (id) => recordsOf(folder, id),
    takeOver: ({ run: id }, one, commit) => takeBranch(shared.meeting, branchOf(id, one), commit),
    heard: (entries) => hearForeign(call, run, entries, shared.machine),
    say: (id, words) => keepForeign(folder, id, words),
  });
  joint.keep(claim.lease);
  return item === null ? wholePart(joint, shared) : sharedPart(call, { joint, shared, item, world });
}

/** Returns the item that is named; null for the whole run. @throws FlowError USAGE, ITEM_UNKNOWN */
async function itemOf(call: Call, place: Here): Promise<string | null> {
  const { item, once } = call.options;
  if (typeof item === 'string' && once === true) {
    await knownItem(call, place, item);
    return item;
  }
  if (item === undefined && once === undefined) return null;
  const remedy = `${call.program} run --plan (what could start), then ${call.program} run --once --item <id>`;
  throw new FlowError('usage', 'USAGE', '--once and --item <id> belong together: one item is worked on.', remedy);
}

async function notYours(claim: Exclude<Claim, { kind: 'lease' }>, item: string | null): Promise<Answer> {
  const { clean } = await hooks();
  const what = item === null ? 'The run' : clean(item, 60);
  const [who, until] =
    claim.kind === 'taken'
      ? [`${clean(claim.machine, 60)} works on it`, claim.until]
      : [`it is held: ${clean(claim.hold.why, 200)}`, claim.hold.until];
  const at = new Date(until).toISOString();
  return { exit: EXIT.later, data: { claim }, text: `${what}: ${who}, until ${at} or longer.\n` };
}

/** Work that another machine calls done is not begun again: who drives the run proves it, and says so where it does not hold. */
async function doneElsewhere(item: string): Promise<Answer> {
  const { clean } = await hooks();
  const text = `Another machine says that ${clean(item, 60)} is done. Who drives the run proves it before it counts.\n`;
  return { exit: EXIT.ok, data: { foreign: true }, text };
}

const plainPart = (house: House): Part => ({ house, leave: async () => null });

/** The whole run, of which no other machine is the driver meanwhile. */
function wholePart(joint: Coordinated, { coordinator }: Shared): Part {
  return {
    house: joint,
    async leave() {
      await joint.close();
      const lease = joint.leaseOf(WHOLE);
      const end = { how: 'given-back', commit: null, why: '' } as const;
      // It ends by time where that cannot be said now.
      if (lease) await coordinator.settle(lease, end).catch(() => {});
      return null;
    },
  };
}

/** One item on this machine: it is done once it has landed. */
function itemPart(call: Call, house: House, world: ReturnType<typeof worldIn>, item: string): Part {
  return {
    house: onlyItem(house, item, true),
    async leave(outcome) {
      const { reading, view } = await lookAt(house, world);
      const isDone = reading.status.over.includes(item) && view.landed.has(item);
      return endOf(call, item, isDone, outcome, reading.status.items);
    },
  };
}

/** One item among several machines: its branch is published, and who drives the run lands it. */
function sharedPart(
  call: Call,
  {
    joint,
    shared,
    item,
    world,
  }: { joint: Coordinated; shared: Shared; item: string; world: ReturnType<typeof worldIn> },
): Part {
  const { coordinator, meeting } = shared;
  const settle = async (lease: Lease | null, end: Parameters<typeof coordinator.settle>[1]) =>
    lease === null ? 'stale' : known(call, () => coordinator.settle(lease, end));
  return {
    house: onlyItem(joint, item, false),
    async leave(outcome) {
      await joint.close();
      const { clean } = await hooks();
      const reading = await joint.read();
      const lease = joint.leaseOf(item);
      if (!reading.status.over.includes(item)) {
        const end = endOf(call, item, false, outcome, reading.status.items);
        const how = end.exit === EXIT.person ? 'waits' : end.exit === EXIT.later ? 'given-back' : 'failed';
        await settle(lease, { how, commit: null, why: end.text });
        return end;
      }
      const published = await publishItem(joint, world, reading, item, meeting);
      if ('why' in published) {
        await settle(lease, { how: 'failed', commit: null, why: published.why });
        return {
          exit: EXIT.finding,
          text: `${clean(item, 60)} is done, and not published: ${clean(published.why, 400)}\n`,
        };
      }
      const said = await settle(lease, { how: 'done', commit: published.commit, why: '' });
      if (said === 'stale')
        return {
          exit: EXIT.later,
          text: `${clean(item, 60)}: somebody else has begun it meanwhile. The work stays in its branch.\n`,
        };
      return { exit: EXIT.ok, text: `Done: ${clean(item, 60)}. Who drives the run proves it again and lands it.\n` };
    },
  };
}

/** Says how the work on one item ended. */
function endOf(call: Call, item: string, isDone: boolean, outcome: Outcome, items: readonly ItemStatus[]) {
  const name = item.slice(0, 60);
  if (isDone) return { exit: EXIT.ok, text: `Done: ${name}.\n` };
  const at = everyItem(items).find(({ id }) => id === item);
  const status = `\`${call.program} item show ${name}\` says for what.`;
  if (outcome.how === 'interrupted') return { exit: EXIT.interrupted, text: `Interrupted: ${name}.\n` };
  if (outcome.how === 'driven')
    return { exit: EXIT.later, text: `Another flow run (process ${outcome.pid}) drives this run already.\n` };
  if (outcome.how === 'paused') return { exit: EXIT.finding, text: `Paused: ${pauseWords(outcome.why)}.\n` };
  const isLater = at?.state === 'waiting' || at?.lease !== undefined || at === undefined;
  const isOutside = outcome.how === 'waiting' && outcome.for !== 'person';
  return isLater || isOutside
    ? { exit: EXIT.later, text: `${name} cannot go on now: ${status}\n` }
    : { exit: EXIT.person, text: `${name} waits for a person: ${status}\n` };
}
