import { Collector } from '../collect.js';
import type { Counts, Reason, Report, TestState } from '../report.js';
import type { Capture } from '../runner.js';
import { failsOutside } from '../runners/pytest/outside.js';
import { judge } from '../verdict.js';
import { anyName, type Identify, writerOf } from './junit-writers.js';
import { type Attributes, type Tag, tags, textAfter } from './xml.js';

/** A JUnit dialect tells what differs between the runners that write JUnit XML. */
export interface JunitDialect {
  /** The runner of the report; without it the writer, as far as the document names it, else `junit`. */
  readonly runner?: string;
  /** The test's name and file from the attributes of its tag and of its suite's; by default the writer's way. */
  readonly identify?: Identify;
  /** It leaves out what fails outside of any test, so that only the exit code tells. */
  readonly omits?: boolean;
}

/**
 * Reads JUnit XML (https://github.com/testmoapp/junitxml) anywhere in the text, several documents after each other too.
 * The closing tag of each root is the proof that the writer finished; a document without it is never green.
 */
export function readJunit(capture: Capture, dialect: JunitDialect): Report {
  const writer = writerOf(capture.text);
  const runner = dialect.runner ?? writer?.runner ?? 'junit';
  const omits = dialect.omits ?? OMITTING.has(runner);
  const documents = new Documents(capture, dialect.identify ?? writer?.identify ?? anyName, { runner, omits });
  for (const tag of tags(capture.text)) documents.tag(tag);
  return documents.report();
}

/** Writers whose documents have no place for what fails outside of any test. */
const OMITTING: ReadonlySet<string> = new Set([
  'vitest',
  'mocha',
  'bun',
  'playwright',
  'jest',
  'ava',
  'jasmine',
  'karma',
  'cypress',
]);

const STATES: Record<string, TestState> = { failure: 'failed', error: 'error', skipped: 'skipped' };
/** What gtest and ctest put into an attribute. */
const NOT_RUN = /^(?:notrun|disabled|skipped|suppressed)$/i;

const RERUN = /^(?:flaky|rerun)(?:Failure|Error)$/;

interface Case {
  readonly attributes: Attributes;
  state: TestState;
  message: string;
  outside?: boolean;
}

class Documents {
  readonly #capture: Capture;
  readonly #identify: Identify;
  readonly #runner: string;
  readonly #omits: boolean;
  readonly #collected: Collector;
  readonly #suites: Attributes[] = [];
  readonly #tally: Record<TestState, number> = {
    passed: 0,
    failed: 0,
    skipped: 0,
    todo: 0,
    xfailed: 0,
    xpassed: 0,
    error: 0,
  };
  #test: Case | undefined;
  /** How many of the tags that hold suites are open. */
  #depth = 0;
  #opened = 0;
  #closed = 0;
  #prologs = 0;
  /** What the outermost suites say, as inner ones may be counted in them. */
  readonly #announced = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  /** What `testsuites` says of all in it. */
  readonly #whole = { tests: 0, bad: 0 };
  /** Surefire counts each run of a test that it ran again. */
  #reruns = 0;
  #seconds: number | undefined;

  constructor(capture: Capture, identify: Identify, { runner, omits }: { runner: string; omits: boolean }) {
    this.#capture = capture;
    this.#identify = identify;
    this.#runner = runner;
    this.#omits = omits;
    this.#collected = new Collector(capture.input.root);
  }

  tag(tag: Tag): void {
    const { name, kind, attributes } = tag;
    if (name === '?xml') this.#prologs++;
    else if (name === 'testsuites' || name === 'testsuite') this.#suite(tag);
    else if (name === 'testcase') {
      this.#finish(kind === 'close');
      // Outside of any suite it is something that was printed.
      if (kind === 'close' || this.#depth === 0) return;
      const idle = NOT_RUN.test(attributes.status ?? '') || NOT_RUN.test(attributes.result ?? '');
      const failed = attributes.status === 'fail';
      this.#test = { attributes, state: idle ? 'skipped' : failed ? 'failed' : 'passed', message: '' };
      if (kind === 'empty') this.#finish(true);
    } else if (this.#test && kind !== 'close' && STATES[name]) this.#outcome(this.#test, tag);
    else if (this.#test && kind !== 'close' && RERUN.test(name)) this.#rerun(name);
  }

  /** What is flaky has passed in the end, what was only run again has not. */
  #rerun(name: string): void {
    this.#reruns++;
    if (name.startsWith('flaky')) this.#collected.flaky = true;
  }

  #suite({ name, kind, attributes }: Tag): void {
    this.#finish();
    if (kind === 'close') {
      if (name === 'testsuite') this.#suites.pop();
      if (this.#depth > 0 && --this.#depth === 0) this.#closed++;
      return;
    }
    if (name === 'testsuites') {
      this.#depth = 0;
      this.#whole.tests += Number(attributes.tests) || 0;
      this.#whole.bad += (Number(attributes.failures) || 0) + (Number(attributes.errors) || 0);
    }
    if (this.#depth === 0) {
      this.#suites.length = 0;
      this.#opened++;
      if (attributes.time) this.#seconds = (this.#seconds ?? 0) + (Number(attributes.time) || 0);
    }
    if (name === 'testsuite' && !this.#suites.length) {
      this.#announced.tests += Number(attributes.tests) || 0;
      this.#announced.failures += Number(attributes.failures) || 0;
      this.#announced.errors += Number(attributes.errors) || 0;
      this.#announced.skipped += Number(attributes.skipped) || 0;
    }
    if (kind === 'empty') {
      if (this.#depth === 0) this.#closed++;
      return;
    }
    this.#depth++;
    if (name === 'testsuite') this.#suites.push(attributes);
  }

  #outcome(test: Case, tag: Tag): void {
    const { name, kind, attributes } = tag;
    const xfail = name === 'skipped' && /xfail/.test(attributes.type ?? '');
    if (test.state === 'passed' || test.state === 'skipped') test.state = xfail ? 'xfailed' : STATES[name]!;
    if (this.#runner === 'pytest' && name === 'failure' && kind === 'open')
      test.outside ||= failsOutside(textAfter(this.#capture.text, tag));
    test.message ||= attributes.message || (kind === 'open' ? textAfter(this.#capture.text, tag) : '');
  }

  /** `isWhole`: the end of its tag has been seen, so nothing in it can be missing that would say that it failed. */
  #finish(isWhole = false): void {
    const test = this.#test;
    if (!test) return;
    this.#test = undefined;
    if (!isWhole && test.state === 'passed') return;
    this.#tally[test.state]++;
    const identity = this.#identify(test.attributes, this.#suites.at(-1) ?? {});
    const seconds = Number(test.attributes.time);
    this.#collected.add({
      ...identity,
      state: test.state,
      ...(Number.isFinite(seconds) && test.attributes.time ? { seconds } : {}),
      ...(test.message ? { message: test.message } : {}),
      ...(test.outside && test.state === 'failed' ? { outside: true } : {}),
    });
  }

  /** The number of tests that failed: suites may count each failure of a test, but never more tests than did not pass. */
  #broken(announced: number, seen: number): number {
    const all = this.#tally.failed + this.#tally.error;
    const told = announced - this.#reruns;
    return told > all && all > 0 && this.#announced.tests <= this.#total() ? seen : Math.max(told, seen);
  }

  #total(): number {
    const { passed, skipped, xfailed, failed, error } = this.#tally;
    return passed + failed + skipped + xfailed + error;
  }

  #counts(): Counts {
    const { passed, skipped, xfailed, failed, error } = this.#tally;
    const { tests, failures, errors, skipped: idle } = this.#announced;
    // Suites without their tests: nothing but their own totals is known.
    if (this.#total() === 0)
      return {
        passed: Math.max(0, tests - failures - errors - idle),
        failed: failures,
        skipped: idle,
        errors,
        total: tests,
      };
    return {
      passed,
      failed: this.#broken(failures, failed),
      skipped,
      errors: this.#broken(errors, error),
      total: this.#total(),
      ...(xfailed ? { xfailed } : {}),
    };
  }

  report(): Report {
    this.#finish();
    const { passed, skipped, xfailed, error } = this.#tally;
    const closed = this.#opened > 0 && this.#closed === this.#opened && this.#prologs <= this.#closed;
    const total = this.#total();
    const counts = this.#counts();
    const doubts: Reason[] = [];
    const { tests } = this.#announced;
    const most = Math.max(tests, this.#whole.tests);
    const hidden = this.#whole.bad > this.#reruns && counts.failed + counts.errors === 0;
    if (closed && (hidden || most - this.#reruns > total || (tests !== 0 && tests < total - error)))
      doubts.push('counts-disagree');
    // Only totals tell that nothing is missing between the first and the last tag.
    if (!closed || (this.#capture.cut && tests === 0)) doubts.push('unfinished');
    const collecting = this.#collected.tests.some(
      ({ state, message }) => state === 'error' && message?.startsWith('collection failure'),
    );
    return judge(
      {
        runner: this.#runner,
        collected: this.#collected,
        counts,
        seconds: this.#seconds || undefined,
        failed: counts.failed > 0 || (counts.errors > 0 && !collecting),
        collectionFailed: collecting,
        nothingRan: closed && counts.total === 0,
        onlySkipped: closed && passed + xfailed === 0 && skipped > 0,
        somethingPassed: passed > 0,
        closing: !closed ? 'none' : this.#omits ? 'with-exit' : 'proof',
        doubts,
      },
      this.#capture,
    );
  }
}
