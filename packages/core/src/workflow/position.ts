import type { Finding } from '../finding.js';
import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment } from './facts.js';
import { sharesFile } from './item-files.js';
import { type ItemSet, itemsAt } from './items.js';
import { type WalkedItem, walkedOf } from './places.js';
import { isOver, type RunState } from './state.js';
import type { Unmet } from './unmet.js';
import { type ItemPosition, type Position, type WalkedItems, type Walking, walk } from './walk.js';

/** The first phase of the run with an unmet check, by what is known up to here, and where each of its items stands. */
export function positionOf(state: RunState, moment: Moment, now: number): Position {
  return walk({ state, moment, now, isTold: true, items: walkItems }, state.walk.phases, state.reached, null);
}

function walkItems(walking: Walking, placed: PlacedPhase, parent: ItemFact | null): WalkedItems {
  const items = everyItem(walking, placed, parent);
  return { items, unmet: itemsUnmet(placed, items, parent) };
}

/** Every item of a phase with where it stands. */
function everyItem(walking: Walking, placed: PlacedPhase, parent: ItemFact | null): ItemPosition[] {
  const { state, moment } = walking;
  const all = itemsAt(state, moment);
  const walked = walkedOf(all, placed, parent);
  const begun = walked.filter(({ item }) => state.items.get(item.id)?.state === 'running');
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
    const at = walk(walking, placed.inner, reached, item);
    if (at.index === placed.inner.length) over.add(item.id);
    // What was begun and waits for its fix holds no file: the fix is on the same ones.
    const isTaken = () => begun.some((other) => sharesFile(item, other.item) && isFree(other.item));
    return { item, state: stateOf(at, placed, said === 'running', isTaken), reason, at };
  };
  const positions = walked.map(standing);
  // Whoever waits for one that is done now need not wait for the next event, wherever it stands in the list.
  const comesFree = ({ item, state: said, at }: ItemPosition) => said === 'waiting' && at === null && isFree(item);
  for (let next = positions.findIndex(comesFree); next >= 0; next = positions.findIndex(comesFree))
    positions[next] = standing(walked[next]!);
  return positions.concat(goneOf(state, all, placed.phase.each!.kind, parent, walked));
}

function stateOf(
  at: Position,
  { inner }: PlacedPhase,
  isRunning: boolean,
  isTaken: () => boolean,
): ItemPosition['state'] {
  if (at.index === inner.length) return 'done';
  if (at.unmet.some(({ finding }) => finding.args.onExhausted === 'block')) return 'blocked';
  if (isRunning) return 'running';
  return isTaken() ? 'waiting' : 'ready';
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

/** Who can do something about open items: the agent, as long as there is one that it can work on. */
function actorOf(rest: readonly ItemPosition[]): Unmet['actor'] {
  const actors = rest.flatMap(({ state, at }) =>
    (state === 'ready' || state === 'running') && at ? at.unmet.map(({ actor }) => actor) : [],
  );
  return (['agent', 'time', 'outside'] as const).find((actor) => actors.includes(actor)) ?? 'person';
}
