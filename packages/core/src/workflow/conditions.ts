import type { Condition } from './model.js';

/** An item, or all of them together. */
export interface Flagged {
  flags?: readonly string[] | ReadonlySet<string> | undefined;
  /** Flags that the workflow itself gives. */
  marks?: ReadonlySet<string> | undefined;
}

/**
 * True when a condition holds; without one it does. What was not chosen yet does not hold.
 * @param about the item in whose walk it is asked, or all of the run
 */
export function holds(
  when: Condition | undefined,
  state: { dials: Readonly<Record<string, string>>; chosen: ReadonlyMap<string, string> },
  about: Flagged,
): boolean {
  if (!when) return true;
  const { chosen, flag } = when;
  if (!isTurned(when, state.dials)) return false;
  for (const question in chosen) if (!chosen[question]!.includes(state.chosen.get(question) ?? '')) return false;
  if (flag === undefined) return true;
  const flags = about.flags instanceof Set ? about.flags : new Set(about.flags);
  return flag.some((one) => flags.has(one) || about.marks?.has(one));
}

/** True when a condition holds as far as the dials go. */
export function isTurned(when: Condition | undefined, dials: Readonly<Record<string, string>>): boolean {
  // Asked for every phase and check at every event: no lists are made for it.
  for (const name in when?.dial) if (!when.dial[name]!.includes(dials[name] ?? '')) return false;
  return true;
}
