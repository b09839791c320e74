import type { Finding } from '../finding.js';
import { atOnce, begunAt, heldByOthers, heldElsewhere } from './begun.js';
import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import { findPosition, type ItemPosition, type PlacedItems, type Placing, type Position } from './find-position.js';
import { type ItemSet, itemsAt } from './items.js';
import { type Member, walkedOf } from './members.js';
import { isFree, placeItems } from './place-items.js';
import { marked, type RunState } from './state.js';
import type { Unmet } from './unmet.js';
import { isDoneFor } from './walkers.js';

/**
 * Returns the first phase of the run with an unmet check, by what is known up to here, and where each of its items
 * stands.
 * @param isEvent whether it is the moment of an event: what holds then is remembered
 * @param scope the item in whose leased work tree it is asked
 */
export function positionOf(state: RunState, moment: Moment, now: number, isEvent = false, scope?: string): Position {
  const begun = begunAt(state, moment, now);
  const items = (placing: Placing, placed: PlacedPhase, parent: ItemFact | null): PlacedItems => {
    const every = everyItem(placing, placed, parent, begun.get(placed.phase.each!.kind) ?? [], scope);
    return { items: every, unmet: itemsUnmet(placed, every, parent) };
  };
  return findPosition({ state, moment, now, isTold: true, isEvent, items }, state.compiled.phases, state.reached, null);
}

/** Lists every item of a phase with where it stands. */
function everyItem(
  placing: Placing,
  placed: PlacedPhase,
  parent: ItemFact | null,
  begun: readonly ItemFact[],
  scope: string | undefined,
): ItemPosition[] {
  const { state, moment, now } = placing;
  const all = itemsAt(state, moment);
  marked(state, placed, parent, all);
  const walked = walkedOf(all, placed, parent);
  const members = new Map(walked.map((one) => [one.item.id, one]));
  const positions = [...placeItems(placing, { placed, members }, members.keys()).values()];
  const ended = new Set(positions.flatMap(({ item, state: said }) => (said === 'done' ? [item.id] : [])));
  const isDoneHere = isDoneFor(state, placed, all, moment);
  const holdsFiles = (item: ItemFact) => isFree(item, all, (id) => ended.has(id) || isDoneHere(id));
  const apart = begun.length === 0 ? positions : positions.map((one) => heldByOthers(one, begun, holdsFiles));
  const here = apart.map((one) => heldElsewhere(state, one, all, now, scope));
  return [...atOnce(state, placed, walked, here, now), ...goneOf(state, all, placed.phase.each!.kind, parent, walked)];
}

/** Items of this place that are no longer there: the total only grows. */
function goneOf(
  state: RunState,
  all: ItemSet,
  kind: string,
  parent: ItemFact | null,
  walked: readonly Member[],
): ItemPosition[] {
  const dropped = state.known
    .droppedFrom(all, kind, parent?.id)
    .map(({ item, reason }): ItemPosition => ({ item, state: 'dropped', reason, at: null, left: null }));
  const gone = state.known.gone(all);
  if (gone.all.length === 0) return dropped;
  const missed = [...gone.under(kind, parent?.id), ...walked.flatMap(({ item }) => gone.fixesOf(item))];
  const told = missed.map((item): ItemPosition => {
    const known = state.items.get(item.id);
    // A person has left it out.
    const isSkipped = known?.state === 'skipped';
    const reason = isSkipped ? known.reason : '';
    return { item, state: isSkipped ? 'dropped' : 'gone', reason, at: null, left: null };
  });
  return [...dropped, ...told];
}

/** The phase of the items is over when each is done or was skipped by a person. */
function itemsUnmet(placed: PlacedPhase, items: readonly ItemPosition[], item: ItemFact | null): Unmet[] {
  if (placed.inner.length === 0) return [];
  const listed = items.filter(({ state }) => state !== 'dropped');
  const rest = listed.filter(({ state }) => state !== 'done' && state !== 'skipped');
  if (listed.length > 0 && rest.length === 0) return [];
  const key = `${placed.path}.items`;
  const base = { key, path: placed.path, subject: '', item: item?.id ?? '', state: 'missing' as const, passed: false };
  const gone = rest.filter(({ state }) => state === 'gone').map((one) => one.item.id);
  if (gone.length > 0) {
    const finding: Finding = { code: 'ITEM_REMOVED', level: 'block', args: { items: gone } };
    return [{ ...base, state: 'failed', actor: 'agent', finding }];
  }
  if (listed.length === 0) {
    const finding: Finding = { code: 'ITEMS_MISSING', level: 'block', args: { kind: placed.phase.each!.kind } };
    return [{ ...base, actor: 'agent', finding }];
  }
  const actor = actorOf(rest);
  const args = { open: rest.map((one) => one.item.id), total: items.length, ...(actor === 'person' && stuckBy(rest)) };
  return [{ ...base, actor, finding: { code: 'ITEMS_OPEN', level: 'block', args } }];
}

/** Where nothing can move: the items that hold up all the rest, which waits for them or for one another. */
function stuckBy(rest: readonly ItemPosition[]): { stuck: string[] } {
  const holding = rest.filter(({ state }) => state !== 'waiting');
  return { stuck: (holding.length > 0 ? holding : rest).map(({ item }) => item.id) };
}

/** Tells who can do something about open items: the agent, as long as there is one that it can work on. */
function actorOf(rest: readonly ItemPosition[]): Unmet['actor'] {
  const actors = rest.flatMap(({ state, at }) =>
    (state === 'ready' || state === 'running') && at ? at.unmet.map(({ actor }) => actor) : [],
  );
  return (['agent', 'time', 'outside'] as const).find((actor) => actors.includes(actor)) ?? 'person';
}
