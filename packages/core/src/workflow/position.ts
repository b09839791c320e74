import type { Finding } from '../finding.js';
import { atOnce, begunAt, heldByOthers } from './begun.js';
import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt } from './items.js';
import { type WalkedItem, walkedOf } from './places.js';
import { isOver, isRunning, marked, type RunState } from './state.js';
import type { Unmet } from './unmet.js';
import { type ItemPosition, type Position, type WalkedItems, type Walking, walk } from './walk.js';

/**
 * The first phase of the run with an unmet check, by what is known up to here, and where each of its items stands.
 * @param isEvent whether it is the moment of an event: what holds then is remembered
 */
export function positionOf(state: RunState, moment: Moment, now: number, isEvent = false): Position {
  const begun = begunAt(state, moment, now);
  const items = (walking: Walking, placed: PlacedPhase, parent: ItemFact | null): WalkedItems => {
    const every = everyItem(walking, placed, parent, begun.get(placed.phase.each!.kind) ?? []);
    return { items: every, unmet: itemsUnmet(placed, every, parent) };
  };
  return walk({ state, moment, now, isTold: true, isEvent, items }, state.walk.phases, state.reached, null);
}

/** Every item of a phase with where it stands. */
function everyItem(
  walking: Walking,
  placed: PlacedPhase,
  parent: ItemFact | null,
  begun: readonly ItemFact[],
): ItemPosition[] {
  const { state, moment, now } = walking;
  const all = itemsAt(state, moment);
  marked(state, placed, parent, all);
  const walked = walkedOf(all, placed, parent);
  const over = new Set(walked.flatMap(({ item }) => (isOver(state, item) ? [item.id] : [])));
  const isDone = (id: string) => over.has(id) || isOver(state, all.byId.get(id));
  // A fix comes before what it mends.
  const isFree = (item: ItemFact) => item.after.every(isDone) && all.fixesOf(item).every(({ id }) => isDone(id));
  const standing = ({ item, isTooMany }: WalkedItem): ItemPosition => {
    const { state: said = 'open', reason = '', reached = 0 } = state.items.get(item.id) ?? {};
    if (said === 'skipped') return { item, state: said, reason, at: null };
    if (over.has(item.id)) return { item, state: 'done', reason, at: null };
    if (said === 'blocked') return { item, state: said, reason, at: null };
    if (isTooMany) return { item, state: 'blocked', reason: 'fixes', at: null };
    if (!isFree(item)) return { item, state: 'waiting', reason, at: null };
    const own = state.leases.momentOf(item, moment, all);
    const at = walk(own ? { ...walking, moment: own } : walking, placed.inner, reached, item);
    if (at.index === placed.inner.length) over.add(item.id);
    return { item, state: stateOf(at, placed, isRunning(state, item.id, now)), reason, at };
  };
  const positions = walked.map(standing);
  // Whoever waits for one that is done now need not wait for the next event, wherever it stands in the list.
  const comesFree = ({ item, state: said, at }: ItemPosition) => said === 'waiting' && at === null && isFree(item);
  for (let next = positions.findIndex(comesFree); next >= 0; next = positions.findIndex(comesFree))
    positions[next] = standing(walked[next]!);
  const apart = begun.length === 0 ? positions : positions.map((one) => heldByOthers(one, begun, isFree));
  return [...atOnce(state, placed, walked, apart, now), ...goneOf(state, all, placed.phase.each!.kind, parent, walked)];
}

function stateOf(at: Position, { inner }: PlacedPhase, isRunning: boolean): ItemPosition['state'] {
  if (at.index === inner.length) return 'done';
  if (at.unmet.some(({ finding }) => finding.args.onExhausted === 'block')) return 'blocked';
  return isRunning ? 'running' : 'ready';
}

/** Items of this place that are no longer there: the total only grows. */
function goneOf(
  state: RunState,
  all: ItemSet,
  kind: string,
  parent: ItemFact | null,
  walked: readonly WalkedItem[],
): ItemPosition[] {
  const gone = state.known.gone(all);
  if (gone.all.length === 0) return [];
  return [...gone.under(kind, parent?.id), ...walked.flatMap(({ item }) => gone.fixesOf(item))]
    .filter(({ id }) => state.items.get(id)?.state !== 'skipped')
    .map((item) => ({ item, state: 'gone', reason: '', at: null }));
}

/** The phase of the items is over when each is done or was skipped by a person. */
function itemsUnmet(placed: PlacedPhase, items: readonly ItemPosition[], item: ItemFact | null): Unmet[] {
  if (placed.inner.length === 0) return [];
  const rest = items.filter(({ state }) => state !== 'done' && state !== 'skipped');
  if (items.length > 0 && rest.length === 0) return [];
  const key = `${placed.path}.items`;
  const base = { key, path: placed.path, subject: '', item: item?.id ?? '', state: 'missing' as const, passed: false };
  const gone = rest.filter(({ state }) => state === 'gone').map((one) => one.item.id);
  if (gone.length > 0) {
    const finding: Finding = { code: 'ITEM_REMOVED', level: 'block', args: { items: gone } };
    return [{ ...base, state: 'failed', actor: 'agent', finding }];
  }
  if (items.length === 0) {
    const finding: Finding = { code: 'ITEMS_MISSING', level: 'block', args: { kind: placed.phase.each!.kind } };
    return [{ ...base, actor: 'agent', finding }];
  }
  const args = { open: rest.map((one) => one.item.id), total: items.length };
  return [{ ...base, actor: actorOf(rest), finding: { code: 'ITEMS_OPEN', level: 'block', args } }];
}

/** Tells who can do something about open items: the agent, as long as there is one that it can work on. */
function actorOf(rest: readonly ItemPosition[]): Unmet['actor'] {
  const actors = rest.flatMap(({ state, at }) =>
    (state === 'ready' || state === 'running') && at ? at.unmet.map(({ actor }) => actor) : [],
  );
  return (['agent', 'time', 'outside'] as const).find((actor) => actors.includes(actor)) ?? 'person';
}
