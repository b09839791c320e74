import type { CheckSpec, ItemStatus, Phase, Workflow } from '@flow/core/workflow';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here, Room, Standing } from './place.js';

/** Finds where an item stands, as far as the present phase walks it. */
export function standsAt({ status }: Standing, room: Room, id: string): ItemStatus | null {
  return room.everyItem(status.items).find((one) => one.id === id) ?? null;
}

/**
 * Checks that the run has an item.
 * @throws FlowError ITEM_UNKNOWN
 */
export async function knownItem({ program }: Call, { standing, room }: Here, id: string): Promise<void> {
  const all = room.itemsOfRun(standing);
  if (all.some((one) => one.id === id) || standsAt(standing, room, id) !== null) return;
  const { clean } = await hooks();
  const ids = all.slice(0, MOST).map((one) => clean(one.id, 40));
  const there =
    ids.length > 0 ? `there are ${ids.join(', ')}${all.length > MOST ? ' and more' : ''}` : 'there are none';
  throw new FlowError('finding', 'ITEM_UNKNOWN', `there is no item ${clean(id, 60)}; ${there}.`, `${program} item`);
}

/** The most items that are told in one line. */
const MOST = 20;

type SpecOf<Name extends CheckSpec['check']> = Extract<CheckSpec, { check: Name }>;

/** The checks of one name in all phases of a workflow, and whether each is asked of every item. */
export function checksOf<Name extends CheckSpec['check']>(
  { phases }: Pick<Workflow, 'phases'>,
  name: Name,
  ofItem = false,
): { spec: SpecOf<Name>; ofItem: boolean }[] {
  return phases.flatMap((phase: Phase) => [
    ...phase.exit.flatMap((spec) => (spec.check === name ? [{ spec: spec as SpecOf<Name>, ofItem }] : [])),
    ...(phase.each ? checksOf(phase.each, name, true) : []),
  ]);
}

/** Returns the phase at a place: `build`, or `build/review` for one that every item of `build` is walked through. */
export function phaseAt(phases: readonly Phase[], path: string): Phase | undefined {
  const [id, ...rest] = path.split('/');
  const phase = phases.find((one) => one.id === id);
  return rest.length === 0 ? phase : phaseAt(phase?.each?.phases ?? [], rest.join('/'));
}

/** Returns the phases through which the items of a kind go. */
export const phasesOfKind = (phases: readonly Phase[], kind: string): readonly Phase[] =>
  phases.flatMap(({ each }) =>
    each ? [...(each.kind === kind ? each.phases : []), ...phasesOfKind(each.phases, kind)] : [],
  );

/** Tells whether the run, its items, or both are asked for something. */
export function askedOf<Name extends CheckSpec['check']>(
  { workflow }: Standing,
  name: Name,
  isIt: (spec: SpecOf<Name>) => boolean,
): { ofItem: boolean; ofRun: boolean } {
  const all = checksOf(workflow, name).filter(({ spec }) => isIt(spec));
  return { ofItem: all.some(({ ofItem }) => ofItem), ofRun: all.some(({ ofItem }) => !ofItem) };
}

/**
 * Returns the item that `--item` names, where what is said is asked of items; nothing that is said gets lost.
 * @param what is said, in words
 * @param asked who asks for it: items, the run, or both
 * @throws FlowError ITEM_UNKNOWN, ITEM_MISSING, ITEM_NOT_ASKED
 */
export async function itemNamed(
  call: Call,
  place: Here,
  what: string,
  asked: { ofItem: boolean; ofRun: boolean },
): Promise<string | undefined> {
  const { item } = call.options;
  const { clean } = await hooks();
  if (typeof item === 'string') {
    await knownItem(call, place, item);
    if (asked.ofItem) return item;
    const again = call.line.replace(/\s+--item(?:=|\s+)\S+/, '');
    throw new FlowError('finding', 'ITEM_NOT_ASKED', `${what} is about the run, not an item.`, clean(again, 500));
  }
  if (asked.ofRun || !asked.ofItem) return undefined;
  const { room, standing } = place;
  const at = standing.status.current?.id ?? room.itemsOfRun(standing)[0]?.id ?? '<id>';
  throw new FlowError(
    'usage',
    'ITEM_MISSING',
    `${what} is about an item: name it.`,
    `${clean(call.line, 500)} --item ${clean(at, 60)}`,
  );
}
