/** `go test` as text, plain and `-v`: https://pkg.go.dev/cmd/go#hdr-Test_packages, https://pkg.go.dev/cmd/test2json */
import { cutMarker } from '../cut.js';
import { MESSAGE_CAP, type TestState } from '../report.js';
import { COMMAND_ERROR, DEATH, type PackageLine, readPackageLine, readPlace } from './go-lines.js';
import type { GoRun } from './go-run.js';
import { type GoTest, GoTests, isEnded } from './go-tests.js';

// 1 indentation, 2 state, 3 name, 4 seconds; only benchmarks go without a time
const RESULT = /^((?: {4})*)--- (PASS|FAIL|SKIP): (?:(.+) \((\d+(?:\.\d+)?)(?:s| seconds)\)|(Benchmark\S*))$/;
// 1 word, 2 name
const STARTED = /^=== (RUN|PAUSE|CONT|NAME) {1,3}(.*)$/;
// 1 name without the number of processors
const BENCHMARK = /^(Benchmark\S*?)(?:-\d+)?\s+\d+\s+[\d.]+ \S+\/op/;
// 1 name, as told when time is up
const STILL_RUNNING = /^\t\t(\S.*) \([\d.]+[a-zµ]+[\d.a-zµ]*\)$/;
// 1 package: `-cover` tells of packages without tests too
const UNCOVERED = /^\t(\S+)\t\tcoverage: /;

const STATES: Record<string, TestState> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };

/** Longer lines are judged by their beginning. */
const LINE_CAP = 4_096;

/** First characters of lines that are looked at more closely; all others were printed by tests. */
const TELLING = new Set([...'=-oF?P#vBc*'].map((char) => char.charCodeAt(0)));
const [TAB, SPACE, HASH] = [9, 32, 35];

export function readText(text: string, run: GoRun): void {
  new GoText(text, run).read();
}

class GoText {
  readonly #text: string;
  readonly #run: GoRun;
  /** `=== RUN` lines tell a test's own words from results. */
  readonly #verbose: boolean;
  /** What stood before may be missing, and with it announcements. */
  #lost: boolean;
  readonly #filtered: boolean;
  #tests = new GoTests();
  #benchmarks = 0;
  /** What the runtime said last about the end of the binary. */
  #death: string | undefined;
  /** Below the heading of a package that does not build. */
  #building = false;
  #timeIsUp = false;
  /** A bare `FAIL` that no package's line has followed. */
  #trailingFail = false;
  /** The test whose result was the last line but for what stands under it. */
  #under: GoTest | undefined;
  /** A package's line that came while a test ran: a crash, or the test's own words. */
  #early: PackageLine | undefined;

  constructor(text: string, run: GoRun) {
    const { cut, invocation } = run.capture;
    this.#text = text;
    this.#run = run;
    this.#verbose = text.includes('=== RUN ') && !askedForLess(invocation.words);
    this.#lost = cut === 'head' || cut === 'some' || invocation.view === 'tail' || invocation.view === 'parts';
    this.#filtered = invocation.view === 'parts';
    run.verbose = this.#verbose;
    run.sawEveryTest = this.#verbose && !cut && invocation.view === 'whole';
  }

  read(): void {
    const text = this.#text;
    // Where the next marks stand, so that most lines need not be searched for them.
    let dash = nextOf(text, '--- ', 0);
    let equals = nextOf(text, '=== ', 0);
    for (let from = 0; from < text.length; ) {
      let to = text.indexOf('\n', from);
      if (to < 0) to = text.length;
      if (dash < from) dash = nextOf(text, '--- ', from);
      if (equals < from) equals = nextOf(text, '=== ', from);
      if (to > from) this.#line(from, to, Math.min(dash, equals));
      from = to + 1;
    }
    this.#end();
  }

  /** One line; `mark` is where the next `--- ` or `=== ` stands, perhaps far below. */
  #line(from: number, to: number, mark: number): void {
    const first = this.#text.charCodeAt(from);
    const white = first === SPACE || first === TAB;
    if (!white) this.#under = undefined;
    if (mark < to) {
      if (this.#marked(from, to, mark)) return;
    } else if (white) {
      this.#indented(from, to);
      return;
    }
    const telling = TELLING.has(first);
    // Most of what is printed while a test runs is the test's own.
    if (!telling && this.#tests.running && !mayDie(first)) {
      if (first === 91 /* [ */ || first === 46 /* . */ || first === 0x2026 /* … */) this.#plain(from, to);
      else this.#run.collected.unparsed++;
      return;
    }
    this.#plain(from, to);
  }

  /** What stands under a result, and the tests that still ran when time was up. */
  #indented(from: number, to: number): void {
    if (this.#under) this.#under.belowEnd = to;
    if (this.#text.charCodeAt(from) !== TAB) return;
    const line = this.#slice(from, to);
    if (this.#timeIsUp) {
      const name = STILL_RUNNING.exec(line)?.[1];
      if (name && !this.#tests.tests.has(name)) this.#tests.run(name, to);
      if (name) return;
    }
    const uncovered = UNCOVERED.exec(line)?.[1];
    if (uncovered && !this.#tests.running) this.#run.close({ name: uncovered, status: '?', rest: line }, {});
  }

  /** A line with a result or an announcement, perhaps behind words that a test printed without a newline. */
  #marked(from: number, to: number, mark: number): boolean {
    const text = this.#text;
    if (text.startsWith('===', mark)) {
      const started = this.#verbose ? STARTED.exec(this.#slice(mark, to)) : undefined;
      if (!started) return false;
      this.#started(started[1]!, started[2]!, mark, to + 1);
      return true;
    }
    const indent = mark - from;
    let at = isBlank(text, from, mark) ? from : -1;
    // Words without a newline stand before the result of the test that printed them.
    if (at < 0 && this.#verbose) at = this.#lastMark(mark, to);
    if (at < 0) {
      this.#glued(from, to, indent);
      return false;
    }
    const match = RESULT.exec(this.#slice(at, to));
    if (!match) return false;
    const [, spaces, word, named, seconds, benchmark] = match;
    const name = named ?? benchmark!.replace(/-\d+$/, '');
    const state = STATES[word!]!;
    const depth = spaces!.length / 4;
    const test = this.#result(name, depth, state, seconds === undefined ? undefined : Number(seconds), at > from);
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
  #glued(from: number, to: number, indent: number): void {
    if (this.#verbose || indent === 0) return;
    const at = this.#text.lastIndexOf('--- FAIL: ', to);
    if (at <= from || !this.#text.startsWith('    ', to + 1)) return;
    const match = RESULT.exec(this.#slice(at, to));
    const name = match?.[3];
    if (name === undefined || !this.#tests.fits(name, 0)) return;
    this.#under = this.#tests.unannounced(name, 0, 'failed', Number(match![4]));
    this.#under.below = this.#under.belowEnd = to + 1;
  }

  #started(word: string, name: string, at: number, next: number): void {
    const tests = this.#tests;
    if (this.#early && word === 'RUN' && !name.includes('/')) this.#close(this.#early);
    this.#tests.interrupt(at);
    if (word === 'RUN') this.#tests.run(name, next);
    else if (word === 'PAUSE') tests.pause(name);
    else if (word === 'CONT') tests.resume(name);
    this.#building = false;
    this.#trailingFail = false;
  }

  /** The test of a result line, unless the line shows itself to be something that a test printed. */
  #result(
    name: string,
    depth: number,
    state: TestState,
    seconds: number | undefined,
    glued: boolean,
  ): GoTest | undefined {
    const tests = this.#tests;
    const announced = tests.result(name, depth, state, seconds);
    if (announced || glued) return announced;
    const known = tests.tests.has(name);
    if (this.#verbose) {
      // Only a test that began before what is left can have a result without an announcement.
      const benchmark = name.startsWith('Benchmark');
      if ((!this.#lost && !benchmark) || known || !tests.fits(name, depth) || (depth === 0 && tests.running))
        return undefined;
    } else {
      if (state !== 'failed' && !this.#lost && !name.startsWith('Benchmark')) return undefined;
      if (!tests.fits(name, depth) && !(this.#lost && name.includes('/'))) return undefined;
    }
    return tests.unannounced(name, depth, state, seconds);
  }

  /** A line at the left margin without a mark. */
  #plain(from: number, to: number): void {
    const line = this.#slice(from, to);
    const run = this.#run;
    if (line === 'FAIL' || line === 'PASS') {
      // The binary came to its end by itself.
      this.#death = undefined;
      this.#trailingFail = line === 'FAIL';
      this.#building = false;
      return;
    }
    const closing = readPackageLine(line);
    if (closing) {
      if (closing.status !== '?' && this.#tests.running && this.#verbose && !this.#lost) {
        // A test that runs cannot be in a package that is ok, and one that crashes has no result after this.
        if (closing.status === 'FAIL') this.#early ??= closing;
        if (this.#death && closing.status === 'FAIL') this.#close(closing);
        return;
      }
      this.#close(closing);
      return;
    }
    if (cutMarker(line)) {
      this.#building = false;
      this.#lost = true;
      this.#tests.gap();
      return;
    }
    const benchmark = line.startsWith('Benchmark') ? BENCHMARK.exec(line)?.[1] : undefined;
    if (benchmark !== undefined) {
      if (this.#tests.running) return;
      this.#benchmarks++;
      this.#tests.unannounced(benchmark, 0, 'passed', undefined);
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
    // A test binary that was left by `os.Exit` says nothing; the go command tells its status after `FAIL` as well.
    if (line.startsWith('exit status ')) {
      if (this.#tests.running) this.#death = line;
      return;
    }
    this.#death = line;
    this.#timeIsUp = line.includes('test timed out after');
    for (const test of [...this.#tests.tests.values()].slice(-1))
      if (test.state === 'failed' && test.below >= 0) test.belowEnd = to;
  }

  #close(closing: PackageLine): void {
    this.#early = undefined;
    if (closing.status === '?') {
      this.#run.close(closing, {});
      return;
    }
    const ran = !this.#verbose || this.#lost || this.#tests.started || this.#benchmarks > 0;
    const failures = this.#flush(closing.name, closing.status === 'ok');
    if (closing.status === 'FAIL' && !closing.rest.startsWith('[')) {
      if (this.#death !== undefined) this.#run.die(this.#death);
      else if (failures.unended && !failures.ended && !this.#filtered) this.#run.crashed = true;
    }
    this.#run.close(closing, { failures: failures.ended, ran });
    this.#tests = new GoTests();
    this.#benchmarks = 0;
    this.#death = undefined;
    this.#building = this.#timeIsUp = this.#trailingFail = false;
  }

  /** Hands the tests of a package over, and counts those that failed and those that never ended. */
  #flush(name: string | undefined, good: boolean): { ended: number; unended: number } {
    const place = name === undefined ? {} : { package: name };
    let ended = 0;
    let unended = 0;
    for (const test of this.#tests.real()) {
      const { state, seconds } = test;
      // A package that is ok has no failing test: the line was printed by one of them.
      if (state === 'paused' || (good && (state === 'failed' || state === 'running'))) continue;
      if (state === 'running') {
        if (this.#filtered || (name === undefined && this.#death === undefined)) continue;
        unended++;
        const message = this.#death === undefined ? {} : { message: this.#death };
        this.#run.collected.add({ name: test.name, ...place, state: 'error', ...message });
        continue;
      }
      if (state === 'failed') ended++;
      const message = state === 'passed' ? '' : this.#messageOf(test);
      this.#run.collected.add({
        name: test.name,
        ...place,
        state,
        ...(seconds === undefined ? {} : { seconds }),
        ...(message ? { message } : {}),
      });
    }
    return { ended, unended };
  }

  /** What a test printed while it ran, and what stands under its result. */
  #messageOf(test: GoTest): string {
    const own = test.from < 0 || test.to < test.from ? '' : this.#slice(test.from, test.to);
    const below = test.below < 0 ? '' : this.#slice(test.below, test.belowEnd);
    return [own, below]
      .filter((part) => part.trim())
      .join('\n')
      .slice(0, MESSAGE_CAP);
  }

  /** What has no closing line belongs to a package that did not end, or whose end was cut off. */
  #end(): void {
    const run = this.#run;
    if (this.#early) this.#close(this.#early);
    const hanging = this.#tests.started || this.#death !== undefined;
    const failures = hanging ? this.#flush(undefined, false) : { ended: 0, unended: 0 };
    const red = run.failed || run.buildFailed || run.crashed || run.timedOut;
    if (this.#death !== undefined && /test timed out after|ran too long/.test(this.#death)) run.timedOut = true;
    else if (failures.ended > 0 || failures.unended > 0 || (this.#trailingFail && !red)) run.failed = true;
    if (!this.#tests.started) return;
    run.unfinished = true;
    if (!failures.ended && !failures.unended) run.lastWord = 'none';
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, Math.min(to, from + LINE_CAP));
  }
}

/** Lines of the runner that say nothing about a test. */
const KNOWN =
  /^(?:coverage: |exit status |go: |testing: warning: |goos: |goarch: |pkg: |cpu: |-test\.shuffle |fuzz: |Benchmark)/;

/** Whether the words show that no `-v` was given: `=== RUN` lines are then what tests print. */
function askedForLess(words: readonly string[]): boolean {
  return words[0] === 'go' && !words.some((word) => /^--?(?:test\.)?(?:v|json)(?:=|$)|\$|^@/.test(word));
}

function nextOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== SPACE) return false;
  return true;
}

/** Whether a line that begins so may tell the death of the binary: `panic`, `fatal`, `signal`, `SIG`, `exit` and so on. */
function mayDie(first: number): boolean {
  return 'pfsSureb*'.includes(String.fromCharCode(first));
}
