import type { Collector } from '../../collect.js';
import { cutMarker, mayHoldMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { Coverage } from '../../report.js';
import type { Capture } from '../../runner.js';
import { mayLackBeginning } from '../../verdict.js';
import { Failures, readFailed } from './failures.js';
import { TestList } from './list.js';
import { kindsOf } from './reporters.js';
import { Summary } from './summary.js';
import { printedFrom } from './titles.js';
import { readCoverage } from './totals.js';

/** `Read` tells what the lines of a run say, apart from its tests. */
export interface Read {
  readonly version: string | undefined;
  readonly watch: boolean;
  readonly headers: number;
  readonly summary: Summary;
  readonly noFiles: boolean;
  readonly crashed: boolean;
  /** Errors outside the tests: unhandled, at the start, or coverage that is too low. */
  readonly trouble: boolean;
  readonly failures: number;
  /** Tests that are listed as failed, whoever wrote the lines. */
  readonly failedLines: number;
  /** Files that did not load. */
  readonly unloaded: number;
  readonly fileLines: number;
  /** Tests are listed that the totals have no room for. */
  readonly surplus: boolean;
  readonly coverage: Coverage | undefined;
}

/** Reads what Vitest prints for people. */
export function readText(capture: Capture, collected: Collector): Read {
  const reader = new TextReader(collected, capture);
  // Who was killed did not finish the line.
  const isBroken = (capture.invocation.exitCode ?? 0) >= KILLED && !capture.text.endsWith('\n');
  const text = isBroken ? capture.text.slice(0, capture.text.lastIndexOf('\n') + 1) : capture.text;
  const read = (line: string) => reader.line(line);
  eachLine(text, read, false, (from) => reader.plainLines(text, from));
  return reader.end();
}

/** A part of the report of which it is not known whether it is about suites or tests. */
const HEADLESS = 'Failures';

/** `KILLED` is the exit code of `timeout`; those of signals lie above it. */
const KILLED = 124;

const HEADER = /^ *(RUN|DEV) {2}v(\d+\.\d+\S*)/;
const TOTAL = /^ *(Test Files|Tests|Type Errors|Errors|Leaks|Snapshots|Start at|Duration) {2}(.*)$/;
/** `⎯⎯ Failed Tests 4 ⎯⎯` begins a part of the report, `⎯⎯[2/4]⎯` and a line without words end an error in it. */
const BANNER = /^⎯{3,} ?([^⎯[][^⎯]{0,200}?) ?⎯{3,}$/;
const DIVIDER = /^⎯{3,}(?:\[\d+\/\d+\]⎯+)?$/;
const DEATH =
  /^(?:(?:Caused by: )?Error: Worker (?:terminated|exited unexpectedly)|FATAL ERROR: |Error: \[vitest-pool\]: |Segmentation fault|Killed\b|Aborted\b|node:internal\/process\/promises|Error: Channel closed)/;
const TROUBLE =
  /^ERROR: (?:Coverage for |Uncovered |\d+ import\(s\) exceeded)|^Vitest (?:caught|found) \d+ (?:unhandled )?errors?\b|^Typecheck Error: /;
const NO_FILES = /^No (?:test files|test suites?|affected test files|changed files|failed tests|tests) found\b/;
const WATCHING = /Watching for file changes\.\.\.|Waiting for file changes\.\.\./;

class TextReader {
  readonly #collected: Collector;
  readonly #list: TestList;
  readonly #failures: Failures;
  readonly #summary = new Summary();
  readonly #isPartial: boolean;
  readonly #isFiltered: boolean;
  /** Some line may be a marker of a cut. */
  readonly #isMarked: boolean;
  /** The heading of the failures may have been left out. */
  #isHeadless: boolean;
  /** What looks like the heading of the failures may have been printed by a test. */
  #isDoubtful = false;
  #version: string | undefined;
  #watch = false;
  #headers = 0;
  #noFiles = false;
  #crashed = false;
  #trouble = false;
  #coverage: Coverage | undefined;
  /** Where in the report this line stands; empty in the list of tests. */
  #section = '';
  /** The last line that was not blank could stand before a new failure or the totals. */
  #isBetween = true;

  constructor(collected: Collector, capture: Capture) {
    const { cut, invocation } = capture;
    const { view, words } = invocation;
    this.#collected = collected;
    this.#isPartial = cut !== undefined || view !== 'whole';
    this.#isFiltered = view === 'parts';
    this.#isMarked = mayHoldMarker(capture.text);
    this.#isHeadless = mayLackBeginning(capture);
    this.#list = new TestList({ isPartial: this.#isPartial, isFiltered: this.#isFiltered, ...kindsOf(words) });
    this.#failures = new Failures(collected, this.#list);
  }

  /** Reads plain lines of the list of tests from an offset on, and tells where the first other line begins. */
  plainLines(text: string, from: number): number {
    if (this.#section || this.#isMarked) return from;
    const end = this.#list.plainLines(text, from);
    if (end > from) this.#listed();
    return end;
  }

  /** A line belonged to the list of tests. */
  #listed(): void {
    this.#isBetween = true;
    if (this.#summary.totals) this.#summary.goesOn = true;
  }

  line(line: string): void {
    if (this.#isMarked && cutMarker(line)) {
      this.#isBetween = true;
      this.#failures.end();
      this.#isHeadless = true;
      this.#summary.cut();
      // What follows may be about suites or tests.
      if (/^Failed /.test(this.#section)) this.#section = HEADLESS;
      this.#list.cut();
    } else if (!line.trim()) this.#list.blank();
    else {
      const isBetween = this.#isBetween;
      this.#isBetween = /^ ?FAIL {2}/.test(line) && isBetween;
      this.#read(line, isBetween);
    }
  }

  #read(line: string, isBetween: boolean): void {
    if (printedFrom(line) !== undefined && (!this.#section || this.#isDoubtful)) {
      this.#console(line);
      return;
    }
    const header = HEADER.exec(line);
    const total = TOTAL.exec(line);
    if (this.#list.inConsole && !header) {
      // Printed by a test: only a list of tests can go on here without a line between.
      this.#list.line(line);
      return;
    }
    if (header) {
      this.#version ??= header[2];
      this.#list.printedBy(header[2]!);
      this.#headers++;
      this.#watch ||= header[1] === 'DEV';
    } else if (total) this.#total(total[1]!, total[2]!.trim(), isBetween);
    else if (BANNER.test(line)) this.#enter(BANNER.exec(line)![1]!);
    else if (DIVIDER.test(line)) this.#divide(line);
    else if (/^ ?FAIL {2}/.test(line)) this.#fail(line, isBetween);
    else if (!this.#section && this.#list.line(line)) this.#listed();
    else this.#other(line);
  }

  /** The end of an error, which a report whose heading is lost shows too. */
  #divide(line: string): void {
    const [, index, errors] = /\[(\d+)\/(\d+)\]/.exec(line) ?? [];
    if (errors) {
      this.#failures.placed(Number(index), Number(errors));
      this.#goOn();
    }
    this.#isBetween = true;
    this.#failures.end();
  }

  /** The report goes on whose heading is lost. */
  #goOn(): void {
    if (this.#isHeadless && !this.#isFiltered) this.#section ||= HEADLESS;
  }

  /** Tests are still running: no failure has been reported yet. */
  #console(line: string): void {
    if (this.#section) {
      this.#section = '';
      this.#failures.drop();
      this.#isDoubtful = false;
    }
    this.#list.line(line);
  }

  #other(line: string): void {
    if (NO_FILES.test(line)) {
      if (/You can change/.test(line)) this.#watch = true;
      this.#noFiles = true;
    } else if (WATCHING.test(line)) this.#watch = true;
    else if (DEATH.test(line)) this.#crashed = true;
    else if (TROUBLE.test(line)) this.#trouble = true;
    else if (line.startsWith('::error ')) this.#failures.annotation(line);
    else if (this.#failures.isOpen) this.#failures.describe(line);
    else if (this.#section && !/^Fail/.test(this.#section)) this.#outside(line);
    else {
      this.#coverage = readCoverage(line) ?? this.#coverage;
      this.#collected.unparsed++;
    }
  }

  /** The first words of an error that no test is to blame for. */
  #outside(line: string): void {
    if (/^(?:\w*Error|\w*Exception)\b.*: /.test(line)) this.#collected.addProblem({ message: line });
  }

  #enter(section: string): void {
    if (!this.#section) this.#isDoubtful = this.#list.isBelowConsole;
    // Suites come first, and their heading was cut off.
    if (!this.#section && /^Failed Tests/.test(section)) this.#list.dropFailures();
    this.#list.endFile();
    this.#section = section;
    this.#failures.end();
    this.#isBetween = true;
    if (/^(?:Unhandled |Startup Error|Source Errors|Failed to start|Async Leaks)/.test(section)) this.#trouble = true;
  }

  #total(what: string, text: string, isBetween: boolean): void {
    // What an error says may look like totals; the real ones come after the line that ends it.
    const isSaid = this.#section !== '' && !isBetween && !this.#isFiltered && !/Leaks/.test(this.#section);
    this.#isBetween = !isSaid;
    if (isSaid) return;
    if (what !== 'Test Files') this.#summary.line(what, text, this.#isPartial);
    else if (this.#summary.begin(text, this.#list.isBelowConsole)) {
      this.#list.doubt();
      this.#section = '';
      this.#failures.end();
    }
  }

  /** The heading of an error, if it is Vitest's own. */
  #fail(line: string, isBetween: boolean): void {
    // Vitest prints failures in a part of their own, each after the end of another; else an error says so.
    const isListed = /^Failed /.test(this.#section);
    const isReport = isListed || this.#section === HEADLESS;
    if (isReport ? !isBetween && !this.#isFiltered : !this.#isHeadless) return;
    this.#isBetween = true;
    this.#list.endFile();
    this.#failures.begin();
    const failed = readFailed(line);
    if (!failed) return;
    if (isBetween) this.#goOn();
    if (!failed.isLoaded) this.#failures.file(failed, isListed);
    else if (/^Failed Suites/.test(this.#section)) this.#failures.suite(failed);
    else this.#failures.test(failed, isListed);
  }

  end(): Read {
    const { totals, goesOn } = this.#summary;
    const { surplus, failed, fileLines } = this.#list.addTo(this.#collected, goesOn ? undefined : totals);
    this.#failures.addUnplaced();
    return {
      version: this.#version,
      watch: this.#watch,
      headers: this.#headers,
      summary: this.#summary,
      noFiles: this.#noFiles,
      crashed: this.#crashed,
      trouble: this.#trouble,
      failures: this.#failures.count + this.#list.annotations,
      failedLines: failed,
      unloaded: this.#failures.unloaded,
      fileLines,
      surplus,
      coverage: this.#coverage,
    };
  }
}
