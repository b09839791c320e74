import { relativeTo } from './output/places.js';
import { clean } from './output/text.js';
import { failuresOf, type Place, type Report, type TestResult } from './report.js';

/** Failures of one report that are looked for; GitHub shows fewer. */
const MOST_FAILURES = 200;
/** Names of other tests that end the lines of a failure. */
const MOST_NAMES = 2_000;
/** A longer line is a document or a dump, and names no place of its own. */
const LONGEST_LINE = 2_000;

/** Words of a name that are compared, and the longest line that is compared as a whole. */
const MOST_WORDS = 30;
const LONGEST_TITLE = 400;

const SUFFIXES =
  'pyi?|go|[cm]?[jt]sx?|vue|svelte|rs|rb|php|java|kts?|groovy|scala|exs?|cs|fs|vb|cc?|cpp|cxx|hh?|hpp|dart|swift|feature|pl|t';

/**
 * `PLACE` matches a file with its line as runners print them: `a.py:3`, `"a.py", line 3`, `(A.java:3)`, `A.cs:line 3`,
 * `a.ts(3,1)`.
 */
const PLACE = new RegExp(
  `(?:^|[\\s("'\\[\`]|file://)((?:[A-Za-z]:[\\\\/])?[\\w@.~+\\\\/-]{0,500}[\\w-]\\.(?:${SUFFIXES}))(?:", line |:line |:|\\()(\\d{1,7})\\b(?!\\.\\d)`,
  'g',
);

/** Code of packages, of runners and of languages themselves. */
const FOREIGN =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|\.cargo|\.rustup|\.venv|_pytest)[\\/]|[\\/]lib[\\/]python\d|^internal[\\/]/;

/** Files whose folder a stack does not print, so that only the name of the test's own tells them from a library's. */
const BARE_CLASS = /^(\w+)\.(?:java|kts?|groovy|scala)$/;

/**
 * Adds to the failed tests of reports the place at which each failed, as far as `output`, of which the reports were
 * read, names one: of the test's own file if it does, otherwise the first one of the project. What a test prints can
 * look like such a place, so the place is for showing and proves nothing. Linear in the output.
 */
export function withPlaces(reports: readonly Report[], output: string, root?: string): Report[] {
  if (!reports.some((report) => failuresOf(report).length > 0)) return [...reports];
  const lines = clean(output).split('\n');
  return reports.map((report) => {
    const found = placesOf(report, lines, root);
    if (found.size === 0) return report;
    const tests = report.tests.map((test) => {
      const place = found.get(test);
      return place === undefined ? test : { ...test, place };
    });
    return { ...report, tests };
  });
}

function placesOf(report: Report, lines: readonly string[], root: string | undefined): Map<TestResult, Place> {
  const found = new Map<TestResult, Place>();
  const sought: Sought[] = [];
  for (const test of failuresOf(report).slice(0, MOST_FAILURES)) {
    const one = new Sought(test, root);
    for (const stack of test.stacks ?? []) for (const frame of stack) one.line(frame);
    for (const line of (test.message ?? '').split('\n')) one.line(line);
    if (!one.isOwn) sought.push(one);
    if (one.place) found.set(test, one.place);
  }
  if (sought.length === 0) return found;
  readLines(sought, report, lines);
  for (const { test, place, start } of sought) if (place ?? start) found.set(test, (place ?? start)!);
  return found;
}

/** Reads the lines below each line that names a failed test, up to one that names another test. */
function readLines(sought: readonly Sought[], { tests }: Report, lines: readonly string[]): void {
  const byName = new Map<string, Sought[]>();
  for (const one of sought) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const others = tests.slice(0, MOST_NAMES).map((test) => lastName(test));
  const names = [...new Set([...byName.keys(), ...others])].sort((left, right) => right.length - left.length);
  // A name in a path, such as `cart` of `cart.test.js`, is none.
  const title = new RegExp(`(?<![\\w/\\\\-])(?:${names.map(escaped).join('|')})(?![\\w/\\\\-]|\\.\\w)`);
  const byEnd = endsOf(sought);
  let current: Sought | undefined;
  let begins: string | undefined;
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    // Node's own runner prints where a test begins above its name.
    if (line.startsWith('test at ')) {
      begins = line;
      continue;
    }
    const [name] = title.exec(line) ?? [];
    const those = name === undefined ? byEnd.get(withoutMarks(line)) : byName.get(name);
    if (name !== undefined || those) current = namedBy(line, those, current);
    if (begins !== undefined) current?.startsAt(begins);
    begins = undefined;
    current?.line(line);
  }
}

/** Runners that join the names of a test's groups with spaces print each on a line of its own, the test's last. */
function endsOf(sought: readonly Sought[]): Map<string, Sought[]> {
  const byEnd = new Map<string, Sought[]>();
  for (const one of sought) {
    const words = withoutMarks(one.name).split(' ').slice(-MOST_WORDS);
    for (let from = 1; from < words.length; from++) {
      const end = words.slice(from).join(' ');
      byEnd.set(end, [...(byEnd.get(end) ?? []), one]);
    }
  }
  return byEnd;
}

/** Returns the words of a line that may be a title: without number, marks, quotes, a word for a failure, and colon. */
function withoutMarks(line: string): string {
  if (line.length > LONGEST_TITLE) return '';
  const text = line
    .replace(/["'\s]+/g, ' ')
    .replace(/:$|: $/, '')
    .trim();
  return text.replace(/^(?:\d{1,6}\)|[^\w\s]{1,3}|FAIL) /, '');
}

/** Returns which of the tests with the same last name a line is about: all of the name before it, or the file, stands there. */
function namedBy(line: string, those: readonly Sought[] | undefined, current: Sought | undefined): Sought | undefined {
  if (!those || those.length === 1) return those?.[0];
  const told = those.filter((one) => one.isToldBy(line));
  // The name alone, as in the code that is shown of it.
  if (told.length === 0 && current && those.includes(current)) return current;
  const likely = told.length > 0 ? told : those;
  return likely.find(({ place }) => !place) ?? likely[0];
}

/** A sought place is that of one failed test. */
class Sought {
  readonly test: TestResult;
  readonly name: string;
  readonly #before: readonly string[];
  readonly #root: string | undefined;
  place: Place | undefined;
  start: Place | undefined;
  /** The place is one of the test's own file, so no better one comes. */
  isOwn = false;

  constructor(test: TestResult, root: string | undefined) {
    this.test = test;
    this.name = lastName(test);
    this.#before = partsOf(test).slice(0, -1);
    this.#root = root;
  }

  isToldBy(line: string): boolean {
    if (this.#before.length > 0) return this.#before.every((part) => line.includes(part));
    const { file, package: owner } = this.test;
    return (file !== undefined && line.includes(file)) || (owner !== undefined && line.includes(owner));
  }

  /** Keeps where the test begins, for a failure that names no place. */
  startsAt(line: string): void {
    this.start ??= this.#placesOf(line)[0]?.place;
  }

  line(line: string): void {
    if (this.isOwn) return;
    const places = this.#placesOf(line);
    const own = places.find(({ isOwn }) => isOwn);
    this.isOwn = own !== undefined;
    this.place = own?.place ?? this.place ?? places[0]?.place;
  }

  /** Returns the places of the project that a line names. */
  #placesOf(line: string): { readonly place: Place; readonly isOwn: boolean }[] {
    if (!/\d/.test(line)) return [];
    return Array.from(line.slice(0, LONGEST_LINE).matchAll(PLACE), ([, path = '', number]) => {
      const file = relativeTo(path, this.#root);
      const { file: own } = this.test;
      const isOwn = own !== undefined && isSame(file, own);
      // Of two forms of one path that which begins at the project.
      const name = isOwn && slashed(own).endsWith(slashed(file)) ? relativeTo(own, this.#root) : file;
      return { place: { file: slashed(name), line: Number(number) }, isOwn };
    }).filter(({ place, isOwn }) => isOwn || this.#isOfProject(place.file));
  }

  #isOfProject(file: string): boolean {
    if (FOREIGN.test(file) || /^(?:[\\/]|[A-Za-z]:|\.\.)/.test(file)) return false;
    const [, name] = BARE_CLASS.exec(file) ?? [];
    return name === undefined || wordsOf(`${this.test.package ?? ''} ${this.test.name}`).includes(name);
  }
}

const wordsOf = (text: string): string[] => text.split(/\W+/);

/** Tells whether two paths can be one file: one of them ends in the other. */
function isSame(file: string, own: string): boolean {
  const [left, right] = [slashed(file), slashed(own)];
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}

const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/^\.\//, '');

/** Returns a test's name in its parts: `test_a.py::TestA::test_b`, `cart > adds`, `CartTest.adds`, `TestCart#test_adds`. */
function partsOf({ name, file }: TestResult): readonly string[] {
  const own = file !== undefined && name.startsWith(`${file}::`) ? name.slice(file.length + 2) : name;
  // What stands in brackets is of one part: `test_b[a::b]`.
  const [head = ''] = own.split(/[[(]/, 1);
  const parts = head.split(/ [>›»] |::|#|\.(?=\w+$)/);
  const last = `${parts.pop() ?? ''}${own.slice(head.length)}`;
  return [...parts, last].filter((part) => part.trim() !== '');
}

function lastName(test: TestResult): string {
  return (partsOf(test).at(-1) ?? test.name).trim().slice(0, LONGEST_LINE);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
