import type { Collector } from '../../collect.js';
import { addStack } from '../../output/stack.js';
import type { TestResult, TestState } from '../../report.js';
import { type Entry, type FileLine, genuineLines, type Trust } from './genuine.js';
import {
  COUNTED,
  endsOf,
  isRetried,
  plainLine,
  printedFrom,
  splitFile,
  splitRemarks,
  withoutBadges,
} from './titles.js';
import type { Totals } from './totals.js';

const MARKS: Record<string, TestState> = {
  '✓': 'passed',
  '√': 'passed',
  '×': 'failed',
  '✗': 'failed',
  '❯': 'failed',
  '↓': 'skipped',
  '□': 'todo',
};
/** `FILE` matches ` ✓ a.test.ts (3 tests | 1 skipped) 12ms`. */
const FILE = /^ ([✓√❯×↓✗□]) (.+?) {1,2}\((\d+) tests?((?: \| \d+ [a-z]+)*)\)(.*)$/;
const LEAF = /^( +)([✓√×✗↓□❯]) (.+)$/;
/** Deeper branches are not looked at. */
const DEPTH_CAP = 200;

/** `Reading` tells how the list is to be read. */
export interface Reading {
  /** Headings may be missing. */
  readonly isPartial: boolean;
  /** Any line may be missing. */
  readonly isFiltered: boolean;
  /** No reporter prints a list. */
  readonly isUnlisted: boolean;
  readonly hasDots: boolean;
  /** One reporter lists every test with its file, another one some of them below their files. */
  readonly isTwofold: boolean;
}

interface Branch {
  readonly depth: number;
  readonly title: string;
  readonly mark: string;
  readonly seconds: number | undefined;
  readonly trust: Trust;
}

/** Reads the list of files and tests: a tree below each file, or with the file on every line. */
export class TestList {
  readonly #entries: Entry[] = [];
  readonly #files: FileLine[] = [];
  readonly #failures = new Map<string, TestResult>();
  readonly #stacks = new Map<string, string[][]>();
  readonly #unsure = new Set<string>();
  /** How many errors were told behind that of a failure. */
  readonly #fromEnd = new Map<string, number>();
  /** The files that something is printed from. */
  readonly #printing = new Set<string>();
  #trust: Trust = 'firm';
  #file: string | undefined;
  /** The last line of the list had its file too. */
  #isFlat = false;
  #branches: Branch[] = [];
  #isFlaky = false;
  annotations = 0;
  readonly #reading: Reading;
  #isUnlisted: boolean;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#isUnlisted = reading.isUnlisted;
  }

  /** Up to 3.1 the dot reporter lists files, too, where it writes to no terminal. */
  printedBy(version: string): void {
    if (this.#reading.hasDots && /^(?:[012]|3\.[01])\./.test(version)) this.#isUnlisted = false;
  }

  /** Between the heading of what a test printed and the next blank line. */
  get inConsole(): boolean {
    return this.#trust === 'within';
  }

  /** Something was printed, so that what follows need not be the runner's. */
  get isBelowConsole(): boolean {
    return this.#trust !== 'firm';
  }

  /** What is listed as failed so far was not the runner's, or was its suites. */
  dropFailures(): void {
    this.#failures.clear();
  }

  /** What is listed without a heading so far was suites. */
  dropUnsure(): void {
    for (const key of this.#unsure) this.#failures.delete(key);
  }

  /** What follows may still belong to the file, or be printed by it. */
  doubt(): void {
    if (this.#trust === 'firm') this.#trust = 'after';
  }

  blank(): void {
    if (this.#trust === 'within') this.#trust = 'after';
  }

  /** The lines before a cut may be those of a file whose name is lost. */
  cut(): void {
    this.endFile();
    this.#trust = 'after';
    this.#isFlat = false;
  }

  /** A line of the list; false if it is none. */
  line(line: string): boolean {
    const printed = printedFrom(line);
    if (printed !== undefined) {
      if (this.#trust !== 'within') this.#printing.add(splitFile(printed)?.file ?? printed);
      // Where a filter may have dropped the blank line at its end, what follows may be the runner's again.
      this.#trust = this.#reading.isFiltered ? 'after' : 'within';
      return true;
    }
    if (line[0] !== ' ' || this.#isUnlisted) return false;
    const file = FILE.exec(line);
    // A test's title may look like the number of a file's tests.
    if (file && !file[2]!.includes(' > ')) return this.#fileLine(file);
    const leaf = LEAF.exec(line);
    if (!leaf) return /^ +→ /.test(line);
    const depth = leaf[1]!.length;
    const mark = leaf[2]!;
    if (MARKS[mark] === 'passed' && this.#trust !== 'within' && isRetried(leaf[3]!)) this.#isFlaky = true;
    return depth === 1 ? this.#flatLine(mark, leaf[3]!) : this.#treeLine(depth, mark, leaf[3]!);
  }

  #fileLine([, mark, text, count, parts]: RegExpExecArray): boolean {
    this.endFile();
    const name = withoutBadges(text!).trim();
    this.#file = name;
    this.#isFlat = false;
    const isFailed = mark === '×' || mark === '✗' || mark === '❯' || parts!.includes(' failed');
    const state = isFailed ? (count === '0' ? 'error' : 'failed') : mark === '↓' ? 'skipped' : 'passed';
    this.#files.push({ file: { name, state }, trust: this.#trust, count: Number(count) });
    return true;
  }

  /** The verbose reporter names the file on every line. */
  #flatLine(mark: string, text: string): boolean {
    const { title, seconds } = splitRemarks(withoutBadges(text), mark);
    const test = splitFile(title);
    if (!test || mark === '❯') return false;
    const state = MARKS[mark]!;
    this.#addFlat({ ...test, state, ...(seconds === undefined ? {} : { seconds }) });
    return true;
  }

  /**
   * Reads the lines from an offset on that say of a test and its file that it passed, and nothing else.
   * @returns where the first other line begins
   */
  plainLines(text: string, from: number): number {
    if (this.#isUnlisted || this.inConsole) return from;
    let end = from;
    for (let line = plainLine(text, from); line; line = plainLine(text, end)) {
      const { file, name, seconds } = line;
      this.#addFlat({ file, name, state: 'passed', ...(seconds === undefined ? {} : { seconds }) });
      end = line.end;
    }
    return end;
  }

  #addFlat(test: TestResult & { readonly file: string }): void {
    this.#isFlat = true;
    const trust = this.#trust;
    this.#entries.push({ test, trust, isFlat: true });
    const state = test.state === 'failed' ? 'failed' : 'passed';
    // One for all tests of a file that stand one below the other.
    const last = this.#files.at(-1);
    const { name } = last?.file ?? {};
    if (name !== test.file || last?.file.state !== state || last.trust !== trust || last.count !== undefined)
      this.#files.push({ file: { name: test.file, state }, trust });
  }

  #treeLine(depth: number, mark: string, text: string): boolean {
    // Below a line with its file stand the words of an error.
    if (this.#file === undefined && (!this.#reading.isPartial || this.#isFlat)) return false;
    this.#endBranch(depth);
    if (this.#branches.length < DEPTH_CAP)
      this.#branches.push({ depth, mark, ...splitRemarks(text, mark), trust: this.#trust });
    return true;
  }

  /**
   * Ends the branches that a line at this depth does not belong to. A suite has the number of its tests behind its
   * title; where the list leaves suites out, what is deeper hangs below nothing that is shown.
   */
  #endBranch(depth: number): void {
    const last = this.#branches.at(-1);
    if (!last) return;
    const isSuite = last.depth < depth && COUNTED.test(last.title);
    if (isSuite) this.#branches[this.#branches.length - 1] = { ...last, title: last.title.replace(COUNTED, '') };
    else {
      this.#leaf(last);
      this.#branches.pop();
    }
    while (this.#branches.length && this.#branches.at(-1)!.depth >= depth) this.#branches.pop();
  }

  #leaf({ mark, seconds, title, trust }: Branch): void {
    const file = this.#file;
    const isCounted = COUNTED.test(title) && seconds === undefined;
    if (isCounted && (mark !== '↓' || title.endsWith(' (0)'))) return;
    // Vitest 1 repeats the file's name in front of what failed.
    const own = file !== undefined && title.startsWith(`${file} > `) ? title.slice(file.length + 3) : undefined;
    if (mark === '❯' && own === undefined) return;
    const name = own ?? this.#branches.map((branch) => branch.title).join(' > ');
    const place = file === undefined ? {} : { file };
    const test = { name, ...place, state: MARKS[mark]!, ...(seconds === undefined ? {} : { seconds }) };
    this.#entries.push({ test, trust, ...(isCounted ? { isPerhapsSuite: true } : {}) });
  }

  endFile(): void {
    this.#endBranch(0);
    this.#branches = [];
    this.#file = undefined;
  }

  /**
   * A test in the list of failures, and again once its message is known. Where the heading of that list is lost, it may
   * be a suite whose hook failed.
   */
  failed({ name, file, message }: { name: string; file: string; message: string }, isPerhapsSuite = false): void {
    if (isPerhapsSuite) this.#unsure.add(`${file}\0${name}`);
    this.#failures.set(`${file}\0${name}`, { name, file, state: 'failed', ...(message ? { message } : {}) });
  }

  /** A failure of a test has this stack, which grows as it is read. */
  threw({ name, file }: { name: string; file: string }, stack: string[]): void {
    const key = `${file}\0${name}`;
    const stacks = this.#stacks.get(key) ?? [];
    this.#stacks.set(key, stacks);
    addStack(stacks, stack);
  }

  /** Errors of suites come before those of tests: one behind them is a test's, when it is known how many tests failed. */
  placed({ name, file }: { name: string; file: string }, index: number, errors: number): void {
    this.#fromEnd.set(`${file}\0${name}`, errors - index);
  }

  /** An annotation above the report was about a suite. */
  forget({ name, file }: { name: string; file: string }): void {
    this.#failures.delete(`${file}\0${name}`);
  }

  annotated(test: { name: string; file: string; message: string }): void {
    this.annotations++;
    if (!this.#failures.has(`${test.file}\0${test.name}`)) this.failed(test);
  }

  /** Adds what is the runner's own, as far as the totals tell. */
  addTo(collected: Collector, totals: Totals | undefined): Listed {
    this.endFile();
    if (this.#isFlaky) collected.flaky = true;
    const parts = totals?.tests;
    for (const [key, failure] of this.#failures) {
      const stacks = this.#stacks.get(key);
      if (stacks) this.#failures.set(key, { ...failure, stacks });
    }
    const failures = [...this.#failures.values()];
    const names = failures.length > 0 ? this.#entries.map(({ test }) => test.name) : [];
    const listed = endsListed(failures, new Set(names));
    const isListed = ({ test }: Entry) => listed.has(`${test.file ?? ''}\0${test.name}`);
    const isComplete = parts !== undefined && failures.length === (parts.failed ?? 0);
    const flat = this.#reading.isTwofold ? this.#entries.filter(({ isFlat }) => isFlat) : [];
    const lines = {
      entries: flat.length ? flat : this.#entries,
      files: this.#files,
      printing: this.#printing,
      isPartial: this.#reading.isPartial,
      isTwofold: flat.length > 0,
    };
    const { entries, files, surplus } = genuineLines(lines, totals, (entry) => !isComplete || isListed(entry));
    // The list of failures has its suites too, where the tree leaves them out.
    for (const entry of entries) if (entry.test.state !== 'failed' || !isListed(entry)) collected.add(entry.test);
    for (const { file } of files) collected.addFile(file);
    if (parts === undefined || parts.failed || totals?.files?.failed) this.#addFailures(collected, parts?.failed ?? 0);
    const failed = this.#entries.filter(({ test, trust }) => test.state === 'failed' && trust !== 'within').length;
    return { surplus, failed, fileLines: new Set(files.map(({ file }) => file.name)).size };
  }

  #addFailures(collected: Collector, failed: number): void {
    const shown = new Set(this.#entries.filter(({ test }) => test.state === 'failed').map(({ test }) => test.name));
    const isTest = (key: string) => !this.#unsure.has(key) || (this.#fromEnd.get(key) ?? failed) < failed;
    for (const [key, failure] of this.#failures)
      if (isTest(key) || !shown.size || endsOf(failure.name).some((end) => shown.has(end))) collected.add(failure);
  }
}

/**
 * Finds names of failures, and ends of such names, that a line of the list has, each with its file or with none.
 * `names`: those of the lines; the ends of every other name would fill the memory.
 */
function endsListed(failures: readonly TestResult[], names: ReadonlySet<string>): ReadonlySet<string> {
  const listed = new Set<string>();
  if (!names.size) return listed;
  for (const { file, name } of failures)
    for (const end of endsOf(name)) if (names.has(end)) for (const place of [file, '']) listed.add(`${place}\0${end}`);
  return listed;
}

/** What became of a list. */
interface Listed {
  /** Tests are listed that the totals have no room for. */
  readonly surplus: boolean;
  /** Lines that say that a test failed, whoever wrote them. */
  readonly failed: number;
  readonly fileLines: number;
}
