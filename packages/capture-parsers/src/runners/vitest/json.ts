import { Collector } from '../../collect.js';
import { asNumber, asObjects, documentsIn, type Json } from '../../formats/json-text.js';
import type { Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { addFile, stateOf } from '../jest/results.js';

/** Where the JSON reporter's object begins; Jest's, which it is modelled on, counts runtime errors too. */
export const JSON_SIGN = /^\{\s*"numTotalTestSuites":\s*\d+,(?![^{]*"numRuntimeErrorTestSuites")/m;

/** Reads the JSON reporter's object on standard output. https://vitest.dev/guide/reporters#json-reporter */
export function readJson(capture: Capture): Report {
  const { text } = capture;
  const found = documentsIn(text.slice(Math.max(0, text.search(JSON_SIGN))));
  const body = found.find((document): document is Json => JSON_SIGN.test(JSON.stringify(document)));
  const collected = new Collector(capture.input.root);
  const files = asObjects(body?.testResults);
  let unloaded = 0;
  for (const file of files) if (!addFile(collected, file, nameOf)) unloaded++;
  const number = (key: string) => asNumber(body?.[key]) ?? 0;
  const failed = number('numFailedTests');
  const total = number('numTotalTests');
  // Vitest 1 says of all that did not fail that it passed; its list of tests knows better.
  const listed = listedIn(files);
  const isListed = listed.total === total && listed.failed === failed;
  const { passed, skipped, todo } = isListed
    ? listed
    : {
        passed: number('numPassedTests'),
        skipped: number('numPendingTests'),
        todo: number('numTodoTests'),
      };
  const doubts: Reason[] = body ? [] : ['unfinished'];
  if (body && body.success !== true && failed === 0 && unloaded === 0 && total > 0) doubts.push('errors');
  if (passed + failed + skipped + todo !== total) doubts.push('counts-disagree');
  return judge(
    {
      runner: 'vitest',
      collected,
      counts: {
        passed,
        failed,
        skipped,
        errors: unloaded,
        total,
        ...(todo ? { todo } : {}),
        ...(body ? { files: files.length } : {}),
      },
      failed: failed > 0,
      collectionFailed: unloaded > 0,
      nothingRan: body !== undefined && total === 0,
      onlySkipped: passed === 0 && failed === 0 && skipped + todo > 0,
      somethingPassed: passed > 0,
      // An error outside of any test is not in it, and only the exit code tells.
      closing: body ? 'with-exit' : 'none',
      doubts,
    },
    capture,
  );
}

/** Tells how many tests of each state the files list. */
function listedIn(files: readonly Json[]): Record<'passed' | 'failed' | 'skipped' | 'todo' | 'total', number> {
  const listed = { passed: 0, failed: 0, skipped: 0, todo: 0, total: 0 };
  for (const file of files)
    for (const test of asObjects(file.assertionResults)) {
      const state = stateOf(test);
      if (state !== undefined && state in listed) listed[state as keyof typeof listed]++;
      listed.total++;
    }
  return listed;
}

/** Vitest 1 puts an empty title in front. */
function nameOf(titles: readonly string[]): string {
  return titles.filter(Boolean).join(' > ');
}
