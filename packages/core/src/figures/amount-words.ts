import type { Amount } from './amount.js';

/** Says an amount; what is not known is said, and never 0. */
export function amountWords(amount: Amount, words: (value: number) => string): string {
  if (amount.is === 'unknown') return 'unknown';
  if (amount.is === 'none') return 'none';
  const text = words(amount.value);
  return amount.is === 'exact' ? text : `${amount.is === 'at-least' ? 'at least' : 'at most'} ${text}`;
}

/** Writes a number with two digits that mean something. */
export const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
