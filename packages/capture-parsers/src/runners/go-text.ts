/** `go test` as text, plain and `-v`: https://pkg.go.dev/cmd/go#hdr-Test_packages, https://pkg.go.dev/cmd/test2json */
import { cutMarker } from '../cut.js';
import { MESSAGE_CAP, type TestResult, type TestState } from '../report.js';
import type { Capture } from '../runner.js';
import {
  COMMAND_ERROR,
  DEATH,
  isMark,
  isTelling,
  LINE_CAP,
  Marks,
  type PackageLine,
  readNumber,
  readPackageLine,
  readPlace,
} from './go-lines.js';
import type { GoRun } from './go-run.js';
import { GoSkimmer } from './go-skim.js';
import { type GoResult, type GoTest, GoTests, isEnded, type OwnOutput } from './go-tests.js';

// 1 name without the number of processors
const BENCHMARK = /^(Benchmark\S*?)(?:-\d+)?\s+\d+\s+[\d.]+ \S+\/op/;
// 1 name, as told when time is up; one tab before Go 1.23, spaces where a terminal was copied
const STILL_RUNNING = /^(?:\t| {8}){1,2}(\S.*) \([\d.]+[a-zµ]+[\d.a-zµ]*\)$/;
// 1 package: `-cover` tells of packages without tests too
const UNCOVERED = /^\t(\S+)\t\tcoverage: /;

/** How far below its words a runtime that dies begins to tell of goroutines at most. */
const TRACE_REACH = 4_096;

const [TAB, SPACE, HASH, OPEN, CLOSE, EQUALS, SMALL_S] = [9, 32, 35, 40, 41, 61, 115];
/** Length of `=== ` and `--- `, and the spaces that stand before a name at most. */
const [MARK, MAX_SPACES] = [4, 3];
/** Length of `--- PASS: ` and of `=== RUN   `. */
const RESULT_NAME = 10;

/** `skims`: packages whose names are not kept may be counted by another reader, which finds the same. */
export function readText(text: string, run: GoRun, skims = true): void {
  new GoText(text, run).read(skims);
}

class GoText {
  readonly #text: string;
  readonly #run: GoRun;
  /** `=== RUN` lines tell a test's own words from results. */
  readonly #verbose: boolean;
  /** What stood before may be missing, and with it announcements. */
  #lost: boolean;
  readonly #filtered: boolean;
  /** No `-v` was given: passing and skipped tests are not told. */
  readonly #quiet: boolean;
  /** With `-v`, as here, every test is told. */
  readonly #tells: boolean;
  /** The go command itself said that all is well. */
  readonly #allWell: boolean;
  /** A single package that is ok, whose tests alone can have printed lines of packages that failed. */
  readonly #alone: boolean;
  /** Benchmarks may have run. */
  readonly #benches: boolean;
  readonly #marks: Marks;
  #skimmer: GoSkimmer | undefined;
  #tests: GoTests;
  #benchmarks = 0;
  /** What the runtime said last about the end of the binary. */
  #death: string | undefined;
  /** Where those words end. */
  #deathAt = 0;
  /** Below the heading of a package that does not build. */
  #building = false;
  #timeIsUp = false;
  /** A bare `FAIL` that no package's line has followed. */
  #trailingFail = false;
  /** The test whose result was the last line but for what stands under it. */
  #under: GoTest | undefined;
  /** A package's line that came while a test ran: a crash, or the test's own words. */
  #early: PackageLine | undefined;
  /** A package that is said to be ok although a test has failed, which one of its tests may have printed. */
  #doubtful: PackageLine | undefined;
  /** Tests that were announced where none is: somebody else's. */
  readonly #echoes = new Set<string>();
  /** Where lines are missing stood tests of a package whose end has not been seen. */
  #open = false;
  /** The test binary has said that all passed. */
  #passed = false;
  /** The test binary has said that there was nothing to run. */
  #empty = false;

  constructor(text: string, run: GoRun) {
    const { cut, invocation } = run.capture;
    this.#text = text;
    this.#marks = new Marks(text);
    this.#run = run;
    this.#quiet = askedForLess(run.capture) && !beginsVerbose(text);
    this.#tells = isTold(run.capture) && invocation.words.some((word) => /^--?(?:test\.)?v(?:=true)?$/.test(word));
    this.#allWell = invocation.exitCode === 0;
    this.#verbose = text.includes('=== RUN ') && !this.#quiet;
    this.#alone = this.#allWell && this.#quiet && invocation.words.slice(2).every((word) => word.startsWith('-'));
    this.#benches = !isTold(run.capture) || invocation.words.some((word) => /^--?(?:test\.)?bench(?:=|$)/.test(word));
    this.#lost = cut === 'head' || cut === 'some' || invocation.view === 'tail' || invocation.view === 'parts';
    this.#filtered = invocation.view === 'parts';
    this.#tests = new GoTests(this.#lost);
    run.verbose = this.#verbose;
    run.sawEveryTest = this.#verbose && !cut && invocation.view === 'whole';
  }

  read(skims: boolean): void {
    const text = this.#text;
    for (let from = 0; from < text.length; ) {
      const behind = skims && text.charCodeAt(from) === EQUALS ? this.#skim(from) : from;
      if (behind > from) {
        from = behind;
        continue;
      }
      let to = text.indexOf('\n', from);
      if (to < 0) to = text.length;
      if (to > from) this.#line(from, to);
      from = to + 1;
    }
    this.#end();
  }

  /** Where the line behind a plain package begins whose first test is announced here; `from` for any other. */
  #skim(from: number): number {
    if (this.#tests.started || !this.#verbose || this.#lost || this.#timeIsUp) return from;
    this.#skimmer ??= new GoSkimmer(this.#text);
    if (!this.#skimmer.read(from)) return from;
    const { passed, failed, skipped, unparsed, closing: at } = this.#skimmer;
    const end = this.#text.indexOf('\n', at);
    const to = end < 0 ? this.#text.length : end;
    const closing = readPackageLine(this.#slice(at, to));
    if (closing?.status !== (failed ? 'FAIL' : 'ok')) return from;
    const { collected } = this.#run;
    if (this.#isUncounted(closing.name)) {
      collected.leaveOut('passed', passed);
      collected.leaveOut('failed', failed);
      collected.leaveOut('skipped', skipped);
    } else {
      const messageOf = (own: OwnOutput) => this.#messageOf(own);
      this.#skimmer.eachTest(closing.name, messageOf, (test) => collected.add(test));
    }
    collected.unparsed += unparsed;
    this.#run.close(closing, { failures: failed });
    this.#forget();
    return to + 1;
  }

  #line(from: number, to: number): void {
    const text = this.#text;
    const first = text.charCodeAt(from);
    const white = first === SPACE || first === TAB;
    if (!white) this.#under = undefined;
    const mark = this.#markIn(from, to);
    if (mark < to) {
      if (this.#marked(from, to, mark)) return;
    } else if (white) {
      this.#indented(from, to);
      return;
    }
    // Most of what is printed while a test runs is the test's own.
    if (isTelling(first) || !this.#tests.running) this.#plain(from, to);
    else this.#run.collected.unparsed++;
  }

  /** Where the first `--- ` or `=== ` of a line stands; behind its end when there is none. */
  #markIn(from: number, to: number): number {
    const text = this.#text;
    let at = from;
    while (text.charCodeAt(at) === SPACE) at++;
    if (isMark(text, at)) return at;
    return Math.min(this.#marks.next(from), to);
  }

  /** What stands under a result, and the tests that still ran when time was up. */
  #indented(from: number, to: number): void {
    if (this.#under) this.#under.belowEnd = to;
    if (this.#text.charCodeAt(from) !== TAB && !this.#timeIsUp) return;
    const line = this.#slice(from, to);
    if (this.#timeIsUp) {
      const name = STILL_RUNNING.exec(line)?.[1];
      if (name && !this.#tests.find(name)) this.#tests.run(name, to);
      if (name) return;
    }
    const uncovered = UNCOVERED.exec(line)?.[1];
    if (uncovered && !this.#tests.running) this.#run.close({ name: uncovered, status: '?', rest: line }, {});
  }

  /** A line with a result or an announcement, perhaps behind words that a test printed without a newline. */
  #marked(from: number, to: number, mark: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(mark) === EQUALS) {
      if (this.#quiet && text.startsWith('=== RUN   ', mark)) this.#echoes.add(this.#slice(mark + RESULT_NAME, to));
      return this.#verbose && this.#started(mark, to);
    }
    let at = isBlank(text, from, mark) ? mark : -1;
    const depth = at < 0 ? 0 : (mark - from) / 4;
    // Words without a newline stand before the result of the test that printed them.
    if (at < 0 && this.#verbose) at = this.#lastMark(mark, to);
    if (at < 0) {
      this.#glued(from, to);
      return false;
    }
    const result = Number.isInteger(depth) ? readResult(text, at, to) : undefined;
    const test = result && this.#result(result, depth, at > mark || from + depth * 4 !== at);
    if (!test) return false;
    this.#early = undefined;
    if (test.to < 0) test.to = at;
    test.below = test.belowEnd = Math.min(to + 1, text.length);
    this.#under = test;
    return true;
  }

  #lastMark(mark: number, to: number): number {
    const last = this.#text.lastIndexOf('--- ', to);
    return last >= mark ? last : -1;
  }

  /** In plain output a failing test's words without a newline may stand before its result; what is under it proves it. */
  #glued(from: number, to: number): void {
    const text = this.#text;
    // Behind a filter there may be no announcements, and nothing below a result.
    if (this.#verbose || isWhite(text, from)) return;
    const at = text.lastIndexOf(this.#filtered && !this.#quiet ? '--- ' : '--- FAIL: ', to);
    if (at <= from || !(this.#filtered ? !isWhite(text, at - 1) : text.startsWith('    ', to + 1))) return;
    const result = readResult(text, at, to);
    if (!result || !this.#tests.fits(result.name, 0)) return;
    this.#under = this.#tests.unannounced(result, 0);
    this.#under.below = this.#under.belowEnd = to + 1;
  }

  /** `=== RUN   TestX`, `=== PAUSE TestX`, `=== CONT  TestX`, `=== NAME  TestX`; one space before Go 1.5. */
  #started(mark: number, to: number): boolean {
    const text = this.#text;
    const space = text.indexOf(' ', mark + MARK);
    if (space < 0 || space > to) return false;
    const word = text.slice(mark + MARK, space);
    if (word !== 'RUN' && word !== 'CONT' && word !== 'PAUSE' && word !== 'NAME') return false;
    let at = space;
    while (text.charCodeAt(at) === SPACE && at < space + MAX_SPACES) at++;
    const name = this.#slice(at, to);
    const slash = name.indexOf('/');
    if (word === 'RUN' && slash < 0) {
      if (this.#early) this.#close(this.#early);
      // A binary that has died starts no further test: the words were those of a test.
      if (!this.#lost) this.#death = undefined;
    }
    const tests = this.#tests;
    if (this.#lost && (slash > 0 || word !== 'RUN')) tests.assume(slash > 0 ? name.slice(0, slash) : name, mark);
    tests.interrupt(mark);
    if (word === 'RUN') tests.run(name, to + 1);
    else if (word === 'PAUSE') tests.pause(name);
    else if (word === 'CONT') tests.resume(name);
    this.#building = this.#trailingFail = false;
    return true;
  }

  /** The test of a result line, unless the line shows itself to be something that a test printed. */
  #result(result: GoResult, depth: number, glued: boolean): GoTest | undefined {
    const { name, state } = result;
    const tests = this.#tests;
    const announced = tests.result(result, depth);
    if (announced || glued) return announced;
    if (this.#verbose) {
      // Only a test that began before what is left can have a result without an announcement.
      if ((!this.#lost && !this.#isBenchmark(name)) || !tests.fits(name, depth)) return undefined;
      // gotestsum shows the results of subtests at the left margin.
      if (depth === 0 && tests.running && !this.#filtered && !name.includes('/')) return undefined;
      if (tests.find(name)) return undefined;
    } else {
      if (state !== 'failed' && (!this.#lost || this.#quiet) && !this.#isBenchmark(name)) return undefined;
      if (!tests.fits(name, depth) || this.#echoes.has(name)) return undefined;
    }
    return tests.unannounced(result, depth);
  }

  #isBenchmark(name: string): boolean {
    return this.#benches && name.startsWith('Benchmark');
  }

  /** A line at the left margin without a mark. */
  #plain(from: number, to: number): void {
    const line = this.#slice(from, to);
    const run = this.#run;
    if (line === 'FAIL' || line === 'PASS') {
      // The binary came to its end by itself.
      this.#death = undefined;
      this.#trailingFail = line === 'FAIL';
      this.#passed = line === 'PASS';
      this.#building = false;
      return;
    }
    if (line === NO_TESTS) {
      this.#empty = true;
      return;
    }
    const closing = readPackageLine(line) ?? this.#gluedPackage(line);
    if (closing) {
      if (this.#alone && closing.status === 'FAIL') return;
      if (closing.status !== '?' && this.#tests.running && this.#verbose && !this.#filtered) {
        // A test that runs cannot be in a package that is ok, and one that crashes has no result after this.
        if (closing.status === 'FAIL') this.#early ??= closing;
        if (this.#death && closing.status === 'FAIL') this.#close(closing);
        return;
      }
      // Without -v nothing is printed of a package that is ok, unless it is the only one.
      const doubtful = closing.status === 'ok' && !this.#verbose && !this.#filtered && this.#tests.failed;
      if (doubtful) this.#doubtful = closing;
      else this.#close(closing);
      return;
    }
    if (cutMarker(line)) {
      this.#gap();
      return;
    }
    const benchmark = this.#isBenchmark(line) ? BENCHMARK.exec(line)?.[1] : undefined;
    if (benchmark !== undefined) {
      if (this.#tests.running) return;
      this.#benchmarks++;
      this.#tests.unannounced({ name: benchmark, state: 'passed', seconds: undefined }, 0);
      return;
    }
    if (this.#buildLine(line)) return;
    if (DEATH.test(line)) {
      this.#die(line, to);
      return;
    }
    if (/^(?:go: (?:warning: "\S+" )?(?:no packages|matched no packages)|no packages to test)/.test(line)) {
      run.nothing = true;
    } else if (!this.#tests.running && COMMAND_ERROR.test(line)) {
      if (/no packages to test|matched no packages/.test(line)) run.nothing = true;
      else {
        run.collected.addProblem({ message: line });
        run.refused = true;
      }
    } else if (!KNOWN.test(line)) run.collected.unparsed++;
  }

  /** The words of a `TestMain` without a newline may stand before the closing line of its package. */
  #gluedPackage(line: string): PackageLine | undefined {
    const at = line.includes('\t') ? line.search(/(?:ok {2}|FAIL)\t\S+\t[\d(]/) : -1;
    if (at <= 0 || (this.#verbose && this.#tests.running)) return undefined;
    const closing = readPackageLine(line.slice(at));
    const fits = closing?.status === 'ok' ? this.#passed : !this.#allWell;
    return fits ? closing : undefined;
  }

  /** Lines are missing here: nobody knows what became of the tests that ran, nor of which package those were that ended. */
  #gap(): void {
    // What was announced and ended is a test's result, whatever the go command says of it all.
    const sure = this.#verbose && !this.#lost;
    const { ended } = this.#flush(undefined, this.#allWell && !sure);
    if (ended) this.#run.failed = true;
    this.#building = this.#passed = false;
    this.#open ||= this.#tests.started;
    this.#doubtful = this.#early = undefined;
    this.#lost = true;
    this.#tests = new GoTests(true);
  }

  /** `# package` and the complaints below it. */
  #buildLine(line: string): boolean {
    if (this.#verbose && this.#tests.running) return false;
    if (line.charCodeAt(0) === HASH && line.startsWith('# ')) {
      this.#building = true;
      return true;
    }
    if (!this.#building && !line.startsWith('vet: ')) return false;
    const place = readPlace(line);
    if (place) this.#run.collected.addProblem(place);
    return place !== undefined;
  }

  #die(line: string, to: number): void {
    if (this.#death !== undefined) return;
    this.#deathAt = to;
    // A test binary that was left by `os.Exit` says nothing; the go command tells its status after `FAIL` as well.
    if (line.startsWith('exit status ')) {
      if (this.#tests.running) this.#death = line;
      return;
    }
    this.#death = line;
    this.#timeIsUp = line.includes('test timed out after');
    const { newest } = this.#tests;
    if (newest?.state === 'failed' && newest.below >= 0) newest.belowEnd = to;
  }

  #close(closing: PackageLine): void {
    this.#early = this.#doubtful = undefined;
    if (closing.status === '?') {
      this.#run.close(closing, {});
      return;
    }
    const seen = this.#tests.started || this.#benchmarks > 0;
    const ran = seen || (!this.#empty && (!(this.#verbose || this.#tells) || this.#lost));
    // A `TestMain` that leaves with 0 whatever came of the tests: the binary has told of their failure.
    const overruled = closing.status === 'ok' && this.#trailingFail && this.#tests.failed && !this.#lost;
    const failures = this.#flush(closing.name, closing.status === 'ok' && !overruled);
    if (overruled) this.#run.failed = true;
    if (closing.status === 'FAIL' && !closing.rest.startsWith('[')) {
      if (this.#death !== undefined) this.#run.die(this.#death);
      else if (failures.unended && !failures.ended && !this.#filtered) this.#run.crashed = true;
    }
    this.#run.close(closing, { failures: failures.ended, ran });
    // From here on all is there again, if the binary itself has said that it came to its end.
    if (this.#passed || this.#trailingFail) this.#lost = this.#filtered;
    this.#begin();
  }

  /** Behind the closing line of a package. */
  #begin(): void {
    this.#tests = new GoTests(this.#lost);
    this.#forget();
  }

  /** Nothing but tests is known of a package that begins. */
  #forget(): void {
    this.#benchmarks = 0;
    this.#death = undefined;
    this.#building = this.#timeIsUp = this.#trailingFail = this.#passed = this.#empty = this.#open = false;
  }

  /** Hands the tests of a package over, and counts those that failed and those that never ended. */
  #flush(name: string | undefined, good: boolean): { ended: number; unended: number } {
    const place = name === undefined ? {} : { package: name };
    let ended = 0;
    let unended = 0;
    const died = name === undefined ? this.#isTraced() : this.#death !== undefined;
    const { collected } = this.#run;
    const uncounted = name !== undefined && this.#isUncounted(name);
    this.#tests.eachReal((test) => {
      const { state } = test;
      // A package that is ok has no failing test: the line was printed by one of them, unless a filter took others out.
      const stray = good && this.#filtered && !this.#allWell;
      if (state === 'paused' || (good && !stray && (state === 'failed' || state === 'running'))) return;
      if (state === 'running') {
        // The result of a subtest stands below that of its parent.
        if (test.top && isEnded(test.top) && !died) return;
        if (this.#filtered || (name === undefined && !died)) return;
        unended++;
        const message = this.#death === undefined ? {} : { message: this.#death };
        collected.add({ name: test.name, ...place, state: 'error', ...message });
        return;
      }
      if (state === 'failed') ended++;
      if (uncounted) {
        collected.leaveOut(state);
        return;
      }
      if (stray && state === 'failed') this.#run.failed = true;
      this.#add(test, state, stray && state === 'failed' ? undefined : name);
    });
    return { ended, unended };
  }

  /** Of a package that is closed for the first time, no test is known when no further names are kept. */
  #isUncounted(name: string): boolean {
    const { collected } = this.#run;
    return collected.full && !collected.packages.has(name);
  }

  #add(test: GoTest, state: TestState, place: string | undefined): void {
    const { name, seconds } = test;
    const result: { -readonly [Key in keyof TestResult]: TestResult[Key] } =
      place === undefined ? { name, state } : { name, package: place, state };
    if (seconds !== undefined) result.seconds = seconds;
    const message = state === 'passed' ? '' : this.#messageOf(test);
    if (message) result.message = message;
    this.#run.collected.add(result);
  }

  /** What a test printed while it ran, and what stands under its result. */
  #messageOf(test: OwnOutput): string {
    const own = test.from < 0 || test.to < test.from ? '' : this.#slice(test.from, test.to);
    const below = test.below < 0 ? '' : this.#slice(test.below, test.belowEnd);
    return [own, below]
      .filter((part) => part.trim())
      .join('\n')
      .slice(0, MESSAGE_CAP);
  }

  /** Whether the runtime went on to tell where it died, which stands for the package's line where that is missing. */
  #isTraced(): boolean {
    if (this.#death === undefined) return false;
    if (!/^(?:panic: |fatal error: |exit status )/.test(this.#death)) return true;
    return this.#text.slice(this.#deathAt, this.#deathAt + TRACE_REACH).includes('\ngoroutine ');
  }

  /** What has no closing line belongs to a package that did not end, or whose end was cut off. */
  #end(): void {
    const run = this.#run;
    const last = this.#early ?? this.#doubtful;
    if (last) this.#close(last);
    const hanging = this.#tests.started || this.#death !== undefined;
    const failures = hanging ? this.#flush(undefined, false) : { ended: 0, unended: 0 };
    const red = run.failed || run.buildFailed || run.crashed || run.timedOut;
    if (this.#isTraced() && /test timed out after|ran too long/.test(this.#death!)) run.timedOut = true;
    else if (failures.ended > 0 || failures.unended > 0 || (this.#trailingFail && !red)) run.failed = true;
    if (!this.#tests.started && !this.#open) return;
    run.unfinished = true;
    if (!failures.ended && !failures.unended) run.lastWord = 'none';
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, Math.min(to, from + LINE_CAP));
  }
}

/** Before Go 1.9 the closing line of a package did not say so. */
const NO_TESTS = 'testing: warning: no tests to run';

/** Lines of the runner that say nothing about a test. */
const KNOWN =
  /^(?:coverage: |exit status |go: |testing: warning: |goos: |goarch: |pkg: |cpu: |-test\.shuffle |fuzz: |Benchmark)/;

/** Whether the words are all that the go command was told. */
function isTold({ input, invocation: { words } }: Capture): boolean {
  return words[0] === 'go' && !input.command?.includes('GOFLAGS') && !words.some((word) => /\$|^@/.test(word));
}

/** Whether the words show that no `-v` was given: `=== RUN` lines are then what tests print. */
function askedForLess(capture: Capture): boolean {
  return isTold(capture) && !capture.invocation.words.some((word) => /^--?(?:test\.)?(?:v|json)(?:=|$)/.test(word));
}

/** Whether the first thing that any test printed is an announcement: `-v` may come from the environment. */
function beginsVerbose(text: string): boolean {
  const at = text.indexOf('=== RUN ');
  if (at < 0 || (at > 0 && text[at - 1] !== '\n')) return false;
  return text
    .slice(0, at)
    .split('\n')
    .every((line) => !line || /^(?:ok {2}\t|\?|go: |#)/.test(line));
}

/**
 * `--- PASS: TestX (0.00s)`; `(0.00 seconds)` before Go 1.5, and no time at all behind benchmarks. Read by hand, as a
 * pattern with groups costs more than all the rest.
 */
function readResult(text: string, at: number, to: number): GoResult | undefined {
  const state = stateOf(text, at + MARK);
  if (!state) return undefined;
  const from = at + RESULT_NAME;
  const open = text.charCodeAt(to - 1) === CLOSE ? openOf(text, from, to) : from;
  if (open === from) {
    const benchmark = /^Benchmark\S*?(?=-\d+$|$)/.exec(text.slice(from, to))?.[0];
    return benchmark === undefined ? undefined : { name: benchmark, state, seconds: undefined };
  }
  const unit = text.charCodeAt(to - 2) !== SMALL_S ? 0 : text.startsWith(' seconds', to - 9) ? 9 : 2;
  const seconds = unit ? readNumber(text, open + 2, to - unit) : Number.NaN;
  return seconds >= 0 ? { name: text.slice(from, open), state, seconds } : undefined;
}

function stateOf(text: string, at: number): GoResult['state'] | undefined {
  if (text.startsWith('PASS: ', at)) return 'passed';
  if (text.startsWith('FAIL: ', at)) return 'failed';
  return text.startsWith('SKIP: ', at) ? 'skipped' : undefined;
}

/** Where the last ` (` before `to` stands; `from` when there is none behind it. */
function openOf(text: string, from: number, to: number): number {
  let at = to - 2;
  while (at > from && (text.charCodeAt(at) !== SPACE || text.charCodeAt(at + 1) !== OPEN)) at--;
  return Math.max(at, from);
}

function isWhite(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return char === SPACE || char === TAB;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== SPACE) return false;
  return true;
}
