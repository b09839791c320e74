import type { RunResult } from '@flow/core';
import type { TakenTree } from '@flow/evidence';
import { looksGreen, unproven } from './run-result.js';
import { COARSEST_MS, isCoarse, type Touched, touchedSince } from './touched.js';

export type { Touched };

/** Milliseconds of a clock that nobody sets, and that all processes of a machine share. */
export const uptime = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Waits until a coarse clock has gone on since a moment that it gave, so that what is touched from now on has a later time. */
export function waitForClock(moment: number): void {
  const left = isCoarse(moment) ? moment + COARSEST_MS - Date.now() : 0;
  if (left > 0 && left <= COARSEST_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
}

/** Looks once at the files of a content for those that were touched between its two moments; at none where that cannot be told. */
export function touchedOnce(
  root: string,
  files: () => [all: readonly string[], suspects: readonly string[] | null],
  before: TakenTree | null,
  after: TakenTree | null,
): () => Touched {
  let found: Touched | undefined;
  return () => {
    const isTold = before && after && before.keepsChangeTimes !== false;
    found ??= isTold ? touchedSince(root, files(), before.began, after.began) : { since: [], ahead: [] };
    return found;
  };
}

/** The contents around a run. */
interface Span {
  before: TakenTree | null;
  after: TakenTree | null;
  /** Time of the run's start, where the start is known. */
  uptime: number | undefined;
  /** True where the run was alone, and was seen from right before it to right behind it. */
  isAlone: boolean;
}

/** A clock that goes back by less may be the file system's, which counts in whole seconds. */
const SET_BACK_MS = 2500;

/**
 * A green result proves nothing where the times by which a swap is seen cannot be believed.
 * @param ahead relevant files with a time in the future
 */
export function withoutTimes(result: RunResult, ahead: readonly string[], span: Span): RunResult {
  const { before, after, isAlone } = span;
  if (!looksGreen(result) || before === null || after === null) return result;
  if (ahead.length > 0) return unproven(result, 'times-ahead');
  const passed = span.uptime === undefined ? 0 : uptime() - span.uptime;
  if (after.began - before.began < passed - SET_BACK_MS) return unproven(result, 'clock-set-back');
  return before.keepsChangeTimes === false && !isAlone ? unproven(result, 'no-change-times') : result;
}
