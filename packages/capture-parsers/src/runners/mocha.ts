/**
 * Mocha 6 to 12. As text the reporters spec, list, dot, min, nyan, progress and landing, which all end with the same
 * epilogue; the others are in `mocha-machine.ts`. https://mochajs.org/reporters/about
 */
import { Collector } from '../collect.js';
import { TOO_LITTLE } from '../coverage.js';
import { cutMarker } from '../cut.js';
import type { Reason, Report, TestState } from '../report.js';
import { type Capture, type Runner, splitAfter } from '../runner.js';
import { eachLine, secondsOf } from '../text.js';
import { judge, mayLackBeginning } from '../verdict.js';
import { MACHINE_SIGNS, readMachine } from './mocha-machine.js';

const SIGNS = new RegExp(`^ {2}\\d+ passing \\(\\d+(?:ms|s|m|h|d)\\)$|${MACHINE_SIGNS.source}`, 'm');

export const mocha: Runner = {
  id: 'mocha',
  kind: 'test',
  starts(words) {
    if (words.includes('--version') || words.includes('-V')) return false;
    const at = /^(?:c8|nyc)$/.test(words[0] ?? '') ? words.findIndex((word) => NAME.test(word)) : 0;
    return NAME.test(words[at] ?? '');
  },
  signs: SIGNS,
  split: (text) => splitAfter(text, /^ {2}\d+ passing \([^)\n]*\)$(?:\n {2}\d+ pending$)?(?!\n {2}\d+ failing)/gm),
  read(capture) {
    const machine = readMachine(capture, doubtsOf(capture));
    if (machine) return machine;
    const run = read(capture, {});
    if (run.adds && !run.noneFailed) return run.report();
    // What does not add up may be a suite whose title begins with a number, or a test's own words, told apart by the
    // order of tests and suites.
    const others = run.noneFailed ? [{ numbered: true }, { strict: true }] : [{ strict: true }];
    return (others.map((way) => read(capture, way)).find(({ adds }) => adds) ?? run).report();
  },
};

interface Way {
  /** Tests outside of suites come before all others. */
  readonly strict?: boolean;
  /** No test has failed, so a number begins the title of a suite. */
  readonly numbered?: boolean;
}

function read(capture: Capture, way: Way): MochaRun {
  const run = new MochaRun(capture, way);
  // The end of the last line is not a blank line, which would end an epilogue.
  eachLine(capture.text.replace(/\n$/, ''), (line) => run.line(line));
  return run;
}

const NAME = /^(?:_?mocha(?:@\S*|\.js)?|ts-mocha|electron-mocha)$/;

const LEAF = /^( +)(?:([✓✔√])|(-)|(\d+)\)) (\S.*)$/;
const PASSING = /^ {2}(\d+) passing \((\d+(?:ms|s|m|h|d))\)$/;
const MORE = /^ {2}(\d+) (pending|failing)$/;
/** A failure in the list below the epilogue. */
const FAILURE = /^ {2}(\d+)\) (.+)$/;
/** The list reporter: the test's full title when it starts, then its result, in one line where nothing can be overprinted. */
const LISTED = /^ {4}(.+): {3}(.+)$/;
/** Reporters that name no test before the epilogue. */
const NAMELESS = /^(?:dot|min|nyan|progress|landing)$/;
/** Reporters without an epilogue; what looks like one is a test's own words. */
const MACHINE = /^(?:json|json-stream|tap|xunit|markdown|doc|html)$/;
/** What those of them draw: dots, the cat, the bar, the runway. */
const DRAWN = /^ {2}[.․!,]+$|^\W*\/\\_\/\\|^ {2}\[[▬=․.]|^ {2}-{20}/;
const DEATH = /^(?:FATAL ERROR: |Segmentation fault|Killed\b|Aborted\b)/;
/** What Node says of an error that nobody caught. */
const UNCAUGHT = /^(?:Uncaught )?[A-Z]?\w*Error\b|^ {4}at \S|^Node\.js v\d/;
/** What stops Mocha before it runs anything. */
const BROKEN =
  /^ ?(?:✖ ERROR: |Exception during run: )?((?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[\w+\])?: .+)|^ ?(?:✖ ERROR: |Exception during run: )(.+)/;

interface Epilogue {
  /** It stands where a suite has not yet ended. */
  readonly near: boolean;
  readonly passing: number;
  readonly seconds: number | undefined;
  pending: number;
  failing: number;
  /** A blank line has ended it; without, the number of failures may be missing. */
  closed: boolean;
  /** Its next lines are cut off. */
  torn?: boolean;
  /** Failures of the list below it, by their titles from the outermost suite on. */
  readonly failures: { titles: string[]; message?: string }[];
}

interface Suite {
  readonly depth: number;
  readonly title: string;
  /** A test or a suite of it has been seen, so it is none of the tests' own words. */
  used: boolean;
  /** A test of a suite in it has been seen: all of its own have come before. */
  nested: boolean;
}

class MochaRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #quickShown: boolean;
  readonly #listed: { name: string; state: TestState; seconds?: number | undefined; mark?: string | undefined }[] = [];
  readonly #epilogues: Epilogue[] = [];
  /** The epilogue that is being read, or whose failures are. */
  #epilogue: Epilogue | undefined;
  #afterBlank = true;
  /** What is left of an epilogue whose first line is cut off. */
  readonly #left = { pending: 0, failing: 0 };
  readonly #orphans: Epilogue['failures'] = [];
  /** Lines of stack traces as they stand below failures. */
  #traces = 0;
  #headings = 0;
  /** Blank lines since the last test or heading. */
  #blanks = 0;
  #lastDepth = 0;
  #suites: Suite[] = [];
  /** The list may go on at any depth, as its beginning is missing. */
  #loose: boolean;
  #failed = 0;
  /** A test of any suite has been seen. */
  #nested = false;
  readonly #way: Way;
  /** Lines with a mark somewhere in them, which a test's own words without an end of line have moved, or without a title. */
  #broken = 0;
  /** The title that the list reporter has announced. */
  #begun: string | undefined;
  #listReporter: boolean;
  #nameless: boolean;
  readonly #machine: boolean;
  #noFiles = false;
  #crashed = false;
  #died = false;
  #error: string | undefined;
  #titles: { readonly failure: Epilogue['failures'][number]; open: boolean } | undefined;

  constructor(capture: Capture, way: Way) {
    this.#way = way;
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#loose = mayLackBeginning(capture);
    const { words } = capture.invocation;
    const reporter = reporterOf(words);
    this.#listReporter = reporter === 'list';
    this.#machine = MACHINE.test(reporter);
    this.#nameless = this.#machine || NAMELESS.test(reporter);
    this.#quickShown = words.some((word) => /^(?:-s|--slow)(?:=|$)/.test(word));
  }

  line(line: string): void {
    if (cutMarker(line)) {
      if (this.#titles?.open) this.#titles.failure.titles.length = 0;
      this.#titles = undefined;
      this.#loose = true;
      this.#suites = [];
      if (this.#epilogue && !this.#epilogue.closed) this.#epilogue.torn = true;
      return;
    }
    if (!line.trim()) {
      this.#blank();
      return;
    }
    const passing = PASSING.exec(line);
    if (passing && !this.#machine && this.#opens(Number(passing[1]), passing[2]!)) return;
    if (this.#epilogue && this.#below(this.#epilogue, line)) return;
    if (this.#loose && !this.#epilogue && this.#rest(line)) return;
    if (this.#loose && !this.#epilogue?.failing && this.#orphan(line)) return;
    if (/^ {6}at \S/.test(line)) this.#traces++;
    if (!this.#test(line)) this.#remark(line);
    if (/^ {2}/.test(line)) this.#afterBlank = false;
  }

  #blank(): void {
    this.#afterBlank = true;
    if (!this.#epilogue) this.#blanks++;
    if (this.#epilogue && !this.#epilogue.torn) this.#epilogue.closed = true;
    if (this.#titles) this.#titles.open = false;
  }

  /** The first line of an epilogue; false below one with failures, whose messages may hold anything. */
  #opens(passing: number, time: string): boolean {
    if (this.#epilogue?.failures.length && this.#capture.invocation.exitCode !== 0) return false;
    const near = this.#lastDepth > 2 && this.#blanks < 2;
    this.#epilogue = { near, passing, seconds: secondsOf(time), pending: 0, failing: 0, closed: false, failures: [] };
    this.#epilogues.push(this.#epilogue);
    this.#titles = undefined;
    return true;
  }

  /** A line of an epilogue or of the failures below it; false when the tests go on, so that it was none. */
  #below(epilogue: Epilogue, line: string): boolean {
    const more = epilogue.closed ? null : MORE.exec(line);
    if (more) {
      epilogue[more[2] as 'pending' | 'failing'] = Number(more[1]);
      return true;
    }
    // A filter may have dropped the blank line that ends it.
    const isOver = epilogue.closed || (this.#capture.invocation.view === 'parts' && epilogue.failing > 0);
    const failure = isOver ? FAILURE.exec(line) : null;
    if (failure && epilogue.failures.length < epilogue.failing && Number(failure[1]) === epilogue.failures.length + 1) {
      const next = { titles: [failure[2]!] };
      epilogue.closed = true;
      epilogue.failures.push(next);
      this.#titles = { failure: next, open: true };
      return true;
    }
    if (!epilogue.failures.length) return false;
    this.#describe(line);
    return true;
  }

  /** The end of an epilogue whose first line is cut off. */
  #rest(line: string): boolean {
    const more = MORE.exec(line);
    if (more) this.#left[more[2] as 'pending' | 'failing'] = Number(more[1]);
    return more !== null;
  }

  /** A failure of the list whose epilogue is cut off: the titles of its suites and its own stand below each other. */
  #orphan(line: string): boolean {
    const failure = FAILURE.exec(line);
    if (failure) {
      const next = { titles: [failure[2]!] };
      this.#orphans.push(next);
      this.#titles = { failure: next, open: true };
      return true;
    }
    const depth = line.search(/\S/);
    if (!this.#titles || (this.#titles.open ? depth < 5 : depth < 5 || LEAF.test(line))) return false;
    this.#describe(line);
    return true;
  }

  /** Titles stand below each other, each two further in; the message follows. */
  #describe(line: string): void {
    if (!this.#titles) return;
    const { failure, open } = this.#titles;
    const depth = 5 + 2 * failure.titles.length;
    if (open && line.search(/\S/) === depth) {
      failure.titles.push(line.slice(depth));
      return;
    }
    failure.message = line.trim();
    this.#titles = undefined;
  }

  /** A test, or the heading of a suite; false if it is neither. */
  #test(line: string): boolean {
    if (this.#nameless) return false;
    if (this.#listLine(line)) return true;
    if (this.#listReporter) return false;
    if (DRAWN.test(line) && !this.#listed.length) {
      this.#nameless = true;
      return true;
    }
    if (/^ +[✓✔√] ?$/.test(line)) {
      this.#broken++;
      return true;
    }
    const leaf = LEAF.exec(this.#unspoilt(line));
    if (!leaf || (leaf[4] !== undefined && this.#way.numbered)) return this.#heading(line);
    const [, indent, passed, pending, number, text] = leaf;
    if (!this.#belongs(indent!.length)) return false;
    if (number !== undefined && !this.#loose && Number(number) !== this.#failed + 1) return false;
    const { title, seconds } = passed ? splitTime(text!, this.#quickShown) : { title: text!, seconds: undefined };
    const name = [...this.#suites.map((suite) => suite.title), title].join(' ');
    this.#listed.push({ name, state: passed ? 'passed' : pending ? 'skipped' : 'failed', seconds, mark: passed });
    if (number !== undefined) this.#failed++;
    this.#epilogue = undefined;
    this.#blanks = 0;
    this.#lastDepth = indent!.length;
    return true;
  }

  /** A test's line without what was printed in front of it, which had no end of line. */
  #unspoilt(line: string): string {
    const mark = line.search(/(?:[✓✔√]|\d+\)) \S/);
    const before = mark < 0 ? '' : line.slice(0, mark);
    if (!before.trim()) return line;
    const indent = (this.#suites.at(-1)?.depth ?? 0) + 2;
    if (before.length - before.trimEnd().length === indent) return line.slice(mark - indent);
    this.#broken++;
    return line;
  }

  /** Whether a test so far in can follow what was there; a suite's tests come before its suites. */
  #belongs(depth: number): boolean {
    const above = this.#suites.filter((suite) => suite.depth < depth);
    const left = this.#suites.slice(above.length);
    if (this.#loose) {
      this.#suites = above;
      return true;
    }
    if (depth === 2 && this.#suites.length && !this.#afterBlank) return false;
    if (depth !== 2 && (left.some(({ used }) => used) || above.at(-1)?.nested)) return false;
    // Of several files all tests outside of suites come first, unless each file runs on its own.
    if (depth === 2 && this.#way.strict && this.#nested) return false;
    if ((above.at(-1)?.depth ?? 0) !== depth - 2) return false;
    for (const [at, suite] of above.entries()) {
      suite.used = true;
      suite.nested ||= at < above.length - 1;
    }
    this.#nested ||= depth > 2;
    this.#suites = above;
    return true;
  }

  #heading(line: string): boolean {
    const match = /^((?: {2})+)(\S.*)$/.exec(line);
    // Below an epilogue without failures the tests may go on, if one of them has printed it.
    if (!match || (this.#epilogue?.closed && this.#epilogue.failing > 0)) return false;
    const depth = match[1]!.length;
    const above = this.#suites.filter((suite) => suite.depth < depth);
    if (!this.#loose) {
      if (depth === 2 && !this.#afterBlank && this.#suites.length) return false;
      if ((above.at(-1)?.depth ?? 0) !== depth - 2) return false;
      // Suites without tests are not listed, so this is what a hook of the suite above has printed.
      if (depth > 2 && this.#suites[above.length]?.used === false) return false;
      for (const suite of above) suite.used = true;
    }
    this.#headings++;
    if (above.length < 200) this.#suites = [...above, { depth, title: match[2]!, used: false, nested: false }];
    return true;
  }

  /** `    suite test:   ✔ suite test: 0ms`, or on a terminal only what is behind the first title. */
  #listLine(line: string): boolean {
    const begun = LISTED.exec(line) ?? this.#spoiltListLine(line);
    const result = begun ? `  ${begun[2]}` : line;
    const title = begun?.[1] ?? this.#begun;
    const match = /^ {2}(?:([✓✔√]) (.+): (\d+)ms|- (.+)|(\d+)\) (.+))$/.exec(result);
    const name = match?.[2] ?? match?.[4] ?? match?.[6];
    if (match && name !== undefined && (begun ? name === title : this.#listReporter)) {
      this.#listReporter = true;
      this.#begun = undefined;
      if (match[6] !== undefined && Number(match[5]) !== this.#failed + 1 && !this.#loose) return false;
      if (match[6] !== undefined) this.#failed++;
      const state = match[2] ? 'passed' : match[4] ? 'skipped' : 'failed';
      if (!begun && match[2] && title !== undefined && title !== name) return false;
      this.#listed.push({ name, state, seconds: match[3] ? Number(match[3]) / 1000 : undefined });
      this.#epilogue = undefined;
      return true;
    }
    // Something that the test printed stands between its title and its result.
    if (begun) this.#begun = begun[1];
    return begun !== null && this.#listReporter;
  }

  /** Title and result with something between them that the test has printed. */
  #spoiltListLine(line: string): string[] | null {
    const mark = line.search(/ {2}(?:[✓✔√]|\d+\)) \S/);
    if (mark < 5 || !line.startsWith('    ')) return null;
    const result = line.slice(mark + 2);
    const title = result.replace(/^\S+ /, '').replace(/: \d+ms$/, '');
    return line.startsWith(`    ${title}: `) ? [line, title, result] : null;
  }

  #remark(line: string): void {
    if (/^(?:Error: )?No test files found\b/.test(line)) this.#noFiles = true;
    else if (DEATH.test(line)) this.#crashed = true;
    // An error that nobody caught has ended the process after the tests.
    else if (this.#epilogue && UNCAUGHT.test(line)) this.#died = true;
    else {
      const broken = BROKEN.exec(line);
      if (broken && !this.#listed.length) this.#error ??= broken[1] ?? broken[2];
      this.#collected.unparsed++;
    }
  }

  /** As many tests are listed as have passed, or none, or there is nothing to compare. */
  get adds(): boolean {
    const epilogue = this.#epilogues.at(-1);
    const passed = this.#listed.filter(({ state }) => state === 'passed').length;
    return !epilogue || !passed || (passed <= epilogue.passing && passed + this.#broken >= epilogue.passing);
  }

  /** The runner counts no failure, though one is listed. */
  get noneFailed(): boolean {
    return this.#failed > 0 && this.#epilogues.at(-1)?.failing === 0;
  }

  report(): Report {
    const { invocation, text } = this.#capture;
    const epilogue = this.#epilogues.at(-1);
    const orphans = new Set(this.#orphans);
    // Where the end is there and the runner counts no failure, what looks like one was printed.
    const noneFailed = this.#isEnded() && epilogue?.failing === 0 && this.#epilogues.length === 1;
    const printed = this.#printed(epilogue);
    const foreign = this.#foreignMark(epilogue);
    for (const test of this.#listed) {
      const { seconds, mark, ...rest } = test;
      if ((mark !== undefined && mark === foreign) || (noneFailed && rest.state === 'failed')) continue;
      if (printed(test)) continue;
      this.#collected.add({ ...rest, ...(seconds === undefined ? {} : { seconds }) });
    }
    for (const failure of [...(noneFailed ? [] : this.#orphans), ...(epilogue?.failures ?? [])]) {
      const { titles, message } = failure;
      const last = titles.length - 1;
      // A colon ends the titles; without, some are cut off, or the line was a test of the list.
      const whole = titles[last]?.endsWith(':');
      const test = last === 0 && invocation.view !== 'parts' && orphans.has(failure);
      if (!whole && (!test || (failure === this.#titles?.failure && this.#titles.open))) continue;
      const name = [...titles.slice(0, last), titles[last]!.replace(/:$/, '')].join(' ');
      this.#collected.add({ name, state: 'failed', ...(message === undefined ? {} : { message }) });
    }
    const tally = this.#collected.tally();
    const [passed, failed, skipped] = epilogue
      ? [epilogue.passing, epilogue.failing, epilogue.pending]
      : [tally.passed, Math.max(tally.failed, this.#left.failing), Math.max(tally.skipped, this.#left.pending)];
    const errors = !epilogue && this.#error !== undefined && !this.#noFiles ? 1 : 0;
    if (errors) this.#collected.addProblem({ ...placeOf(text), message: this.#error! });
    const total = passed + failed + skipped;
    return judge(
      {
        runner: 'mocha',
        collected: this.#collected,
        counts: { passed, failed, skipped, errors, total },
        seconds: epilogue?.seconds,
        failed: failed > 0,
        collectionFailed: errors > 0,
        crashed: this.#crashed && !epilogue,
        nothingRan:
          failed === 0 && (this.#noFiles || (epilogue !== undefined && total === 0) || runsNothing(invocation.words)),
        onlySkipped: epilogue !== undefined && passed === 0 && failed === 0 && skipped > 0,
        somethingPassed: passed > 0,
        closing: epilogue?.closed ? 'proof' : epilogue ? 'with-exit' : 'none',
        doubts: [...doubtsOf(this.#capture), ...this.#doubts(epilogue)],
      },
      this.#capture,
    );
  }

  /** Whether the last epilogue and all that stands below it are there. */
  #isEnded(): boolean {
    const { invocation, cut } = this.#capture;
    const isSeen = invocation.view === 'whole' || (invocation.view === 'tail' && this.#epilogue?.closed === true);
    return isSeen && cut !== 'tail' && cut !== 'some' && invocation.times === 1;
  }

  /** Failures in the list of tests that the runner does not tell of below, where it tells of all. */
  #printed(epilogue: Epilogue | undefined): (test: { readonly name: string; readonly state: TestState }) => boolean {
    const told = epilogue?.failures ?? [];
    const isTold = told.every(({ titles }) => titles.at(-1)?.endsWith(':'));
    if (!epilogue?.failing || told.length < epilogue.failing || !isTold) return () => false;
    const names = new Set(told.map(({ titles }) => titles.join(' ').replace(/:$/, '')));
    return ({ name, state }) => state === 'failed' && !names.has(name);
  }

  /** Of two signs for a test that passed the one without which the epilogue is right, else the rarer: a test has printed it. */
  #foreignMark(epilogue: Epilogue | undefined): string | undefined {
    const marks = new Map<string, number>();
    for (const { mark } of this.#listed) if (mark !== undefined) marks.set(mark, (marks.get(mark) ?? 0) + 1);
    const most = [...marks].sort((left, right) => right[1] - left[1]);
    const usual = (most[0]?.[1] ?? 0) > (most[1]?.[1] ?? 0) ? most[0] : undefined;
    const own = (epilogue ? (most.find(([, count]) => count === epilogue.passing) ?? usual) : most[0])?.[0];
    return marks.size === 2 && own !== undefined ? [...marks.keys()].find((mark) => mark !== own) : undefined;
  }

  #doubts(epilogue: Epilogue | undefined): Reason[] {
    const { invocation, cut, input } = this.#capture;
    if (!epilogue) return [];
    const doubts: Reason[] = [];
    const own = invocation.exitCode === 0;
    const passed = this.#listed.filter(({ state }) => state === 'passed').length;
    const all = this.#listed.length > 0 && invocation.view === 'whole' && !cut && invocation.times === 1;
    // More than was listed has not run: a program under test has said so and ended the run.
    if (all && passed + this.#broken < epilogue.passing) doubts.push('counts-disagree');
    // After the last suite there are two blank lines, which a made-up epilogue may lack. Documents leave some out.
    if (epilogue.near && input.exitCode !== undefined && invocation.view === 'whole') doubts.push('counts-disagree');
    if (own) return doubts;
    if (this.#died) doubts.push('errors');
    if (!all && this.#headings > 0 && this.#listed.length === 0 && epilogue.passing > 0) doubts.push('counts-disagree');
    if (all && passed > epilogue.passing) doubts.push('counts-disagree');
    // Below an epilogue without failures there are none, so this one stands in a message.
    if (this.#traces > 0 && !epilogue.failing) doubts.push('counts-disagree');
    if (this.#failed + this.#orphans.length > 0) doubts.push('counts-disagree');
    const runs = Math.max(invocation.times, 1);
    if (this.#epilogues.length < runs) doubts.push('unfinished');
    if (this.#epilogues.length > runs && !(all && passed === epilogue.passing)) doubts.push('summary-not-last');
    return doubts;
  }
}

/** What speaks against every output, whatever its tests came to. */
function doubtsOf({ invocation, text }: Capture): Reason[] {
  const doubts: Reason[] = [];
  const watch = invocation.words.some((word) => word === '--watch' || word === '-w');
  if (watch || text.includes('[mocha] waiting for changes')) doubts.push('watch-mode');
  if (invocation.exitCode !== 0 && TOO_LITTLE.test(text)) doubts.push('errors');
  return doubts;
}

function runsNothing(words: readonly string[]): boolean {
  return words.some((word) => /^--(?:dry-run|help|list-interfaces|list-reporters|interfaces|reporters)$/.test(word));
}

/** The reporter that the command names. */
function reporterOf(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '-R' || word === '--reporter');
  if (at >= 0) return words[at + 1] ?? '';
  return words.find((word) => word.startsWith('--reporter='))?.slice('--reporter='.length) ?? '';
}

/** Tests are timed from half of the threshold for slow ones on, which is 75 ms unless an option says otherwise. */
const TIMED_FROM = 38;

/** A title without the time that slow tests have behind them; what looks like a shorter time is part of the title. */
function splitTime(text: string, quickShown: boolean): { title: string; seconds: number | undefined } {
  const title = text.trimEnd();
  const time = / \((\d+ms)\)$/.exec(title)?.[1];
  if (time === undefined || (!quickShown && Number.parseInt(time, 10) < TIMED_FROM))
    return { title, seconds: undefined };
  return { title: title.slice(0, -time.length - 3), seconds: secondsOf(time) };
}

/** The first place of a stack trace that is the project's own. */
function placeOf(text: string): { file?: string; line?: number; column?: number } {
  for (const match of text.matchAll(/^ +at (?:[^()\n]* \()?(?:file:\/\/)?([^()\s:]+):(\d+):(\d+)\)?$/gm))
    if (!/node_modules|^node:|^internal\//.test(match[1]!))
      return { file: match[1]!, line: Number(match[2]), column: Number(match[3]) };
  return {};
}
