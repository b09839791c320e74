import type { Collector } from '../../collect.js';
import { type Attributes, tags } from '../../formats/xml.js';
import type { TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { addAll, type Entry, type Footer, type Found, genuine } from './file.js';

/** Suites deeper than this are left out of the names. */
const DEPTH_CAP = 200;
const STATES: Record<string, TestState> = { failure: 'failed', error: 'failed', skipped: 'skipped' };

/**
 * Reads Node's JUnit XML: suites, and tests with subtests, are nested `<testsuite>`s; the totals are comments at the end.
 */
export function readNodeJunit({ text, cut }: Capture, collected: Collector, footer: Footer): Found {
  const entries: Entry[] = [];
  const suites: Attributes[] = [];
  let deeper = 0;
  let test: { attributes: Attributes; state: TestState; message: string; isUnready?: boolean } | undefined;
  const add = (
    { name = '', file, time }: Attributes,
    rest: Pick<Entry, 'state' | 'message' | 'isParent' | 'isUnready'>,
  ) => {
    const seconds = time ? Number(time) : Number.NaN;
    entries.push({
      name: [...suites.map((suite) => suite.name ?? ''), name].join(' > '),
      ...(file ? { file } : {}),
      ...(Number.isNaN(seconds) ? {} : { seconds }),
      ...rest,
    });
  };
  // Where the end of its tag is missing, so may be what says that it failed.
  const finish = (isWhole: boolean) => {
    if (!test) return;
    const { attributes, state, message, isUnready } = test;
    test = undefined;
    if (!isWhole && state === 'passed') return;
    add(attributes, { state, ...(message ? { message } : {}), ...(isUnready ? { isUnready } : {}) });
  };
  for (const { name, kind, attributes } of tags(text)) {
    if (name === 'testsuite') {
      if (kind === 'open' && suites.length >= DEPTH_CAP) deeper++;
      else if (kind === 'open') suites.push(attributes);
      const suite = kind === 'close' && deeper === 0 ? suites.pop() : undefined;
      if (kind === 'close' && deeper > 0) deeper--;
      if (suite) add(suite, { state: Number(suite.failures) > 0 ? 'failed' : 'passed', isParent: true });
    } else if (name === 'testcase') {
      finish(kind === 'close');
      if (kind !== 'close') test = { attributes, state: 'passed', message: '' };
      if (kind === 'empty') finish(true);
    } else if (test && kind !== 'close' && STATES[name]) {
      if (name === 'skipped' && attributes.type === 'todo') test.state = 'todo';
      // A todo that fails is none the less a todo.
      else if (test.state === 'passed') test.state = STATES[name]!;
      if (name === 'failure') test.isUnready = /^(?:hookFailed|cancelledByParent)$/.test(attributes.type ?? '');
      test.message ||= attributes.message ?? '';
    }
  }
  finish(false);
  const { kept, surplus } = genuine(entries, footer, cut === undefined);
  // A suite that failed by itself stands there like a test, and the totals leave it out.
  return { ...addAll(collected, kept), surplus, red: entries.some(({ state }) => state === 'failed') };
}
