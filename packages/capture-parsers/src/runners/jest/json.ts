/**
 * The module reads what `jest --json` prints on standard output: https://jestjs.io/docs/cli#--json, one object on one
 * line.
 */
import { Collector } from '../../collect.js';
import { asObjects, type Json, parseObject } from '../../formats/json-text.js';
import type { Counts, Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { addFile } from './results.js';

const OPENING = '{"numFailedTestSuites":';
/** Where the object begins. Its first key tells it from Vitest's, which has the same shape. */
export const JEST_JSON = /^\{"numFailedTestSuites":/m;

/** Returns the report of the object in the text; undefined where there is none or it is cut. */
export function readJestJson(capture: Capture, doubts: readonly Reason[]): Report | undefined {
  // Jest prints it at the end, where standard error may share its line; an earlier one is a test's own.
  const start = capture.text.lastIndexOf(OPENING);
  const body = start < 0 ? undefined : parseObject(capture.text.slice(start, objectEnd(capture.text, start)));
  if (!body) return undefined;
  const collected = new Collector(capture.input.root);
  for (const file of asObjects(body.testResults)) addFile(collected, file, (titles) => titles.join(' > '));
  const counts = countsOf(body);
  const red = counts.failed + counts.errors > 0;
  return judge(
    {
      runner: 'jest',
      collected,
      counts,
      failed: counts.failed > 0,
      collectionFailed: counts.errors > 0,
      nothingRan: counts.total === 0 && !red,
      onlySkipped: counts.passed === 0 && !red && counts.total > 0,
      somethingPassed: counts.passed > 0,
      closing: 'proof',
      doubts: [...doubts, ...doubtsOf(body, counts)],
    },
    capture,
  );
}

/** Finds the place behind the brace that closes an object; the end of the text where no brace does. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function countsOf(body: Json): Counts {
  const number = (key: string) => (typeof body[key] === 'number' ? body[key] : 0);
  const todo = number('numTodoTests');
  return {
    passed: number('numPassedTests'),
    failed: number('numFailedTests'),
    skipped: number('numPendingTests'),
    errors: number('numRuntimeErrorTestSuites'),
    total: number('numTotalTests'),
    files: number('numTotalTestSuites'),
    ...(todo ? { todo } : {}),
  };
}

function doubtsOf(body: Json, counts: Counts): Reason[] {
  const doubts: Reason[] = [];
  if (body.wasInterrupted === true) doubts.push('unfinished');
  // Obsolete snapshots and thresholds of coverage fail a run without a failed test.
  if (body.success !== true && counts.failed + counts.errors === 0 && counts.total > 0) doubts.push('errors');
  if (counts.passed + counts.failed + counts.skipped + (counts.todo ?? 0) !== counts.total)
    doubts.push('counts-disagree');
  return doubts;
}
