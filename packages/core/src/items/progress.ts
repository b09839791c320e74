import type { ItemFact } from '../workflow/facts.js';
import type { ItemStatus } from '../workflow/status.js';
import { everyItem } from './every-item.js';

/** Item counts tell how many items of a run there are, by where they stand. What has parts counts by its parts. */
export interface ItemCounts {
  total: number;
  done: number;
  running: number;
  pending: number;
  blocked: number;
  skipped: number;
}

/** Milliseconds after which a report of progress is due, and the number of items that were done meanwhile (row M36). */
const EVERY = { time: 30 * 60_000, items: 3 } as const;

/**
 * Counts the items of a run.
 * @param items where those of the present phase stand
 * @param over ids of those that are done, or skipped by a person
 */
export function countItems(
  known: readonly ItemFact[],
  items: readonly ItemStatus[],
  over: readonly string[],
): ItemCounts {
  const states = new Map(everyItem(items).map(({ id, state }) => [id, state]));
  const ended = new Set(over);
  const counts = { total: 0, done: 0, running: 0, pending: 0, blocked: 0, skipped: 0 };
  for (const id of countedIds(known, states)) {
    const state = states.get(id);
    if (state === 'dropped') continue;
    counts.total += 1;
    counts[placeOf(state, ended.has(id))] += 1;
  }
  return counts;
}

/** Lists ids of the items that count: all but those whose parts are counted. */
export function countedIds(known: readonly ItemFact[], states: ReadonlyMap<string, ItemStatus['state']>): string[] {
  const whole = new Set(known.flatMap(({ parent, kind }) => (parent === undefined || kind === 'fix' ? [] : [parent])));
  return [...new Set([...known.map(({ id }) => id), ...states.keys()])].filter((id) => !whole.has(id));
}

function placeOf(state: ItemStatus['state'] | undefined, isOver: boolean): Exclude<keyof ItemCounts, 'total'> {
  if (state === 'skipped') return 'skipped';
  if (state === 'done' || isOver) return 'done';
  if (state === 'blocked' || state === 'gone') return 'blocked';
  return state === 'running' ? 'running' : 'pending';
}

/** `ToldProgress` tells what a report of progress has shown: when, and which items were over by then. */
export interface ToldProgress {
  time: number;
  over: readonly string[];
}

/**
 * Tells why a report of progress is due: three items are over since the last one, or half an hour is.
 * @param last null where there was none since the run has begun
 */
export function progressDue(
  { now, started, over }: { now: number; started: number; over: readonly string[] },
  last: ToldProgress | null,
): 'items' | 'time' | null {
  const known = new Set(last?.over);
  if (over.filter((id) => !known.has(id)).length >= EVERY.items) return 'items';
  return now - (last?.time ?? started) >= EVERY.time ? 'time' : null;
}
