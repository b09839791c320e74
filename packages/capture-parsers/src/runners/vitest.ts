/**
 * Vitest 3 to 5: the default, verbose, tree, dot and minimal (agent) reporters, JSON and JUnit XML.
 * https://vitest.dev/guide/reporters
 */
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import { readJunit } from '../junit.js';
import type { Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { eachLine, secondsOf } from '../text.js';
import { judge } from '../verdict.js';

const SIGNS =
  /^ *(?:RUN|DEV) {2}v\d+\.\d+|^ Test Files {2}(?:\d+ (?:passed|failed|skipped)|no tests)|<testsuites\b[^<>]{0,500}\bname="vitest tests"|^\{"numTotalTestSuites":\d+,(?![^\n]*"numRuntimeErrorTestSuites")|^No test files found, exiting with code [01]$/m;

export const vitest: Runner = {
  id: 'vitest',
  kind: 'test',
  starts(words) {
    if (!/^vitest(?:@\S*|\.mjs)?$/.test(words[0] ?? '')) return false;
    return !words.includes('--version') && !words.includes('-v');
  },
  signs: SIGNS,
  read(capture) {
    if (/<testsuites\b[^<>]{0,500}\bname="vitest tests"/.test(capture.text)) {
      return readJunit(capture, {
        runner: 'vitest',
        identify: ({ name = '', classname }) => (classname ? { name, file: classname } : { name }),
      });
    }
    const json = readJson(capture);
    if (json) return json;
    const run = new VitestRun(capture);
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const HEADER = /^ *(RUN|DEV) {2}v(\d+\.\d+\S*)/;
const FILE = /^ ([✓√❯×↓✗]) {1,2}(?:\|([^|]+)\| )?(.+?) \((\d+) tests?((?: \| \d+ [a-z]+)*)\)(.*)$/;
const MARKS: Record<string, TestState> = {
  '✓': 'passed',
  '√': 'passed',
  '×': 'failed',
  '✗': 'failed',
  '↓': 'skipped',
  '□': 'todo',
};
const TOTAL = /^ *(Test Files|Tests|Type Errors|Errors|Snapshots|Start at|Duration) {2}(.*)$/;

interface Totals {
  files?: Readonly<Record<string, number>>;
  tests?: Readonly<Record<string, number>>;
  /** Unhandled errors, and type errors of `--typecheck`. */
  errors: number;
  seconds?: number | undefined;
  /** The lines after the totals, which a test that prints totals seldom has. */
  ended: boolean;
}

interface Branch {
  readonly depth: number;
  readonly title: string;
  readonly mark: string;
  readonly seconds: number | undefined;
}

class VitestRun {
  readonly #capture: Capture;
  readonly #collected = new Collector();
  #version: string | undefined;
  #watch = false;
  #headers = 0;
  #summaries = 0;
  #totals: Totals | undefined;
  #otherRed = false;
  #noFiles = false;
  #crashed = false;
  #file: string | undefined;
  #branches: Branch[] = [];
  #section = '';
  #message: { name: string; file: string } | undefined;
  #unloaded = new Set<string>();
  #failedNames = 0;
  #trouble = false;
  #fileLines = 0;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  line(line: string): void {
    if (!line.trim() || cutMarker(line)) return;
    const header = HEADER.exec(line);
    if (header) {
      this.#version ??= header[2];
      this.#headers++;
      this.#watch ||= header[1] === 'DEV';
      return;
    }
    const total = TOTAL.exec(line);
    if (total && this.#total(total[1]!, total[2]!.trim())) return;
    if (/^No test files found, exiting with code/.test(line)) this.#noFiles = true;
    else if (/Waiting for file changes/.test(line)) this.#watch = true;
    else if (/^⎯{3,} ?(.+?) ?⎯{3,}$/.test(line) && !/\[\d+\/\d+\]/.test(line)) this.#enter(line);
    else if (DEATH.test(line)) this.#crashed = true;
    else if (/^ERROR: Coverage for |^Vitest caught \d+ unhandled error/.test(line)) this.#trouble = true;
    else if (/^ ?FAIL {2}/.test(line)) this.#failure(line);
    else if (!this.#section && this.#treeLine(line)) return;
    else if (this.#message) this.#describe(line);
    else this.#collected.unparsed++;
  }

  #enter(line: string): void {
    this.#endTree();
    this.#section = line.replace(/⎯/g, '').trim();
    this.#message = undefined;
    if (/^(?:Unhandled Errors?|Startup Error|Unhandled Source Errors?|Failed to start)/.test(this.#section))
      this.#trouble = true;
  }

  #total(what: string, text: string): boolean {
    if (what === 'Test Files') {
      const files = readParts(text);
      if (!files) return false;
      if (this.#totals && isRed(this.#totals)) this.#otherRed = true;
      this.#summaries++;
      this.#totals = { files, errors: 0, ended: false };
      this.#endTree();
      this.#section = '';
      this.#message = undefined;
      return true;
    }
    const totals = this.#totals;
    if (!totals) return what !== 'Tests' && what !== 'Errors';
    if (what === 'Tests') {
      const tests = readParts(text);
      if (tests) totals.tests = tests;
    } else if (what === 'Type Errors' || what === 'Errors') totals.errors += Number(/^(\d+) /.exec(text)?.[1] ?? 0);
    else if (what === 'Duration') {
      totals.seconds = secondsOf(text.replace(/ \(.*$/, ''));
      totals.ended = true;
    }
    return true;
  }

  /** ` FAIL  a.test.ts > suite > name`, or ` FAIL  a.test.ts [ a.test.ts ]` for a file that did not load. */
  #failure(line: string): void {
    this.#endTree();
    const text = line.replace(/^ ?FAIL {2}(?:\|[^|]+\| )?/, '').trimEnd();
    const unloaded = /^(\S.*?) \[ .* \]$/.exec(text)?.[1];
    this.#message = undefined;
    if (unloaded !== undefined) {
      this.#unloaded.add(unloaded);
      this.#collected.addFile({ name: unloaded, state: 'error' });
      this.#message = { name: '', file: unloaded };
      return;
    }
    const at = text.indexOf(' > ');
    if (at < 0) return;
    const file = text.slice(0, at);
    const name = text.slice(at + 3);
    this.#collected.addFile({ name: file, state: 'failed' });
    // A suite's own failure is a hook's: its tests are listed apart, as skipped.
    if (/^Failed Suites/.test(this.#section)) return;
    this.#failedNames++;
    this.#collected.add({ name, file, state: 'failed' });
    this.#message = { name, file };
  }

  /** The first line after a failure is its message, a later one its place. */
  #describe(line: string): void {
    const { name, file } = this.#message!;
    const place = /^ ❯ (\S+?):(\d+):(\d+)$/.exec(line);
    if (place && name === '') {
      const problem = this.#collected.problems.pop();
      this.#collected.addProblem({
        file: place[1]!,
        line: Number(place[2]),
        column: Number(place[3]),
        message: problem?.message ?? '',
      });
      this.#message = undefined;
    } else if (/^[A-Za-z][\w.]*(?:Error|Exception)?\b[^:]*: /.test(line)) {
      if (name === '') this.#collected.addProblem({ file, message: line });
      else {
        this.#collected.add({ name, file, state: 'failed', message: line });
        this.#message = undefined;
      }
    }
  }

  /** A line of the list of files and tests; false if it is none. */
  #treeLine(line: string): boolean {
    if (line[0] !== ' ') return false;
    const file = FILE.exec(line);
    if (file) {
      this.#endTree();
      const [, mark, , name, count, parts] = file;
      this.#file = name!;
      this.#fileLines++;
      const failed = mark === '×' || mark === '✗' || mark === '❯' || parts!.includes(' failed');
      this.#collected.addFile({
        name: name!,
        state: failed ? (count === '0' ? 'error' : 'failed') : mark === '↓' ? 'skipped' : 'passed',
      });
      return true;
    }
    const leaf = /^( +)([✓√×✗↓□❯]) (.+)$/.exec(line);
    if (!leaf) {
      if (/^ +→ /.test(line)) return true;
      return false;
    }
    const depth = leaf[1]!.length;
    const { title, seconds } = splitTime(leaf[3]!);
    if (depth === 1) {
      // The verbose reporter names the file on every line.
      const text = title.replace(/^\|[^|]+\| /, '');
      const at = text.indexOf(' > ');
      const state = MARKS[leaf[2]!];
      if (at < 0 || !state) return false;
      const name = text.slice(at + 3);
      this.#collected.add({ name, file: text.slice(0, at), state, ...(seconds === undefined ? {} : { seconds }) });
      this.#collected.addFile({ name: text.slice(0, at), state: state === 'failed' ? 'failed' : 'passed' });
      return true;
    }
    if (this.#file === undefined) return false;
    this.#endBranch(depth);
    if (this.#branches.length < 200) this.#branches.push({ depth, title, mark: leaf[2]!, seconds });
    return true;
  }

  /** A branch with nothing deeper after it is a test; with something deeper it is a suite. */
  #endBranch(depth: number): void {
    const last = this.#branches.at(-1);
    if (last && last.depth >= depth) {
      const state = MARKS[last.mark];
      if (state && this.#file !== undefined) {
        const name = this.#branches.map((branch) => branch.title).join(' > ');
        this.#collected.add({
          name,
          file: this.#file,
          state,
          ...(last.seconds === undefined ? {} : { seconds: last.seconds }),
        });
      }
    } else if (last) {
      // The list grows deeper, so the last branch is a suite; `(8)` behind it counts its tests.
      this.#branches[this.#branches.length - 1] = { ...last, title: last.title.replace(/ \(\d+\)$/, '') };
    }
    while (this.#branches.length && this.#branches.at(-1)!.depth >= depth) this.#branches.pop();
  }

  #endTree(): void {
    this.#endBranch(0);
    this.#branches = [];
    this.#file = undefined;
  }

  report(): Report {
    this.#endTree();
    const { invocation, cut } = this.#capture;
    const totals = this.#totals;
    const names = this.#collected.tally();
    const tests = totals?.tests;
    const passed = tests ? (tests.passed ?? 0) : names.passed;
    const failed = Math.max(tests ? (tests.failed ?? 0) : names.failed, tests ? 0 : this.#failedNames);
    const skipped = tests ? (tests.skipped ?? 0) : names.skipped;
    const todo = tests ? (tests.todo ?? 0) : names.todo;
    const xfailed = tests?.['expected fail'] ?? 0;
    const failedFiles = totals?.files?.failed ?? 0;
    const errors = Math.max(this.#unloaded.size, failed === 0 ? failedFiles : 0) + (totals?.errors ?? 0);
    const counted = passed + failed + skipped + todo + xfailed;
    const nothing =
      this.#noFiles ||
      (totals !== undefined && counted === 0 && failedFiles === 0) ||
      ['list', 'bench', 'init'].includes(invocation.words[1] ?? '');
    const red = failed > 0 || failedFiles > 0 || errors > 0;
    return judge(
      {
        runner: 'vitest',
        version: this.#version,
        collected: this.#collected,
        counts: {
          passed,
          failed,
          skipped: skipped,
          errors,
          total: tests?.total ?? counted,
          ...(xfailed ? { xfailed } : {}),
          ...(todo ? { todo } : {}),
          ...(totals?.files?.total === undefined ? {} : { files: totals.files.total }),
        },
        seconds: totals?.seconds,
        failed:
          failed > 0 ||
          (totals?.errors ?? 0) > 0 ||
          (failedFiles > 0 && this.#unloaded.size === 0 && !this.#onlyUnloaded()),
        collectionFailed: errors > 0 && (this.#unloaded.size > 0 || failedFiles > 0),
        crashed: this.#crashed && (!totals?.ended || totals.errors > 0),
        nothingRan: nothing && !red && !cut,
        onlySkipped: totals !== undefined && !red && passed + xfailed === 0 && skipped + todo > 0,
        somethingPassed: passed + xfailed > 0,
        closing:
          totals?.tests && totals.ended
            ? 'proof'
            : totals?.tests && invocation.exitCode === 0 && !cut
              ? 'with-exit'
              : 'none',
        doubts: this.#doubts(totals),
      },
      this.#capture,
    );
  }

  /** Whether every file that is listed as failed has no test at all. */
  #onlyUnloaded(): boolean {
    const failed = [...this.#collected.files.values()].filter(({ state }) => state === 'failed' || state === 'error');
    return failed.length > 0 && failed.every(({ state }) => state === 'error');
  }

  #doubts(totals: Totals | undefined): Reason[] {
    const doubts: Reason[] = [];
    const { invocation } = this.#capture;
    const own = invocation.exitCode === 0;
    if (this.#watch) doubts.push('watch-mode');
    if (!totals) return doubts;
    if (!own && this.#summaries < Math.max(this.#headers, invocation.times)) doubts.push('unfinished');
    if (totals.errors > 0 || (this.#trouble && !own)) doubts.push('errors');
    if (!adds(totals.files) || !adds(totals.tests)) doubts.push('counts-disagree');
    const files = totals.files?.total ?? 0;
    if (!own && this.#summaries === 1 && this.#fileLines > files) doubts.push('counts-disagree');
    if (!own && ((this.#otherRed && this.#headers !== 1) || this.#failedNames > (totals.tests?.failed ?? 0)))
      doubts.push('summary-not-last');
    if (!own && invocation.view === 'head') doubts.push('exit-hidden');
    return doubts;
  }
}

const DEATH =
  /^(?:(?:Caused by: )?Error: Worker (?:terminated|exited unexpectedly)|FATAL ERROR: |Error: \[vitest-pool\]: |Segmentation fault|Killed\b|Aborted\b|node:internal\/process\/promises|Error: Channel closed)/;

function isRed(totals: Totals): boolean {
  return Boolean(totals.files?.failed || totals.tests?.failed || totals.errors);
}

/** Whether the parts of a total add up to the number in brackets, which a made-up line seldom gets right. */
function adds(parts: Readonly<Record<string, number>> | undefined): boolean {
  if (!parts) return true;
  let sum = 0;
  for (const [word, value] of Object.entries(parts)) if (word !== 'total') sum += value;
  return sum === parts.total;
}

/** `1 failed | 2 passed (3)` by word, with the number in brackets as `total`; `no tests` is empty. */
function readParts(text: string): Record<string, number> | undefined {
  if (text === 'no tests') return { total: 0 };
  const match = /^(.+) \((\d+)\)$/.exec(text);
  if (!match) return undefined;
  const parts: Record<string, number> = { total: Number(match[2]) };
  for (const part of match[1]!.split(' | ')) {
    const [, value, word] = /^(\d+) ([a-z ]{1,30})$/.exec(part) ?? [];
    if (word === undefined || word === 'total') return undefined;
    parts[word] = Number(value);
  }
  return parts;
}

/** A title without the remarks behind it: duration, retries, heap. */
function splitTime(text: string): { title: string; seconds: number | undefined } {
  let title = text.trimEnd().replace(/ \d+ MB heap used$/, '');
  const time = / (\d+(?:\.\d+)?m?s)$/.exec(title)?.[1];
  if (time) title = title.slice(0, -time.length - 1);
  title = title.replace(/ \((?:retry|repeat) x\d+(?:, (?:retry|repeat) x\d+)?\)$/, '');
  return { title, seconds: time === undefined ? undefined : secondsOf(time) };
}

/** The JSON reporter's object on standard output, if that is what the text holds. */
function readJson(capture: Capture): Report | undefined {
  const start = capture.text.search(/^\{"numTotalTestSuites":/m);
  if (start < 0) return undefined;
  const collected = new Collector();
  const end = capture.text.indexOf('\n', start);
  const body =
    parseObject(capture.text.slice(start, end < 0 ? undefined : end)) ?? parseObject(capture.text.slice(start));
  let unloaded = 0;
  for (const file of asList(body?.testResults)) {
    const name = typeof file.name === 'string' ? file.name : '';
    const assertions = asList(file.assertionResults);
    const lost = file.status === 'failed' && assertions.length === 0;
    if (lost) {
      unloaded++;
      if (typeof file.message === 'string') collected.addProblem({ file: name, message: file.message });
    }
    collected.addFile({ name, state: lost ? 'error' : file.status === 'failed' ? 'failed' : 'passed' });
    for (const test of assertions) {
      const titles = [...(Array.isArray(test.ancestorTitles) ? test.ancestorTitles : []), test.title].map(String);
      const state = JSON_STATES[String(test.status)];
      const message =
        Array.isArray(test.failureMessages) && test.failureMessages.length
          ? { message: String(test.failureMessages[0]) }
          : {};
      const seconds = typeof test.duration === 'number' ? { seconds: test.duration / 1000 } : {};
      if (state) collected.add({ name: titles.filter(Boolean).join(' > '), file: name, state, ...seconds, ...message });
    }
  }
  const number = (key: string) => (typeof body?.[key] === 'number' ? (body[key] as number) : 0);
  const [passed, failed, skipped, todo] = ['numPassedTests', 'numFailedTests', 'numPendingTests', 'numTodoTests'].map(
    number,
  ) as [number, number, number, number];
  const total = number('numTotalTests');
  const doubts: Reason[] = [];
  if (body && body.success !== true && failed === 0 && unloaded === 0 && total > 0) doubts.push('errors');
  if (body && passed + failed + skipped + todo !== total) doubts.push('counts-disagree');
  return judge(
    {
      runner: 'vitest',
      collected,
      counts: {
        passed,
        failed,
        skipped,
        errors: unloaded,
        total,
        ...(todo ? { todo } : {}),
        ...(body ? { files: asList(body.testResults).length } : {}),
      },
      failed: failed > 0,
      collectionFailed: unloaded > 0,
      nothingRan: body !== undefined && total === 0,
      onlySkipped: passed === 0 && failed === 0 && skipped + todo > 0,
      somethingPassed: passed > 0,
      closing: body ? 'proof' : 'none',
      doubts: body ? doubts : ['unfinished'],
    },
    capture,
  );
}

const JSON_STATES: Record<string, TestState> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
};

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function asList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
