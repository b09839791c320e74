import type { Amount } from './amount.js';
import { moneyOf, tokensOf } from './cost.js';
import type { FigureFacts } from './facts.js';
import type { Spend } from './spend.js';

/** `Waste` tells what attempts have used whose result was not used. */
export interface Waste {
  attempts: number;
  wasted: number;
  /** Attempts on items that are not over: what comes of these is not known yet. */
  undecided: number;
  tokens: Amount;
  money: Amount;
  /** The wasted part of the tokens of all decided attempts, where the tokens are known; null where none are. */
  share: number | null;
}

/** Adds up the attempts of runs: what did not lead on, and all on an item or in a run that was given up, is waste. */
export function wasteOf(runs: readonly FigureFacts[]): Waste {
  const attempts = runs.flatMap((run) => run.spends.filter(({ of }) => of === 'driven'));
  const fates = new Map(runs.flatMap((run) => fatesIn(run)));
  const wasted = attempts.filter((one) => fates.get(one) === 'wasted');
  const used = attempts.filter((one) => fates.get(one) === 'used');
  const known = (some: readonly Spend[]) => some.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
  const all = known(wasted) + known(used);
  return {
    attempts: attempts.length,
    wasted: wasted.length,
    undecided: attempts.length - wasted.length - used.length,
    tokens: tokensOf(wasted),
    money: moneyOf(wasted),
    share: all === 0 ? null : known(wasted) / all,
  };
}

type Fate = 'used' | 'wasted' | 'undecided';

/** Tells what became of the result of each attempt. */
function fatesIn({ spends, items, ended }: FigureFacts): [Spend, Fate][] {
  const states = new Map(items.map(({ id, state }) => [id, state]));
  return spends.map((spend) => {
    const state = spend.item === null ? 'done' : (states.get(spend.item) ?? 'left-out');
    if (spend.result !== 'led-on' || ended === 'cancelled' || state === 'left-out') return [spend, 'wasted'];
    return [spend, state === 'done' || ended !== null ? 'used' : 'undecided'];
  });
}
