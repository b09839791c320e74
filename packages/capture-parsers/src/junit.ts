import { Collector } from './collect.js';
import type { Counts, Reason, Report, TestState } from './report.js';
import type { Capture } from './runner.js';
import { judge } from './verdict.js';
import { type Attributes, tags } from './xml.js';

/** What differs between the runners that write JUnit XML. */
export interface JunitDialect {
  readonly runner: string;
  /** The test's name and file from the attributes `classname`, `name` and `file`, and the suite's name. */
  readonly identify?: (test: Attributes, suite: Attributes) => { name: string; file?: string };
}

/**
 * Reads JUnit XML (https://github.com/testmoapp/junitxml) anywhere in the text. The closing tag of the root is the
 * proof that the writer finished; a document without it is never green.
 */
export function readJunit(capture: Capture, dialect: JunitDialect): Report {
  const collected = new Collector();
  const suites: Attributes[] = [];
  let test: { attributes: Attributes; state: TestState; message: string } | undefined;
  let closed = false;
  let depth = 0;
  let failedSuites = 0;
  let errors = 0;
  let announced = 0;
  let seconds: number | undefined;
  const finish = () => {
    if (!test) return;
    const suite = suites.at(-1) ?? {};
    const { name, file } = dialect.identify?.(test.attributes, suite) ?? identify(test.attributes);
    const time = Number(test.attributes.time);
    collected.add({
      name,
      ...(file === undefined ? {} : { file }),
      state: test.state,
      ...(Number.isFinite(time) && test.attributes.time ? { seconds: time } : {}),
      ...(test.message ? { message: test.message } : {}),
    });
    test = undefined;
  };
  for (const tag of tags(capture.text)) {
    if (tag.name === 'testsuites' || tag.name === 'testsuite') {
      if (tag.kind === 'close') {
        depth--;
        if (tag.name === 'testsuite') suites.pop();
        closed = depth === 0;
        continue;
      }
      if (seconds === undefined && tag.attributes.time) seconds = Number(tag.attributes.time) || undefined;
      if (tag.name === 'testsuite') {
        announced += Number(tag.attributes.tests) || 0;
        failedSuites += Number(tag.attributes.failures) || 0;
        errors += Number(tag.attributes.errors) || 0;
      }
      if (tag.kind === 'open') {
        depth++;
        if (tag.name === 'testsuite') suites.push(tag.attributes);
      } else closed = depth === 0;
    } else if (tag.name === 'testcase') {
      if (tag.kind === 'close') finish();
      else {
        finish();
        test = { attributes: tag.attributes, state: 'passed', message: '' };
        if (tag.kind === 'empty') finish();
      }
    } else if (test && tag.kind !== 'close' && STATES[tag.name]) {
      const xfail = tag.name === 'skipped' && /xfail/.test(tag.attributes.type ?? '');
      if (test.state === 'passed') test.state = xfail ? 'xfailed' : STATES[tag.name]!;
      test.message ||= tag.attributes.message ?? '';
    }
  }
  finish();
  const tally = collected.tally();
  const broken = Math.max(errors, tally.errors);
  const counts: Counts = { ...collected.counts(), errors: broken, failed: Math.max(failedSuites, tally.failed) };
  const doubts: Reason[] = [];
  if (closed && announced !== 0 && announced < counts.total - tally.errors) doubts.push('counts-disagree');
  if (!closed) doubts.push('unfinished');
  const collecting = collected.tests.some(
    ({ state, message }) => state === 'error' && message?.startsWith('collection failure'),
  );
  return judge(
    {
      runner: dialect.runner,
      collected,
      counts,
      seconds,
      failed: counts.failed > 0 || (broken > 0 && !collecting),
      collectionFailed: collecting,
      nothingRan: closed && counts.total === 0,
      onlySkipped: closed && counts.passed + (counts.xfailed ?? 0) === 0 && counts.skipped > 0,
      somethingPassed: counts.passed > 0,
      closing: closed ? 'proof' : 'none',
      doubts,
    },
    capture,
  );
}

const STATES: Record<string, TestState> = { failure: 'failed', error: 'error', skipped: 'skipped' };

/** pytest's way: `classname` is the dotted path of the file, with the classes in it after that. */
function identify(test: Attributes): { name: string; file?: string } {
  const name = test.name ?? '';
  const file = test.file;
  const dotted = test.classname ?? '';
  if (!dotted) return file === undefined ? { name } : { name, file };
  const parts = dotted.split('.');
  let from = parts.findIndex((part) => /^[A-Z]/.test(part));
  if (from < 0) from = parts.length;
  const path = file ?? `${parts.slice(0, from).join('/')}.py`;
  return { name: [path, ...parts.slice(from), name].join('::'), file: path };
}
