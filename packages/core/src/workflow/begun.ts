import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import type { ItemPosition, Position } from './find-position.js';
import { sharesFile } from './item-files.js';
import { type ItemSet, itemsAt, rootOf } from './items.js';
import type { Member } from './members.js';
import { isRunning, type RunState } from './state.js';

/** The items that are begun, by kind, first those that were begun first; a fix is of the kind that it mends. */
export type Begun = ReadonlyMap<string, readonly ItemFact[]>;

/** Returns the items that are being worked on at a moment. */
export function begunAt(state: RunState, moment: Moment, now: number): Begun {
  const all = itemsAt(state, moment);
  const begun = [...state.items].flatMap(([id, { begun: since }]) => {
    const item = isRunning(state, id, now) ? all.byId.get(id) : undefined;
    return item ? [{ item, since }] : [];
  });
  const byKind = new Map<string, ItemFact[]>();
  for (const { item } of begun.sort((one, other) => one.since - other.since)) {
    const { kind } = rootOf(item, all);
    byKind.set(kind, [...(byKind.get(kind) ?? []), item]);
  }
  return byKind;
}

/**
 * An item waits for what was begun before it on one of its files, in whatever list that stands.
 * @param isFree what waits for its fix holds no file: the fix is on the same ones
 */
export function heldByOthers(
  one: ItemPosition,
  begun: readonly ItemFact[],
  isFree: (item: ItemFact) => boolean,
): ItemPosition {
  if (!isOpen(one)) return one;
  for (const other of begun) {
    if (other.id === one.item.id) return one;
    if (sharesFile(one.item, other) && isFree(other)) return heldBack(one, '');
  }
  return one;
}

/** A part or a fix of what is worked on in a work tree of its own is worked on there: it is offered nowhere else. */
export function heldElsewhere(
  { leases }: RunState,
  one: ItemPosition,
  all: ItemSet,
  now: number,
  scope: string | undefined,
): ItemPosition {
  if (!isOpen(one)) return one;
  const whole = leases.wholeOf(one.item, all, now);
  return whole === null || whole === scope ? one : heldBack(one, 'elsewhere');
}

/** The items of a place, of which no more are at work than may be at once: those that were begun first. */
export function atOnce(
  state: RunState,
  { phase }: PlacedPhase,
  walked: readonly Member[],
  positions: readonly ItemPosition[],
  now: number,
): readonly ItemPosition[] {
  const most = phase.each!.atOnce;
  if (most === undefined) return positions;
  // A fix has the place of what it mends.
  const since = new Map<string, number>();
  for (const [at, { root }] of walked.entries()) {
    const begun = begunIn(state, positions[at]!, now);
    if (begun !== null) since.set(root.id, Math.min(begun, since.get(root.id) ?? begun));
  }
  if (since.size < most) return positions;
  const first = [...since].sort(([, one], [, other]) => one - other).slice(0, most);
  const holders = new Set(first.map(([id]) => id));
  return positions.map((one, at) => (holders.has(walked[at]!.root.id) ? one : heldBack(one, 'at-once')));
}

/** Returns the event with which work on an item, or on a part of it, was begun; null where none is going on. */
function begunIn(run: RunState, { item, state, at }: ItemPosition, now: number): number | null {
  if (state === 'done' || state === 'blocked' || state === 'skipped') return null;
  if (isRunning(run, item.id, now)) return run.items.get(item.id)!.begun;
  const parts = (at?.byPhase ?? []).flatMap(({ items }) => items.map((one) => begunIn(run, one, now)));
  const begun = parts.filter((one) => one !== null);
  return begun.length === 0 ? null : Math.min(...begun);
}

const isOpen = ({ state }: ItemPosition) => state === 'ready' || state === 'running';

/** What cannot be worked on now waits, and so do its parts. */
function heldBack(one: ItemPosition, reason: string): ItemPosition {
  if (!isOpen(one)) return one;
  return { ...one, state: 'waiting', reason, at: one.at && withParts(one.at, reason) };
}

function withParts(at: Position, reason: string): Position {
  const byPhase = at.byPhase.map(({ placed, items }) => ({ placed, items: items.map((one) => heldBack(one, reason)) }));
  return { ...at, byPhase };
}
