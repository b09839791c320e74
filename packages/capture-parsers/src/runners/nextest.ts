/**
 * `cargo nextest`: its human output at all status levels, its libtest-json lines, and its JUnit file shown on a
 * terminal. https://nexte.st/docs/reporting/, https://nexte.st/docs/machine-readable/libtest-json/
 */
import { cargoSubcommand } from '../cargo-command.js';
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import { type Json, parseObject } from '../json-text.js';
import { readJunit } from '../junit.js';
import { testName } from '../libtest.js';
import type { Reason, Report } from '../report.js';
import { type Capture, type Runner, splitAfter } from '../runner.js';
import { readRustc } from '../rustc.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';

export const nextest: Runner = {
  id: 'nextest',
  kind: 'test',
  starts: (words) => words[0] === 'cargo-nextest' || cargoSubcommand(words)?.name === 'nextest',
  signs:
    /^ *Nextest run ID |^ +Starting \d+ tests? across \d+ binar|^ {5}Summary \[ *[\d.]+s\] \d+(?:\/\d+)? (?:tests? run|stress run)|^<testsuites name="nextest-run"|^\{"type":"suite","event":"\w+",[^\n]{0,400}"nextest":/m,
  read(capture) {
    if (/<testsuites name="nextest-run"/.test(capture.text) && !SUMMARY_LINE.test(capture.text))
      return readJunit(capture, { runner: 'nextest', identify: ({ name = '' }) => ({ name }) });
    const run = new NextestRun(capture);
    eachLine(withoutHalfLine(capture), (line) => run.line(line), true);
    return run.report();
  },
  split: (text) => splitAfter(text, /^ {5}Summary \[.*$/gm),
};

/** A run that was cut off before its summary may have ended in the middle of a name. */
function withoutHalfLine({ text, invocation }: Capture): string {
  const whole = text.endsWith('\n') || invocation.view !== 'whole' || SUMMARY_LINE.test(text);
  return whole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

const LINE_CAP = 4_096;
const SUMMARY_LINE = /^ {5}Summary \[/m;
const SUMMARY = /^ {5}Summary \[ *([\d.]+)s\] (\d+)(?:\/(\d+))? tests? run: (.+)$/;
const STRESS = /^ {5}Summary \[ *([\d.]+)s\] (\d+)(?:\/(\d+))? stress run iterations?: (.+)$/;
const STARTING = /^ {4}Starting (\d+) tests? across \d+ binar(?:y|ies)(?: \((.*)\))?/;
const CANCEL = /^ {2,5}(?:Cancell?ing|Killing) due to ([\w ]+)/;
/** What follows the status: its time, which is `> 60.000s` while it runs, and the place in a stress run and in the run. */
const TIMED = /^\[(>?) *([\d.]*)s? *\] *(?:\[(\d+(?:\/\d+)?)\] )?(?:\([^()]{1,30}\) )? *(\S+) +(\S.*)$/;
const STARTED = /^ +START +(?:\[ *\] *)?(?:\[\d+(?:\/\d+)?\] )?(?:\([^()]{1,30}\) )? *(\S+) +(\S.*)$/;
/** The status stands right-aligned in twelve columns. */
const STATUS_END = 13;
const OUTPUT_HEAD = /^(?: {2}(?:stdout|stderr|output) (?:─|-)|--- .*(?:STDOUT|STDERR|OUTPUT): )/;

type State = 'passed' | 'failed' | 'skipped';

/** A status without `TRY 2 `, and what it says of the test; others are not final. */
const STATES: Readonly<Record<string, State>> = {
  PASS: 'passed',
  LEAK: 'passed',
  SLOW: 'passed',
  'TIMEOUT-PASS': 'passed',
  TMPASS: 'passed',
  'SLOW + LEAK': 'passed',
  'SLOW+TMPASS': 'passed',
  FLAKY: 'passed',
  BENCH: 'passed',
  SKIP: 'skipped',
  FAIL: 'failed',
  XFAIL: 'failed',
  'FAIL + LEAK': 'failed',
  'FL+LK': 'failed',
  'LEAK-FAIL': 'failed',
  LKFAIL: 'failed',
  TIMEOUT: 'failed',
  TMT: 'failed',
  ABORT: 'failed',
  'FLKY-FL': 'failed',
  'FLAKY-FAIL': 'failed',
};
const JSON_STATES: Readonly<Record<string, State>> = {
  ok: 'passed',
  failed: 'failed',
  ignored: 'skipped',
  timeout: 'failed',
};
const FAILED_STATUS = /^(?:SIG ?\w+|SEGV|ABRT|ABORT.*|JOB FAIL|JOBFAIL)$/;

function stateOf(status: string): State | undefined {
  const bare = status.replace(/^TRY \d+ /, '').replace(/ \d+\/\d+$/, '');
  return STATES[bare] ?? (FAILED_STATUS.test(bare) ? 'failed' : undefined);
}

interface Verdict {
  readonly name: string;
  readonly binary: string;
  readonly iteration: string;
  state: State;
  seconds: number | undefined;
  /**
   * From 0: how likely it is that a test printed this line. Older versions don't indent what tests print, and end it
   * with a blank line.
   */
  suspicion: number;
}

interface Summary {
  readonly ran: number;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
}

/** The summary of `--stress-count`, which counts whole iterations. */
interface Stress {
  readonly failed: number;
  readonly passed: boolean;
  readonly unfinished: boolean;
  readonly seconds: number;
}

class NextestRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #verdicts = new Map<string, Verdict>();
  /** With `--no-capture` tests are announced, and print anything before their status. */
  readonly #started = new Set<string>();
  /** The announcement of the test that runs may be missing. */
  #startUnseen = false;
  readonly #outside: string[] = [];
  #announced: number | undefined;
  #inOutput = false;
  #blank = true;
  #messageOf: string | undefined;
  readonly #messages = new Map<string, string>();
  /** All that look like it; older versions and `--no-capture` don't indent what tests print. */
  readonly #summaries: (Summary & { readonly inOutput: boolean })[] = [];
  #settled: Summary | undefined;
  #stress: Stress | undefined;
  #cancelled = false;
  #timedOut = false;
  #setupFailed = false;
  #noTests = false;
  #errors = 0;
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
    const isBlank = line.trim() === '';
    this.#read(line);
    this.#blank = isBlank;
  }

  #read(line: string): void {
    if (this.#status(line) || this.#frame(line)) return;
    if (OUTPUT_HEAD.test(line)) this.#inOutput = true;
    else if (this.#inOutput) this.#message(line);
    else this.#outsideLine(line);
  }

  /** A line with a status, a time, a binary and a test. */
  #status(line: string): boolean {
    const start = line.startsWith('  ') ? STARTED.exec(line) : null;
    if (start) {
      this.#seen = true;
      this.#started.add(`${start[1]} ${start[2]}`);
      this.#inOutput = true;
      this.#startUnseen = false;
      return true;
    }
    const at = line.indexOf('[');
    if (at !== STATUS_END && !(at > STATUS_END && at < 22 && /^[A-Z]/.test(line))) return false;
    const status = line.slice(0, at).trim();
    if (!/^[A-Z][A-Za-z0-9 +/-]*$/.test(status)) return false;
    const timed = TIMED.exec(line.slice(at));
    if (!timed) return false;
    if (status.startsWith('SETUP')) return this.#setup(status);
    const state = stateOf(status);
    const [, running, seconds, iteration = '', binary, name] = timed;
    if (!state && !/^(?:TERMINATING|RETRY|DELAY|TRY \d+ (?:SLOW|TRMNTG|START))/.test(status)) return false;
    this.#seen = true;
    if (running || !state) {
      if (this.#blank && !this.#started.size) this.#inOutput = false;
      return true;
    }
    if (!this.#isAnnounced(`${binary} ${name}`)) return false;
    const key = `${iteration.split('/')[0]}\0${binary}\0${name}`;
    const known = this.#verdicts.get(key);
    this.#messageOf = key;
    const below = this.#inOutput && !this.#started.size;
    const suspicion = Math.min(known?.suspicion ?? 2, below ? (this.#blank ? 1 : 2) : 0);
    if (suspicion < 2) this.#inOutput = false;
    this.#verdicts.set(key, {
      name: name!,
      binary: binary!,
      iteration,
      state,
      seconds: seconds ? Number(seconds) : undefined,
      suspicion,
    });
    return true;
  }

  /** Behind the summary the failed tests are listed again, also those whose announcement was cut off. */
  #isAnnounced(test: string): boolean {
    return !this.#started.size || this.#started.has(test) || this.#startUnseen || this.#summaries.length > 0;
  }

  #setup(status: string): boolean {
    if (/FAIL|TMT|TIMEOUT|SIG|ABORT|LKFAIL/.test(status)) this.#setupFailed = true;
    return true;
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
    const summary = SUMMARY.exec(line);
    if (summary) return this.#summarise(summary);
    const stress = STRESS.exec(line);
    if (!stress) return false;
    const unfinished = stress[3] !== undefined && stress[2] !== stress[3];
    const failed = countOf(stress[4]!, 'failed');
    if (failed + countOf(stress[4]!, 'passed') !== Number(stress[2])) return false;
    const passed = countOf(stress[4]!, 'passed') > 0;
    const cancelled = /cancelled/.test(stress[4]!);
    this.#stress = { failed, passed, unfinished: unfinished || cancelled, seconds: Number(stress[1]) };
    this.#inOutput = false;
    return true;
  }

  #summarise([, seconds, ran, planned, parts]: RegExpExecArray): boolean {
    // Tests may print one too, and what they print may be shown again behind the run's own.
    if (this.#announced !== undefined && Number(planned ?? ran) !== this.#announced) return false;
    // A line that was cut short could hide a failure.
    if (!/\d skipped$/.test(parts!.trimEnd())) return false;
    const failed = ['failed', 'exec failed', 'timed out'].reduce((sum, word) => sum + countOf(parts!, word), 0);
    const passed = countOf(parts!, 'passed');
    const skipped = countOf(parts!, 'skipped');
    const summary = { ran: Number(ran), planned: Number(planned ?? ran), passed, failed, skipped };
    if (/\([^()]*\bflaky\b/.test(parts!) && !/\bflaky-fail/i.test(parts!)) this.#collected.flaky = true;
    this.#summaries.push({ ...summary, seconds: Number(seconds), inOutput: this.#inOutput });
    this.#settled = undefined;
    return true;
  }

  /** The one outside the tests' words, or that agrees with all tests that were named, or else the worst. */
  get #summary(): Summary | undefined {
    if (this.#settled) return this.#settled;
    const outside = this.#summaries.find(({ inOutput }) => !inOutput);
    const told = [...this.#verdicts.values()].filter(({ suspicion }) => suspicion < 2);
    const failed = told.filter(({ state }) => state === 'failed').length;
    const passed = told.filter(({ state }) => state === 'passed').length;
    const agreeing = this.#summaries.find((one) => one.failed === failed && one.passed === passed);
    const worst = this.#summaries.reduce<Summary | undefined>(
      (most, one) => (!most || one.failed >= most.failed ? one : most),
      undefined,
    );
    this.#settled = outside ?? agreeing ?? worst;
    return this.#settled;
  }

  #message(line: string): void {
    if (this.#messageOf === undefined) return;
    const before = this.#messages.get(this.#messageOf) ?? '';
    if (before.length < 2_000) this.#messages.set(this.#messageOf, `${before}${line.trim()}\n`);
  }

  #outsideLine(line: string): void {
    if (/^(?:error|warning): no tests to run/.test(line)) this.#noTests = true;
    // A rerun leaves tests for the next one that are not there to run.
    else if (/^warning: \d+ outstanding tests? still remains?\b/.test(line)) this.#cancelled = true;
    else if (/^error: (?!test run failed)/.test(line)) this.#errors++;
    this.#outside.push(line);
  }

  /** libtest's JSON; the names carry the binary: `crate::binary$path::of::test`. */
  #json(line: string): boolean {
    const event = parseObject(line);
    if (!event) return false;
    if (event.type !== 'suite' && event.type !== 'test') {
      if (event.reason === undefined) return false;
      this.#outside.push(line);
      return true;
    }
    this.#seen = true;
    if (event.type === 'suite') return this.#jsonSuite(event);
    if (typeof event.name !== 'string') return true;
    const at = event.name.indexOf('$');
    const [binary, name] = [event.name.slice(0, Math.max(at, 0)), event.name.slice(at + 1).replace(/#\d+$/, '')];
    const state = JSON_STATES[String(event.event)];
    if (!state) return true;
    const seconds = typeof event.exec_time === 'number' ? event.exec_time : undefined;
    const key = `\0${binary}\0${name}`;
    this.#suites[state]++;
    this.#verdicts.set(key, { name, binary, iteration: '', state, seconds, suspicion: 0 });
    if (state === 'failed' && typeof event.stdout === 'string') this.#messages.set(key, event.stdout);
    return true;
  }

  /** A suite with ignored tests is told of in parts, each of which counts the ignored ones again. */
  readonly #suites = { open: 0, passed: 0, failed: 0, skipped: 0 };

  #jsonSuite({ event }: Json): true {
    this.#suites.open += event === 'started' ? 1 : -1;
    return true;
  }

  report(): Report {
    const { invocation, cut } = this.#capture;
    const seen = this.#collect();
    const summary = this.#summary ?? this.#fromJson();
    const built = this.#build();
    const passed = summary?.passed ?? seen.passed;
    const failed = summary?.failed ?? seen.failed;
    const skipped = summary?.skipped ?? seen.skipped;
    const anyFailed = failed > 0 || seen.failed > 0 || (this.#stress?.failed ?? 0) > 0 || this.#setupFailed;
    const unfinished =
      this.#cancelled || (summary !== undefined && summary.ran < summary.planned) || this.#stress?.unfinished === true;
    const ended = new Set([...this.#verdicts.values()].map(({ binary, name }) => `${binary} ${name}`));
    const hanging = [...this.#started].some((test) => !ended.has(test));
    const closed = summary !== undefined || this.#stress !== undefined;
    // Of several commands, such as `archive` and `run`, only the first one's words are known.
    const lists =
      invocation.times === 1 &&
      (invocation.words.includes('--no-run') ||
        /^(?:list|show-config|archive|self|help|replay|store|debug)$/.test(subcommandOf(invocation.words)));
    const somethingPassed = passed > 0 || this.#stress?.passed === true;
    const ranNone = !somethingPassed && failed === 0 && seen.failed === 0;
    const doubts: Reason[] = [];
    if (unfinished || hanging) doubts.push('unfinished');
    // A summary of a replay or of a log is no run.
    if (lists && !ranNone) doubts.push('unfinished');
    if (!anyFailed && this.#errors > 0 && built === 0) doubts.push('errors');
    const stoppedEarly = this.#seen && !closed && !cut && invocation.view === 'whole';
    if (stoppedEarly) doubts.push('unfinished');
    const errors = built + (this.#setupFailed ? 1 : 0);
    return judge(
      {
        runner: 'nextest',
        collected: this.#collected,
        counts: { passed, failed, skipped, errors, total: summary?.ran ?? passed + failed },
        seconds: this.#summary?.seconds ?? this.#stress?.seconds,
        failed: anyFailed,
        timedOut: this.#timedOut,
        buildFailed: built > 0,
        nothingRan: (this.#noTests || closed || lists) && ranNone && !unfinished && !anyFailed && built === 0,
        onlySkipped: false,
        somethingPassed,
        closing: closed ? 'proof' : 'none',
        doubts,
      },
      this.#capture,
    );
  }

  /** The totals of the JSON lines, once every suite has ended. */
  #fromJson(): Summary | undefined {
    const { open, passed, failed, skipped } = this.#suites;
    if (open !== 0 || passed + failed + skipped === 0) return undefined;
    const ran = passed + failed;
    return { ran, planned: ran, passed, failed, skipped, seconds: 0 };
  }

  #collect(): Record<'passed' | 'failed' | 'skipped', number> {
    const seen = { passed: 0, failed: 0, skipped: 0 };
    for (const [key, { name, binary, state, seconds }] of this.#believed()) {
      seen[state]++;
      const message = state === 'failed' ? this.#messages.get(key) : undefined;
      this.#collected.add({
        name: testName(name),
        ...(binary ? { package: binary } : {}),
        state,
        ...(seconds === undefined ? {} : { seconds }),
        ...(message ? { message } : {}),
      });
    }
    return seen;
  }

  /** Where there are more of a kind than the summary allows, tests have printed the least likely ones. */
  #believed(): [string, Verdict][] {
    let all = [...this.#verdicts];
    const summary = this.#summary;
    // Without totals, nothing that stood among a test's own words is believed.
    if (!summary) return all.filter(([, { suspicion }]) => suspicion < 2);
    for (const limit of [2, 1]) {
      const found = { passed: 0, failed: 0, skipped: 0 };
      for (const [, { state }] of all) found[state]++;
      all = all.filter(([, { state, suspicion }]) => suspicion < limit || found[state] <= summary[state]);
    }
    return all;
  }

  /** How many targets did not build; the compiler's errors become problems with their places. */
  #build(): number {
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

const SUMMARY_CAP = 300;

/** The number before a word of the summary: `2 failed`, `1 exec failed`. */
function countOf(parts: string, word: string): number {
  const part = parts
    .slice(0, SUMMARY_CAP)
    .split(/, (?![^(]*\))/)
    .find((one) => new RegExp(`^\\d+ ${word}(?: \\(|;|\\s*$)`).test(one));
  return part === undefined ? 0 : Number.parseInt(part, 10);
}

function subcommandOf(words: readonly string[]): string {
  const at = words.indexOf('nextest');
  return words.slice(at + 1).find((word) => !word.startsWith('-')) ?? '';
}
