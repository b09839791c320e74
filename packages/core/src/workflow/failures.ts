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

/**
 * Returns a part of a number of milliseconds, the same for one word and spread over many: what failed at one time is not tried
 * again at one time.
 */
export function jitter(word: string, most: number): number {
  let sum = 2166136261;
  for (let at = 0; at < word.length; at += 1) sum = Math.imul(sum ^ word.charCodeAt(at), 16777619) >>> 0;
  return Math.floor((sum / 2 ** 32) * most);
}
