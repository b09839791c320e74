/**
 * An amount says how much, and how well that is known. `at-least`: a part of it is not known. `none`: there is nothing to
 * divide by yet. An amount of which nothing is known is never 0.
 */
export type Amount =
  | { is: 'exact' | 'at-least' | 'at-most'; value: number }
  | { is: 'unknown'; value: null }
  | { is: 'none'; value: null };

const UNKNOWN: Amount = { is: 'unknown', value: null };
const NONE: Amount = { is: 'none', value: null };

/** Returns an amount that is known. */
export const exactly = (value: number): Amount => ({ is: 'exact', value: rounded(value) });

/** Sums of hundredths are not exact in a machine's numbers: twelve digits are. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** Adds parts up; a part that is null is one that nobody knows. */
export function sumOf(parts: readonly (number | null)[]): Amount {
  const known = parts.filter((part) => part !== null);
  const value = known.reduce((sum, part) => sum + part, 0);
  if (known.length === parts.length) return exactly(value);
  // That it is 0 or more is known of everything.
  return value > 0 ? { is: 'at-least', value: rounded(value) } : UNKNOWN;
}

/** Returns what each of some things costs. */
export function perEach(amount: Amount, things: number): Amount {
  if (things === 0) return NONE;
  return amount.value === null ? amount : { is: amount.is, value: rounded(amount.value / things) };
}

/** Returns how many things there are for one of an amount: the more of it is not known, the fewer there may be. */
export function forOne(things: number, amount: Amount): Amount {
  if (amount.value === null) return amount;
  if (amount.value === 0) return NONE;
  const value = rounded(things / amount.value);
  // No thing at all is none for whatever the amount is.
  return { is: amount.is === 'exact' || value === 0 ? 'exact' : OTHER_WAY[amount.is], value };
}

const OTHER_WAY = { 'at-least': 'at-most', 'at-most': 'at-least' } as const;
