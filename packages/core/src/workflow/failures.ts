import type { Failure } from './facts.js';

/** Classes of failures that say something of the work, and so count as an attempt (rule of K6). */
const SPENDING: ReadonlySet<Failure> = new Set(['code', 'test', 'limit']);

/** Tells whether a failure counts as an attempt. */
export const spendsTry = (failure: Failure): boolean => SPENDING.has(failure);

/** Failures of one class in a row that say nothing of the work, after which somebody is asked. */
export const IN_A_ROW = 3;

/**
 * Returns milliseconds to wait after so many breakdowns in a row: half a minute, doubled each time, ten minutes at
 * most.
 */
export function backoff(times: number): number {
  return Math.min(30_000 * 2 ** Math.min(Math.max(times - 1, 0), 30), 600_000);
}
