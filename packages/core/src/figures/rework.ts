import type { Amount } from './amount.js';
import { moneyOf, tokensOf } from './cost.js';
import type { AfterMerge, FigureFacts } from './facts.js';
import type { Spend } from './spend.js';
import type { FailedTries } from './tries.js';

/** `Rework` tells what was done again, before the change was merged and behind that. */
export interface Rework {
  /** Failed tries of all items and of the run. */
  failed: number;
  /** Phases and items that a person opened again. */
  reopened: number;
  /** Items that mend what another one left behind. */
  fixes: number;
  /** Sessions of a driver that mend: after a failed try, for an analysis, or to land. */
  sessions: number;
  tokens: Amount;
  money: Amount;
  /** Null where it is not merged, or git cannot tell. */
  afterMerge: AfterMerge | null;
}

/** Counts what was done again. What broke down and says nothing of the work is none of it. */
export function reworkOf({ events, items, spends, afterMerge }: FigureFacts, tries: FailedTries): Rework {
  // One event that fails several items is one failed try.
  const failed = new Set([...tries.values()].flatMap((all) => all.map(({ n }) => n)));
  const mending = spends.filter((one, at) => isMending(one, spends.slice(0, at), tries.get(one.item) ?? []));
  return {
    failed: failed.size,
    reopened: events.filter(({ type }) => type === 'reopen').length,
    fixes: items.filter(({ kind }) => kind === 'fix').length,
    sessions: mending.length,
    tokens: tokensOf(mending),
    money: moneyOf(mending),
    afterMerge,
  };
}

/** Tells whether a session mends: until one has led on again, all that follow a failed try do. */
function isMending(
  { of, role, item, since }: Spend,
  before: readonly Spend[],
  failed: readonly { time: number }[],
): boolean {
  if (of !== 'driven') return false;
  if (role === 'analysis' || role === 'landing') return true;
  if (role !== 'work') return false;
  const last = failed.findLast(({ time }) => time <= since);
  if (last === undefined) return false;
  const isOfItem = (one: Spend) => one.of === 'driven' && one.role === 'work' && one.item === item;
  return !before.some((one) => isOfItem(one) && one.result === 'led-on' && one.since >= last.time);
}
