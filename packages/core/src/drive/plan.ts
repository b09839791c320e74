import { sharesFile } from '../workflow/item-files.js';
import { type Action, schedule, type Task } from './schedule.js';
import type { DriveView, Limits, Worker } from './view.js';

/** What could start now: an item, or the run itself (null), and whether that needs a session. */
export interface Planned {
  item: string | null;
  task: Task | 'prove';
}

/** Nothing is spent by looking. */
export const NO_LIMITS: Limits = {
  atOnce: 1000,
  sessions: Number.MAX_SAFE_INTEGER,
  tokens: null,
  money: null,
  until: null,
  item: null,
};

/**
 * Lists what could start now beside one another: as if each one had been started that is listed before it. Items that share a
 * file are not started together.
 * @param now epoch milliseconds
 */
export function planOf(view: DriveView, now: number): Planned[] {
  const facts = new Map(view.items.map((one) => [one.id, one]));
  const planned: Planned[] = [];
  const workers: Worker[] = [...view.workers];
  const isApart = (item: string | null) => {
    const own = facts.get(item ?? '');
    return planned.every((one) => {
      const other = facts.get(one.item ?? '');
      return !own || !other || !sharesFile(own, other);
    });
  };
  for (;;) {
    const starts = schedule({ ...view, workers }, NO_LIMITS, now).flatMap(startOf);
    const next = starts.find(({ item }) => !workers.some((one) => one.item === item));
    if (!next) return planned;
    if (isApart(next.item)) planned.push(next);
    // Whether it is listed or left for later, it is asked for no more.
    workers.push({ lease: `plan-${workers.length}`, item: next.item, since: now });
  }
}

function startOf(action: Action): Planned[] {
  if (action.do === 'start') return [{ item: action.item, task: action.task }];
  return action.do === 'prove' ? [{ item: action.item, task: 'prove' }] : [];
}
