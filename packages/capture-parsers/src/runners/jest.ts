/**
 * Jest 24 to 30: the default, verbose, silent and summary reporters as text, and `--json`.
 * https://jestjs.io/docs/configuration#reporters-arraymodulename--modulename-options
 */
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import type { Coverage, CoverageTotal, Reason, Report, TestState } from '../report.js';
import { type Capture, type Runner, splitAfter } from '../runner.js';
import { addPlace, addStack } from '../stack.js';
import { eachLine, secondsOf } from '../text.js';
import { judge } from '../verdict.js';
import { JEST_JSON, readJestJson } from './jest-json.js';
import { withBrokenHooks } from './kept-by-hook.js';

const SIGNS = new RegExp(
  `^Test Suites: .*\\d total$|^Tests: {7}.*\\d total$|^No tests found, exiting with code [01]$|^Ran all test suites(?: |\\.$)|${JEST_JSON.source}`,
  'm',
);

export const jest: Runner = {
  id: 'jest',
  kind: 'test',
  starts(words) {
    const own = /^(?:c8|nyc)$/.test(words[0] ?? '') ? words.slice(words.findIndex((word) => NAME.test(word))) : words;
    if (words.includes('--version') || words.includes('-v')) return false;
    return NAME.test(own[0] ?? '') || (own[0] === 'react-scripts' && own[1] === 'test');
  },
  signs: SIGNS,
  split: (text) => splitAfter(text, /^Time: {8}[^\n]*(?:\nRan all test suites[^\n]*)?$/gm),
  read(capture) {
    const text = withoutRedrawn(capture.text);
    const run = read(capture, text);
    // The summary vouches for headers that stand behind a test's own words without an end of line.
    const whole = run.lacks(text.match(GLUED)?.length) ? read(capture, text.replace(GLUED, '$1\n$2')) : run;
    return withBrokenHooks(whole.report());
  },
};

function read(capture: Capture, text: string): JestRun {
  const run = new JestRun(capture);
  eachLine(text, (line) => run.line(line));
  return run;
}

/**
 * The text without what Jest keeps at the bottom of a terminal while it runs and takes away again: a blank line, the
 * files that run, and the totals so far.
 */
function withoutRedrawn(text: string): string {
  if (!/^ RUNS {2}/m.test(text)) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]!.startsWith(' RUNS  ')) {
      kept.push(lines[at]!);
      continue;
    }
    if (kept.at(-1) === '') kept.pop();
    while (lines[at + 1]?.startsWith(' RUNS  ')) at++;
    if (lines[at + 1] !== '' || !/^Test Suites: .* of \d+ total/.test(lines[at + 2] ?? '')) continue;
    if (lines[at + 5]?.startsWith('Time:') && !lines[at + 6]?.startsWith('Ran all')) at += 5;
  }
  return kept.join('\n');
}

const NAME = /^(?:jest|jest-cli)(?:@\S*|\.js)?$/;

/** `PASS ./a.test.js (5.1 s)`; with colours there is a space around the word, and a project's name may follow it. */
const HEADER = /^ ?(PASS|FAIL) {1,3}(\S.*)$/;
/** The same behind other words, with the first line of its list or failure, or the next header, below it. */
const GLUED =
  /^(.*[^\s:]) ?((?:PASS|FAIL) {1,3}\S*[\\/]\S*(?: \([\d.]+ ?m?s\))?)$(?=\n(?: {2}\S|\n {2}● | ?(?:PASS|FAIL) ))/gm;
/** What the github-actions reporter puts there, and above the failures of a file. */
const GROUP = /^(?:::group::| {2})(PASS|FAIL) (\S.*)$|^::group::Errors thrown in (\S.*)$/;
/** The heap and the time behind a file's path. */
const REMARK = / \([\d.,]+ ?(?:m?s|MB heap size)(?:, [\d.]+ MB heap size)?\)$/;
const LEAF = /^( *)([✓√✕×○✎]) (.+)$/;
const MARKS: Record<string, TestState> = {
  '✓': 'passed',
  '√': 'passed',
  '✕': 'failed',
  '×': 'failed',
  '○': 'skipped',
  '✎': 'todo',
};
const FAILURE = /^ {2}● (\S.*)$/;
const TOTAL = /^(Test Suites|Tests|Snapshots|Time): +(\S.*)$/;
/** Above what the code under test has printed. */
const CONSOLE = /^ {2,4}console\.[a-z]+(?: \S+:\d+)?$/;
/** Ways to end that leave no summary, or a worker that did. */
const DEATH = /^(?:FATAL ERROR: |Segmentation fault|Killed\b|Aborted\b|Jest: Got error running global)/;
/** Words that list, clear or explain. */
const RUNS_NOTHING = /^(?:--listTests|--showConfig|--clearCache|--init|--help|-h)$/;
const WATCHES = /^--watch(?:All)?(?:=true)?$/;

type Numbers = Readonly<Record<string, number>>;

interface Summary {
  readonly suites?: Numbers;
  tests?: Numbers;
  snapshots?: string;
  seconds?: number | undefined;
  ended: boolean;
}

interface Test {
  name: string;
  readonly state: TestState;
  seconds?: number;
  message?: string;
  stacks?: string[][];
}

/** One `PASS` or `FAIL` line and the tests that are listed below it. */
interface Block {
  readonly file: string;
  readonly failed: boolean;
  /** It repeats what another reporter says. */
  readonly extra: boolean;
  readonly tests: Test[];
  /** The failed ones by what their heading says. */
  readonly failures: Map<string, Test>;
}

class JestRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  /** Attempts of a test were listed. */
  #retried = false;
  readonly #blocks: Block[] = [];
  readonly #summaries: Summary[] = [];
  /** How many blocks stood before each summary. */
  readonly #blocksBefore: number[] = [];
  readonly #unloaded = new Set<string>();
  #block: Block | undefined;
  /** Below a header, where tests are listed up to the next blank line. */
  #listing = false;
  /** The beginning of a list may be missing. */
  #loose: boolean;
  #suites: { depth: number; title: string }[] = [];
  #describe: ((message: string) => void) | undefined;
  /** Of the failure that is being told. */
  #stack: string[] | undefined;
  #nothing = false;
  #watch = false;
  #crashed = false;
  /** The github-actions reporter is at work. */
  #grouped = false;
  #trouble = false;
  /** Something called `process.exit`. */
  #exited = false;
  /** Lines that begin a file's results behind a test's own words without an end of line. */
  #broken = 0;
  #usage: string | undefined;
  #interrupted = false;
  #coverage: Coverage | undefined;
  /** What stood below the summary is cut: a global teardown may have failed there, or `--json` printed its object. */
  #cutBelow: 'perhaps' | 'lost' | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    const { view } = capture.invocation;
    this.#loose = view === 'tail' || view === 'parts' || capture.cut === 'head' || capture.cut === 'some';
    this.#listing = this.#loose;
  }

  line(line: string): void {
    if (line.startsWith(' LOGGING RETRY ERRORS ')) this.#retried = true;
    if (cutMarker(line)) {
      this.#loose = true;
      this.#listing = true;
      this.#suites = [];
      this.#coverage = undefined;
      const ended = this.#summaries.at(-1)?.ended === true;
      this.#cutBelow = ended ? (this.#capture.cut === 'tail' ? 'lost' : 'perhaps') : undefined;
      return;
    }
    if (!line.trim()) {
      if (this.#capture.invocation.view !== 'parts') this.#endList();
      return;
    }
    const header = HEADER.exec(line);
    if (header && this.#header(header[1]!, header[2]!.trimEnd())) return;
    if (this.#group(line)) return;
    const total = TOTAL.exec(line);
    if (total && this.#total(total[1]!, total[2]!.trim())) return;
    if (CONSOLE.test(line) && this.#loose) this.#loose = this.#listing = false;
    if (this.#listing && this.#listed(line)) return;
    const failure = FAILURE.exec(line);
    if (failure && this.#failure(failure[1]!)) return;
    if (this.#stack) addPlace(this.#stack, line);
    if (this.#describe && /^ {4}/.test(line)) {
      this.#describe(line.trim());
      this.#describe = undefined;
      return;
    }
    this.#remark(line);
  }

  /** A line that begins a file's results; false if it only looks like one. */
  #header(word: string, text: string): boolean {
    // Files are named relative to the root and never without a folder, be it `./`.
    const named = text.replace(REMARK, '');
    const file = named.slice(named.lastIndexOf(' ') + 1);
    if (!/[\\/]/.test(file) || /^https?:/.test(file)) return false;
    this.#open({ file, failed: word === 'FAIL', extra: false, tests: [], failures: new Map() });
    return true;
  }

  #open(block: Block): void {
    this.#block = block;
    this.#blocks.push(block);
    this.#listing = true;
    this.#loose = false;
    this.#suites = [];
    this.#describe = undefined;
    this.#stack = undefined;
  }

  #group(line: string): boolean {
    this.#grouped ||= line.startsWith('::group::');
    const group = this.#grouped ? GROUP.exec(line) : null;
    if (!group) return false;
    const file = (group[2] ?? group[3])!.replace(REMARK, '');
    this.#open({ file, failed: group[1] !== 'PASS', extra: true, tests: [], failures: new Map() });
    return true;
  }

  #endList(): void {
    // A list that lost its beginning goes on over blank lines until something else shows where it is.
    if (this.#listing && !this.#loose) this.#listing = false;
    this.#suites = [];
  }

  /** A test or the heading of a suite in the list below a header. */
  #listed(line: string): boolean {
    const leaf = LEAF.exec(line);
    if (!leaf) return this.#heading(line);
    const [, indent = '', mark = '', text = ''] = leaf;
    this.#nest(indent.length);
    const { title, seconds } = splitTime(text);
    const state = MARKS[mark]!;
    // Before version 25 tests that were left out may only be counted.
    if (/^(?:skipped|todo) \d+ tests?$/.test(title) && (state === 'skipped' || state === 'todo')) return true;
    const nameOf = (last: string) => [...this.#suites.map((suite) => suite.title), last].join(' > ');
    const test: Test = { name: nameOf(unmarked(title, state)), state, ...(seconds === undefined ? {} : { seconds }) };
    this.#result(test);
    // What looks like a time may belong to a title: the heading of its failure has that without one.
    const written = asJoined(nameOf(text.trimEnd()));
    if (seconds !== undefined && state === 'failed') this.#block?.failures.set(written, test);
    return true;
  }

  #heading(line: string): boolean {
    const heading = /^((?: {2})+)(\S.*)$/.exec(line);
    if (!heading || heading[2]!.startsWith('● ')) return false;
    this.#nest(heading[1]!.length, heading[2]!);
    // Where a list lost its beginning this may as well be a line of something else.
    return !this.#loose;
  }

  #nest(depth: number, title?: string): void {
    while (this.#suites.length && this.#suites.at(-1)!.depth >= depth) this.#suites.pop();
    if (title !== undefined && this.#suites.length < 200) this.#suites.push({ depth, title });
  }

  #result(test: Test): void {
    this.#block ??= this.#orphan();
    this.#block.tests.push(test);
    if (test.state === 'failed') this.#block.failures.set(asJoined(test.name), test);
  }

  /** Results whose header is cut off. */
  #orphan(): Block {
    const block: Block = { file: '', failed: false, extra: true, tests: [], failures: new Map() };
    this.#blocks.push(block);
    return block;
  }

  /** `● suite › test`, or what is wrong with the file as a whole. */
  #failure(title: string): boolean {
    this.#endList();
    this.#listing = false;
    this.#describe = undefined;
    this.#stack = undefined;
    if (this.#block ? !this.#block.failed && this.#block.file : !this.#loose) return false;
    const file = this.#block?.file ?? '';
    if (/^Test suite failed to run$/.test(title)) {
      this.#unloaded.add(file);
      this.#describe = (message) => this.#collected.addProblem({ ...(file ? { file } : {}), message });
      return true;
    }
    if (/^(?:Console|Cannot log after tests are done\.)$/.test(title)) return true;
    const known = this.#block?.failures.get(asJoined(title));
    const test: Test = known ?? { name: asJoined(title), state: 'failed' };
    if (known && known.seconds !== undefined && asJoined(known.name) !== asJoined(title)) {
      known.name = asJoined(title);
      delete known.seconds;
    }
    if (!known) this.#result(test);
    this.#stack = [];
    test.stacks ??= [];
    addStack(test.stacks, this.#stack);
    this.#describe = (message) => {
      test.message ??= message;
    };
    return true;
  }

  #total(what: string, text: string): boolean {
    if (what === 'Test Suites' || (what === 'Tests' && this.#summaries.at(-1)?.tests) || !this.#summaries.length) {
      const numbers = what === 'Test Suites' || what === 'Tests' ? readNumbers(text) : undefined;
      if (!numbers) return false;
      this.#summaries.push({ ...(what === 'Tests' ? { tests: numbers } : { suites: numbers }), ended: false });
      this.#blocksBefore.push(this.#blocks.length);
      this.#block = undefined;
      this.#listing = false;
      this.#loose = false;
      return true;
    }
    const summary = this.#summaries.at(-1)!;
    if (what === 'Tests') {
      const numbers = readNumbers(text);
      if (numbers) summary.tests = numbers;
      return numbers !== undefined;
    }
    if (what === 'Snapshots') summary.snapshots ??= text;
    else if (!summary.ended) {
      summary.seconds = secondsOf(text.replace(/,.*$/, '').replace(' ', ''));
      summary.ended = true;
    }
    return true;
  }

  #remark(line: string): void {
    if (/^No tests found(?:, exiting with code \d+| related to files changed\b.*)?\.?$/.test(line))
      this.#nothing = true;
    else if (/^No files found in |^Pattern: .* - 0 matches$/.test(line)) this.#nothing ||= this.#summaries.length === 0;
    else if (/^Watch Usage|^Active Filters:|^--watch is not supported without git/.test(line)) this.#watch = true;
    else if (/^ {2}● {2}process\.exit called with /.test(line)) this.#exited = true;
    else if (/^Test run was interrupted/.test(line)) this.#interrupted = true;
    // Jest ends with 1, whatever its tests came to.
    else if (/^ {2}● {1,2}Cannot log after tests are done\./.test(line)) this.#trouble = true;
    else if (
      /^Jest: .*(?:threshold|not met)|^Jest: Coverage data for .* was not found|^Jest: Got error running global/.test(
        line,
      )
    )
      this.#trouble = true;
    else if (USAGE.test(line)) {
      this.#usage ??= line;
      // A global teardown that fails says so below a summary that knows nothing of it.
      this.#trouble ||= this.#summaries.at(-1)?.ended === true;
    } else if (/^(?:All files|Statements|Branches|Functions|Lines)\b/.test(line)) this.#cover(line);
    else {
      // Whatever fails after the summary, such as a global teardown, was not in it.
      if (this.#cutBelow) this.#cutBelow = 'lost';
      if (this.#summaries.at(-1)?.ended && /Error\b|^error\b|ELIFECYCLE|npm ERR!/.test(line)) this.#trouble = true;
      if (/\S ?(?:PASS|FAIL) {1,3}\S*[\\/]/.test(line)) this.#broken++;
      this.#collected.unparsed++;
    }
    if (DEATH.test(line)) this.#crashed = true;
  }

  #cover(line: string): void {
    const cells = /^All files +\|(.+)$/.exec(line)?.[1]?.split('|').map(Number);
    if (cells) {
      const [statements, branches, functions, lines] = cells.map((percent) =>
        Number.isFinite(percent) ? { percent } : undefined,
      );
      this.#coverage = present({ statements, branches, functions, lines });
      return;
    }
    const row = /^(Statements|Branches|Functions|Lines) +: ([\d.]+)% \( ?(\d+)\/(\d+) ?\)/.exec(line);
    if (!row) return;
    const total: CoverageTotal = { percent: Number(row[2]), covered: Number(row[3]), total: Number(row[4]) };
    this.#coverage = { ...this.#coverage, [row[1]!.toLowerCase()]: total };
  }

  /** Just so many of the files that the summary counts have no header. */
  lacks(files: number | undefined): boolean {
    const suites = this.#chosen()?.suites;
    return files !== undefined && suites !== undefined && this.#files() + files === ranSuites(suites);
  }

  report(): Report {
    const { invocation } = this.#capture;
    const watch = this.#watch || invocation.words.some((word) => WATCHES.test(word));
    // Without the option an object in the text is what a test printed.
    const asked = !invocation.words.length || invocation.words.some((word) => /^--(?:json|outputFile)/.test(word));
    const json =
      asked || !this.#summaries.length ? readJestJson(this.#capture, watch ? ['watch-mode'] : []) : undefined;
    if (json) return json;
    const summary = this.#chosen();
    this.#keepBlocks(summary);
    const tally = this.#collected.tally();
    const { tests, suites } = summary ?? {};
    const [passed, failed, skipped, todo] = tests
      ? [tests.passed ?? 0, tests.failed ?? 0, (tests.skipped ?? 0) + (tests.pending ?? 0), tests.todo ?? 0]
      : [tally.passed, tally.failed, tally.skipped, tally.todo];
    const failedSuites = suites?.failed ?? 0;
    const known = tests !== undefined && suites !== undefined;
    const closed = known && summary?.snapshots !== undefined && summary.ended;
    const shownRed = !known && this.#blocks.some((block) => block.failed);
    const usage = this.#usage !== undefined && !summary ? 1 : 0;
    if (usage) this.#collected.addProblem({ message: this.#usage! });
    const unloaded = summary && failedSuites === 0 && suites ? 0 : this.#unloaded.size;
    const errors = Math.max(unloaded, failed === 0 ? failedSuites : 0) + usage;
    const total = tests?.total ?? passed + failed + skipped + todo;
    const red = failed > 0 || errors > 0;
    // It says so only where the tests ask for that.
    if (!red && this.#retried) this.#collected.flaky = true;
    return judge(
      {
        runner: 'jest',
        collected: this.#collected,
        counts: {
          passed,
          failed,
          skipped,
          errors,
          total,
          ...(todo ? { todo } : {}),
          ...(suites?.total === undefined ? {} : { files: suites.total }),
        },
        seconds: summary?.seconds,
        coverage: this.#coverage,
        failed: failed > 0 || (shownRed && errors === 0),
        collectionFailed: errors > 0,
        crashed: this.#crashed && !summary?.ended,
        nothingRan:
          !red &&
          ((this.#nothing && !summary) ||
            (known && total === 0) ||
            invocation.words.some((word) => RUNS_NOTHING.test(word))),
        onlySkipped: known && !red && passed === 0 && skipped + todo > 0,
        somethingPassed: passed > 0,
        closing: closed ? 'proof' : known && invocation.exitCode === 0 && !this.#capture.cut ? 'with-exit' : 'none',
        doubts: this.#doubts(summary, watch),
      },
      this.#capture,
    );
  }

  /** How many files are listed, of the first blocks or of all. */
  #files(among = this.#blocks.length): number {
    return new Set(
      this.#blocks
        .slice(0, among)
        .filter((block) => !block.extra)
        .map((block) => block.file),
    ).size;
  }

  /** The summary that is the run's own: the last, unless an earlier one alone agrees with the files that are listed. */
  #chosen(): Summary | undefined {
    const agrees = ({ suites, tests }: Summary, at: number) =>
      suites && tests && ranSuites(suites) === this.#files(this.#blocksBefore[at]) && adds(tests);
    return (
      (this.#files() && this.#summaries.length > 1 ? this.#summaries.filter(agrees).at(-1) : undefined) ??
      this.#summaries.at(-1)
    );
  }

  /** Hands the tests of the files to the collector, without those that a program under test has made up. */
  #keepBlocks(summary: Summary | undefined): void {
    const fake = summary && this.#fake(summary);
    const noneFailed = summary?.suites && !summary.suites.failed;
    // Below its summary a run lists nothing more.
    const runs = this.#capture.invocation.times > 1;
    const own = summary && summary !== this.#summaries.at(-1) && !runs ? this.#summaries.indexOf(summary) : -1;
    for (const block of own < 0 ? this.#blocks : this.#blocks.slice(0, this.#blocksBefore[own])) {
      if (block === fake || (noneFailed && block.failed)) continue;
      const { file, failed } = block;
      if (file)
        this.#collected.addFile({
          name: file,
          state: this.#unloaded.has(file) ? 'error' : failed ? 'failed' : 'passed',
        });
      for (const test of block.tests) this.#collected.add({ ...(file ? { file } : {}), ...test });
    }
  }

  /** Of one block more than the summary has files, the one without which the tests add up. */
  #fake({ suites, tests }: Summary): Block | undefined {
    if (!suites || !tests) return undefined;
    const blocks = this.#blocks.filter((block) => !block.extra && (suites.failed || !block.failed));
    const files = new Set(blocks.map((block) => block.file)).size;
    if (files !== ranSuites(suites) + 1) return undefined;
    const listed = blocks.flatMap((block) => block.tests.filter(({ state }) => state === 'passed')).length;
    const fits = blocks.filter(
      (block) => listed - block.tests.filter(({ state }) => state === 'passed').length === (tests.passed ?? 0),
    );
    // Several files list no tests unless told to, so a list among them is made up.
    const listing = blocks.filter((block) => block.tests.some(({ state }) => state === 'passed'));
    if (!fits.length && listing.length === 1 && blocks.length > 2) return listing[0];
    if (fits.length < 2) return fits[0];
    const before = this.#blocksBefore.slice(0, -1).map((count) => this.#blocks[count - 1]);
    return fits.find((block) => before.includes(block)) ?? fits[0];
  }

  #doubts(summary: Summary | undefined, watch: boolean): Reason[] {
    const doubts: Reason[] = [];
    const { invocation, cut } = this.#capture;
    const own = invocation.exitCode === 0;
    if (watch) doubts.push('watch-mode');
    if (this.#interrupted) doubts.push('unfinished');
    if (this.#trouble && !own) doubts.push('errors');
    if (!summary) return doubts;
    if (summary.tests && !adds(summary.tests)) doubts.push('counts-disagree');
    const whole = invocation.view === 'whole' && !cut;
    const passed = this.#blocks.filter((block) => !block.extra && !block.failed).length;
    const claimed = summary.suites?.passed ?? 0;
    // A file that is not listed has not run: a program under test has said so and ended the run.
    if (whole && (passed ? passed + this.#broken < claimed : this.#exited)) doubts.push('counts-disagree');
    if (own) return doubts;
    if (this.#cutBelow === 'lost') doubts.push('unfinished');
    // A limit of coverage that is not met is told between the table and the summary.
    const measured = invocation.words.some((word) => /^--coverage(?:=true)?$|^--coverageThreshold/.test(word));
    if (measured && !whole && !this.#coverage) doubts.push('errors');
    // Obsolete snapshots fail a run whose tests all pass.
    if (/failed|obsolete/.test(summary.snapshots ?? '')) doubts.push('errors');
    if (this.#summaries.length < invocation.times) doubts.push('unfinished');
    const files = this.#files();
    if (this.#summaries.length > invocation.times && (!whole || !files)) doubts.push('summary-not-last');
    if (!summary.suites?.failed && this.#blocks.some((block) => block.failed)) doubts.push('counts-disagree');
    if (whole && passed > claimed && invocation.times === 1) doubts.push('counts-disagree');
    if (summary !== this.#summaries.at(-1)) doubts.push('summary-not-last');
    return doubts;
  }
}

/** What Jest says about its own words and configuration. */
const USAGE =
  /^● (?:Validation Error|Unrecognized CLI Parameters?|Deprecated CLI Parameter|Multiple configurations found)|^(?:Error: )?Could not find (?:a config file|the config)|^(?:Error: )?Can't find a root directory|^Error: Jest: |^(?:Error: )?Jest: Failed to parse the |^Invalid testPattern/;

/** Suites and test as this package joins them; the heading of a failure has another sign between them. */
function asJoined(title: string): string {
  return title.replaceAll(' › ', ' > ');
}

/** The word that stands before the title of a test that was left out. */
function unmarked(title: string, state: TestState): string {
  return state === 'skipped' || state === 'todo' ? title.replace(/^(?:skipped|todo) /, '') : title;
}

function ranSuites(suites: Numbers): number {
  return (suites.passed ?? 0) + (suites.failed ?? 0);
}

/** Whether the parts of a total add up, which a made-up line seldom gets right. */
function adds(tests: Numbers): boolean {
  let sum = 0;
  for (const [word, value] of Object.entries(tests)) if (word !== 'total') sum += value;
  return sum === tests.total;
}

/** `1 failed, 2 passed, 3 total` by word; of `2 of 3 total` the number of all. */
function readNumbers(text: string): Numbers | undefined {
  const numbers: Record<string, number> = Object.create(null);
  for (const part of text.split(', ')) {
    const match = /^(?:\d+ of )?(\d+) (failed|skipped|pending|todo|passed|total)(?: \(\d+%\))?$/.exec(part);
    if (!match) return undefined;
    numbers[match[2]!] = Number(match[1]);
  }
  return numbers.total === undefined ? undefined : numbers;
}

/** A title without the time behind it: `(5 ms)`, before version 26 `(5ms)`. */
function splitTime(text: string): { title: string; seconds: number | undefined } {
  const title = text.trimEnd();
  const time = / \((\d+(?:\.\d+)? ?m?s)\)$/.exec(title)?.[1];
  if (time === undefined) return { title, seconds: undefined };
  return { title: title.slice(0, -time.length - 3), seconds: secondsOf(time.replace(' ', '')) };
}

function present(totals: { [key in keyof Coverage]?: CoverageTotal | undefined }): Coverage {
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== undefined)) as Coverage;
}
