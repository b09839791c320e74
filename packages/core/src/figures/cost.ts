import { type Amount, perEach, sumOf } from './amount.js';
import type { FigureFacts } from './facts.js';
import type { Spend } from './spend.js';

/** `Cost` tells what a run has cost, and what each started and each merged thing of it has. */
export interface Cost {
  /** US dollars, or whatever the project's prices are in. */
  money: Amount;
  tokens: Amount;
  /** Sessions and sub-agents of which nobody knows the price. */
  unpriced: number;
  /** Runs that ended as merged: of one run, 1 or 0. */
  merged: number;
  perMerged: Amount;
  started: number;
  done: number;
  perStarted: Amount;
}

/** Adds up what runs have cost. A run that lists no items is one thing that was started. */
export function costOf(runs: readonly FigureFacts[]): Cost {
  const spends = runs.flatMap((run) => run.spends);
  const money = moneyOf(spends);
  const started = runs.reduce((sum, run) => sum + startedIn(run), 0);
  const done = runs.reduce((sum, run) => sum + doneIn(run), 0);
  const merged = runs.filter(({ ended }) => ended === 'merged').length;
  return {
    money,
    tokens: tokensOf(spends),
    unpriced: new Set(spends.flatMap((one) => (one.money === null ? [keyOf(one)] : []))).size,
    ...{ merged, perMerged: perEach(money, merged) },
    ...{ started, done, perStarted: perEach(money, started) },
  };
}

/** Requests of one session are one. */
const keyOf = ({ of, session, time, role }: Spend) =>
  JSON.stringify(of === 'agent' ? [session, role, time] : [session]);

export const moneyOf = (spends: readonly Spend[]): Amount => sumOf(spends.map(({ money }) => money));
export const tokensOf = (spends: readonly Spend[]): Amount => sumOf(spends.map(({ tokens }) => tokens));

/** Counts the items that somebody has begun. */
function startedIn({ events, spends, items }: FigureFacts): number {
  const begun = events.flatMap((event) => (event.type === 'item' && event.state === 'running' ? [event.item] : []));
  const ids = new Set([...begun, ...spends.flatMap(({ item }) => item ?? [])]);
  return items.length === 0 ? 1 : items.filter(({ id, kind }) => kind !== 'fix' && ids.has(id)).length;
}

function doneIn({ items, ended }: FigureFacts): number {
  if (items.length === 0) return Number(ended === 'complete' || ended === 'merged');
  return items.filter(({ kind, state }) => kind !== 'fix' && state === 'done').length;
}
