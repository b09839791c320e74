import type { Condition, Dials, Workflow } from './model.js';

/** `Flagged` is an item, or all of them together. */
export interface Flagged {
  flags?: readonly string[] | ReadonlySet<string> | undefined;
  /** Flags that the workflow itself gives. */
  marks?: ReadonlySet<string> | undefined;
  /** The option of a question that was chosen for the item alone. */
  chosen?(question: string): string | undefined;
}

/**
 * Tells whether a condition holds; without one it does. What was not chosen yet does not hold.
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
  for (const question in chosen) {
    const option = about.chosen?.(question) ?? state.chosen.get(question) ?? '';
    if (!chosen[question]!.includes(option)) return false;
  }
  if (flag === undefined) return true;
  const flags = about.flags instanceof Set ? about.flags : new Set(about.flags);
  return flag.some((one) => flags.has(one) || about.marks?.has(one));
}

/** Tells whether a condition holds as far as the dials go. */
export function isTurned(when: Condition | undefined, dials: Readonly<Record<string, string>>): boolean {
  // Asked for every phase and check at every event: no lists are made for it. A value that is not known leaves nothing out.
  for (const name in when?.dial) {
    const value = dials[name];
    if (value !== undefined && !when.dial[name]!.includes(value)) return false;
  }
  return true;
}

/** The dials of a run as far as the workflow knows their values, with its defaults for those that are not given. */
export function knownDials({ dials }: Pick<Workflow, 'dials'>, given: Dials): Record<string, string> {
  const known = Object.entries(dials).flatMap(([name, { values, default: value }]) => {
    const said = Object.hasOwn(given, name) ? given[name]! : value;
    return values.includes(said) ? [[name, said] as const] : [];
  });
  return Object.fromEntries(known);
}
