/**
 * gotestsum in all its formats: https://github.com/gotestyourself/gotestsum#output-format
 *
 * What it prints while tests run depends on the format; the sections `=== Skipped`, `=== Failed` and `=== Errors` and
 * the `DONE` line do not. testdox prints names that cannot be turned back into those of the tests.
 */
import { Collector } from '../collect.js';
import type { PackageResult, Reason, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';
import { readJson } from './go-json.js';
import { readPlace } from './go-lines.js';
import { GoRun } from './go-run.js';
import { readText } from './go-text.js';

// 1 runs, 2 tests, 3 skipped, 4 failures, 5 errors, 6 seconds
const DONE =
  /^DONE(?: (\d+) runs,)? (\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in (\d+\.\d+)s$/;
// 1 state, 2 package, 3 name, empty when the package itself failed, 4 seconds
const SUMMARISED = /^=== (FAIL|SKIP): (\S+) ?(.*?)(?: \(re-run \d+\))? \((?:(\d+\.\d+)s|unknown)\)$/;
// 1 state, 2 package and name, 3 seconds; formats testname and github-actions
const NAMED = /^(?: {2}|::group::)?(PASS|FAIL|SKIP|UNKNOWN) (\S+)(?: \(re-run \d+\))? \((\d+\.\d+)s\)$/;
/** Where a test's name begins behind that of its package. */
const NAME = /(?:^|\.)(?=(?:Test|Fuzz|Example|Benchmark)(?![a-z]))/;
// 1 state, 2 package
const PACKAGE =
  /^(?: {2})?(✓|✖|∅|✅|❌|➖|PASS|FAIL|EMPTY|SKIP) {1,2}(?:Package )?([\w.~/@-]+)(?: \((?:cached|[\d.µnm]+s|coverage: [^)]*)\))*$/;

const STATES: Record<string, TestState> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };
const PACKAGES: Record<string, PackageResult['state']> = {
  '✓': 'passed',
  '✅': 'passed',
  PASS: 'passed',
  '✖': 'failed',
  '❌': 'failed',
  FAIL: 'failed',
  '∅': 'no-tests',
  '➖': 'no-tests',
  EMPTY: 'no-tests',
  SKIP: 'no-tests',
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
    const summary = /^=== (?:Failed|Skipped|Errors)$|^DONE /m.exec(text)?.index ?? text.length;
    const run = new GoRun(capture);
    const body = text.slice(0, summary);
    if (/^\{[^\n]*"Action":"/m.test(body)) readJson(body, run);
    else readText(body, run);
    return new Sum(run, capture).read(body, text.slice(summary));
  },
};

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
    // Formats that show what `go test` prints tell of the same tests again.
    for (const test of this.#run.collected.tests)
      if (!known.has(`${test.state} ${test.name}`)) this.#collected.add(test);
    for (const result of this.#run.collected.packages.values()) this.#collected.addPackage(result);
    for (const problem of this.#run.collected.problems) this.#collected.addProblem(problem);
    return this.#report();
  }

  #bodyLine(line: string, add: Add): void {
    const named = NAMED.exec(line);
    const at = named ? named[2]!.search(NAME) : -1;
    if (named && at >= 0) {
      const whole = named[2]!;
      const name = whole.slice(whole[at] === '.' ? at + 1 : at);
      if (named[1] !== 'UNKNOWN') add(name, whole.slice(0, at), STATES[named[1]!]!, named[3]);
      return;
    }
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
    const [shown, broken] = [tally.failed + tally.errors, this.#broken];
    const failures = Math.max(0, (totals?.failures ?? 0) - broken);
    const failed = this.#listed ? Math.max(this.#listed, shown) : Math.max(shown, failures);
    const skipped = totals?.skipped ?? tally.skipped;
    const errors = broken || (totals?.errors ?? 0);
    const passed = totals ? Math.max(0, totals.tests - skipped - failed) : tally.passed;
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

  /** Nothing failed but what did not build. */
  #onlyBuild(): boolean {
    return /\[(?:build|setup) failed\]/.test(this.#capture.text) || this.#run.buildFailed;
  }
}

type Add = (name: string, packageName: string, state: TestState, seconds: string | undefined) => void;
