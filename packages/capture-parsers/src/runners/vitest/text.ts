import type { Collector } from '../../collect.js';
import { cutMarker } from '../../output/cut.js';
import { addPlace } from '../../output/stack.js';
import { eachLine, secondsOf } from '../../output/text.js';
import type { Coverage } from '../../report.js';
import type { Capture } from '../../runner.js';
import { mayLackBeginning } from '../../verdict.js';
import { type Reading, TestList } from './list.js';
import { printedFrom, splitFile, withoutBadges } from './titles.js';
import { isRed, readCoverage, readParts, type Totals } from './totals.js';

/** What the lines of a run say, apart from its tests. */
export interface Read {
  readonly version: string | undefined;
  readonly watch: boolean;
  readonly headers: number;
  readonly summaries: number;
  readonly totals: Totals | undefined;
  /** Totals with failures that others followed. */
  readonly otherRed: boolean;
  readonly noFiles: boolean;
  readonly crashed: boolean;
  /** Errors outside the tests: unhandled, at the start, or coverage that is too low. */
  readonly trouble: boolean;
  /** What stood below the totals is cut: before version 1 unhandled errors did. */
  readonly cutBelow: boolean;
  readonly failures: number;
  /** Tests that are listed as failed, whoever wrote the lines. */
  readonly failedLines: number;
  /** Files that did not load. */
  readonly unloaded: number;
  readonly fileLines: number;
  /** The totals stand below what a test printed, and may be a part of that. */
  readonly belowConsole: boolean;
  /** Tests are listed below the totals, which were printed by one of them. */
  readonly goesOn: boolean;
  /** Tests are listed that the totals have no room for. */
  readonly surplus: boolean;
  readonly coverage: Coverage | undefined;
}

/** Reads what Vitest prints for people. */
export function readText(capture: Capture, collected: Collector): Read {
  const reader = new TextReader(collected, capture);
  // Who was killed did not finish the line.
  const isBroken = (capture.invocation.exitCode ?? 0) >= KILLED && !capture.text.endsWith('\n');
  eachLine(isBroken ? capture.text.slice(0, capture.text.lastIndexOf('\n') + 1) : capture.text, (line) =>
    reader.line(line),
  );
  return reader.end();
}

/** A part of the report of which it is not known whether it is about suites or tests. */
const HEADLESS = 'Failures';

/** The exit codes of `timeout` and of signals. */
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

interface Failure {
  readonly name: string;
  readonly file: string;
  message: string;
}

class TextReader {
  readonly #collected: Collector;
  readonly #list: TestList;
  readonly #isPartial: boolean;
  readonly #isFiltered: boolean;
  /** The heading of the failures may have been left out. */
  #isHeadless: boolean;
  /** What looks like the heading of the failures may have been printed by a test. */
  #isDoubtful = false;
  #version: string | undefined;
  #watch = false;
  #headers = 0;
  #summaries = 0;
  #totals: Totals | undefined;
  #otherRed = false;
  #belowConsole = false;
  /** Tests are listed below the totals. */
  #goesOn = false;
  #noFiles = false;
  #crashed = false;
  #trouble = false;
  #cutBelow = false;
  #coverage: Coverage | undefined;
  /** Where in the report this line stands; empty in the list of tests. */
  #section = '';
  /** The last line that was not blank could stand before a new failure or the totals. */
  #isBetween = true;
  #failure: Failure | undefined;
  /** The tests that the error is told of, this one among them. */
  #alike: Failure[] = [];
  /** Of that error. */
  #stack: string[] = [];
  readonly #unloaded = new Set<string>();
  readonly #failedSuites = new Set<string>();
  #failures = 0;

  constructor(collected: Collector, capture: Capture) {
    const { cut, invocation } = capture;
    const { view, words } = invocation;
    this.#collected = collected;
    this.#isPartial = cut !== undefined || view !== 'whole';
    this.#isFiltered = view === 'parts';
    this.#isHeadless = mayLackBeginning(capture);
    this.#list = new TestList({ isPartial: this.#isPartial, isFiltered: this.#isFiltered, ...kindsOf(words) });
  }

  line(line: string): void {
    if (cutMarker(line)) {
      this.#isBetween = true;
      this.#failure = undefined;
      this.#isHeadless = true;
      this.#cutBelow = this.#totals?.ended === true;
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
    else if (!this.#section && this.#list.line(line)) {
      this.#isBetween = true;
      if (this.#totals) this.#goesOn = true;
    } else this.#other(line);
  }

  /** The end of an error, which a report whose heading is lost shows too. */
  #divide(line: string): void {
    const [, index, errors] = /\[(\d+)\/(\d+)\]/.exec(line) ?? [];
    if (this.#failure && errors) this.#list.placed(this.#failure, Number(index), Number(errors));
    if (errors) this.#goOn();
    this.#isBetween = true;
    this.#failure = undefined;
  }

  /** The report goes on whose heading is lost. */
  #goOn(): void {
    if (this.#isHeadless && !this.#isFiltered) this.#section ||= HEADLESS;
  }

  /** Tests are still running: no failure has been reported yet. */
  #console(line: string): void {
    if (this.#section) {
      this.#section = '';
      this.#list.dropFailures();
      this.#failures = 0;
      this.#failure = undefined;
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
    else if (line.startsWith('::error ')) this.#annotation(line);
    else if (this.#failure) this.#describe(line, this.#failure);
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
    this.#failure = undefined;
    this.#isBetween = true;
    if (/^(?:Unhandled |Startup Error|Source Errors|Failed to start|Async Leaks)/.test(section)) this.#trouble = true;
  }

  #total(what: string, text: string, isBetween: boolean): void {
    // What an error says may look like totals; the real ones come after the line that ends it.
    const isSaid = this.#section !== '' && !isBetween && !this.#isFiltered && !/Leaks/.test(this.#section);
    this.#isBetween = true;
    if (isSaid) {
      this.#isBetween = false;
      return;
    }
    this.#cutBelow = false;
    if (what === 'Test Files') {
      const files = readParts(text);
      if (!files) return;
      if (this.#totals && isRed(this.#totals)) this.#otherRed = true;
      this.#summaries++;
      this.#goesOn = false;
      this.#totals = { files, errors: 0, ended: false };
      this.#belowConsole = this.#list.isBelowConsole;
      this.#list.doubt();
      this.#section = '';
      this.#failure = undefined;
      return;
    }
    // A `tail` may have left no more than the lines from here on.
    const totals = this.#totals ?? (what === 'Tests' && this.#isPartial ? { errors: 0, ended: false } : undefined);
    this.#totals = totals;
    if (!totals) return;
    if (what === 'Tests') totals.tests = readParts(text) ?? totals.tests;
    else if (what === 'Errors' || what === 'Leaks') totals.errors += Number(/^(\d+) /.exec(text)?.[1] ?? 0);
    else if (what === 'Duration') {
      totals.seconds = secondsOf(text.replace(/ \(.*$/, ''));
      totals.ended = true;
    }
  }

  /** ` FAIL  a.test.ts > suite > name`, or ` FAIL  a.test.ts [ a.test.ts ]` for a file that did not load. */
  #fail(line: string, isBetween: boolean): void {
    // Vitest prints failures in a part of their own, each after the end of another; else an error says so.
    const isListed = /^Failed /.test(this.#section);
    const isReport = isListed || this.#section === HEADLESS;
    if (isReport ? !isBetween && !this.#isFiltered : !this.#isHeadless) return;
    this.#isBetween = true;
    this.#list.endFile();
    // Tests with one error in common stand above it together.
    if (!this.#failure || this.#failure.message) [this.#alike, this.#stack] = [[], []];
    this.#failure = undefined;
    const text = withoutBadges(line.replace(/^ ?FAIL {2}/, '')).trimEnd();
    const unloaded = /^(\S.*?) \[ .* \]$/.exec(text)?.[1];
    const test = splitFile(text.replace(ATTEMPTS, ''));
    if (isBetween && (test || unloaded)) this.#goOn();
    if (unloaded !== undefined && !unloaded.includes(' > ')) {
      this.#unloaded.add(unloaded);
      // Files and suites come first.
      if (!isListed) this.#list.dropUnsure();
      this.#collected.addFile({ name: unloaded, state: 'error' });
      this.#failure = { name: '', file: unloaded, message: '' };
      return;
    }
    if (!test) return;
    this.#collected.addFile({ name: test.file, state: 'failed' });
    // A suite's own failure is a hook's: its tests are listed apart, as skipped.
    if (/^Failed Suites/.test(this.#section)) {
      this.#failedSuites.add(`${test.file}\0${test.name}`);
      this.#list.forget(test);
      return;
    }
    this.#failures++;
    this.#failure = { ...test, message: '' };
    this.#alike.push(this.#failure);
    this.#list.failed(this.#failure, !isListed);
    this.#list.threw(this.#failure, this.#stack);
  }

  /** GitHub's annotations name the test in their title. */
  #annotation(line: string): void {
    const [, file, title, message] = /^::error file=([^,]*),title=([^,]*),[^:]*::(.*)$/.exec(line) ?? [];
    const test = title === undefined ? undefined : splitFile(unescapeCommand(title).replace(/^\[[^\]]*\] /, ''));
    if (test && this.#failedSuites.has(`${test.file}\0${test.name}`)) return;
    if (test) this.#list.annotated({ ...test, message: unescapeCommand(message ?? '').split('\n')[0] ?? '' });
    else this.#collected.addProblem({ file: file ?? '', message: unescapeCommand(message ?? line) });
  }

  /** The first line after a failure is its message, a later one its place. */
  #describe(line: string, failure: Failure): void {
    addPlace(this.#stack, line);
    const place = /^ ❯ (?:\S+ )?(\S+?):(\d+):(\d+)$/.exec(line);
    if (place && failure.name === '') {
      this.#collected.addProblem({
        file: place[1]!,
        line: Number(place[2]),
        column: Number(place[3]),
        message: failure.message,
      });
      this.#failure = undefined;
    } else if (!failure.message) {
      failure.message = line;
      for (const one of failure.name === '' ? [] : this.#alike)
        this.#list.failed(Object.assign(one, { message: line }));
    }
  }

  end(): Read {
    const totals = this.#totals;
    const { surplus, failed, fileLines } = this.#list.addTo(this.#collected, this.#goesOn ? undefined : totals);
    const unplaced = [...this.#unloaded].filter((file) => !this.#collected.problems.some((one) => one.file === file));
    for (const file of unplaced.slice(0, 50)) this.#collected.addProblem({ file, message: 'did not load' });
    return {
      version: this.#version,
      watch: this.#watch,
      headers: this.#headers,
      summaries: this.#summaries,
      totals,
      otherRed: this.#otherRed,
      noFiles: this.#noFiles,
      crashed: this.#crashed,
      trouble: this.#trouble,
      cutBelow: this.#cutBelow,
      failures: this.#failures + this.#list.annotations,
      failedLines: failed,
      unloaded: this.#unloaded.size,
      fileLines,
      belowConsole: this.#belowConsole,
      goesOn: this.#goesOn,
      surplus,
      coverage: this.#coverage,
    };
  }
}

/** Which of the attempts of a repeated or retried test an error is from. */
const ATTEMPTS = / \((?:initial run|\d+ times|\d+(?:st|nd|rd|th) re(?:try|peat))[^()]{0,200}\)$/;

function unescapeCommand(text: string): string {
  return text.replace(/%(25|0D|0A|3A|2C)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Reporters that print no list of tests. */
const UNLISTED = /^(?:dot|json|junit|blob|html|hanging-process|github-actions|tap|tap-flat)$/;

/** What the reporters that were asked for print of the tests. */
function kindsOf(words: readonly string[]): Pick<Reading, 'isUnlisted' | 'hasDots' | 'isTwofold'> {
  const names = words.flatMap((word, at) => {
    const flag = /^--reporters?(?:=(.+))?$/.exec(word);
    return flag ? [flag[1] ?? words[at + 1] ?? ''] : [];
  });
  return {
    isUnlisted: names.length > 0 && names.every((name) => UNLISTED.test(name)),
    hasDots: names.includes('dot'),
    isTwofold: names.includes('verbose') && names.some((name) => name !== 'verbose' && !UNLISTED.test(name)),
  };
}
