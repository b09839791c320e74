import { Collector } from '../../collect.js';
import { parseObject } from '../../formats/json-text.js';
import { readRustc } from '../../formats/rustc.js';
import { cutMarker } from '../../output/cut.js';
import type { Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { Events } from './events.js';
import { isSetup, readStart, readStatus } from './status.js';
import { Summaries } from './summaries.js';
import { readStress, readSummary, type Stress } from './summary.js';
import { SUSPECT, Verdicts } from './verdicts.js';

const LINE_CAP = 4_096;
const STARTING = /^ {4}Starting (\d+) tests? across \d+ binar(?:y|ies)(?: \((.*)\))?/;
const CANCEL = /^ {2,5}(?:Cancell?ing|Killing) due to ([\w ]+)/;
const OUTPUT_HEAD = /^(?: {2}(?:stdout|stderr|output) (?:─|-)|--- .*(?:STDOUT|STDERR|OUTPUT): )/;
const SETUP_FAILED = /FAIL|TMT|TIMEOUT|SIG|ABORT|LKFAIL/;
/** Subcommands that run no tests. */
const RUNS_NOTHING = /^(?:list|show-config|archive|self|help|replay|store|debug)$/;

/** Reads nextest's output line by line. */
export class NextestRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #verdicts = new Verdicts();
  readonly #events = new Events(this.#verdicts);
  readonly #summaries = new Summaries();
  #stress: Stress | undefined;
  /** With `--no-capture` tests are announced, and print anything before their status. */
  readonly #started = new Set<string>();
  /** The announcement of the test that runs may be missing. */
  #startUnseen = false;
  /** How many tests were announced. */
  #announced: number | undefined;
  /** Where what a test printed may stand. */
  #inOutput = false;
  #afterBlank = true;
  /** The compiler's lines and cargo's. */
  readonly #outside: string[] = [];
  #cancelled = false;
  #timedOut = false;
  #setupFailed = false;
  #noTests = false;
  #errors = 0;
  /** Something of nextest's own was there. */
  #seen = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  line(wide: string): void {
    if (wide.startsWith('{"') && this.#json(wide)) return;
    const line = wide.length > LINE_CAP ? wide.slice(0, LINE_CAP) : wide;
    if (cutMarker(line)) {
      this.#startUnseen = true;
      return;
    }
    if (!this.#start(line) && !this.#status(line) && !this.#frame(line)) this.#other(line);
    this.#afterBlank = line.trim() === '';
  }

  #json(line: string): boolean {
    const event = parseObject(line);
    if (event?.type === 'suite') this.#events.suite(event);
    else if (event?.type === 'test') this.#events.test(event);
    else {
      if (event?.reason === undefined) return false;
      this.#outside.push(line);
      return true;
    }
    this.#seen = true;
    return true;
  }

  #start(line: string): boolean {
    const test = readStart(line);
    if (test === undefined) return false;
    this.#seen = true;
    this.#started.add(test);
    this.#inOutput = true;
    this.#startUnseen = false;
    return true;
  }

  #status(line: string): boolean {
    const told = readStatus(line);
    if (!told) return false;
    const { status, state, binary, name } = told;
    if (isSetup(status)) {
      if (SETUP_FAILED.test(status)) this.#setupFailed = true;
      return true;
    }
    this.#seen = true;
    const isCaptured = !this.#started.size;
    if (!state) {
      if (this.#afterBlank && isCaptured) this.#inOutput = false;
      return true;
    }
    if (!this.#isAnnounced(`${binary} ${name}`)) return false;
    const suspicion = this.#inOutput && isCaptured ? (this.#afterBlank ? 1 : SUSPECT) : 0;
    if (this.#verdicts.add({ ...told, state, suspicion })) this.#inOutput = false;
    return true;
  }

  /** Behind the summary the failed tests are listed again, also those whose announcement was cut off. */
  #isAnnounced(test: string): boolean {
    return !this.#started.size || this.#started.has(test) || this.#startUnseen || !this.#summaries.isEmpty;
  }

  /** The lines around the tests. */
  #frame(line: string): boolean {
    if (!line.startsWith(' ')) return false;
    const starting = STARTING.exec(line);
    if (starting && this.#announced === undefined) {
      this.#seen = true;
      this.#announced = Number(starting[1]);
      return true;
    }
    const cancel = CANCEL.exec(line);
    if (cancel) {
      this.#cancelled = true;
      this.#inOutput = false;
      if (cancel[1]!.includes('global timeout')) this.#timedOut = true;
      return true;
    }
    return this.#summary(line);
  }

  #summary(line: string): boolean {
    const summary = readSummary(line);
    // Tests may print one too, and what they print may be shown again behind the run's own.
    if (summary && (this.#announced === undefined || summary.planned === this.#announced)) {
      if (summary.isFlaky) this.#collected.flaky = true;
      this.#summaries.add(summary, this.#inOutput);
      return true;
    }
    const stress = readStress(line);
    if (!stress) return false;
    this.#stress = stress;
    this.#inOutput = false;
    return true;
  }

  #other(line: string): void {
    if (OUTPUT_HEAD.test(line)) this.#inOutput = true;
    else if (this.#inOutput) this.#verdicts.describe(line);
    else {
      if (/^(?:error|warning): no tests to run/.test(line)) this.#noTests = true;
      // A rerun leaves tests for the next one that are not there to run.
      else if (/^warning: \d+ outstanding tests? still remains?\b/.test(line)) this.#cancelled = true;
      else if (/^error: (?!test run failed)/.test(line)) this.#errors++;
      this.#outside.push(line);
    }
  }

  report(): Report {
    const { cut, invocation } = this.#capture;
    const stress = this.#stress;
    const told = this.#summaries.chosen(this.#verdicts);
    const seen = this.#verdicts.addTo(this.#collected, told);
    const summary = told ?? this.#events.summary();
    const unbuilt = this.#unbuilt();
    const passed = summary?.passed ?? seen.passed;
    const failed = summary?.failed ?? seen.failed;
    const anyFailed = failed > 0 || seen.failed > 0 || (stress?.failed ?? 0) > 0 || this.#setupFailed;
    const unfinished =
      this.#cancelled || (summary !== undefined && summary.ran < summary.planned) || stress?.unfinished === true;
    const closed = summary !== undefined || stress !== undefined;
    const lists = this.#lists();
    const somethingPassed = passed > 0 || stress?.passed === true;
    const ranNone = !somethingPassed && failed === 0 && seen.failed === 0;
    const doubts: Reason[] = [];
    if (unfinished || this.#verdicts.lacks(this.#started)) doubts.push('unfinished');
    // A summary of a replay or of a log is no run.
    if (lists && !ranNone) doubts.push('unfinished');
    if (!anyFailed && this.#errors > 0 && unbuilt === 0) doubts.push('errors');
    if (this.#seen && !closed && !cut && invocation.view === 'whole') doubts.push('unfinished');
    return judge(
      {
        runner: 'nextest',
        collected: this.#collected,
        counts: {
          passed,
          failed,
          skipped: summary?.skipped ?? seen.skipped,
          errors: unbuilt + (this.#setupFailed ? 1 : 0),
          total: summary?.ran ?? passed + failed,
        },
        seconds: told?.seconds ?? stress?.seconds,
        failed: anyFailed,
        timedOut: this.#timedOut,
        buildFailed: unbuilt > 0,
        nothingRan: (this.#noTests || closed || lists) && ranNone && !unfinished && !anyFailed && unbuilt === 0,
        onlySkipped: false,
        somethingPassed,
        closing: closed ? 'proof' : 'none',
        doubts,
      },
      this.#capture,
    );
  }

  /** Whether the command runs no tests. */
  #lists(): boolean {
    const { words, times } = this.#capture.invocation;
    const subcommand = words.slice(words.indexOf('nextest') + 1).find((word) => !word.startsWith('-')) ?? '';
    // Of several commands, such as `archive` and `run`, only the first one's words are known.
    return times === 1 && (words.includes('--no-run') || RUNS_NOTHING.test(subcommand));
  }

  /** How many targets did not build; the compiler's errors become problems with their places. */
  #unbuilt(): number {
    if (this.#seen) return 0;
    const scratch = new Collector(this.#capture.input.root);
    const { loose, failed } = readRustc(this.#outside.join('\n'), scratch);
    if (!failed) {
      for (const message of loose) this.#collected.addProblem({ message });
      return 0;
    }
    for (const { severity, rule: _, ...issue } of scratch.issues)
      if (severity === 'error') this.#collected.addProblem(issue);
    return Math.max(1, scratch.found.error);
  }
}
