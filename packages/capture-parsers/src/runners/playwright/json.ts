/** The module reads what `playwright test --reporter=json` prints: https://playwright.dev/docs/test-reporters#json-reporter */
import { Collector } from '../../collect.js';
import { asObject, asObjects, type Json, parseObject } from '../../formats/json-text.js';
import type { Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';

const STATES: Readonly<Record<string, TestState>> = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
};

/** The first two lines of a document. */
export const DOCUMENT = /^\{\n {2}"config": \{$/m;

/** Returns the report of the document in the text; undefined where there is none or it is cut. */
export function readJson(capture: Capture): Report | undefined {
  const { text, input } = capture;
  const start = text.search(DOCUMENT);
  const end = text.indexOf('\n}', start);
  const body = start < 0 || end < 0 ? undefined : parseObject(text.slice(start, end + 2));
  if (!body) return undefined;
  const collected = new Collector(input.root);
  for (const suite of asObjects(body.suites)) addSuite(collected, suite, []);
  const errors = asObjects(body.errors);
  for (const { message } of errors) collected.addProblem({ message: typeof message === 'string' ? message : '' });
  const stats = asObject(body.stats);
  const number = (key: string) => (typeof stats[key] === 'number' ? stats[key] : 0);
  const [passed, failed, skipped] = [number('expected') + number('flaky'), number('unexpected'), number('skipped')];
  const total = passed + failed + skipped;
  return judge(
    {
      runner: 'playwright',
      collected,
      counts: { passed, failed, skipped, errors: errors.length, total },
      seconds: number('duration') / 1000 || undefined,
      failed: failed > 0,
      collectionFailed: errors.length > 0,
      nothingRan: total === 0 && errors.length === 0,
      onlySkipped: total > 0 && total === skipped && errors.length === 0,
      somethingPassed: passed > 0,
      closing: 'with-exit',
      doubts: [],
    },
    capture,
  );
}

function addSuite(collected: Collector, suite: Json, above: readonly string[]): void {
  const titles = typeof suite.title === 'string' && suite.title !== suite.file ? [...above, suite.title] : above;
  for (const inner of asObjects(suite.suites)) addSuite(collected, inner, titles);
  for (const spec of asObjects(suite.specs)) {
    const name = [...titles, String(spec.title)].join(' › ');
    const file = typeof spec.file === 'string' ? { file: spec.file } : {};
    for (const { status } of asObjects(spec.tests)) {
      if (status === 'flaky') collected.flaky = true;
      collected.add({ name, ...file, state: STATES[String(status)] ?? 'failed' });
    }
  }
}
