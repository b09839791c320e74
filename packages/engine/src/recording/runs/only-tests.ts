import type { Report } from '@flow/capture-parsers';
import type { RunResult } from '@flow/core';
import { isFailed } from './run-result.js';

/**
 * Tells whether nothing has failed in a run but tests that have names: no file failed to load, no package to build, none failed
 * without a test that did, and all that it counts is told.
 */
export function failedInTestsAlone({ failing }: RunResult, report: Report): boolean {
  const { complete, reasons, counts, problems, issues, packages, files, tests } = report;
  const failed = tests.filter(isFailed);
  const isRed = (unit: 'package' | 'file', name: string) => failed.some((test) => test[unit] === name);
  return (
    complete &&
    reasons.every((reason) => reason === 'tests-failed') &&
    problems.length + issues.length === 0 &&
    failing.length === failed.length &&
    failing.length === counts.failed + counts.errors &&
    countsAll(report) &&
    packages.every(({ name, state }) => state !== 'build-error' && (state !== 'failed' || isRed('package', name))) &&
    files.every(({ name, state }) => state !== 'error' && (state !== 'failed' || isRed('file', name)))
  );
}

/** Tells whether each test has a state: Vitest counts those that it has not come to without one. */
export function countsAll({ counts }: Report): boolean {
  const { passed, failed, skipped, errors, xfailed = 0, xpassed = 0, todo = 0 } = counts;
  return passed + failed + skipped + errors + xfailed + xpassed + todo === counts.total;
}
