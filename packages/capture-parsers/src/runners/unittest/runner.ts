/**
 * Python's own unittest, quiet and verbose, also behind `coverage run` and Django's `manage.py test`.
 * https://docs.python.org/3/library/unittest.html#command-line-interface
 */
import { Collector } from '../../collect.js';
import { eachLine } from '../../output/text.js';
import type { Counts, Reason, Report, TestResult, TestState } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';
import { judge } from '../../verdict.js';

const RAN = /^Ran (\d+) tests? in (\d+\.\d+)s$/;
/** `VERDICT` matches the line below `Ran 3 tests in 0.1s`. */
const VERDICT = /^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/;
/** `BLOCK` matches `ERROR: test_a (package.module.Class.test_a) (i=1)`; before 3.11 without the name in the brackets. */
const BLOCK = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([^\s()]+)\)/;
const VERBOSE = /^(\w+) \(([^\s()]+)\)(?: \.\.\. (.*))?$/;
/** `SUBTEST` matches ` test_a (module.Class.test_a) [message] (i=1) ... FAIL`, since 3.11. */
const SUBTEST = /^ {2}\w+ \([^\s()]+\) .*\.\.\. (?:FAIL|ERROR|skipped .*)$/;
const STATUSES: readonly [RegExp, TestState][] = [
  [/(?:^|\s)ok$/, 'passed'],
  [/(?:^|\s)FAIL$/, 'failed'],
  // Whether it was the test itself or what comes before it, the traceback tells.
  [/(?:^|\s)ERROR$/, 'failed'],
  [/(?:^|\s)skipped ['"].*['"]$/, 'skipped'],
  [/(?:^|\s)expected failure$/, 'xfailed'],
  [/(?:^|\s)unexpected success$/, 'xpassed'],
];

/** `FRAME` matches ` File "/repo/test_a.py", line 3, in setUp`. */
const FRAME = /^ {2}File ".+", line \d+, in (\S+)$/;
const SET_UP = /^(?:async)?(?:setUp|tearDown)(?:Class|Module)?$|^_callSetUp$|^_callTearDown$/i;

export const unittest: Runner = {
  id: 'unittest',
  kind: 'test',
  starts([name = '', second, ...rest]) {
    if (name === 'unittest' || name === 'unittest.__main__') return true;
    if (name === 'coverage') return second === 'run' && rest.includes('unittest');
    return /^(?:manage\.py|django-admin(?:\.py)?)$/.test(name) && second === 'test';
  },
  signs: /^Ran \d+ tests? in \d+\.\d+s\n\n?(?:OK|FAILED|NO TESTS RAN)(?: \(|$)/m,
  read(capture) {
    const run = new UnittestRun(capture);
    eachLine(ownText(capture), (line) => run.line(line));
    return run.report();
  },
  split: (text) => splitAfter(text, /^Ran \d+ tests? in \d+\.\d+s\n\n?(?:OK|FAILED|NO TESTS RAN)(?: \([^\n]*\))?$/gm),
};

/** What tests print to a pipe comes out when the process ends: below the verdict that the exit code 0 confirms. */
function ownText({ text, invocation }: Capture): string {
  if (invocation.exitCode !== 0 || invocation.times > 1) return text;
  const well = [...text.matchAll(/^Ran \d+ tests? in \d+\.\d+s\n\n?OK(?: \([^\n]*\))?$/gm)].at(-1);
  return well ? text.slice(0, well.index + well[0].length) : text;
}

/** What stands below the heading of something that went wrong. */
interface Block {
  /** The test, or what is no test: a module that did not load, a fixture of several tests. */
  readonly test: TestResult | undefined;
  readonly what: string;
  readonly method: string;
  /** Whether the code of the test was reached, where a frame tells. */
  where?: 'test' | 'set-up';
  /** The lines of a traceback are read, up to what was thrown. */
  isTrace: boolean;
}

interface Closing {
  readonly ran: number;
  readonly seconds: number;
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
}

class UnittestRun {
  readonly #collected = new Collector();
  readonly #capture: Capture;
  #ran: { ran: number; seconds: number } | undefined;
  #closing: Closing | undefined;
  #closings = 0;
  #red = false;
  #afterClosing = 0;
  #waiting: string | undefined;
  /** Fixtures of classes and modules that broke; no test of their own. */
  #fixtures = 0;
  #unloaded = 0;
  #listed = 0;
  #block: Block | undefined;
  #first = true;
  #marks = { passed: 0, failures: 0, errors: 0, skipped: 0 };
  #ofOneLine = false;
  /** Marks at both ends of lines, whatever else tests printed between them. */
  #marked = 0;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  line(line: string): void {
    if (!line.trim()) return;
    if (this.#first && /^[.FEsxu]+$/.test(line)) this.#mark(line);
    this.#first = false;
    const ran = RAN.exec(line);
    if (ran) {
      this.#ran = { ran: Number(ran[1]), seconds: Number(ran[2]) };
      return;
    }
    if (!this.#closing) this.#marked += edgeMarks(line);
    if (this.#ran) {
      const verdict = VERDICT.exec(line);
      if (verdict) this.#close(this.#ran, verdict[1]!, verdict[2] ?? '');
      this.#ran = undefined;
      if (verdict) return;
    }
    if (this.#closing) this.#afterClosing++;
    if (!this.#blockLine(line) && !this.#verboseLine(line)) this.#otherLine(line);
  }

  /** The line of marks that a quiet run begins with. */
  #mark(line: string): void {
    const times = (mark: string) => line.split(mark).length - 1;
    this.#marks = { passed: times('.'), failures: times('F'), errors: times('E'), skipped: times('s') };
    this.#ofOneLine = true;
  }

  #close(ran: { ran: number; seconds: number }, verdict: string, details: string): void {
    const counts: Record<string, number> = {};
    for (const match of details.matchAll(/([a-z ]+)=(\d+)/g)) counts[match[1]!.trim()] = Number(match[2]);
    this.#closing = { ...ran, verdict, counts };
    this.#closings++;
    this.#afterClosing = 0;
    this.#block = undefined;
    if (verdict === 'FAILED') this.#red = true;
  }

  /** The heading of what went wrong, below a rule of `=`. */
  #blockLine(line: string): boolean {
    const block = BLOCK.exec(line);
    if (!block) return false;
    const [, word, method, owner] = block;
    this.#waiting = undefined;
    let test: TestResult | undefined;
    let what = `${method} did not load`;
    if (owner!.includes('_FailedTest')) this.#unloaded++;
    else if (/^(?:setUp|tearDown)(?:Class|Module)$/.test(method!)) {
      this.#fixtures++;
      what = `${method} (${owner})`;
    } else test = { name: nameOf(method!, owner!), state: word === 'UNEXPECTED SUCCESS' ? 'xpassed' : 'failed' };
    if (test) this.#collected.add(test);
    else this.#collected.addProblem({ message: what });
    this.#block = { test, what, method: method!, isTrace: false };
    return true;
  }

  #verboseLine(line: string): boolean {
    const match = VERBOSE.exec(line);
    if (match) {
      const [, method, owner, rest] = match;
      if (/^(?:setUp|tearDown)(?:Class|Module)$/.test(method!) || owner!.includes('_FailedTest')) return true;
      // While a test has no status yet, such a line is what it printed.
      if (this.#waiting !== undefined && rest) return false;
      this.#waiting = nameOf(method!, owner!);
      // Before 3.11 a test that failed in its subtests has no status, and the next one follows at once.
      if (rest !== undefined && VERBOSE.exec(rest)?.[3]) {
        if (owner!.endsWith(`.${method}`)) return true;
        this.#waiting = undefined;
        return this.#verboseLine(rest);
      }
      if (rest !== undefined) this.#status(rest);
      return true;
    }
    if (SUBTEST.test(line)) {
      // A test whose subtests have a status of their own gets none.
      this.#waiting = undefined;
      return true;
    }
    // A first line of documentation, or what a test printed, stands before the status.
    return this.#waiting !== undefined && !/^\s/.test(line) && this.#status(line.replace(/^.* \.\.\. /, ''));
  }

  #status(text: string): boolean {
    const state = STATUSES.find(([sign]) => sign.test(text))?.[1];
    if (!state || this.#waiting === undefined) return false;
    this.#collected.add({ name: this.#waiting, state });
    this.#listed++;
    this.#waiting = undefined;
    return true;
  }

  #otherLine(line: string): void {
    if (this.#block) this.#traceLine(line, this.#block);
    this.#collected.unparsed++;
  }

  /** The last traceback of a block ends with what was thrown, its first one shows how far the test came. */
  #traceLine(line: string, block: Block): void {
    if (line === 'Traceback (most recent call last):') {
      block.isTrace = true;
      return;
    }
    const frame = FRAME.exec(line)?.[1];
    if (frame === block.method) block.where ??= 'test';
    else if (frame !== undefined && SET_UP.test(frame)) block.where ??= 'set-up';
    if (!block.isTrace || /^\s/.test(line)) return;
    block.isTrace = false;
    const { test, what } = block;
    if (test) this.#collected.add({ ...test, state: block.where === 'set-up' ? 'error' : test.state, message: line });
    else this.#replaceProblem(`${what}: ${line}`);
  }

  #replaceProblem(message: string): void {
    this.#collected.problems.pop();
    this.#collected.addProblem({ message });
  }

  report(): Report {
    const counts = this.#counts();
    const closing = this.#closing;
    const passed = counts.passed + (counts.xfailed ?? 0);
    const { failures = 0, errors = 0, 'unexpected successes': surprises = 0 } = closing?.counts ?? {};
    const failed =
      counts.failed > 0 ||
      failures > 0 ||
      surprises > 0 ||
      errors - this.#unloaded > 0 ||
      counts.errors > this.#unloaded;
    return judge(
      {
        runner: 'unittest',
        collected: this.#collected,
        counts,
        seconds: closing?.seconds,
        failed,
        collectionFailed: this.#unloaded > 0 || this.#red,
        nothingRan: closing !== undefined && closing.ran === 0 && this.#fixtures === 0,
        onlySkipped: passed === 0 && counts.skipped > 0 && !failed,
        somethingPassed: passed > 0,
        closing: closing ? 'proof' : 'none',
        doubts: this.#doubts(),
      },
      this.#capture,
    );
  }

  #counts(): Counts {
    const names = this.#collected.tally();
    const closing = this.#closing;
    if (!closing) return this.#collected.counts(this.#fixtures + this.#unloaded);
    const { failures = 0, errors = 0, skipped = 0 } = closing.counts;
    const xfailed = closing.counts['expected failures'] ?? 0;
    const xpassed = closing.counts['unexpected successes'] ?? 0;
    // Subtests fail apart from each other; a test that they are in has not passed, once.
    const shown = names.failed + names.errors;
    const all = this.#capture.cut === undefined && this.#capture.invocation.view === 'whole';
    const broken = shown > 0 && all ? shown : Math.max(0, failures + errors - this.#fixtures);
    const { passed: dots, ...marked } = this.#marks;
    const dotted =
      marked.failures === failures && marked.errors === errors && marked.skipped === skipped && this.#ofOneLine;
    const passed =
      this.#listed === closing.ran
        ? names.passed
        : dotted
          ? dots
          : Math.max(0, closing.ran - broken - skipped - xfailed - xpassed - (shown > 0 ? this.#unloaded : 0));
    return {
      passed,
      failed: failures,
      skipped,
      errors,
      total: passed + failures + skipped + errors + xfailed + xpassed,
      ...(xfailed ? { xfailed } : {}),
      ...(xpassed ? { xpassed } : {}),
    };
  }

  #doubts(): Reason[] {
    const { invocation } = this.#capture;
    const own = invocation.exitCode === 0;
    const doubts: Reason[] = [];
    if (!this.#closing) return doubts;
    if (this.#red && this.#closing.verdict !== 'FAILED') doubts.push('summary-not-last');
    else if (!own && this.#closings !== Math.max(1, invocation.times)) doubts.push('summary-not-last');
    else if (!own && this.#afterClosing > 0 && invocation.view !== 'whole') doubts.push('summary-not-last');
    // Each test leaves a mark or a line of its own: a verdict over more of them was printed by one.
    const whole = this.#capture.cut === undefined && invocation.view === 'whole';
    if (!own && whole && this.#marked + this.#listed < this.#closing.ran) doubts.push('counts-disagree');
    if (!own && invocation.view === 'head') doubts.push('exit-hidden');
    return doubts;
  }
}

/** `nameOf` returns `module.Class.test`: since 3.11 the brackets have it whole. */
function nameOf(method: string, owner: string): string {
  return owner === method || owner.endsWith(`.${method}`) ? owner : `${owner}.${method}`;
}

const MARKS = '.FEsxu';

/** Tells how many marks of a quiet run a line begins and ends with. */
function edgeMarks(line: string): number {
  let from = 0;
  while (from < line.length && MARKS.includes(line[from]!)) from++;
  let to = line.length;
  while (to > from && MARKS.includes(line[to - 1]!)) to--;
  return from + line.length - to;
}
