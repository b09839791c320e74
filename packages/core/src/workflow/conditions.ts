import type { ItemFact } from './facts.js';
import type { Condition } from './model.js';

/**
 * Whether a condition holds; without one it does. What was not chosen yet does not hold.
 * @param items the item in whose walk it is asked, or all of the run
 */
export function holds(
  when: Condition | undefined,
  state: { dials: Readonly<Record<string, string>>; chosen: ReadonlyMap<string, string> },
  items: readonly ItemFact[],
): boolean {
  if (!when) return true;
  const { chosen, flag } = when;
  if (!isTurned(when, state.dials)) return false;
  for (const question in chosen) if (!chosen[question]!.includes(state.chosen.get(question) ?? '')) return false;
  return flag === undefined || items.some(({ flags }) => flags?.some((one) => flag.includes(one)));
}

/** Whether a condition holds as far as the dials go. */
export function isTurned(when: Condition | undefined, dials: Readonly<Record<string, string>>): boolean {
  // Asked for every phase and check at every event: no lists are made for it.
  for (const name in when?.dial) if (!when.dial[name]!.includes(dials[name] ?? '')) return false;
  return true;
}
