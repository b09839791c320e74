/**
 * How a run ended, in the only words that @flow uses for it. Rule 3: unknown is never green,
 * so each way of not proving anything has a word of its own.
 */
export const OUTCOMES = [
  'passed',
  'failed',
  'build-error',
  'collection-error',
  'no-tests',
  'crashed',
  'timed-out',
  'truncated',
  'unknown',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that contradict an older green run on the same content; the others merely prove nothing. */
const CONTRADICTS: ReadonlySet<Outcome> = new Set<Outcome>([
  'failed',
  'build-error',
  'collection-error',
  'crashed',
  'timed-out',
]);

/** Tells whether a run with this outcome says that something is broken (and not only that nothing is known). */
export function isRed(outcome: Outcome): boolean {
  return CONTRADICTS.has(outcome);
}
