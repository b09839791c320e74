import { Collector } from '../../collect.js';
import { cutMarker } from '../../cut.js';
import type { Counts, Coverage, Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { type Closing, hasForeignTrouble, isRed, readClosing, together } from './closing.js';
import { fitsFrame, keepsTrouble } from './filter.js';
import { Names, readTitle, titled, withoutReason } from './names.js';
import {
  isNode,
  readDots,
  readPerhapsEnd,
  readStart,
  readStatus,
  readWorker,
  STATES,
  type Status,
  withoutIntrusion,
} from './progress.js';
import { readPlace, readResults, readSugar } from './sugar.js';

const SECTION = /^=+ (.+?) =+$/;
/** Sections that may stand before the closing line; another one after it is not pytest's own. */
const SECTIONS = new Set([
  'ERRORS',
  'FAILURES',
  'PASSES',
  'warnings summary',
  'short test summary info',
  'rerun test summary info',
]);
const COLLECTED = /^(?:collecting .*?)?collected (\d+) items?(.*)$/;
const WORKERS = /^(?:\d+ workers \[(\d+) items?\].*|gw\d+ \[(\d+)\](?: \/ gw\d+ \[\d+\])*)\s*$/;
/** What stands between the heading of a session and its first test. */
const HEADER =
  /^(?:rootdir|configfile|testpaths|cachedir|plugins|asyncio|hypothesis profile|created|scheduling|bringing up|timeout|django|metadata|Using|benchmark|baseurl|sensitiveurl|run-last-failure|run-first|stepwise|anyio|inifile|configfile|timeout method|timeout func_only)\b.*[:=]/;
/** tox and nox announce each command. */
const TASK = /^(?:\S+: commands\[\d+\]> |\S+ run-test: commands\[\d+\] \| |nox > \S)/;
/** What they print below a session. */
const TASK_END = /^(?:nox > |\s*\S+: (?:OK|FAIL|SKIP)\b.* seconds\b|\s*(?:congratulations :\)|evaluation failed :\())/;
const SHORT = /^([A-Za-z]+) (?:\[\d+\] )?(.+)$/;
const SUBTEST = /^SUB(?:FAILED|FAIL)\b/;
/** A failed subtest in the summary: what it says of itself, before or behind the word, and the test that it is of. */
const SUBTEST_OF =
  /^(?:SUBFAIL(?:ED)?(?:\[[^\]]{0,500}\])? (?:\([^()]{0,500}\) )?|(?:\[[^\]]{0,500}\] )?(?:\([^()]{0,500}\) )?SUBFAIL )([^\s:]+\.py::\S.*)$/;
/** The end of the process: what comes after it was not written by pytest, so a summary after it denies it. */
const DEATH = /Fatal Python error: |^(?:Segmentation fault|Aborted\b|Killed\b)/;
/** What pytest itself says about an end before its time, also with a summary after it. */
const BROKEN_OFF =
  /^(?:INTERNALERROR> |worker '?gw\d+'? crashed|\[gw\d+\] node down: |!+ (?:KeyboardInterrupt|_pytest\.outcomes\.Exit|xdist\.dsession\.Interrupted: .*crashed).* !+$|\(to show a full traceback on KeyboardInterrupt use --full-?trace\)$)/;
const TIMEOUT = /^(?:E +)?(?:Failed: Timeout \(?>|\+{5,} Timeout \+{5,}$)/;
/** pytest-cov's threshold: it fails a run in which every test has passed. */
const COVERAGE_MISSED = /^(?:FAIL Required test coverage of |ERROR: Coverage failure: )/;
const COVERAGE_TOTAL = /^TOTAL\s+(\d+)\s+(\d+)(?:\s+(\d+)\s+(\d+))?\s+(\d+(?:\.\d+)?)%/;
const LISTS = [
  '--collect-only',
  '--co',
  '--fixtures',
  '--funcargs',
  '--fixtures-per-test',
  '--markers',
  '--setup-plan',
  '--cache-show',
];

interface Named {
  readonly name: string;
  readonly state: TestState;
  readonly message?: string;
}

/** Reads pytest's terminal output line by line. */
export class Session {
  readonly #collected = new Collector();
  readonly #capture: Capture;
  readonly #names = new Names();
  readonly #uncaptured: boolean;
  #version: string | undefined;
  /** `start` is where it is not known in which section a line stands. */
  #section = 'start';
  #closing: Closing | undefined;
  /** The section in which the last closing line stood. */
  #closedIn = '';
  /** What earlier sessions of one task came to. */
  #before: Closing | undefined;
  #redSummary = false;
  #summaries = 0;
  #afterSummary = 0;
  #items: number | undefined;
  #deselected = 0;
  #collectSkips = 0;
  #sessions = 0;
  /** A heading has been seen, so that the last line has a frame too. */
  #framed = false;
  #verbose: boolean | undefined;
  #died = false;
  #brokenOff = false;
  #timedOut = false;
  #coverageMissed = false;
  #coverageMet = false;
  #coverage: Coverage | undefined;
  #usage = false;
  /** Signs that something did not load, and how many files are headed so. */
  #broken = 0;
  #unloaded = 0;
  /** How many files did not load, in pytest's own words. */
  #unloadedTold = 0;
  #nothing = false;
  #interrupted = false;
  #failureTitles = 0;
  #progress = { passed: 0, failed: 0, skipped: 0, errors: 0, xfailed: 0, xpassed: 0 };
  #lastPercent = false;
  /** Marks with which lines begin: with -s, when what tests print stands behind them. */
  #leading = 0;
  #subtests = false;
  #shortLines: { word: string; rest: string; perhaps?: true }[] = [];
  /** Lines like those of the short summary where its heading may be cut off: its own only if the end follows. */
  #perhapsShort: { word: string; rest: string }[] = [];
  #titles: { name: string; state: TestState; file?: string }[] = [];
  /** Verbose lines where the section is not known, and whether the heading of another section came after them. */
  #perhapsListed: { name: string; state: TestState; line: string }[] = [];
  #headedAfter = false;
  /** Marks behind the name of their file have been seen, so that the session is not verbose. */
  #dotted = false;
  #redFiles = new Set<string>();
  #waiting: string | undefined;
  /** With -s: words beside a test's own output that may be the status of the one that is waiting. */
  readonly #perhapsEnded = new Set<string>();

  /** A filter may have dropped the heading of the summary that follows. */
  readonly #headingsGone: boolean;
  /** A filter has let through its last line whatever it was, and lines with the same words. */
  readonly #sifted: boolean;
  #fits = false;
  /** Lines with the text of a warning and its source. */
  #indented = 0;

  constructor(capture: Capture) {
    const { input, invocation } = capture;
    this.#headingsGone = invocation.view === 'parts';
    this.#sifted = invocation.view === 'parts' && keepsTrouble(input.command ?? '', invocation.words);
    // Of all that it let through only the end counts then.
    this.#capture = this.#sifted ? { ...capture, invocation: { ...invocation, view: 'tail' } } : capture;
    this.#uncaptured = capture.invocation.words.some(
      (word) => /^-[lqvx]*s[a-z]*$/.test(word) || word === '--capture=no' || word === '--capture=tee-sys',
    );
  }

  line(line: string): void {
    if (!line.trim()) return;
    if (this.#sifted && line.startsWith('  ')) {
      this.#indented++;
      return;
    }
    const closing = readClosing(line);
    // Where pytest prints the heading of the session it frames its last line too.
    const seconds = readResults(line);
    if (closing && (closing.framed || !this.#framed)) {
      this.#fits = fitsFrame(line, this.#capture.invocation.words);
      this.#close(closing);
    } else if (seconds !== undefined) this.#openResults(seconds);
    else this.#openLine(line);
  }

  #openLine(line: string): void {
    if (cutMarker(line)) {
      if (this.#section !== 'end') this.#section = 'start';
      return;
    }
    if (this.#section === 'results' && this.#resultLine(line)) return;
    if (this.#section === 'end' && TASK_END.test(line)) return;
    this.#afterSummary++;
    if (!this.#headingLine(line) && !this.#endLine(line)) this.#sectionLine(line);
  }

  #headingLine(line: string): boolean {
    if (TASK.test(line) && this.#capture.invocation.runs === 'perhaps') {
      this.#next();
      this.#framed = false;
      this.#section = 'start';
      return true;
    }
    if (line.startsWith('Test session starts (platform: ')) {
      this.#enter('test session starts');
      this.#version ??= /, pytest (\d[\w.]*)/.exec(line)?.[1];
      return true;
    }
    const title = line[0] === '=' || line[0] === '!' ? SECTION.exec(line)?.[1] : undefined;
    if (title === undefined) return false;
    this.#enter(title);
    return true;
  }

  #close(closing: Closing): void {
    if (isRed(closing)) this.#redSummary = true;
    this.#closing = closing;
    this.#summaries++;
    this.#afterSummary = 0;
    if (this.#section !== 'end') this.#closedIn = this.#section;
    this.#section = 'end';
    this.#died = false;
    this.#takePerhapsShort();
  }

  #openResults(seconds: number): void {
    this.#close({ counts: {}, framed: true, seconds });
    this.#section = 'results';
  }

  /** `     3 passed` and `       - test_a.py:3 test_b` below `Results (0.12s):`. */
  #resultLine(line: string): boolean {
    const count = /^\s+(\d+) ([a-z]+)$/.exec(line);
    if (count) {
      const counts = { ...this.#closing!.counts, [count[2]!]: Number(count[1]) };
      this.#closing = { ...this.#closing!, counts };
      if (isRed(this.#closing)) this.#redSummary = true;
      return true;
    }
    if (!/^\s+- /.test(line)) {
      this.#section = 'end';
      return false;
    }
    const place = readPlace(line);
    if (place) this.#addTest({ name: place.name, state: 'failed' });
    return true;
  }

  /** Signs of an end before its time, wherever they stand. */
  #endLine(line: string): boolean {
    if (DEATH.test(line)) {
      if (this.#section === 'progress') this.#progressLine(line);
      this.#die(line);
      return true;
    }
    if (BROKEN_OFF.test(line)) {
      this.#brokenOff = true;
      if (line[0] === '!' || line[0] === '(') this.#interrupted = true;
      return true;
    }
    if (TIMEOUT.test(line)) this.#timedOut = true;
    if (/^!+ .+ !+$/.test(line)) {
      this.#interrupted = true;
      const unloaded = /: (\d+) errors? during collection /.exec(line)?.[1];
      if (unloaded) {
        this.#broken++;
        this.#unloadedTold = Number(unloaded);
      }
      return true;
    }
    if (/^Required test coverage of \S+ reached\./.test(line)) this.#coverageMet = true;
    if (COVERAGE_MISSED.test(line)) {
      this.#coverageMissed = true;
      return true;
    }
    const usage =
      /^(?:ERROR: |pytest: error: |\S+: error: )/.test(line) || line.startsWith('ImportError while loading conftest');
    if (usage) this.#usageError(line);
    return usage;
  }

  #sectionLine(line: string): void {
    switch (this.#section) {
      case 'start':
        if (this.#keepPerhapsShort(line)) return;
        this.#progressLine(line);
        break;
      case 'progress':
        this.#progressLine(line);
        break;
      case 'ERRORS':
      case 'FAILURES':
        if (!this.#headingsGone || !this.#keepPerhapsShort(line)) this.#failureLine(line);
        break;
      case 'short test summary info':
      case 'rerun test summary info':
        this.#shortLine(line);
        break;
      case 'end':
        this.#afterClosing(line);
        break;
      default:
        this.#coverageLine(line);
    }
  }

  /** Progress or another failure after the totals: a test printed them, and the session went on. */
  #afterClosing(line: string): void {
    if (this.#headingsGone && this.#keepPerhapsShort(line)) return;
    if (readDots(line)) this.#section = 'progress';
    else if (readSugar(line) || this.#goesOn(line)) {
      this.#section = 'progress';
      this.#progressLine(line);
    } else if (/^(?:FAILURES|ERRORS)$/.test(this.#closedIn) && readTitle(line) !== undefined) {
      this.#section = this.#closedIn;
      this.#closing = undefined;
      this.#failureLine(line);
    } else this.#collected.unparsed++;
  }

  /** A verbose session's next status. */
  #goesOn(line: string): boolean {
    const status = this.#verbose ? readStatus(line) : undefined;
    return (
      status !== undefined &&
      !status.glued &&
      (isNode(status.name) || (status.name === '' && this.#waiting !== undefined))
    );
  }

  #coverageLine(line: string): void {
    const match = COVERAGE_TOTAL.exec(line);
    if (!match) {
      this.#collected.unparsed++;
      return;
    }
    const [, statements, missed, branches, , percent] = match;
    const total = Number(statements);
    const covered = total - Number(missed);
    // With branches the printed percentage is that of both together.
    this.#coverage =
      branches === undefined
        ? { statements: { percent: Number(percent), covered, total } }
        : { lines: { percent: Number(percent) }, statements: { percent: share(covered, total), covered, total } };
  }

  /** The process ended here, and with it the test whose name stands without a status. */
  #die(line: string): void {
    this.#died = true;
    if (this.#waiting === undefined) return;
    const file = this.#waiting.slice(0, this.#waiting.indexOf('::'));
    this.#collected.addProblem({ file, message: `${this.#waiting}: ${line}` });
    this.#addFile(file, 'failed');
    this.#waiting = undefined;
  }

  #enter(title: string): void {
    if (title === 'test session starts') {
      this.#sessions++;
      this.#framed = true;
      this.#next();
      this.#section = 'progress';
      return;
    }
    if (this.#section === 'end') {
      if (!SECTIONS.has(title)) return;
      // Pytest's own sections stand before its closing line: a test printed that one.
      if (!this.#ofSeveral()) this.#closing = undefined;
    }
    if (this.#section === 'start' && SECTIONS.has(title) && this.#perhapsListed.length) this.#headedAfter = true;
    this.#section = title;
    this.#perhapsShort = [];
    // What a test printed can look like this section too; the runner's own is the last.
    if (title === 'short test summary info' && this.#sessions <= 1) this.#shortLines = [];
  }

  /** A new session begins: what was read so far is one that ended, where several are expected. */
  #next(): void {
    this.#perhapsShort = [];
    if (!this.#closing || !this.#ofSeveral()) return;
    this.#before = this.#before ? together(this.#before, this.#closing) : this.#closing;
    this.#closing = undefined;
  }

  /** Whether more sessions than one are expected: several steps, or a task that may start more. */
  #ofSeveral(): boolean {
    const { runs, times } = this.#capture.invocation;
    return runs !== 'yes' || times > 1;
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
    if (this.#headerLine(line)) return;
    if (this.#uncaptured) this.#leading += /^[.sxX]*/.exec(line)![0].length;
    if (this.#verboseLine(line)) return;
    const dots = readDots(line);
    if (dots) {
      this.#dots(dots.file, dots.marks);
      this.#lastPercent = line.endsWith('[100%]');
      return;
    }
    const title = readTitle(line);
    if (title !== undefined) {
      // Plugins that show a failure at once have no section for it.
      this.#learnTitle(title);
      return;
    }
    const place = readPlace(line);
    if (place && this.#redFiles.has(place.file) && !this.#uncaptured) {
      this.#addTest({
        name: place.name,
        state: 'failed',
        ...(place.message === undefined ? {} : { message: place.message }),
      });
      return;
    }
    this.#coverageLine(line);
  }

  #headerLine(line: string): boolean {
    const version = /^platform .*?\bpytest-(\d[\w.]*)/.exec(line)?.[1];
    if (version) {
      this.#version ??= version;
      // Only a verbose session names its interpreter behind the versions.
      this.#verbose = line.split(' -- ').length > 2;
      return true;
    }
    if (HEADER.test(line)) {
      if (line.startsWith('plugins:') && line.includes('subtests')) this.#subtests = true;
      return true;
    }
    const collected = COLLECTED.exec(line);
    if (collected) {
      this.#items = (this.#items ?? 0) + Number(collected[1]);
      this.#deselected += Number(/(\d+) deselected/.exec(collected[2]!)?.[1] ?? 0);
      this.#collectSkips += Number(/(\d+) skipped/.exec(collected[2]!)?.[1] ?? 0);
      return true;
    }
    const workers = WORKERS.exec(line);
    if (workers) {
      this.#items ??= Number(workers[1] ?? workers[2]);
      return true;
    }
    if (!/^(?:\d+\/)?(?:\d+|no) tests? collected\b/.test(line)) return false;
    this.#nothing = true;
    return true;
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
    if (file === undefined) return;
    if (this.#section === 'progress') this.#dotted = true;
    const red = /[FEu]/.test(marks);
    if (red) this.#redFiles.add(file);
    this.#addFile(file, red ? 'failed' : /[.xX]/.test(marks) ? 'passed' : 'skipped');
  }

  #addFile(name: string, state: 'passed' | 'failed' | 'skipped'): void {
    const known = this.#collected.files.get(name);
    if (!known || known.state === 'skipped' || state === 'failed') this.#collected.addFile({ name, state });
  }

  #addTest({ name: given, state, message }: Named): void {
    // Before 4.0 an instance stood between a class and its test, in some places.
    const name = given.replaceAll('::()::', '::');
    const file = name.slice(0, name.indexOf('::'));
    this.#collected.add({ name, file, state, ...(message === undefined ? {} : { message }) });
    const red = state === 'failed' || state === 'error';
    this.#addFile(file, red ? 'failed' : state === 'skipped' ? 'skipped' : 'passed');
  }

  /** `path::name STATUS [ 12%]`, with xdist `[gw0] [ 12%] STATUS path::name`, with sugar `path::name ✓`. */
  #verboseLine(line: string): boolean {
    const sugar = readSugar(line);
    if (sugar) {
      this.#addTest(sugar);
      return true;
    }
    const worker = readWorker(line);
    if (worker) {
      this.#addNode(worker.name, worker.word, line);
      return true;
    }
    const status = readStatus(line);
    if (status && this.#statusLine(status, line)) {
      this.#lastPercent = line.trimEnd().endsWith('[100%]');
      return true;
    }
    const own = withoutIntrusion(line);
    if (own !== line && !status) return this.#verboseLine(own);
    // With -s a test's own words stand between its name and its status.
    const start = readStart(line);
    if (start === undefined || (this.#uncaptured && this.#verbose === false)) {
      const word = this.#uncaptured && this.#waiting !== undefined ? readPerhapsEnd(line) : undefined;
      if (word !== undefined) this.#perhapsEnded.add(word);
      return false;
    }
    if (this.#uncaptured && this.#waiting !== undefined && !this.#endWaiting(line)) return false;
    // A subtest's own line, of a test that has not ended.
    const subtest = /^ SUB(PASS|FAIL|SKIP)/.exec(line.slice(start.length));
    if (subtest?.[1] === 'FAIL') this.#addNode(start, 'SUBFAIL', line);
    if (subtest) return true;
    this.#waiting = start;
    return true;
  }

  /** The test that waits has ended, if one word alone can have been its status. */
  #endWaiting(line: string): boolean {
    const [word, other] = this.#perhapsEnded;
    if (this.#waiting === undefined || word === undefined) return false;
    if (other === undefined) this.#addNode(this.#waiting, word, line);
    this.#perhapsEnded.clear();
    return true;
  }

  #statusLine({ name, word, glued }: Status, line: string): boolean {
    if (name === '' || glued) {
      const start = this.#waiting ?? (glued ? readStart(line) : undefined);
      if (start === undefined) return false;
      this.#addNode(start, word, line);
      return true;
    }
    if (!isNode(name)) return false;
    if (!this.#uncaptured) {
      this.#addNode(name, word, line);
      return true;
    }
    // A test may print such a line: only in a verbose session, and not while another test is running, it is pytest's.
    if (this.#verbose === false || this.#waiting !== undefined) return false;
    const start = readStart(name);
    if (start !== undefined && name.includes('.py::', start.length)) this.#waiting = start;
    else this.#addNode(name, word, line);
    return true;
  }

  #addNode(name: string, word: string, line: string): void {
    // A test fails with a subtest; else a subtest says nothing of the test around it, whose line is still to come.
    if (word.startsWith('SUBFAIL') && this.#section !== 'start')
      this.#addTest({ name: readStart(name) ?? name, state: 'failed' });
    const state = STATES[word];
    if (!state) return;
    this.#waiting = undefined;
    this.#perhapsEnded.clear();
    this.#names.learn(name);
    if (this.#section === 'start') this.#perhapsListed.push({ name, state, line });
    else this.#addTest({ name, state });
  }

  /** Verbose lines where it is not known in which section they stand: what a test printed can look like them. */
  #takeListed(closing: Closing | undefined): void {
    const listed = this.#perhapsListed;
    const shares = listed.map(({ line }) => /\[ *(?:(\d+)%|(\d+)\/(\d+))\]\s*$/.exec(line));
    const mixed = shares.some((share) => share) && shares.some((share) => !share);
    const last = shares.at(-1);
    // Pytest stops early only at a failure.
    const short = last && (last[1] === undefined ? last[2] !== last[3] : last[1] !== '100');
    const unfinished = this.#headedAfter && short && /passed|skipped/.test(listed.at(-1)!.state);
    const denied = closing && !isRed(closing) && listed.some(({ state }) => state === 'failed' || state === 'error');
    if (this.#dotted || mixed || unfinished || denied) return;
    for (const { name, state } of listed) this.#addTest({ name, state });
  }

  #learnTitle(title: string): void {
    const test = titled(title);
    if (test && this.#titles.length < TITLES_CAP) {
      this.#names.learn(test.name);
      this.#titles.push(test);
    }
  }

  #failureLine(line: string): void {
    const title = readTitle(line);
    if (title !== undefined) {
      if (this.#section === 'FAILURES') this.#failureTitles++;
      this.#learnTitle(title);
      if (title.startsWith('ERROR collecting ')) {
        this.#broken++;
        this.#unloaded++;
        this.#collected.addProblem({ file: title.slice(17), message: title });
      }
      return;
    }
    this.#placeTitle(line);
    this.#placeProblem(line);
    if (/^(?:E |>| |[A-Za-z_-])/.test(line)) return;
    this.#collected.unparsed++;
  }

  /** The first place below a title is the test function's own, or its fixture's. */
  #placeTitle(line: string): void {
    const title = this.#titles.at(-1);
    if (!title || title.file !== undefined) return;
    const match =
      /^(\S[^:]{0,500}\.(?:pyi?|txt|rst|md)):\d+(?:: |$)/.exec(line) ??
      /^ *[Ff]ile "?([^":,]{1,500}\.pyi?)"?, line \d+/.exec(line);
    if (match) title.file = match[1]!;
  }

  #placeProblem(line: string): void {
    const problem = this.#collected.problems.at(-1);
    if (!problem?.message.startsWith('ERROR collecting ') || this.#section !== 'ERRORS') return;
    const place = /^(\S[^:]{0,500}\.pyi?):(\d+): in /.exec(line);
    const syntax = /^E +File "([^"]+)", line (\d+)$/.exec(line);
    if (place && place[1] === problem.file) this.#replaceProblem({ ...problem, line: Number(place[2]) });
    else if (syntax) this.#replaceProblem({ ...problem, line: Number(syntax[2]) });
    const error = /^E +([A-Z][\w.]*(?:Error|Exception)\b.*)$/.exec(line)?.[1];
    if (error) this.#replaceProblem({ ...this.#collected.problems.at(-1)!, message: error });
  }

  #replaceProblem(problem: Parameters<Collector['addProblem']>[0]): void {
    this.#collected.problems.pop();
    this.#collected.addProblem(problem);
  }

  #shortLine(line: string): void {
    const subtest = SUBTEST_OF.exec(line);
    if (subtest) this.#shortLines.push({ word: 'FAILED', rest: subtest[1]! });
    if (subtest || SUBTEST.test(line)) {
      this.#subtests = true;
      return;
    }
    const match = SHORT.exec(line);
    const state = match && STATES[match[1]!];
    if (!match || !state) return;
    const rest = match[2]!;
    if (TIMEOUT.test(rest.slice(rest.indexOf(' - ') + 3))) this.#timedOut = true;
    if (state === 'error' && /^\S+\.pyi?(?: - |$)/.test(rest)) this.#broken++;
    if (!isNode(rest) || / - Failed: Timeout \(?>/.test(rest)) this.#timedOut ||= / - Failed: Timeout \(?>/.test(rest);
    // A skipped test is given by its place, `SKIPPED [1] test_a.py:3: why`.
    if (isNode(rest)) this.#shortLines.push({ word: match[1]!, rest });
  }

  #keepPerhapsShort(line: string): boolean {
    const subtest = SUBTEST_OF.exec(line);
    if (subtest) this.#perhapsShort.push({ word: 'FAILED', rest: subtest[1]! });
    if (subtest || SUBTEST.test(line)) return true;
    const match = /^([A-Z]+) (.+)$/.exec(line);
    if (match && STATES[match[1]!] && /^(?:\[\d+\] )?[^\s:][^:]{0,500}\.(?:py|rst|txt|md)\b/.test(match[2]!)) {
      if (isNode(match[2]!)) this.#perhapsShort.push({ word: match[1]!, rest: match[2]! });
      return true;
    }
    if (this.#continues(line)) return true;
    this.#perhapsShort = [];
    return false;
  }

  /** With CI set a summary has messages in full: lines that are not those of a traceback, a title or progress. */
  #continues(line: string): boolean {
    if (this.#perhapsShort.length === 0 || this.#uncaptured || this.#headingsGone) return false;
    return !/^(?:E\s|>\s|[_-]{3}|\[gw\d|\S+:\d+: )/.test(line) && readStatus(line) === undefined;
  }

  #takePerhapsShort(): void {
    // What stood before an earlier closing line was a test's, as that line itself.
    if (!this.#ofSeveral()) this.#shortLines = this.#shortLines.filter(({ perhaps }) => !perhaps);
    this.#shortLines.push(...this.#perhapsShort.map((line) => ({ ...line, perhaps: true as const })));
    this.#perhapsShort = [];
  }

  report(): Report {
    const capture = this.#capture;
    const { invocation, cut } = capture;
    if (this.#section === 'start') this.#takePerhapsShort();
    this.#endWaiting('');
    const closing = this.#wholeClosing();
    this.#takeListed(closing);
    this.#addShortNames();
    this.#addTitles();
    // Of a run that is red, what was run again may have failed to the end.
    if (closing && !isRed(closing) && (closing.counts.rerun || closing.counts.retried)) this.#collected.flaky = true;
    const counts = this.#counts(closing);
    const red = this.#redSummary && (closing ? isRed(closing) : true);
    // An error beside tests that ran is a fixture's, unless a file is named that did not load.
    const fixtureErrors =
      counts.errors > 0 && this.#broken === 0 && (counts.total > counts.errors || this.#shortLines.length > 0);
    const passed = counts.passed + (counts.xpassed ?? 0) + (counts.xfailed ?? 0);
    const listed = LISTS.some((word) => invocation.words.includes(word));
    const nothing = listed || this.#nothing || (closing !== undefined && counts.total === 0 && !this.#usage);
    const onlyDots = !closing && !cut && invocation.exitCode === 0 && this.#lastPercent && passed > 0;
    return judge(
      {
        runner: 'pytest',
        version: this.#version,
        coverage: this.#coverage,
        collected: this.#collected,
        counts,
        seconds: closing?.seconds,
        failed: counts.failed > 0 || fixtureErrors || (!closing && this.#failureTitles > 0),
        issuesFound: this.#coverageMissed && invocation.exitCode !== 0,
        collectionFailed:
          (this.#broken > 0 && (!closing || red || counts.total === 0)) ||
          (counts.errors > 0 && !fixtureErrors) ||
          (this.#usage && counts.total === 0 && invocation.exitCode !== 0),
        crashed: this.#died || (this.#brokenOff && !(invocation.exitCode === 0 && closing && !red)),
        timedOut: this.#timedOut && invocation.exitCode !== 0 && (!closing || red),
        nothingRan: nothing && !cut,
        onlySkipped: passed === 0 && counts.skipped > 0 && counts.errors === 0 && counts.failed === 0,
        somethingPassed: passed > 0,
        closing: closing ? 'proof' : onlyDots ? 'with-exit' : 'none',
        doubts: this.#doubts(closing, passed + counts.skipped),
      },
      capture,
    );
  }

  #wholeClosing(): Closing | undefined {
    return this.#closing && this.#before ? together(this.#before, this.#closing) : this.#closing;
  }

  #addShortNames(): void {
    for (const { word, rest } of this.#shortLines) {
      const state = STATES[word]!;
      const loose = state === 'xpassed' || state === 'xfailed';
      const { name, message } = this.#names.split(rest);
      this.#addTest({
        name: loose ? withoutReason(name) : name,
        state,
        ...(message === undefined ? {} : { message }),
      });
    }
  }

  /** Titles name the failing tests where no summary does: before 6.0 by default, with -rN always. */
  #addTitles(): void {
    const summed = new Set(this.#shortLines.map(({ word }) => STATES[word]));
    const known = new Set(this.#collected.tests.map(({ name, file = '' }) => name.slice(file.length + 2)));
    for (const title of this.#titles) {
      if (summed.has(title.state) || known.has(title.name)) continue;
      const file = this.#fileOf(title);
      if (file !== undefined) this.#addTest({ name: `${file}::${title.name}`, state: title.state });
    }
  }

  /** The file of a titled test: the place below it, if it is one of those with failures, or the only one of those. */
  #fileOf({ state, file }: { readonly state: TestState; readonly file?: string }): string | undefined {
    // What tests print may hide the marks of other files.
    const [only] = this.#redFiles.size === 1 ? this.#redFiles : [];
    if (only !== undefined && (!this.#uncaptured || file === only)) return only;
    if (file === undefined) return undefined;
    for (const red of this.#redFiles) if (file === red || file.endsWith(`/${red}`)) return red;
    // Where no file was shown to fail, the place may be a fixture's.
    if (this.#redFiles.size > 0 || /^[/$]|^\w:/.test(file)) return undefined;
    const likely =
      state === 'failed' ? !file.endsWith('conftest.py') : /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file);
    return likely ? file : undefined;
  }

  #counts(closing: Closing | undefined): Counts {
    const names = this.#collected.tally();
    const source = closing?.counts;
    const { passed, failed, skipped, xfailed, xpassed, errors } = source
      ? {
          passed: source.passed ?? 0,
          failed: (source.failed ?? 0) + (source['subtests failed'] ?? source['subtest failed'] ?? 0),
          skipped: source.skipped ?? 0,
          xfailed: source.xfailed ?? 0,
          xpassed: source.xpassed ?? 0,
          // Sugar's list leaves out what did not load.
          errors: Math.max((source.error ?? 0) + (source.errors ?? 0), this.#unloadedTold),
        }
      : {
          passed: Math.max(this.#progress.passed, names.passed),
          failed: Math.max(this.#progress.failed, names.failed),
          skipped: Math.max(this.#progress.skipped, names.skipped),
          xfailed: Math.max(this.#progress.xfailed, names.xfailed),
          xpassed: Math.max(this.#progress.xpassed, names.xpassed),
          errors: Math.max(this.#progress.errors, names.errors, this.#unloaded, this.#unloadedTold),
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

  #doubts(closing: Closing | undefined, ran: number): Reason[] {
    const doubts: Reason[] = [];
    const { invocation } = this.#capture;
    const own = invocation.exitCode === 0;
    if (!closing) return doubts;
    const runs = Math.max(this.#sessions, invocation.times);
    if (this.#interrupted || (!own && this.#summaries < runs)) doubts.push('unfinished');
    if (hasForeignTrouble(closing) || (this.#coverageMissed && !own)) doubts.push('errors');
    // A limit of coverage that was not met is told above the last line.
    const limited = invocation.words.some((word) => word.startsWith('--cov-fail-under'));
    if (limited && !own && !this.#coverageMet && (invocation.view !== 'whole' || this.#capture.cut))
      doubts.push('errors');
    const expected = this.#items === undefined ? undefined : this.#items - this.#deselected;
    const counted = ran - this.#collectSkips;
    const agrees =
      isRed(closing) ||
      expected === undefined ||
      this.#sessions > 1 ||
      this.#before !== undefined ||
      // Sugar's list leaves out a test that was not to be run.
      (own && this.#section === 'results') ||
      counted === expected ||
      (this.#subtests && counted > expected);
    if (!agrees || (!isRed(closing) && this.#failureTitles > 0)) doubts.push('counts-disagree');
    // Lines that a test may have printed, or a last line that is not what these options give.
    const warned = Boolean(closing.counts.warning ?? closing.counts.warnings);
    const others = this.#collected.unparsed + (warned ? 0 : this.#indented);
    const odd = this.#summaries !== 1 || others > 0 || this.#uncaptured || !this.#fits;
    if (!own && this.#sifted && odd) doubts.push('summary-not-last');
    // With the exit code hidden the last words must be pytest's: no other total before, nothing of it after.
    if (!own && this.#redSummary && !isRed(closing) && this.#sessions !== 1) doubts.push('summary-not-last');
    else if (!own && this.#afterSummary > 0 && invocation.view !== 'whole') doubts.push('summary-not-last');
    else if (this.#section !== 'end' && this.#section !== 'results') doubts.push('summary-not-last');
    // And what tests print must not reach the end of the output by itself.
    const dotted = this.#leading === ran && invocation.view === 'whole';
    if (!own && this.#uncaptured && expected === undefined && !dotted) doubts.push('exit-hidden');
    // Of an interrupted session the last line alone is like any other.
    const headless = this.#capture.cut !== undefined && this.#items === undefined;
    if (!own && (headless || invocation.view === 'head')) doubts.push('exit-hidden');
    return doubts;
  }
}

/** At most so many titles are remembered. */
const TITLES_CAP = 5_000;

function share(part: number, total: number): number {
  return total ? Math.round((part / total) * 10_000) / 100 : 100;
}
