import { secondsOf } from '../../output/text.js';
import type { Epilogues } from './epilogues.js';
import { LEAF } from './leaf.js';
import { ListReporter } from './list-reporter.js';
import type { Results } from './results.js';
import { Suites } from './suites.js';

/** Reporters that name no test before the epilogue. */
const NAMELESS = /^(?:dot|min|nyan|progress|landing)$/;
/** `DRAWN` matches what those of them draw: dots, the cat, the bar, the runway. */
const DRAWN = /^ {2}[.․!,]+$|^\W*\/\\_\/\\|^ {2}\[[▬=․.]|^ {2}-{20}/;

/** `Way` tells how the list of tests is to be read. */
export interface Way {
  /** Tests outside of suites come before all others. */
  readonly strict?: boolean;
  /** No test has failed, so a number begins the title of a suite. */
  readonly numbered?: boolean;
}

/** What is known of the list before it is read. */
interface Known {
  readonly way: Way;
  /** The reporter that the command names, and whether it is one without an epilogue. */
  readonly reporter: string;
  readonly isMachine: boolean;
  /** Tests of any length are timed. */
  readonly quickShown: boolean;
  readonly isLoose: boolean;
}

/** Reads the tests and suites that a reporter lists above the epilogue. */
export class Listing {
  readonly #results: Results;
  readonly #epilogues: Epilogues;
  readonly #known: Known;
  readonly #listReporter: ListReporter;
  readonly suites: Suites;
  #isNameless: boolean;
  #afterBlank = true;
  /** Blank lines since the last test. */
  #blanks = 0;
  #lastDepth = 0;

  constructor(results: Results, epilogues: Epilogues, known: Known) {
    this.#results = results;
    this.#epilogues = epilogues;
    this.#known = known;
    this.#listReporter = new ListReporter(results, known.reporter === 'list');
    this.#isNameless = known.isMachine || NAMELESS.test(known.reporter);
    this.suites = new Suites(known.isLoose, known.way.strict === true);
  }

  /** The suites above have not yet ended, behind which two blank lines stand. */
  get isInSuite(): boolean {
    return this.#lastDepth > 2 && this.#blanks < 2;
  }

  blank(): void {
    this.#afterBlank = true;
    if (!this.#epilogues.current) this.#blanks++;
  }

  /** A line has been read that is not blank; what a test prints at the margin does not count. */
  read(line: string): void {
    if (line.startsWith('  ')) this.#afterBlank = false;
  }

  /** A test, or the heading of a suite; false if it is neither. */
  line(line: string): boolean {
    if (this.#isNameless) return false;
    const listed = this.#listReporter.line(line, this.suites.isLoose);
    if (listed === 'test') this.#epilogues.leave();
    if (listed) return true;
    if (this.#listReporter.isAtWork) return false;
    if (DRAWN.test(line) && !this.#results.tests.length) {
      this.#isNameless = true;
      return true;
    }
    if (/^ +[✓✔√] ?$/.test(line)) {
      this.#results.broken++;
      return true;
    }
    const leaf = LEAF.exec(this.#unspoilt(line));
    return leaf && (leaf[4] === undefined || !this.#known.way.numbered) ? this.#test(leaf) : this.#heading(line);
  }

  #test([, indent, passed, pending, number, text]: RegExpExecArray): boolean {
    const { suites } = this;
    const depth = indent!.length;
    if (!suites.takesTest(depth, this.#afterBlank)) return false;
    if (number !== undefined && !suites.isLoose && Number(number) !== this.#results.failed + 1) return false;
    const { title, seconds } = passed ? splitTime(text!, this.#known.quickShown) : { title: text!, seconds: undefined };
    const state = passed ? 'passed' : pending ? 'skipped' : 'failed';
    this.#results.add({ name: suites.nameOf(title), state, seconds, mark: passed });
    this.#epilogues.leave();
    this.#blanks = 0;
    this.#lastDepth = depth;
    return true;
  }

  #heading(line: string): boolean {
    const { current } = this.#epilogues;
    // Below an epilogue without failures the tests may go on, if one of them has printed it.
    return !(current?.closed && current.failing > 0) && this.suites.heading(line, this.#afterBlank);
  }

  /** A test's line without what was printed in front of it, which had no end of line. */
  #unspoilt(line: string): string {
    const mark = line.search(/(?:[✓✔√]|\d+\)) \S/);
    const before = mark < 0 ? '' : line.slice(0, mark);
    if (!before.trim()) return line;
    const indent = this.suites.depth;
    if (before.length - before.trimEnd().length === indent) return line.slice(mark - indent);
    this.#results.broken++;
    return line;
  }
}

/** Tests are timed from half of the threshold for slow ones on, which is 75 ms unless an option says otherwise. */
const TIMED_FROM = 38;

/**
 * Returns a title without the time that slow tests have behind them; what looks like a shorter time is part of the
 * title.
 */
function splitTime(text: string, quickShown: boolean): { title: string; seconds: number | undefined } {
  const title = text.trimEnd();
  const time = / \((\d+ms)\)$/.exec(title)?.[1];
  if (time === undefined || (!quickShown && Number.parseInt(time, 10) < TIMED_FROM))
    return { title, seconds: undefined };
  return { title: title.slice(0, -time.length - 3), seconds: secondsOf(time) };
}
