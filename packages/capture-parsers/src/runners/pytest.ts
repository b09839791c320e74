/**
 * pytest: terminal output at any verbosity, with and without xdist, and JUnit XML.
 * https://docs.pytest.org/en/stable/how-to/output.html
 */
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import { readJunit } from '../junit.js';
import type { Counts, Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';

const SHORT =
  /^(?:=+ )?(?:\d+ [a-z][a-z ]*, ){0,9}\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|subtests passed|rerun)(?:, \d+ [a-z][a-z ]*){0,9} in \d+(?:\.\d+)?(?:s| seconds)\b|^no tests (?:ran|collected) in [\d.]+s|^(?:no|\d+)(?:\/\d+)? tests? collected\b/m;
const SIGNS = new RegExp(
  `${/^=+ test session starts =+$|^=+ (?:short test summary info|no tests ran in [\d.]+s.*) =+$|<testsuite\b[^<>]{0,500}\bname="pytest"|^INTERNALERROR> /.source}|${SHORT.source}`,
  'm',
);

export const pytest: Runner = {
  id: 'pytest',
  kind: 'test',
  starts(words) {
    const [name = '', second, third] = words;
    if (/^(?:pytest|py\.test|pytest-3)(?:@\S*)?$/.test(name)) return !words.includes('--version');
    return name === 'coverage' && second === 'run' && (third === 'pytest' || words.includes('pytest'));
  },
  signs: SIGNS,
  read(capture) {
    if (/<testsuite\b[^<>]{0,500}\bname="pytest"/.test(capture.text)) return readJunit(capture, { runner: 'pytest' });
    const run = new PytestRun(capture);
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const SECTION = /^=+ (.+?) =+$/;
const SECTIONS = new Set(['ERRORS', 'FAILURES', 'PASSES', 'warnings summary', 'short test summary info']);
const TITLE = /^_{2,} (.+) _{2,}$/;
const COLLECTED = /^(?:collecting .*?)?collected (\d+) items?(.*)$/;
const WORKERS = /^(?:\d+ workers \[(\d+) items?\]|gw\d+ \[(\d+)\](?: \/ gw\d+ \[\d+\])*)\s*$/;
const STATUS_WORDS = [
  'PASSED',
  'FAILED',
  'ERROR',
  'SKIPPED',
  'XFAIL',
  'XPASS',
  'RERUN',
  'SUBPASSED',
  'SUBPASS',
  'SUBFAILED',
  'SUBFAIL',
  'SUBSKIPPED',
  'SUBSKIP',
];
const STATES: Record<string, TestState> = {
  PASSED: 'passed',
  FAILED: 'failed',
  ERROR: 'error',
  SKIPPED: 'skipped',
  XFAIL: 'xfailed',
  XPASS: 'xpassed',
};
const PLACE = /^(\S[^:]*\.pyi?):(\d+): (?:in |([A-Z]\w*(?:Error|Exception|Interrupt|Warning)?)\b)/;
/** The end of the process: what comes after it was not written by pytest, so a summary after it denies it. */
const DEATH = /Fatal Python error: |^(?:Segmentation fault|Aborted\b|Killed\b)/;
/** What pytest itself says about an end before its time, also with a summary after it. */
const BROKEN_OFF =
  /^(?:INTERNALERROR> |worker 'gw\d+' crashed|\[gw\d+\] node down: |!+ (?:KeyboardInterrupt|_pytest\.outcomes\.Exit|xdist\.dsession\.Interrupted: .*crashed).* !+$)/;
const TIMEOUT = /^(?:E +)?(?:Failed: Timeout \(?>|\+{5,} Timeout \+{5,}$)/;

interface Summary {
  readonly counts: Readonly<Record<string, number>>;
  readonly seconds?: number;
  readonly framed: boolean;
}

class PytestRun {
  readonly #collected = new Collector();
  readonly #capture: Capture;
  #version: string | undefined;
  #section = 'start';
  #summary: Summary | undefined;
  #redSummary = false;
  #summaries = 0;
  #afterSummary = 0;
  #items: number | undefined;
  #deselected = 0;
  #collectSkips = 0;
  #sessions = 0;
  #died = false;
  #brokenOff = false;
  #timedOut = false;
  #usage = false;
  /** Signs that something did not load, and how many files are headed so. */
  #broken = 0;
  #unloaded = 0;
  #nothing = false;
  #interrupted = false;
  #failureTitles = 0;
  #progress = { passed: 0, failed: 0, skipped: 0, errors: 0, xfailed: 0, xpassed: 0 };
  #lastPercent = false;
  #subtests = false;
  #shortNames: { name: string; state: TestState; message?: string }[] = [];
  #waiting: string | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  line(line: string): void {
    if (!line.trim()) return;
    const summary = readSummary(line);
    // Where pytest prints the heading of the session it frames its last line too.
    if (summary && (summary.framed || this.#sessions === 0)) {
      if (isRed(summary)) this.#redSummary = true;
      this.#summary = summary;
      this.#summaries++;
      this.#afterSummary = 0;
      this.#section = 'end';
      this.#died = false;
      return;
    }
    if (cutMarker(line)) {
      if (this.#section !== 'end') this.#section = 'progress';
      return;
    }
    this.#afterSummary++;
    if (line[0] === '=' || line[0] === '!') {
      const title = SECTION.exec(line)?.[1];
      if (title !== undefined) {
        this.#enter(title);
        return;
      }
    }
    if (DEATH.test(line)) {
      if (this.#section === 'progress') this.#progressLine(line);
      this.#die(line);
      return;
    }
    if (BROKEN_OFF.test(line)) {
      this.#brokenOff = true;
      return;
    }
    if (TIMEOUT.test(line)) this.#timedOut = true;
    if (/^!+ .+ !+$/.test(line)) {
      this.#interrupted = true;
      if (/ errors? during collection /.test(line)) this.#broken++;
      return;
    }
    if (
      /^(?:ERROR: |pytest: error: |\S+: error: )/.test(line) ||
      line.startsWith('ImportError while loading conftest')
    ) {
      this.#usageError(line);
      return;
    }
    switch (this.#section) {
      case 'start':
      case 'progress':
        this.#progressLine(line);
        break;
      case 'ERRORS':
      case 'FAILURES':
        this.#failureLine(line);
        break;
      case 'short test summary info':
        this.#shortLine(line);
        break;
      case 'end':
        // Progress after the totals: a test printed them, and the session went on.
        if (readDots(line)) this.#section = 'progress';
        else this.#collected.unparsed++;
        break;
      default:
        this.#collected.unparsed++;
    }
  }

  /** The process ended here, and with it the test whose name stands without a status. */
  #die(line: string): void {
    this.#died = true;
    if (this.#waiting === undefined) return;
    const file = this.#waiting.slice(0, this.#waiting.indexOf('::'));
    this.#collected.add({ name: this.#waiting, file, state: 'failed', message: line });
    this.#addFile(file, 'failed');
    this.#waiting = undefined;
  }

  #enter(title: string): void {
    if (title === 'test session starts') {
      this.#sessions++;
      this.#section = 'progress';
      // A second session is a second run; the first one's totals are the first summary's.
      return;
    }
    if (this.#section === 'end' && !SECTIONS.has(title)) return;
    this.#section = title;
    // What a test printed can look like this section too; the runner's own is the last.
    if (title === 'short test summary info') this.#shortNames = [];
  }

  #usageError(line: string): void {
    const message = line.replace(/^ERROR: /, '');
    if (
      /file or directory not found|not found: |no module named|while loading conftest|could not load|error importing/i.test(
        message,
      )
    ) {
      this.#broken++;
      this.#unloaded++;
    }
    this.#usage = true;
    const conftest = /conftest '([^']+)'/.exec(line)?.[1];
    this.#collected.addProblem({ ...(conftest === undefined ? {} : { file: conftest }), message });
  }

  #progressLine(line: string): void {
    const version = /^platform .*\bpytest-(\d[\w.]*)/.exec(line)?.[1];
    if (version) {
      this.#version ??= version;
      return;
    }
    if (
      /^(?:rootdir|configfile|testpaths|cachedir|plugins|asyncio|hypothesis profile|created|scheduling|bringing up|timeout|django)\b.*[:=]/.test(
        line,
      )
    ) {
      if (line.startsWith('plugins:') && line.includes('subtests')) this.#subtests = true;
      return;
    }
    const collected = COLLECTED.exec(line);
    if (collected) {
      this.#items = (this.#items ?? 0) + Number(collected[1]);
      this.#deselected += Number(/(\d+) deselected/.exec(collected[2]!)?.[1] ?? 0);
      this.#collectSkips += Number(/(\d+) skipped/.exec(collected[2]!)?.[1] ?? 0);
      return;
    }
    const workers = WORKERS.exec(line);
    if (workers) {
      this.#items ??= Number(workers[1] ?? workers[2]);
      return;
    }
    if (/^(?:\d+\/)?(?:\d+|no) tests? collected\b/.test(line)) {
      this.#nothing = true;
      return;
    }
    if (this.#verboseLine(line)) return;
    const dots = readDots(line);
    if (dots) {
      this.#dots(dots.file, dots.marks);
      this.#lastPercent = line.endsWith('[100%]');
      return;
    }
    this.#collected.unparsed++;
  }

  #dots(file: string | undefined, marks: string): void {
    for (const mark of marks) {
      if (mark === '.') this.#progress.passed++;
      else if (mark === 'F') this.#progress.failed++;
      else if (mark === 'E') this.#progress.errors++;
      else if (mark === 's') this.#progress.skipped++;
      else if (mark === 'x') this.#progress.xfailed++;
      else if (mark === 'X') this.#progress.xpassed++;
    }
    if (file !== undefined)
      this.#addFile(file, /[FE]/.test(marks) ? 'failed' : /[.xX]/.test(marks) ? 'passed' : 'skipped');
  }

  #addFile(name: string, state: 'passed' | 'failed' | 'skipped'): void {
    const known = this.#collected.files.get(name);
    if (!known || known.state === 'skipped' || state === 'failed') this.#collected.addFile({ name, state });
  }

  /** `path::name STATUS [ 12%]`, and with xdist `[gw0] [ 12%] STATUS path::name`. */
  #verboseLine(line: string): boolean {
    const worker = /^\[gw\d+\] (?:\[\s*\d+%\] )?([A-Z]+) (.+)$/.exec(line);
    if (worker && STATES[worker[1]!] && worker[2]!.includes('::')) {
      this.#addNode(worker[2]!.trimEnd(), worker[1]!);
      return true;
    }
    const status = lastStatus(line);
    if (status) {
      this.#lastPercent = line.endsWith('[100%]');
      if (status.name.includes('::') && /^[^\s:][^:]*::/.test(status.name)) {
        this.#addNode(status.name, status.word);
        return true;
      }
      if (status.name === '' && this.#waiting !== undefined) {
        this.#addNode(this.#waiting, status.word);
        return true;
      }
      return false;
    }
    // With -s a test's own words stand between its name and its status.
    const start = /^(\S+\.py::\S+) /.exec(`${line} `)?.[1];
    if (start) this.#waiting = start;
    return start !== undefined;
  }

  #addNode(name: string, word: string): void {
    this.#waiting = undefined;
    const state = STATES[word];
    const file = name.slice(0, name.indexOf('::'));
    if (!state) return;
    this.#collected.add({ name, file, state });
    this.#addFile(
      file,
      state === 'failed' || state === 'error' ? 'failed' : state === 'skipped' ? 'skipped' : 'passed',
    );
  }

  #failureLine(line: string): void {
    const title = TITLE.exec(line)?.[1];
    if (title !== undefined) {
      if (this.#section === 'FAILURES') this.#failureTitles++;
      if (title.startsWith('ERROR collecting ')) {
        this.#broken++;
        this.#unloaded++;
        this.#collected.addProblem({ file: title.slice(17), message: title });
      }
      return;
    }
    const problem = this.#collected.problems.at(-1);
    if (problem?.message.startsWith('ERROR collecting ') && this.#section === 'ERRORS') {
      const place = /^(\S[^:]*\.pyi?):(\d+): in /.exec(line);
      const syntax = /^E +File "([^"]+)", line (\d+)$/.exec(line);
      if (place && place[1] === problem.file) this.#replaceProblem({ ...problem, line: Number(place[2]) });
      else if (syntax) this.#replaceProblem({ ...problem, line: Number(syntax[2]) });
      const error = /^E +([A-Z][\w.]*(?:Error|Exception)\b.*)$/.exec(line)?.[1];
      if (error) this.#replaceProblem({ ...this.#collected.problems.at(-1)!, message: error });
    }
    if (PLACE.test(line) || /^(?:E |>| |[A-Za-z_-])/.test(line)) return;
    this.#collected.unparsed++;
  }

  #replaceProblem(problem: Parameters<Collector['addProblem']>[0]): void {
    this.#collected.problems.pop();
    this.#collected.addProblem(problem);
  }

  #shortLine(line: string): void {
    const match = /^([A-Z]+) (?:\[\d+\] )?(.+)$/.exec(line);
    const state = match && STATES[match[1]!];
    if (!match || !state) return;
    if (TIMEOUT.test(match[2]!.slice(match[2]!.indexOf(' - ') + 3))) this.#timedOut = true;
    if (state === 'error' && /^\S+\.pyi?(?: - |$)/.test(match[2]!)) this.#broken++;
    if (state === 'skipped' || !match[2]!.includes('::')) return;
    if (/ - Failed: Timeout \(?>/.test(match[2]!)) this.#timedOut = true;
    this.#shortNames.push({ state, ...splitNode(match[2]!) });
  }

  report(): Report {
    const capture = this.#capture;
    const { invocation, cut } = capture;
    for (const { name, state, message } of this.#shortNames) {
      const file = name.slice(0, name.indexOf('::'));
      this.#collected.add({ name, file, state, ...(message === undefined ? {} : { message }) });
      if (state === 'failed' || state === 'error') this.#addFile(file, 'failed');
    }
    const counts = this.#counts();
    const summary = this.#summary;
    const red = this.#redSummary && (summary ? isRed(summary) : true);
    // An error beside tests that ran is a fixture's, unless a file is named that did not load.
    const fixtureErrors =
      counts.errors > 0 && this.#broken === 0 && (counts.total > counts.errors || this.#shortNames.length > 0);
    const passed = counts.passed + (counts.xpassed ?? 0) + (counts.xfailed ?? 0);
    const collectOnly = ['--collect-only', '--co', '--fixtures', '--markers', '--setup-plan'].some((word) =>
      invocation.words.includes(word),
    );
    const nothing = collectOnly || this.#nothing || (summary !== undefined && counts.total === 0 && !this.#usage);
    const onlyDots = !summary && !cut && invocation.exitCode === 0 && this.#lastPercent && passed > 0;
    return judge(
      {
        runner: 'pytest',
        version: this.#version,
        collected: this.#collected,
        counts,
        seconds: summary?.seconds,
        failed: counts.failed > 0 || fixtureErrors || (!summary && this.#failureTitles > 0),
        collectionFailed:
          (this.#broken > 0 && (!summary || red || counts.total === 0)) ||
          (counts.errors > 0 && !fixtureErrors) ||
          (this.#usage && counts.total === 0 && invocation.exitCode !== 0),
        crashed: this.#died || (this.#brokenOff && !(invocation.exitCode === 0 && summary && !red)),
        timedOut: this.#timedOut && invocation.exitCode !== 0 && (!summary || red),
        nothingRan: nothing && !cut,
        onlySkipped: passed === 0 && counts.skipped > 0 && counts.errors === 0 && counts.failed === 0,
        somethingPassed: passed > 0,
        closing: summary ? 'proof' : onlyDots ? 'with-exit' : 'none',
        doubts: this.#doubts(summary, passed + counts.skipped),
      },
      capture,
    );
  }

  #counts(): Counts {
    const names = this.#collected.tally();
    const source = this.#summary?.counts;
    const { passed, failed, skipped, xfailed, xpassed, errors } = source
      ? {
          passed: source.passed ?? 0,
          failed: (source.failed ?? 0) + (source['subtests failed'] ?? source['subtest failed'] ?? 0),
          skipped: source.skipped ?? 0,
          xfailed: source.xfailed ?? 0,
          xpassed: source.xpassed ?? 0,
          errors: (source.error ?? 0) + (source.errors ?? 0),
        }
      : {
          passed: Math.max(this.#progress.passed, names.passed),
          failed: Math.max(this.#progress.failed, names.failed),
          skipped: Math.max(this.#progress.skipped, names.skipped),
          xfailed: Math.max(this.#progress.xfailed, names.xfailed),
          xpassed: Math.max(this.#progress.xpassed, names.xpassed),
          errors: Math.max(this.#progress.errors, names.errors, this.#unloaded),
        };
    const filteredOut = source?.deselected ?? 0;
    return {
      passed,
      failed,
      skipped,
      errors,
      total: passed + failed + skipped + xfailed + xpassed + errors,
      ...(xfailed ? { xfailed } : {}),
      ...(xpassed ? { xpassed } : {}),
      ...(filteredOut ? { filteredOut } : {}),
    };
  }

  #doubts(summary: Summary | undefined, ran: number): Reason[] {
    const doubts: Reason[] = [];
    const { invocation } = this.#capture;
    const own = invocation.exitCode === 0;
    if (!summary) return doubts;
    const runs = Math.max(this.#sessions, invocation.times);
    if (this.#interrupted || (!own && this.#summaries < runs)) doubts.push('unfinished');
    if (
      Object.keys(summary.counts).some(
        (word) => /fail|error|crash/.test(word) && !/^(?:xfailed|failed|errors?|subtests? failed)$/.test(word),
      )
    )
      doubts.push('errors');
    const expected = this.#items === undefined ? undefined : this.#items - this.#deselected;
    const counted = ran - this.#collectSkips;
    const agrees =
      isRed(summary) ||
      expected === undefined ||
      this.#sessions > 1 ||
      counted === expected ||
      (this.#subtests && counted > expected);
    if (!agrees) doubts.push('counts-disagree');
    // With the exit code hidden the last words must be pytest's: no other total before, nothing of it after.
    if (!own && this.#redSummary && !isRed(summary) && this.#sessions !== 1) doubts.push('summary-not-last');
    else if (!own && this.#afterSummary > 0 && invocation.view !== 'whole') doubts.push('summary-not-last');
    else if (this.#section !== 'end') doubts.push('summary-not-last');
    // And what tests print must not reach the end of the output by itself.
    const uncaptured = invocation.words.some((word) => word === '-s' || word === '--capture=no');
    if (!own && uncaptured && expected === undefined) doubts.push('exit-hidden');
    if (!own && invocation.view === 'head') doubts.push('exit-hidden');
    return doubts;
  }
}

function isRed({ counts }: Summary): boolean {
  return Boolean(
    counts.failed || counts.error || counts.errors || counts['subtests failed'] || counts['subtest failed'],
  );
}

/** `=== 1 failed, 2 passed in 0.12s (0:00:01) ===`, with -q without the frame. */
function readSummary(line: string): Summary | undefined {
  const first = line.charCodeAt(0);
  const framed = first === 61;
  if (!framed && !(first >= 48 && first <= 57) && !line.startsWith('no tests ran')) return undefined;
  const text = framed ? line.replace(/^=+ | =+\s*$/g, '') : line.trimEnd();
  const at = text.lastIndexOf(' in ');
  if (at < 0) return undefined;
  const time =
    /^(\d+(?:\.\d+)?)(?:s| seconds)(?: \(\d+(?: days?, \d+)?(?::\d\d){2}\))?$/.exec(text.slice(at + 4)) ??
    /^(0?\.\d+)s?$/.exec(text.slice(at + 4));
  const counts: Record<string, number> = {};
  const body = text.slice(0, at);
  if (body !== 'no tests ran') {
    let known = false;
    for (const part of body.split(', ')) {
      const match = /^(\d+) ([a-z][a-z -]{0,40})$/.exec(part);
      if (!match) return undefined;
      counts[match[2]!] = (counts[match[2]!] ?? 0) + Number(match[1]);
      known ||= KNOWN.has(match[2]!);
    }
    if (!known) return undefined;
  }
  if (!time && !/^\.\.+s$|^\d*\.?\d*s$/.test(text.slice(at + 4))) return undefined;
  return { counts, framed, ...(time ? { seconds: Number(time[1]) } : {}) };
}

const KNOWN = new Set([
  'passed',
  'failed',
  'skipped',
  'deselected',
  'xfailed',
  'xpassed',
  'error',
  'errors',
  'warning',
  'warnings',
  'rerun',
  'subtests passed',
  'subtests failed',
  'subtest failed',
  'subtest passed',
]);

/** `tests/test_a.py ..Fs  [ 40%]`, with -q without the file. */
function readDots(line: string): { file?: string; marks: string } | undefined {
  const text = withoutProgress(line.trimEnd());
  const at = text.lastIndexOf(' ');
  const marks = text.slice(at + 1);
  if (!/^[.FEsxXRu,-]+$/.test(marks)) return undefined;
  if (at < 0) return { marks };
  const file = text.slice(0, at);
  return /\.(?:py|pyx|txt|rst|md|ipynb)$/.test(file) && !file.includes('  ') ? { file, marks } : undefined;
}

/** A line without the ` [ 40%]`, ` [2/5]` or ` [ 12ms]` at its end. */
function withoutProgress(line: string): string {
  if (!line.endsWith(']')) return line;
  const open = line.lastIndexOf('[');
  return /^\[(?:\s*\d+%|\s*\d+\/\d+|\s*[\d.]+m?s)\]$/.test(line.slice(open)) ? line.slice(0, open).trimEnd() : line;
}

/** The last status word of a verbose line and what stands before it; ids may contain such words themselves. */
function lastStatus(line: string): { name: string; word: string } | undefined {
  const text = withoutProgress(line.trimEnd());
  const bare = text.endsWith(')') ? withoutReason(text) : text;
  for (const word of STATUS_WORDS) {
    if (bare === word) return { name: '', word };
    if (bare.endsWith(` ${word}`)) return { name: bare.slice(0, -word.length - 1), word };
  }
  return undefined;
}

/** `path::name SKIPPED (why (not))` without the reason. */
function withoutReason(text: string): string {
  for (const word of ['SKIPPED', 'XFAIL', 'XPASS']) {
    const at = text.indexOf(` ${word} (`);
    if (at >= 0) return text.slice(0, at + 1 + word.length);
  }
  return text;
}

/** Splits `path::test[a - b] - message`: a parametrised id may contain the separator. */
function splitNode(text: string): { name: string; message?: string } {
  const bracket = text.indexOf('[');
  const dash = text.indexOf(' - ');
  if (dash < 0) return { name: text };
  if (bracket >= 0 && bracket < dash) {
    const end = text.indexOf('] - ', bracket);
    if (end < 0)
      return text.endsWith(']') || !text.includes('] ')
        ? { name: text }
        : { name: text.slice(0, text.lastIndexOf(']') + 1) };
    return { name: text.slice(0, end + 1), message: text.slice(end + 4) };
  }
  return { name: text.slice(0, dash), message: text.slice(dash + 3) };
}
