import type { Collector } from '../collect.js';
import type { FileResult, TestResult, TestState } from '../report.js';
import { secondsOf } from '../text.js';
import type { Totals } from './vitest-text.js';

const MARKS: Record<string, TestState> = {
  '✓': 'passed',
  '√': 'passed',
  '×': 'failed',
  '✗': 'failed',
  '❯': 'failed',
  '↓': 'skipped',
  '□': 'todo',
};
/** ` ✓ a.test.ts (3 tests | 1 skipped) 12ms`. */
const FILE = /^ ([✓√❯×↓✗□]) (.+?) {1,2}\((\d+) tests?((?: \| \d+ [a-z]+)*)\)(.*)$/;
const LEAF = /^( +)([✓√×✗↓□❯]) (.+)$/;
/** What a test printed stands below this, up to a blank line. */
const CONSOLE = /^(?:stdout|stderr) \| (\S.*)$/;
const COUNTED = / \(\d+\)$/;
/** Deeper branches are not looked at. */
const DEPTH_CAP = 200;

/** How far a line can be taken for the runner's: not in what a test printed, after it, or in the midst of it. */
type Trust = 'firm' | 'after' | 'within';

interface Entry {
  readonly test: TestResult;
  readonly trust: Trust;
  /** A skipped suite whose tests are not shown looks like a test with a number behind. */
  readonly isPerhapsSuite?: boolean;
}

interface FileLine {
  readonly file: FileResult;
  readonly trust: Trust;
}

interface Branch {
  readonly depth: number;
  readonly title: string;
  readonly mark: string;
  readonly seconds: number | undefined;
  readonly trust: Trust;
}

/** The list of files and tests: a tree below each file, or with the file on every line. */
export class TestList {
  readonly #entries: Entry[] = [];
  readonly #files: FileLine[] = [];
  readonly #failures = new Map<string, TestResult>();
  readonly #unsure = new Set<string>();
  /** The files that something is printed from. */
  readonly #printing = new Set<string>();
  #trust: Trust = 'firm';
  #file: string | undefined;
  #branches: Branch[] = [];
  annotations = 0;
  /** Headings may be missing. */
  readonly #isPartial: boolean;

  constructor(isPartial: boolean) {
    this.#isPartial = isPartial;
  }

  /** Between the heading of what a test printed and the next blank line. */
  get inConsole(): boolean {
    return this.#trust === 'within';
  }

  /** Something was printed, so that what follows need not be the runner's. */
  get isBelowConsole(): boolean {
    return this.#trust !== 'firm';
  }

  blank(): void {
    if (this.#trust === 'within') this.#trust = 'after';
  }

  /** The lines before a cut may be those of a file whose name is lost. */
  cut(): void {
    this.endFile();
    this.#trust = 'after';
  }

  /** A line of the list; false if it is none. */
  line(line: string): boolean {
    const printed = CONSOLE.exec(line)?.[1];
    if (printed !== undefined) {
      if (this.#trust !== 'within') this.#printing.add(splitFile(printed)?.file ?? printed);
      this.#trust = 'within';
      return true;
    }
    if (line[0] !== ' ') return false;
    const file = FILE.exec(line);
    if (file) return this.#fileLine(file);
    const leaf = LEAF.exec(line);
    if (!leaf) return /^ +→ /.test(line);
    const depth = leaf[1]!.length;
    const mark = leaf[2]!;
    return depth === 1 ? this.#flatLine(mark, leaf[3]!) : this.#treeLine(depth, mark, leaf[3]!);
  }

  #fileLine([, mark, text, count, parts]: RegExpExecArray): boolean {
    this.endFile();
    const name = withoutBadges(text!).trim();
    this.#file = name;
    const isFailed = mark === '×' || mark === '✗' || mark === '❯' || parts!.includes(' failed');
    const state = isFailed ? (count === '0' ? 'error' : 'failed') : mark === '↓' ? 'skipped' : 'passed';
    this.#files.push({ file: { name, state }, trust: this.#trust });
    return true;
  }

  /** The verbose reporter names the file on every line. */
  #flatLine(mark: string, text: string): boolean {
    const { title, seconds } = splitRemarks(withoutBadges(text), mark);
    const test = splitFile(title);
    if (!test || mark === '❯') return false;
    const state = MARKS[mark]!;
    this.#entries.push({
      test: { ...test, state, ...(seconds === undefined ? {} : { seconds }) },
      trust: this.#trust,
    });
    this.#files.push({
      file: { name: test.file, state: state === 'failed' ? 'failed' : 'passed' },
      trust: this.#trust,
    });
    return true;
  }

  #treeLine(depth: number, mark: string, text: string): boolean {
    if (this.#file === undefined && !this.#isPartial) return false;
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

  annotated(test: { name: string; file: string; message: string }): void {
    this.annotations++;
    if (!this.#failures.has(`${test.file}\0${test.name}`)) this.failed(test);
  }

  /** Adds what is the runner's own. Where the totals are known, they tell how much of a doubtful list is. */
  addTo(collected: Collector, totals: Totals | undefined): { surplus: boolean; fileLines: number } {
    this.endFile();
    const parts = totals?.tests;
    const { accepts, surplus } = this.#choose(parts?.total);
    const listed = new Set<string>();
    for (const { file, name } of this.#failures.values())
      for (const end of endsOf(name)) for (const place of [file, '']) listed.add(`${place}\0${end}`);
    const isUnfinished = parts !== undefined && !adds(parts);
    for (const { test, trust, isPerhapsSuite } of this.#entries) {
      if (!accepts(trust, test.file) || (isPerhapsSuite && isUnfinished)) continue;
      // The list of failures has its suites too, where the tree leaves them out.
      if (test.state !== 'failed' || !listed.has(`${test.file ?? ''}\0${test.name}`)) collected.add(test);
    }
    const files = this.#genuineFiles(totals?.files?.total);
    for (const { file } of files) collected.addFile(file);
    if (parts === undefined || parts.failed || totals?.files?.failed) this.#addFailures(collected);
    return { surplus, fileLines: new Set(files.map(({ file }) => file.name)).size };
  }

  #addFailures(collected: Collector): void {
    const shown = new Set(this.#entries.filter(({ test }) => test.state === 'failed').map(({ test }) => test.name));
    for (const [key, failure] of this.#failures)
      if (!this.#unsure.has(key) || !shown.size || endsOf(failure.name).some((end) => shown.has(end)))
        collected.add(failure);
  }

  /** Which lines of the list make up as many tests as the totals say, else at most as many. */
  #choose(total: number | undefined): { accepts: Accepts; surplus: boolean } {
    const choices = this.#choices();
    if (total === undefined) return { accepts: choices[0]!, surplus: false };
    const sizes = choices.map((accepts) => this.#entries.filter(({ test, trust }) => accepts(trust, test.file)).length);
    let at = sizes.indexOf(total);
    if (at < 0) at = [0, 1, 2].find((one) => sizes[one]! < total) ?? 2;
    return { accepts: choices[at]!, surplus: sizes[at]! > total };
  }

  /** From what is the runner's if no test printed a list, to what only the runner can have printed. */
  #choices(): readonly Accepts[] {
    const known = new Set(this.#printing);
    for (const { file, trust } of this.#files) if (trust === 'firm') known.add(file.name);
    return [
      (trust) => trust !== 'within',
      (trust, file) => trust === 'firm' || (trust === 'after' && known.has(file ?? '')),
      (trust) => trust === 'firm',
      () => true,
    ];
  }

  /** The files, without those that tests printed as far as the totals give them away. */
  #genuineFiles(total: number | undefined): readonly FileLine[] {
    const sets = this.#choices()
      .slice(0, 3)
      .map((accepts) => this.#files.filter(({ file, trust }) => accepts(trust, file.name)));
    const size = (files: readonly FileLine[]) => new Set(files.map(({ file }) => file.name)).size;
    return sets.find((files) => total === undefined || size(files) <= total) ?? sets[0]!;
  }
}

type Accepts = (trust: Trust, file: string | undefined) => boolean;

/** A test's name, and what is left of it without its suites one after the other. */
function endsOf(name: string): string[] {
  const ends = [name];
  for (let at = name.indexOf(' > '); at >= 0 && ends.length < 50; at = name.indexOf(' > ', at + 1))
    ends.push(name.slice(at + 3));
  return ends;
}

/** Whether the parts of a total add up to the number in brackets, which a made-up line seldom gets right. */
export function adds(parts: Readonly<Record<string, number>> | undefined): boolean {
  if (!parts) return true;
  let sum = 0;
  for (const [word, value] of Object.entries(parts)) if (word !== 'total') sum += value;
  return sum === parts.total;
}

/** A title without the remarks behind it: duration, retries, heap, and why it was skipped. */
function splitRemarks(text: string, mark: string): { title: string; seconds: number | undefined } {
  let title = text.trimEnd().replace(/ \d+ MB heap used$/, '');
  // A note is prose; brackets in a title are more often a value of its own.
  if (mark === '↓') title = title.replace(/ \[(?:skipped|[A-Za-z][^\][]* [^\][]*)\]$/, '');
  title = title.replace(REPEATED, '').replace(REPEATED, '');
  const time = / (\d+(?:\.\d+)?m?s)$/.exec(title)?.[1];
  if (time) title = title.slice(0, -time.length - 1).trimEnd();
  title = title.replace(REPEATED, '').replace(REPEATED, '');
  return { title, seconds: time === undefined ? undefined : secondsOf(time) };
}

const REPEATED = / \((?:retry|repeat) x\d+(?:, (?:retry|repeat) x\d+)?\)$/;

/** A line without the names of its project and label, which are padded or between bars, in front. */
export function withoutBadges(text: string): string {
  let rest = text;
  for (let badges = 0; badges < 4; badges++) {
    const badge = /^(?:\|[^|]{1,100}\| | ?(?=\S)[^>]{1,100}? {2}(?=\S))/.exec(rest);
    if (!badge || (!badge[0].startsWith('|') && !text.startsWith(' '))) break;
    rest = rest.slice(badge[0].length);
  }
  return rest;
}

/** `a.test.ts:12:3 > suite > name` as file and name; undefined when there is no name. */
export function splitFile(text: string): { file: string; name: string } | undefined {
  const at = text.indexOf(' > ');
  if (at < 0) return undefined;
  return { file: text.slice(0, at).replace(/:\d+(?::\d+)?$/, ''), name: text.slice(at + 3).trim() };
}
