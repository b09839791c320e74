import type { Report, TestResult } from '@flow/capture-parsers';
import type { RunnerSpec, RunResult } from '@flow/core';
import { type SuitePlace, unitsIn } from './run-result.js';

/**
 * Says of a run that went on behind its failures which units they are in, where each of them is a test's and has its name: no
 * file failed to load, no package to build, none failed without a test that did.
 */
export function withRedUnits(result: RunResult, report: Report, spec: RunnerSpec | null, at: SuitePlace): RunResult {
  return isOfTestsAlone(result, report) ? { ...result, redUnits: unitsIn(report, 'failed', spec, at) } : result;
}

function isOfTestsAlone({ failing }: RunResult, report: Report): boolean {
  const { complete, reasons, counts, problems, issues, packages, files, tests } = report;
  const failed = tests.filter(isFailed);
  const isRed = (unit: 'package' | 'file', name: string) => failed.some((test) => test[unit] === name);
  return (
    complete &&
    reasons.every((reason) => reason === 'tests-failed') &&
    problems.length + issues.length === 0 &&
    failing.length === failed.length &&
    failing.length === counts.failed + counts.errors &&
    packages.every(({ name, state }) => state !== 'build-error' && (state !== 'failed' || isRed('package', name))) &&
    files.every(({ name, state }) => state !== 'error' && (state !== 'failed' || isRed('file', name)))
  );
}

const isFailed = ({ state }: TestResult) => state === 'failed' || state === 'error';
