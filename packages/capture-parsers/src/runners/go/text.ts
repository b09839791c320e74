/** `go test` as text, plain and `-v`: https://pkg.go.dev/cmd/go#hdr-Test_packages, https://pkg.go.dev/cmd/test2json */
import { cutMarker } from '../../output/cut.js';
import { Death } from './death.js';
import { Keeper } from './keeper.js';
import { type Known, knownOf } from './known.js';
import {
  benchmarkOf,
  COMMAND_ERROR,
  DEATH,
  isTelling,
  LINE_CAP,
  NO_PACKAGES,
  NO_TESTS,
  type PackageLine,
  readPackageLine,
  readPlace,
  SAYS_NOTHING,
  stillRunning,
  TIMED_OUT,
  uncoveredPackage,
} from './lines.js';
import { readResult } from './result-line.js';
import type { GoRun } from './run.js';
import { isBlank, isMark, isWhite, Marks } from './scan.js';
import { GoSkimmer } from './skim.js';
import { type GoResult, type GoTest, GoTests, type OwnOutput } from './tests.js';

const [TAB, SPACE, HASH, EQUALS] = [9, 32, 35, 61];
/** Length of `=== ` and `--- `, and the spaces that stand before a name at most. */
const [MARK, MAX_SPACES] = [4, 3];
/** `RUN_NAME` is the length of `=== RUN   `. */
const RUN_NAME = 10;

/** `skims`: packages whose names are not kept may be counted by another reader, which finds the same. */
export function readText(text: string, run: GoRun, skims = true): void {
  new GoText(text, run).read(skims);
}

class GoText {
  readonly #text: string;
  readonly #run: GoRun;
  readonly #known: Known;
  /** What stood before may be missing, and with it announcements. */
  #lost: boolean;
  readonly #marks: Marks;
  readonly #keeper: Keeper;
  #skimmer: GoSkimmer | undefined;
  #tests: GoTests;
  #benchmarks = 0;
  readonly #death: Death;
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
  /** Results of failed tests behind words without a newline, with nothing below them. */
  #bare: GoResult[] = [];
  /** The test binary has said that one of them failed. */
  #gluedFail = false;
  /** The test binary has said that all passed. */
  #passed = false;
  /** The test binary has said that there was nothing to run. */
  #empty = false;

  constructor(text: string, run: GoRun) {
    const { cut, invocation } = run.capture;
    this.#text = text;
    this.#marks = new Marks(text);
    this.#run = run;
    this.#known = knownOf(text, run.capture);
    this.#lost = this.#known.lost;
    this.#death = new Death(text);
    this.#keeper = new Keeper(text, run, this.#known);
    this.#tests = new GoTests(this.#lost);
    run.verbose = this.#known.verbose;
    run.sawEveryTest = this.#known.verbose && !cut && invocation.view === 'whole';
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
    if (this.#tests.started || !this.#known.verbose || this.#lost || this.#timeIsUp) return from;
    this.#skimmer ??= new GoSkimmer(this.#text);
    if (!this.#skimmer.read(from)) return from;
    const { passed, failed, skipped, unparsed, closing: at } = this.#skimmer;
    const end = this.#text.indexOf('\n', at);
    const to = end < 0 ? this.#text.length : end;
    const closing = readPackageLine(this.#slice(at, to));
    if (closing?.status !== (failed ? 'FAIL' : 'ok')) return from;
    const { collected } = this.#run;
    if (this.#keeper.isUncounted(closing.name)) {
      collected.leaveOut('passed', passed);
      collected.leaveOut('failed', failed);
      collected.leaveOut('skipped', skipped);
    } else {
      const messageOf = (own: OwnOutput) => this.#keeper.messageOf(own);
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
      const name = stillRunning(line);
      if (name && !this.#tests.find(name)) this.#tests.run(name, to);
      if (name) return;
    }
    const uncovered = uncoveredPackage(line);
    if (uncovered && !this.#tests.running) this.#run.close({ name: uncovered, status: '?', rest: line }, {});
  }

  /** A line with a result or an announcement, perhaps behind words that a test printed without a newline. */
  #marked(from: number, to: number, mark: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(mark) === EQUALS) {
      if (this.#known.quiet && text.startsWith('=== RUN   ', mark)) this.#echoes.add(this.#slice(mark + RUN_NAME, to));
      return this.#known.verbose && this.#started(mark, to);
    }
    let at = isBlank(text, from, mark) ? mark : -1;
    const depth = at < 0 ? 0 : (mark - from) / 4;
    // Words without a newline stand before the result of the test that printed them.
    if (at < 0 && this.#known.verbose) at = this.#lastMark(mark, to);
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
    if (this.#known.verbose || isWhite(text, from)) return;
    const at = text.lastIndexOf(this.#known.filtered && !this.#known.quiet ? '--- ' : '--- FAIL: ', to);
    if (at <= from || (this.#known.filtered && isWhite(text, at - 1))) return;
    const result = readResult(text, at, to);
    if (!result || !this.#tests.fits(result.name, 0)) return;
    if (!this.#known.filtered && !text.startsWith('    ', to + 1)) {
      this.#bare.push(result);
      return;
    }
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
      if (!this.#lost) this.#death.words = undefined;
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
    if (this.#known.verbose) {
      // Only a test that began before what is left can have a result without an announcement.
      if ((!this.#lost && !this.#isBenchmark(name)) || !tests.fits(name, depth)) return undefined;
      // gotestsum shows the results of subtests at the left margin.
      if (depth === 0 && tests.running && !this.#known.filtered && !name.includes('/')) return undefined;
      if (tests.find(name)) return undefined;
    } else {
      if (state !== 'failed' && (!this.#lost || this.#known.quiet) && !this.#isBenchmark(name)) return undefined;
      if (!tests.fits(name, depth) || this.#echoes.has(name)) return undefined;
    }
    return tests.unannounced(result, depth);
  }

  #isBenchmark(name: string): boolean {
    return this.#known.benches && name.startsWith('Benchmark');
  }

  /** A line at the left margin without a mark. */
  #plain(from: number, to: number): void {
    const line = this.#slice(from, to);
    if (this.#lastWord(line)) return;
    const closing = readPackageLine(line) ?? this.#gluedPackage(line);
    if (closing) this.#closing(closing);
    else if (cutMarker(line)) this.#gap();
    else if (!this.#benchmark(line) && !this.#buildLine(line)) {
      if (DEATH.test(line)) this.#die(line, to);
      else this.#commandLine(line);
    }
  }

  /** What the test binary says at its end. */
  #lastWord(line: string): boolean {
    // Words without a newline may stand before that as well.
    if (this.#bare.length > 0 && line.endsWith('FAIL')) this.#gluedFail = true;
    if (line === 'FAIL' || line === 'PASS') {
      // The binary came to its end by itself.
      this.#death.words = undefined;
      this.#trailingFail = line === 'FAIL';
      this.#passed = line === 'PASS';
      this.#building = false;
      return true;
    }
    if (line !== NO_TESTS) return false;
    this.#empty = true;
    return true;
  }

  /** The closing line of a package, unless a test has printed it. */
  #closing(closing: PackageLine): void {
    const { alone, verbose, filtered } = this.#known;
    const { status } = closing;
    if (alone && status === 'FAIL') return;
    if (status !== '?' && this.#tests.running && verbose && !filtered) {
      // A test that runs cannot be in a package that is ok, and one that crashes has no result after this.
      if (status === 'FAIL') this.#early ??= closing;
      if (this.#death.words && status === 'FAIL') this.#close(closing);
      return;
    }
    // Without -v nothing is printed of a package that is ok, unless it is the only one.
    if (status === 'ok' && !verbose && !filtered && this.#tests.failed) this.#doubtful = closing;
    else this.#close(closing);
  }

  #benchmark(line: string): boolean {
    const name = this.#isBenchmark(line) ? benchmarkOf(line) : undefined;
    if (name === undefined) return false;
    if (this.#tests.running) return true;
    this.#benchmarks++;
    this.#tests.unannounced({ name, state: 'passed', seconds: undefined }, 0);
    return true;
  }

  /** What the go command says itself, of all packages or of none. */
  #commandLine(line: string): void {
    const { collected } = this.#run;
    if (NO_PACKAGES.test(line)) this.#run.nothing = true;
    else if (!this.#tests.running && COMMAND_ERROR.test(line)) {
      if (/no packages to test|matched no packages/.test(line)) this.#run.nothing = true;
      else {
        collected.addProblem({ message: line });
        this.#run.refused = true;
      }
    } else if (!SAYS_NOTHING.test(line)) collected.unparsed++;
  }

  /** The words of a `TestMain` without a newline may stand before the closing line of its package. */
  #gluedPackage(line: string): PackageLine | undefined {
    const at = line.includes('\t') ? line.search(/(?:ok {2}|FAIL)\t\S+\t[\d(]/) : -1;
    if (at <= 0 || (this.#known.verbose && this.#tests.running)) return undefined;
    const closing = readPackageLine(line.slice(at));
    const fits = closing?.status === 'ok' ? this.#passed : !this.#known.allWell;
    return fits ? closing : undefined;
  }

  /** Lines are missing here: nobody knows what became of the tests that ran, nor of which package those were that ended. */
  #gap(): void {
    // What was announced and ended is a test's result, whatever the go command says of it all.
    const sure = this.#known.verbose && !this.#lost;
    const { ended } = this.#flush(undefined, this.#known.allWell && !sure);
    if (ended) this.#run.failed = true;
    this.#building = this.#passed = false;
    this.#open ||= this.#tests.started;
    this.#doubtful = this.#early = undefined;
    this.#lost = true;
    this.#tests = new GoTests(true);
  }

  /** `# package` and the complaints below it. */
  #buildLine(line: string): boolean {
    if (this.#known.verbose && this.#tests.running) return false;
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
    if (this.#death.words !== undefined) return;
    // A test binary that was left by `os.Exit` says nothing; the go command tells its status after `FAIL` as well.
    if (line.startsWith('exit status ')) {
      if (this.#tests.running) this.#death.tell(line, to);
      return;
    }
    this.#death.tell(line, to);
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
    // The binary says that a test has failed, and only a result behind other words can be of that one.
    if (closing.status === 'FAIL' && this.#gluedFail && !this.#tests.failed)
      for (const result of this.#bare) this.#tests.unannounced(result, 0);
    const seen = this.#tests.started || this.#benchmarks > 0;
    const ran = seen || (!this.#empty && (!(this.#known.verbose || this.#known.tells) || this.#lost));
    // A `TestMain` that leaves with 0 whatever came of the tests: the binary has told of their failure.
    const overruled = closing.status === 'ok' && this.#trailingFail && this.#tests.failed && !this.#lost;
    const failures = this.#flush(closing.name, closing.status === 'ok' && !overruled);
    if (overruled) this.#run.failed = true;
    if (closing.status === 'FAIL' && !closing.rest.startsWith('[')) {
      if (this.#death.words !== undefined) this.#run.die(this.#death.words);
      else if (failures.unended && !failures.ended && !this.#known.filtered) this.#run.crashed = true;
    }
    this.#run.close(closing, { failures: failures.ended, ran });
    // From here on all is there again, if the binary itself has said that it came to its end.
    if (this.#passed || this.#trailingFail) this.#lost = this.#known.filtered;
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
    this.#bare = [];
    this.#gluedFail = false;
    this.#death.words = undefined;
    this.#building = this.#timeIsUp = this.#trailingFail = this.#passed = this.#empty = this.#open = false;
  }

  /** Hands the tests of a package over, and counts those that failed and those that never ended. */
  #flush(name: string | undefined, good: boolean): { ended: number; unended: number } {
    const { words, isTraced } = this.#death;
    const died = name === undefined ? isTraced : words !== undefined;
    return this.#keeper.keep(this.#tests, { name, good, died, lastWords: words });
  }

  /** What has no closing line belongs to a package that did not end, or whose end was cut off. */
  #end(): void {
    const run = this.#run;
    const last = this.#early ?? this.#doubtful;
    if (last) this.#close(last);
    const hanging = this.#tests.started || this.#death.words !== undefined;
    const failures = hanging ? this.#flush(undefined, false) : { ended: 0, unended: 0 };
    const red = run.failed || run.buildFailed || run.crashed || run.timedOut;
    if (this.#death.isTraced && TIMED_OUT.test(this.#death.words!)) run.timedOut = true;
    else if (failures.ended > 0 || failures.unended > 0 || (this.#trailingFail && !red)) run.failed = true;
    if (!this.#tests.started && !this.#open) return;
    run.unfinished = true;
    if (!failures.ended && !failures.unended) run.lastWord = 'none';
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, Math.min(to, from + LINE_CAP));
  }
}
