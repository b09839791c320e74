/**
 * node:test of Node 18 to 26: the reporters spec, tap, dot and junit, under `node --test` and in a file that is run by
 * itself. https://nodejs.org/api/test.html#test-reporters
 */
import { Collector } from '../../collect.js';
import { TOO_LITTLE } from '../../formats/coverage.js';
import { eachLine } from '../../output/text.js';
import type { Coverage, Reason, Report } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';
import { judge, mayLackBeginning } from '../../verdict.js';
import type { Footer, Found } from './file.js';
import { readNodeJunit } from './junit.js';
import { readSpec } from './spec.js';
import { readTap } from './tap.js';

export const nodeTest: Runner = {
  id: 'node-test',
  kind: 'test',
  starts(words) {
    if (!/^(?:node(?:js)?|tsx|ts-node|electron)$/.test(words[0] ?? '')) return false;
    const flags = ownFlags(words);
    // `node x.test.js` runs the tests of one file.
    return flags.includes('--test') || /[.\-_]test\.[cm]?[jt]s$/.test(words[1 + flags.length] ?? '');
  },
  signs:
    /^(?:ℹ|#) (?:duration_ms [\d*]|start of coverage report$|suites \d+$)|^ℹ tests \d+$|^\t*<!-- duration_ms [\d.]+ -->$|^ {2,}(?:failureType: '|duration_ms: [\d.]+$)|^✖ failing tests:$|^<testcase [^\n]{0,1000} classname="test"/m,
  split: (text) => splitAfter(text, /^(?:ℹ|#) duration_ms [\d.]+$(?!\n+✖ failing tests:)/gm),
  read(capture) {
    const run = new Totals();
    eachLine(capture.text, (line) => run.line(line));
    const collected = new Collector(capture.input.root);
    const found = readerOf(capture.text)(capture, collected, run.last);
    return report(capture, run, collected, found);
  },
};

/** What tests print looks like any format, but hardly like the details that follow each result in TAP. */
function readerOf(text: string) {
  if (/^[ \t]*<testsuites>|^\t*<testcase /m.test(text)) return readNodeJunit;
  if (/^ +duration_ms: [\d.]+$/m.test(text)) return readTap;
  const isSpec = /^ℹ (?:tests|duration_ms) |^ *[▶✔✖﹣] .* \((?:\d[\d.]*|\*)ms\)/m.test(text);
  return !isSpec && /^ *# Subtest: |^TAP version \d+$|^ *(?:not )?ok \d+ - /m.test(text) ? readTap : readSpec;
}

/** `ownFlags` returns Node's own words: those before the script. */
function ownFlags(words: readonly string[]): readonly string[] {
  let at = 1;
  while (at < words.length && (words[at]!.startsWith('-') || takesValue(words[at - 1]!))) at++;
  return words.slice(1, at);
}

/** Flags whose value is a word of its own when it does not follow a `=`. */
function takesValue(flag: string): boolean {
  return /^(?:-r|-C|--(?:import|require|loader|experimental-loader|conditions|env-file|env-file-if-exists|test-(?:reporter|reporter-destination|name-pattern|skip-pattern|timeout|concurrency|shard|global-setup|isolation|coverage-[a-z]+)))$/.test(
    flag,
  );
}

const TOTAL =
  /^(?:ℹ|#|\t<!--) (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d+(?:\.\d+)?|\*)(?: -->)?$/;
const COVERED = /^(?:ℹ|#|\t<!--) all files +\| +([\d.]+) \| +([\d.]+) \| +([\d.]+) \|/;
const SHORT = /^(?:ℹ|#) Error: [\d.]+% \w+ coverage does not meet threshold/;
/** What a test left running has failed behind its end: no test fails, the run does (`harness.js` sets the exit code). */
const LATE =
  /^(?:ℹ|#|\t<!--) (?:Error|Warning): (?:Test|A resource)\b.* generated asynchronous activity after the test ended\./;

class Totals {
  readonly #footers: Record<string, number>[] = [];
  coverage: Coverage | undefined;
  coverageShort = false;
  failedLate = false;
  version: string | undefined;
  dots = 0;
  crosses = 0;

  line(line: string): void {
    const total = TOTAL.exec(line);
    if (total) this.#total(total[1]!, total[2] === '*' ? 0 : Number(total[2]));
    else if (SHORT.test(line)) this.coverageShort = true;
    else if (LATE.test(line)) this.failedLate = true;
    else if (/^[.X]+$/.test(line)) {
      const crosses = line.split('X').length - 1;
      this.crosses += crosses;
      this.dots += line.length - crosses;
    } else {
      const [, lines, branches, functions] = COVERED.exec(line) ?? [];
      if (lines)
        this.coverage = {
          lines: { percent: Number(lines) },
          branches: { percent: Number(branches) },
          functions: { percent: Number(functions) },
        };
      this.version ??= /^(?:# )?Node\.js v(\d+\.\d+\.\d+)$/.exec(line)?.[1];
    }
  }

  #total(what: string, value: number): void {
    let footer = this.#footers.at(-1);
    if (!footer || what === 'tests' || footer.duration_ms !== undefined) {
      footer = {};
      this.#footers.push(footer);
    }
    footer[what] = value;
  }

  get all(): readonly Footer[] {
    return this.#footers;
  }

  /** The last that is complete, else the last. */
  get last(): Footer {
    return this.#footers.findLast(isComplete) ?? this.#footers.at(-1) ?? {};
  }
}

function isComplete(footer: Footer): boolean {
  return footer.pass !== undefined && footer.fail !== undefined && footer.duration_ms !== undefined;
}

function hasFlag({ invocation }: Capture, flag: RegExp): boolean {
  return ownFlags(invocation.words).some((word) => flag.test(word));
}

function report(capture: Capture, run: Totals, collected: Collector, found: Found): Report {
  const { last } = run;
  const complete = isComplete(last);
  const own = capture.invocation.exitCode === 0;
  const counts = countsOf(last, collected);
  const { passed, failed, cancelled, skipped, todo, counted } = counts;
  const dotted = !complete && run.dots + run.crosses > 0;
  const isRed = failed + cancelled > 0 || found.red === true || (dotted && run.crosses > 0 && !own);
  // Of a file that is run by itself the totals leave out what failed around its tests, which stands above them.
  const lacksHooks = mayLackBeginning(capture) && !hasFlag(capture, /^--test$/);
  const onlyFiles = complete && failed > 0 && failed === found.failedFiles && cancelled === 0;
  return judge(
    {
      runner: 'node-test',
      version: run.version,
      coverage: run.coverage,
      collected,
      counts: {
        passed,
        failed,
        skipped,
        // Tests that never ran to their end because their parent had, or the time was over.
        errors: cancelled,
        total: last.tests ?? counted,
        ...(todo ? { todo } : {}),
      },
      seconds: last.duration_ms === undefined ? undefined : Math.round(last.duration_ms) / 1000,
      failed: isRed && !onlyFiles,
      collectionFailed: onlyFiles,
      nothingRan: complete && !isRed && (counted === 0 || (passed === found.emptyFiles && skipped + todo === 0)),
      onlySkipped: complete && !isRed && passed === found.emptyFiles && skipped + todo > 0,
      somethingPassed: passed > found.emptyFiles || (dotted && run.dots > 0),
      closing: complete && !lacksHooks ? 'proof' : complete || dotted ? 'with-exit' : 'none',
      doubts: doubtsOf(capture, run, counted, collected, found),
    },
    capture,
  );
}

/** Tells what the last totals count, else what was seen of tests. */
function countsOf(last: Footer, collected: Collector) {
  const names = collected.tally();
  const passed = last.pass ?? names.passed;
  const failed = last.fail ?? names.failed;
  const cancelled = last.cancelled ?? 0;
  const skipped = last.skipped ?? names.skipped;
  const todo = last.todo ?? names.todo;
  return { passed, failed, cancelled, skipped, todo, counted: passed + failed + cancelled + skipped + todo };
}

function doubtsOf(capture: Capture, run: Totals, counted: number, collected: Collector, found: Found): Reason[] {
  const { invocation, text, cut } = capture;
  const { all, last } = run;
  const own = invocation.exitCode === 0;
  const doubts: Reason[] = [];
  if (invocation.words.includes('--watch')) doubts.push('watch-mode');
  if ((run.coverageShort || run.failedLate || TOO_LITTLE.test(text)) && !own) doubts.push('errors');
  if (found.failedTodo && !own) doubts.push('exit-hidden');
  // Whether the coverage suffices is told at the very end, if at all.
  if (!own && hasFlag(capture, /^--test-coverage-(?:lines|branches|functions)/)) doubts.push('exit-hidden');
  // Files that a pattern leaves no test of pass as well, and in a part of the output they may not be seen.
  const isPart = cut !== undefined || invocation.view !== 'whole';
  if (isPart && collected.tally().passed === 0 && hasFlag(capture, /^--test-(?:name-pattern|skip-pattern|only)/))
    doubts.push('unfinished');
  if ((!own && found.surplus) || found.suiteFailed) doubts.push('counts-disagree');
  if (isComplete(last) && last.tests !== undefined && last.tests !== counted) doubts.push('counts-disagree');
  const others = all.filter((footer) => footer !== last);
  // Parts of totals below whole ones are what a cut has left of the real ones.
  const rest = all.length > 0 && all.at(-1) !== last;
  if (!own && (rest || others.some(({ pass, fail, cancelled }) => pass || fail || cancelled)))
    doubts.push('summary-not-last');
  return doubts;
}
