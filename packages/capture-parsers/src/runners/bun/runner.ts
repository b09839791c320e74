/**
 * `bun test` 1.0 to 1.4: the list of tests, the dots, only the failures (as for agents), and JUnit XML.
 * https://bun.com/docs/cli/test
 */
import { Collector } from '../../collect.js';
import { readJunit } from '../../formats/junit.js';
import { addPlace, addStack } from '../../output/stack.js';
import { eachLine, secondsOf } from '../../output/text.js';
import type { Reason, Report, TestState } from '../../report.js';
import { type Capture, type Runner, splitBefore } from '../../runner.js';
import { judge } from '../../verdict.js';

const TEXT_SIGN = /^Ran \d+ tests? across \d+ files?\. \[/m;
const JUNIT_SIGN = /<testsuites\b[^<>]{0,500}\bname="bun test"/;

export const bun: Runner = {
  id: 'bun',
  kind: 'test',
  starts: (words) => words[0] === 'bun' && words.slice(1).find((word) => !word.startsWith('-')) === 'test',
  signs:
    /^bun test v\d+\.\d+\.\d+ \(|^Ran \d+ tests? across \d+ files?\. \[|<testsuites\b[^<>]{0,500}\bname="bun test"/m,
  split: (text) => splitBefore(text, /^bun test v\d/gm),
  read(capture) {
    // Its XML leaves out files that did not load, which its text counts.
    if (JUNIT_SIGN.test(capture.text) && !TEXT_SIGN.test(capture.text)) return readJunit(capture, { runner: 'bun' });
    const run = new BunRun(capture);
    eachLine(capture.text, (line) => run.line(line.trimEnd()));
    return run.report();
  },
};

const STATES: Readonly<Record<string, TestState>> = {
  ...{ '(pass)': 'passed', '(fail)': 'failed', '(skip)': 'skipped', '(todo)': 'todo' },
  ...{ '✓': 'passed', '✗': 'failed', '»': 'skipped', '✎': 'todo' },
};
// 1 state, 2 name, 3 duration, which has two decimals
const RESULT = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (.+?)(?: \[(\d+\.\d\d(?:ms|s))\])?$/;
const FILE = /^(?:::group::)?(\S[^:\n]*\.[cm]?[jt]sx?):$/;
// 1 number, 2 of what
const TOTAL = /^ ?(\d+) (pass|skip|todo|fail|errors?|filtered out)$/;
const ASIDE = /^ ?\d+ (?:expect\(\) calls|snapshots?\b.*)$|^ ?snapshots: /;
// 1 tests, 2 files, 3 duration
const END = /^Ran (\d+) tests? across (\d+) files?\. \[([\d.]+m?s)\]$/;
/** What was thrown: it stands above the line of its test, or below the heading of what broke outside of tests. */
const THROWN = /^(?:error|[A-Z]\w*(?:Error|Exception)): \S/;
const NOTHING =
  /^error: regex .* matched 0 tests\b|did not match any test files|^(?:error: )?(?:No tests found|0 test files matching)/;

type Totals = Readonly<Record<string, number>>;

class BunRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  #version: string | undefined;
  #file: string | undefined;
  /** The numbers that stand directly above the line at hand. */
  #above: Record<string, number> | undefined;
  #totals: Totals | undefined;
  #ran: { tests: number; files: number; seconds: number | undefined } | undefined;
  /** How many closing lines there were: a test may print one. */
  #ends = 0;
  #otherRed = false;
  /** Something else stands below the end. */
  #goesOn = false;
  #nothing = false;
  #bailed = false;
  #headers = 0;
  /** What was thrown first, behind the last result, and each stack. */
  #thrown: string | undefined;
  #stacks: string[][] = [];
  /** The file of something that broke outside of tests, whose words have not come yet. */
  #broken: { file?: string; heading: string } | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  line(line: string): void {
    const total = TOTAL.exec(line);
    if (total) {
      this.#above ??= {};
      this.#above[total[2] === 'errors' ? 'error' : total[2]!] = Number(total[1]);
      return;
    }
    if (ASIDE.test(line)) return;
    const end = END.exec(line);
    if (end) this.#end(end);
    else if (line) this.#other(line);
    this.#above = undefined;
  }

  #end([, tests, files, seconds]: RegExpExecArray): void {
    if (this.#totals?.fail || this.#totals?.error) this.#otherRed = true;
    this.#ends++;
    this.#goesOn = false;
    this.#totals = this.#above;
    this.#ran = { tests: Number(tests), files: Number(files), seconds: secondsOf(seconds!) };
  }

  #other(line: string): void {
    const version = /^bun test v(\d+\.\d+\.\d+)\S* \(/.exec(line)?.[1];
    const result = RESULT.exec(line);
    if (version) {
      this.#version = version;
      this.#headers++;
    } else if (result) this.#result(result);
    else if (line.startsWith('# Unhandled error between tests')) {
      this.#breaks();
      this.#broken = { ...(this.#file ? { file: this.#file } : {}), heading: line.slice(2) };
    } else if (THROWN.test(line) && !NOTHING.test(line)) {
      this.#collected.unparsed++;
      if (this.#broken) this.#breaks(line);
      else {
        this.#thrown ??= line;
        addStack(this.#stacks, []);
      }
    } else if (line.startsWith('Bailed out after ')) this.#bailed = true;
    else if (NOTHING.test(line)) this.#nothing = true;
    else {
      const file = FILE.exec(line)?.[1];
      const stack = this.#stacks.at(-1);
      if (stack) addPlace(stack, line);
      if (file === undefined) this.#collected.unparsed++;
      else this.#file = file;
    }
    // The rows of a table of what is covered may stand there.
    if (this.#ran && !version && !/^[ -]*\S*[ -]*\|/.test(line)) this.#goesOn ||= result !== null || FILE.test(line);
  }

  /** What broke outside of tests, by its own words or else by its heading. */
  #breaks(words?: string): void {
    if (!this.#broken) return;
    const { heading, ...place } = this.#broken;
    this.#collected.addProblem({ ...place, message: words ?? heading });
    this.#broken = undefined;
  }

  #result([, mark, name, seconds]: RegExpExecArray): void {
    this.#breaks();
    const state = STATES[mark!]!;
    const thrown = state === 'failed' && this.#thrown ? { message: this.#thrown, stacks: this.#stacks } : {};
    this.#thrown = undefined;
    this.#stacks = [];
    const took = seconds === undefined ? undefined : secondsOf(seconds);
    this.#collected.add({
      name: name!,
      ...(this.#file ? { file: this.#file } : {}),
      state,
      ...(took === undefined ? {} : { seconds: took }),
      ...thrown,
    });
  }

  report(): Report {
    this.#breaks();
    const collected = this.#collected;
    const { invocation, cut } = this.#capture;
    const names = collected.tally();
    const totals = this.#totals;
    const errors = Math.max(totals?.error ?? 0, collected.problems.length);
    // A file that did not load is among those that failed, and is no test.
    const failed = Math.max(names.failed, (totals?.fail ?? 0) - errors);
    const passed = totals ? (totals.pass ?? 0) : names.passed;
    const skipped = totals ? (totals.skip ?? 0) : names.skipped;
    const todo = totals ? (totals.todo ?? 0) : names.todo;
    const sum = passed + skipped + todo + (totals?.fail ?? 0);
    const isRed = failed > 0 || errors > 0 || this.#bailed;
    const doubts: Reason[] = [];
    const own = invocation.exitCode === 0;
    if (totals && this.#ran && sum !== this.#ran.tests) doubts.push('counts-disagree');
    if (!own && totals && names.passed > passed) doubts.push('counts-disagree');
    if (!own && (this.#goesOn || this.#otherRed || this.#ends > Math.max(1, this.#headers)))
      doubts.push('summary-not-last');
    if (!own && this.#ends > 0 && this.#ends < this.#headers) doubts.push('unfinished');
    const measured = invocation.words.includes('--coverage') || /^All files +\|/m.test(this.#capture.text);
    const isClosed = totals !== undefined && this.#ran !== undefined;
    return judge(
      {
        runner: 'bun',
        version: this.#version,
        collected,
        counts: {
          passed,
          failed,
          skipped,
          errors,
          total: passed + skipped + todo + Math.max(failed, totals?.fail ?? 0),
          ...(todo ? { todo } : {}),
          ...(this.#ran ? { files: this.#ran.files } : {}),
        },
        seconds: this.#ran?.seconds,
        failed: failed > 0 || this.#bailed,
        collectionFailed: errors > 0,
        nothingRan: !isRed && !cut && (this.#nothing || (isClosed && sum === 0)),
        onlySkipped: isClosed && !isRed && passed === 0 && skipped + todo > 0,
        somethingPassed: passed > 0,
        // Whether the coverage suffices is told by the exit code alone.
        closing: !isClosed ? 'none' : measured ? 'with-exit' : 'proof',
        doubts,
      },
      this.#capture,
    );
  }
}
