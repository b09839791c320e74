import type { Condition } from './model.js';

/** Whether a condition holds; without one it does. What was not chosen yet does not hold. */
export function holds(
  when: Condition | undefined,
  state: { dials: Readonly<Record<string, string>>; chosen: ReadonlyMap<string, string> },
): boolean {
  if (!when) return true;
  const dials = Object.entries(when.dial ?? {}).every(([name, values]) => values.includes(state.dials[name] ?? ''));
  return (
    dials &&
    Object.entries(when.chosen ?? {}).every(([question, options]) => options.includes(state.chosen.get(question) ?? ''))
  );
}
