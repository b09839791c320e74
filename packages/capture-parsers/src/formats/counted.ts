import { Collector } from '../collect.js';
import { eachLine } from '../output/text.js';
import type { Counts, Problem, Reason, Report, TestResult } from '../report.js';
import type { Capture } from '../runner.js';
import { endedItself, judge, type Run } from '../verdict.js';
import { readJunit } from './junit.js';

/** The numbers of closing words, by what they count. */
export interface Numbers {
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly errors?: number;
  readonly todo?: number;
  readonly xfailed?: number;
  /** All of them, where the words say so. */
  readonly total?: number;
}

/** `Said` holds what one line of a runner says. */
export interface Said {
  readonly test?: TestResult;
  /** Closing words, whole or one line of several that stand together. */
  readonly numbers?: Numbers;
  readonly problem?: Problem;
  readonly seconds?: number;
  readonly version?: string;
  /** The run looked for tests and found none. */
  readonly nothing?: boolean;
  /** It went wrong outside of its tests. */
  readonly red?: 'failed' | 'collection' | 'crashed';
  /** A test has passed only when it was run again. */
  readonly flaky?: boolean;
  /** Whether it fails the run is told by the exit code alone. */
  readonly unsettled?: boolean;
  /** A line of the runner's own that says nothing of the tests. */
  readonly own?: boolean;
}

/** A form tells how the closing words of a runner are to be taken. */
export interface Form {
  readonly runner: string;
  /** What a line says; `before` is the line above that is not empty. */
  line(line: string, before: string): Said | undefined;
  /** Closing words stand once for each part of a run, and count together; of others the last are the run's. */
  readonly sums?: boolean;
  readonly closing: Run['closing'];
  /** Tests that are named are all there are. */
  readonly namesAll?: boolean;
}

/** Reads the output of a runner that tells of its tests a line each, of failures at least, and counts them at its end. */
export function readCounted(capture: Capture, form: Form): Report {
  if (/^[^\S\n]*<(?:\?xml |testsuites?[ >])/m.test(capture.text)) return readJunit(capture, { runner: form.runner });
  const run = new CountedRun(capture, form);
  let before = '';
  eachLine(capture.text, (wide) => {
    const line = wide.trimEnd();
    run.said(line, form.line(line, before));
    if (line) before = line;
  });
  return run.report();
}

/** What a program says that could not begin: a file that does not load, a server that does not start. */
const THROWN = /^(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?: \S/;

class CountedRun {
  readonly #capture: Capture;
  readonly #form: Form;
  readonly #collected: Collector;
  /** Of each part its closing words, the last at the end. */
  readonly #closings: Numbers[] = [];
  /** The closing words go on. */
  #isOpen = false;
  /** Something that is not the runner's stands below its closing words. */
  #goesOn = false;
  #red: Said['red'];
  #unsettled = false;
  /** The first error above all closing words, which is why there are none. */
  #thrown: string | undefined;
  #nothing = false;
  #seconds: number | undefined;
  #version: string | undefined;

  constructor(capture: Capture, form: Form) {
    this.#capture = capture;
    this.#form = form;
    this.#collected = new Collector(capture.input.root);
  }

  said(line: string, said: Said | undefined): void {
    if (!said) {
      if (!line) return;
      if (THROWN.test(line)) this.#thrown ??= line;
      this.#collected.unparsed++;
      this.#isOpen = false;
      this.#goesOn ||= this.#closings.length > 0;
      return;
    }
    if (said.numbers) this.#number(said.numbers);
    else if (!said.own) this.#isOpen = false;
    if (said.test) this.#collected.add(said.test);
    if (said.problem) this.#collected.addProblem(said.problem);
    if (said.nothing) this.#nothing = true;
    if (said.unsettled) this.#unsettled = true;
    if (said.flaky) this.#collected.flaky = true;
    this.#red ??= said.red;
    this.#seconds = said.seconds ?? this.#seconds;
    this.#version ??= said.version;
  }

  #number(numbers: Numbers): void {
    const last = this.#isOpen ? this.#closings.pop() : undefined;
    this.#closings.push({ ...last, ...numbers });
    this.#isOpen = true;
    this.#goesOn = false;
  }

  report(): Report {
    const collected = this.#collected;
    const counts = this.#counts();
    const closed = this.#closings.length > 0;
    const { failed, errors } = collected.tally();
    const { exitCode = 0 } = this.#capture.invocation;
    const isWhole = this.#capture.cut !== 'tail';
    const isBroken = this.#thrown !== undefined && endedItself(exitCode) && isWhole && !closed && !this.#red;
    if (isBroken) collected.addProblem({ message: this.#thrown! });
    const hasFailed =
      counts.failed > 0 || failed + errors > 0 || (counts.errors > 0 && closed) || this.#red === 'failed';
    return judge(
      {
        runner: this.#form.runner,
        version: this.#version,
        collected,
        counts,
        seconds: this.#seconds,
        failed: hasFailed,
        collectionFailed: isBroken || this.#red === 'collection',
        crashed: this.#red === 'crashed',
        nothingRan: !hasFailed && (this.#nothing || (closed && counts.total === 0)),
        onlySkipped: closed && counts.passed === 0 && !hasFailed && counts.total > 0,
        somethingPassed: counts.passed > 0,
        closing: closed ? this.#form.closing : 'none',
        doubts: this.#doubts(counts, closed),
      },
      this.#capture,
    );
  }

  #counts(): Counts {
    const counted = this.#form.sums ? this.#closings.reduce(plus, undefined) : this.#closings.at(-1);
    const named = this.#collected.counts(this.#collected.problems.length);
    if (!counted) return named;
    const { failed = 0, skipped = 0, errors = 0, todo = 0, xfailed = 0 } = counted;
    const other = failed + skipped + errors + todo + xfailed;
    const passed = counted.passed ?? (counted.total === undefined ? named.passed : Math.max(0, counted.total - other));
    return {
      passed,
      failed,
      skipped,
      errors,
      total: counted.total ?? passed + other,
      ...(todo ? { todo } : {}),
      ...(xfailed ? { xfailed } : {}),
    };
  }

  #doubts(counts: Counts, closed: boolean): Reason[] {
    const { invocation, cut } = this.#capture;
    const { passed, failed, errors } = this.#collected.tally();
    const doubts: Reason[] = [];
    const own = invocation.exitCode === 0;
    if (this.#unsettled && !own) doubts.push('exit-hidden');
    // The first of several runs, or a test's own words: only the exit code can tell.
    const isRed = ({ failed = 0, errors = 0 }: Numbers) => failed + errors > 0;
    if (!own && this.#closings.slice(0, -1).some(isRed)) doubts.push('summary-not-last');
    // Of words that are not the last another test's may be.
    if (closed && this.#goesOn && !own) doubts.push('summary-not-last');
    if (closed && (failed + errors > counts.failed + counts.errors || passed > counts.passed))
      doubts.push('counts-disagree');
    const sum =
      counts.passed + counts.failed + counts.skipped + counts.errors + (counts.todo ?? 0) + (counts.xfailed ?? 0);
    if (closed && sum !== counts.total) doubts.push('counts-disagree');
    const seesAll = this.#form.namesAll && closed && !cut && invocation.view === 'whole';
    if (seesAll && passed < counts.passed) doubts.push('counts-disagree');
    return doubts;
  }
}

function plus(left: Numbers | undefined, right: Numbers): Numbers {
  const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right)]) as Set<keyof Numbers>;
  return Object.fromEntries([...keys].map((key) => [key, (left?.[key] ?? 0) + (right[key] ?? 0)]));
}

/** Returns the numbers before words in a text: `2 failed, 1 passed` by what each word counts. */
export function numbersIn(text: string, words: Readonly<Record<string, keyof Numbers>>): Numbers {
  const numbers: Partial<Record<keyof Numbers, number>> = {};
  for (const [, number, word] of text.matchAll(/(\d+) ([a-z]+(?: [a-z]+)?)/gi)) {
    const key = words[word!] ?? words[word!.split(' ')[0]!];
    if (key) numbers[key] = (numbers[key] ?? 0) + Number(number);
  }
  return numbers;
}
