import { relativeTo } from './output/places.js';
import {
  type Counts,
  type FileResult,
  type Issue,
  MESSAGE_CAP,
  NAME_CAP,
  type PackageResult,
  type Problem,
  type TestResult,
  type TestState,
} from './report.js';

/** Of two results for the same name the one higher up here stands. */
const WORST_FIRST: readonly TestState[] = ['error', 'failed', 'xpassed', 'passed', 'xfailed', 'todo', 'skipped'];

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  errors: number;
  xfailed: number;
  xpassed: number;
  todo: number;
}

/** Gathers what the lines of one run say, within fixed bounds. */
export class Collector {
  readonly problems: Problem[] = [];
  readonly issues: Issue[] = [];
  issuesCut = 0;
  readonly packages = new Map<string, PackageResult>();
  readonly files = new Map<string, FileResult>();
  readonly #root: string | undefined;
  readonly #found = { error: 0, warning: 0, info: 0 };
  unparsed = 0;
  /** A test has passed only when it was run again. */
  flaky = false;
  testsCut = 0;
  readonly #tests: TestResult[] = [];
  readonly #places = new Places();
  readonly #cut: Tally = emptyTally();

  /** `root`: the folder that absolute paths of issues and problems are made relative to. */
  constructor(root?: string) {
    this.#root = root;
  }

  /** Adds a test; of several results for one name in one place the worst stands. */
  add(test: TestResult): void {
    const tests = this.#tests;
    const names = this.#places.of(test.package ?? '', test.file ?? '');
    const at = names.get(test.name);
    if (at === undefined) {
      if (this.full) this.leaveOut(test.state);
      else names.set(test.name, tests.push(test.message === undefined ? test : withMessage(test, test.message)) - 1);
      return;
    }
    const known = tests[at]!;
    const stacks = [...(known.stacks ?? []), ...(test.stacks ?? [])];
    if (WORST_FIRST.indexOf(known.state) < WORST_FIRST.indexOf(test.state)) return;
    const message = test.message ?? known.message;
    const merged = stacks.length > 0 ? { ...test, stacks } : test;
    tests[at] = message === undefined ? merged : withMessage(merged, message);
  }

  /** No further names are kept. */
  get full(): boolean {
    return this.#tests.length >= NAME_CAP;
  }

  /** Counts tests that are known to be new when no further names are kept. */
  leaveOut(state: TestState, tests = 1): void {
    this.testsCut += tests;
    count(this.#cut, state, tests);
  }

  addProblem(problem: Problem): void {
    if (this.problems.length >= NAME_CAP) return;
    const place = problem.file === undefined ? {} : { file: relativeTo(problem.file, this.#root) };
    this.problems.push({ ...problem, ...place, message: cutMessage(problem.message) });
  }

  addIssue(issue: Issue): void {
    this.#found[issue.severity]++;
    if (this.issues.length >= NAME_CAP) {
      this.issuesCut++;
      return;
    }
    const place = issue.file === undefined ? {} : { file: relativeTo(issue.file, this.#root) };
    this.issues.push({ ...issue, ...place, message: cutMessage(issue.message) });
  }

  /** Issues by severity, those beyond the cap included. */
  get found(): Readonly<Record<Issue['severity'], number>> {
    return this.#found;
  }

  addPackage(result: PackageResult): void {
    if (this.packages.size < NAME_CAP || this.packages.has(result.name)) this.packages.set(result.name, result);
  }

  addFile(result: FileResult): void {
    const known = this.files.get(result.name);
    if (known && (known.state === 'failed' || known.state === 'error')) return;
    if (known || this.files.size < NAME_CAP) this.files.set(result.name, result);
  }

  get tests(): readonly TestResult[] {
    return this.#tests;
  }

  /** Counts by state of every test that was added, those beyond the cap included. */
  tally(): Tally {
    const tally = { ...this.#cut };
    for (const test of this.#tests) count(tally, test.state);
    return tally;
  }

  /** The tally as `Counts`, with `errors` for what broke outside the tests. */
  counts(errors = 0): Counts {
    const { passed, failed, skipped, xfailed, xpassed, todo, errors: broken } = this.tally();
    const total = passed + failed + skipped + broken + xfailed + xpassed + todo;
    return {
      passed,
      failed,
      skipped,
      errors: broken + errors,
      total,
      ...(xfailed ? { xfailed } : {}),
      ...(xpassed ? { xpassed } : {}),
      ...(todo ? { todo } : {}),
    };
  }
}

/** Keeps where the tests of each package and file stand, by name; most come from the place of the one before. */
class Places {
  readonly #all = new Map<string, Map<string, number>>();
  #package = '';
  #file = '';
  #names: Map<string, number> | undefined;

  of(place: string, file: string): Map<string, number> {
    if (this.#names && place === this.#package && file === this.#file) return this.#names;
    const key = `${place}\0${file}`;
    const names = this.#all.get(key) ?? new Map<string, number>();
    this.#all.set(key, names);
    this.#package = place;
    this.#file = file;
    this.#names = names;
    return names;
  }
}

const withMessage = (test: TestResult, message: string): TestResult => ({ ...test, message: cutMessage(message) });

/** Returns a message within its bound, without the blank lines around it. */
function cutMessage(message: string): string {
  const text = message.length > MESSAGE_CAP * 2 ? message.slice(0, MESSAGE_CAP * 2) : message;
  return text.trim().slice(0, MESSAGE_CAP);
}

function emptyTally(): Tally {
  return { passed: 0, failed: 0, skipped: 0, errors: 0, xfailed: 0, xpassed: 0, todo: 0 };
}

function count(tally: Tally, state: TestState, tests = 1): void {
  tally[state === 'error' ? 'errors' : state] += tests;
}
