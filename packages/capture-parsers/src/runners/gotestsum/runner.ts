/**
 * gotestsum in all its formats: https://github.com/gotestyourself/gotestsum#output-format
 *
 * What it prints while tests run depends on the format; the sections `=== Skipped`, `=== Failed` and `=== Errors` and
 * the `DONE` line do not. testdox prints names that cannot be turned back into those of the tests.
 */
import { Collector } from '../../collect.js';
import { eachLine } from '../../output/text.js';
import type { PackageResult, Reason, TestResult, TestState } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';
import { judge } from '../../verdict.js';
import { holdsEvents, readJson } from '../go/json.js';
import { readPlace } from '../go/lines.js';
import { GoRun } from '../go/run.js';
import { readText } from '../go/text.js';

// 1 runs, 2 tests, 3 skipped, 4 failures, 5 errors, 6 seconds
const DONE =
  /^DONE(?: (\d+) runs,)? (\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)?(?: in (\d+\.\d+)s)?$/;
// 1 state, 2 package, 3 name, empty when the package itself failed, 4 seconds
const SUMMARISED = /^=== (FAIL|SKIP): (\S*) ?(.*?)(?: \(re-run \d+\))? \((?:(\d+\.\d+)s|unknown)\)$/;
// 1 state, 2 package and name, 3 seconds; formats testname and github-actions
const NAMED = /^(?: {2}|::group::)?(PASS|FAIL|SKIP|UNKNOWN) (\S+)(?: \(re-run \d+\))? \((\d+\.\d+)s\)$/;
/** Where a test's name begins behind that of its package. */
const NAME = /(?:^|\.)(?=(?:Test|Fuzz|Example|Benchmark)(?![a-z]))/;
// 1 state, 2 package
const PACKAGE =
  /^(?: {2})?([✓✖∅✅❌➖\uEBA4\uEA87\uEABD\uF49E\uF52F\uF517\u{F01F5}\u{F01F8}\u{F01F6}]|PASS|FAIL|EMPTY|SKIP) {1,2}(?:Package )?([\w.~/@-]+)(?: \((?:cached|[\d.µnm]+s|coverage: [^)]*)\))*$/u;

// 1 mark: a test of the format testdox, whose name is none of Go's
const UNNAMED =
  /^ ([✓✖∅✅❌➖\uEBA4\uEA87\uEABD\uF49E\uF52F\uF517\u{F01F5}\u{F01F8}\u{F01F6}]|PASS|FAIL|SKIP) \S.* \(\d+\.\d+s\)$/u;
/** How the package at the module's root is named, with no name in front of its tests. */
const ROOT = '.';
/** The tests of a package in the formats dots, where no totals tell how many there are. */
const DOTS = /\[[^\]\s]+\]([·↷✖]+)/g;
const STATES: Record<string, TestState> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };
/** Marks of passed, failed and skipped: gotestsum's own, and with `--format-icons` hivis, codicons, octicons and emoticons. */
const ICONS = [
  ['✓', '✖', '∅'],
  ['✅', '❌', '➖'],
  ['\uEBA4', '\uEA87', '\uEABD'],
  ['\uF49E', '\uF52F', '\uF517'],
  ['\u{F01F5}', '\u{F01F8}', '\u{F01F6}'],
] as const;
const MARKS: Record<string, 'passed' | 'failed' | 'skipped'> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  '·': 'passed',
  '↷': 'skipped',
  ...Object.fromEntries(
    ICONS.flatMap(([passed, failed, skipped]) => [
      [passed, 'passed'],
      [failed, 'failed'],
      [skipped, 'skipped'],
    ]),
  ),
};
const PACKAGES: Record<string, PackageResult['state']> = {
  PASS: 'passed',
  FAIL: 'failed',
  EMPTY: 'no-tests',
  SKIP: 'no-tests',
  ...Object.fromEntries(
    ICONS.flatMap(([passed, failed, skipped]) => [
      [passed, 'passed'],
      [failed, 'failed'],
      [skipped, 'no-tests'],
    ]),
  ),
};

interface Totals {
  readonly tests: number;
  readonly skipped: number;
  readonly failures: number;
  readonly errors: number;
  readonly seconds: number;
}

export const gotestsum: Runner = {
  id: 'gotestsum',
  kind: 'test',
  includes: ['go'],
  starts(words) {
    const own = words[0] === 'go' ? words.slice(words[1] === 'run' || words[1] === 'tool' ? 2 : words.length) : words;
    if (!/(?:^|\/)gotestsum(?:@\S+)?$/.test(own[0] ?? '')) return false;
    return !/^(?:tool|help|--?h(?:elp)?|--version)$/.test(own[1] ?? '');
  },
  signs: /^(?:DONE (?:\d+ runs, )?\d+ tests?[, ][^\n]*\d\.\d+s$|=== (?:Failed|Skipped|Errors)$|=== (?:FAIL|SKIP): \S)/m,
  read(capture) {
    const { text } = capture;
    const summary = summaryAt(capture);
    const run = new GoRun(capture);
    const body = text.slice(0, summary);
    if (holdsEvents(body, capture.invocation.words)) readJson(body, run);
    else readText(body, run);
    return new Sum(run, capture).read(body, text.slice(summary));
  },
};

const HEADING = /^=== (?:Failed|Skipped|Errors)$/m;
/** What stands below a heading, which may be missing where something was cut off. */
const HEADING_OR_ENTRY = /^=== (?:Failed|Skipped|Errors)$|^=== (?:FAIL|SKIP): \S/m;

/**
 * Tells where the summary begins: at its first heading or, without one, at the last `DONE`, as tests may print such
 * words too.
 */
function summaryAt({ text, cut, invocation }: Capture): number {
  const whole = !cut && invocation.view === 'whole';
  const heading = (whole ? HEADING : HEADING_OR_ENTRY).exec(text)?.index ?? text.length;
  const done = text.startsWith('DONE ', text.lastIndexOf('\nDONE ') + 1)
    ? text.lastIndexOf('\nDONE ') + 1
    : text.length;
  return Math.min(heading, done);
}

class Sum {
  readonly #run: GoRun;
  readonly #capture: Capture;
  readonly #collected: Collector;
  #totals: Totals | undefined;
  #linesAfter = 0;
  /** Packages that failed without a test that did. */
  #broken = 0;
  #listed = 0;
  #inErrors = false;
  /** Tests that are shown without their names. */
  readonly #marks = { passed: 0, failed: 0, skipped: 0 };

  constructor(run: GoRun, capture: Capture) {
    this.#run = run;
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  read(body: string, summary: string) {
    const known = new Set<string>();
    const add: Add = (name, packageName, state, seconds) => {
      const time = seconds === undefined ? {} : { seconds: Number(seconds) };
      this.#collected.add({ name, package: packageName, state, ...time });
      known.add(`${state} ${name}`);
    };
    eachLine(body, (line) => this.#bodyLine(line, add));
    eachLine(summary, (line) => this.#summaryLine(line, add));
    // Where gotestsum's own lines tell of every test, all others are what tests printed.
    if (this.#collected.tests.length !== this.#totals?.tests) this.#addTexts(body, known);
    for (const problem of this.#run.collected.problems) this.#collected.addProblem(problem);
    return this.#report();
  }

  /** Formats that show what `go test` prints tell of the same tests again. */
  #addTexts(body: string, known: ReadonlySet<string>): void {
    const { cut, invocation } = this.#capture;
    const { packages } = this.#run.collected;
    // Every failure is in the summary.
    const allListed = this.#listed > 0 && !cut && invocation.view === 'whole';
    const onlyFailures = showsFailuresOnly(this.#capture);
    for (const test of this.#texts(body)) {
      const bad = test.state === 'failed' || test.state === 'error';
      if (bad ? allListed : onlyFailures) continue;
      if (!known.has(`${test.state} ${test.name}`)) this.#collected.add(test);
    }
    for (const result of packages.values()) this.#collected.addPackage(result);
  }

  /** The tests of these lines: in order, unless the totals tell that packages took turns. */
  #texts(body: string): readonly TestResult[] {
    const { tests } = this.#run.collected;
    const total = this.#totals?.tests;
    if (total === undefined || !body.includes('=== RUN ')) return tests;
    const mixed = mixedTests(body);
    return Math.abs(mixed.length - total) < Math.abs(tests.length - total) ? mixed : tests;
  }

  #bodyLine(line: string, add: Add): void {
    const named = NAMED.exec(line);
    const at = named ? named[2]!.search(NAME) : -1;
    if (named && at >= 0) {
      const whole = named[2]!;
      const name = whole.slice(whole[at] === '.' ? at + 1 : at);
      if (named[1] !== 'UNKNOWN') add(name, whole.slice(0, at) || ROOT, STATES[named[1]!]!, named[3]);
      return;
    }
    const unnamed = UNNAMED.exec(line)?.[1];
    if (unnamed) this.#marks[MARKS[unnamed]!]++;
    else if (line[0] === '[')
      for (const [, marks] of line.matchAll(DOTS)) for (const mark of marks!) this.#marks[MARKS[mark]!]++;
    const found = PACKAGE.exec(line);
    if (found) this.#collected.addPackage({ name: found[2]!, state: PACKAGES[found[1]!]! });
  }

  #summaryLine(line: string, add: Add): void {
    if (!line.trim()) return;
    const done = DONE.exec(line);
    if (done) {
      const number = (at: number) => Number(done[at] ?? 0);
      this.#totals = {
        tests: number(2),
        skipped: number(3),
        failures: number(4),
        errors: number(5),
        seconds: number(6),
      };
      this.#linesAfter = 0;
      this.#inErrors = false;
      return;
    }
    this.#linesAfter++;
    if (/^=== (?:Failed|Skipped|Errors)$/.test(line)) this.#inErrors = line === '=== Errors';
    const entry = SUMMARISED.exec(line);
    if (entry) {
      const [, word, packageName, name, seconds] = entry;
      if (name) {
        if (word === 'FAIL') this.#listed++;
        add(name, packageName!, STATES[word!]!, seconds);
      } else this.#broken++;
      return;
    }
    if (!this.#inErrors) {
      this.#bodyLine(line, add);
      return;
    }
    const place = readPlace(line);
    if (place) this.#collected.addProblem(place);
  }

  #report() {
    const collected = this.#collected;
    const totals = this.#totals;
    const tally = collected.tally();
    const marks = totals ? { passed: 0, failed: 0, skipped: 0 } : this.#marks;
    const [shown, broken] = [Math.max(tally.failed + tally.errors, marks.failed), this.#broken];
    const failures = Math.max(0, (totals?.failures ?? 0) - broken);
    const listed = Math.max(this.#listed, shown);
    const failed = this.#listed && this.#isWhole() ? listed : Math.max(listed, failures);
    const skipped = totals?.skipped ?? Math.max(tally.skipped, marks.skipped);
    const errors = broken || (totals?.errors ?? 0);
    const passed = totals ? Math.max(0, totals.tests - skipped - failed) : Math.max(tally.passed, marks.passed);
    const red = failed > 0 || errors > 0 || (totals?.failures ?? 0) > 0;
    const brokenPackages = [...collected.packages.values()].some(
      ({ state }) => state === 'failed' || state === 'build-error',
    );
    const doubts: Reason[] = [];
    if (totals && this.#linesAfter > 0) doubts.push('summary-not-last');
    if (totals && totals.failures + totals.errors === 0 && (shown > 0 || brokenPackages))
      doubts.push('counts-disagree');
    const { exitCode } = this.#capture.invocation;
    return judge(
      {
        runner: 'gotestsum',
        collected,
        counts: { passed, failed, skipped, errors, total: totals?.tests ?? passed + failed + skipped },
        seconds: totals?.seconds,
        failed:
          failed > 0 || (!totals && (this.#run.failed || brokenPackages)) || (red && !failed && !this.#onlyBuild()),
        buildFailed: red && this.#onlyBuild(),
        nothingRan: totals?.tests === 0 && !red,
        onlySkipped: totals !== undefined && passed === 0 && skipped > 0 && !red,
        somethingPassed: passed > 0,
        closing: totals ? 'proof' : 'none',
        // A command that runs after the tests may have the last word when gotestsum's own exit code is there.
        doubts: exitCode === 0 ? doubts.filter((doubt) => doubt !== 'summary-not-last') : doubts,
      },
      this.#capture,
    );
  }

  /** Whether the list of failures is there from its heading on. */
  #isWhole(): boolean {
    const { cut, invocation, text } = this.#capture;
    return cut === undefined && (invocation.view === 'whole' || /^=== Failed$/m.test(text));
  }

  /** Nothing failed but what did not build. */
  #onlyBuild(): boolean {
    return /\[(?:build|setup) failed\]/.test(this.#capture.text) || this.#run.buildFailed;
  }
}

/**
 * Tells whether the format shows of what `go test` prints only that of tests that failed: all but two do, and the
 * default.
 */
function showsFailuresOnly({ input, invocation: { words } }: Capture): boolean {
  if (!words.length || input.command?.includes('GOTESTSUM_FORMAT')) return false;
  const at = words.findIndex((word) => /^(?:-f|--format)(?:=|$)/.test(word));
  const format = at < 0 ? 'pkgname' : (words[at]!.split('=')[1] ?? words[at + 1] ?? '');
  return !format.startsWith('standard-');
}

/** Results of announced tests wherever they stand: gotestsum shows the lines of packages that run at once as they come. */
function mixedTests(body: string): TestResult[] {
  const announced = new Map<string, number>();
  const found: TestResult[] = [];
  eachLine(body, (line) => {
    const name = /^=== RUN {3}(\S.*)$/.exec(line)?.[1];
    if (name !== undefined) announced.set(name, (announced.get(name) ?? 0) + 1);
    const at = line.lastIndexOf('--- ');
    const [, state, ended = '', seconds] = (at >= 0 && RESULT.exec(line.slice(at))) || [];
    const left = announced.get(ended) ?? 0;
    if (!left) return;
    announced.set(ended, left - 1);
    found.push({ name: ended, state: STATES[state!]!, seconds: Number(seconds) });
  });
  return found;
}

// 1 state, 2 name, 3 seconds
const RESULT = /^--- (PASS|FAIL|SKIP): (\S.*) \((\d+\.\d+)s\)$/;

type Add = (name: string, packageName: string, state: TestState, seconds: string | undefined) => void;
