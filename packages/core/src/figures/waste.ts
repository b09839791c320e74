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

/** Adds up the attempts that a driver has started: one that did not lead on, and all on an item that was left out, are waste. */
export function wasteOf({ spends, items, ended }: FigureFacts): Waste {
  const attempts = spends.filter(({ of }) => of === 'driven');
  const states = new Map(items.map(({ id, state }) => [id, state]));
  const fateOf = ({ result, item }: Spend): 'used' | 'wasted' | 'undecided' => {
    const state = item === null ? 'done' : (states.get(item) ?? 'left-out');
    if (result !== 'led-on' || ended === 'cancelled' || state === 'left-out') return 'wasted';
    return state === 'done' || ended !== null ? 'used' : 'undecided';
  };
  const wasted = attempts.filter((one) => fateOf(one) === 'wasted');
  const used = attempts.filter((one) => fateOf(one) === 'used');
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
