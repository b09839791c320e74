/**
 * `go test`, plain, `-v` and `-json`.
 * https://pkg.go.dev/cmd/go#hdr-Testing_flags, https://pkg.go.dev/cmd/test2json
 *
 * Text is turned into the events of test2json; both forms share `GoRun`, which makes the report.
 */
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import type { PackageResult, Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';

const SIGNS =
  /^(?:=== RUN {3}\S|ok {2}\t\S+\t|FAIL\t\S+ ?\t?[[\d]|\? {3}\t\S+\t\[no test files\]|--- (?:FAIL|PASS|SKIP): \S+ \([\d.]+s\)$|\{[^\n]*"Action":"(?:start|run|output|pass|fail|skip|build-output|build-fail)")/m;

export const go: Runner = {
  id: 'go',
  kind: 'test',
  starts(words) {
    if (words[0] !== 'go') return false;
    return words[1] === 'test' || (words[1] === '-C' && words[3] === 'test');
  },
  signs: SIGNS,
  read(capture) {
    const run = new GoRun(capture);
    if (/^\{[^\n]*"Action":"/m.test(capture.text)) readJson(capture.text, run);
    else readText(capture.text, run);
    return run.report();
  },
};

// 1 status, 2 package, 3 the rest: `ok  	example.com/a	0.1s	coverage: …`, `FAIL	example.com/a [build failed]`
const PACKAGE = /^(ok {2}|FAIL|\? {3})[\t ]\s*(\S+)(?:\s+(.*))?$/;
// 1 indentation, 2 state, 3 name, 4 seconds
const RESULT = /^((?: {4})*)--- (PASS|FAIL|SKIP|BENCH): (.+) \((\d+(?:\.\d+)?)s\)$/;
const STARTED = /^=== (RUN|PAUSE|CONT|NAME) {1,3}(.*)$/;
// 1 file, 2 line, 3 column, 4 message, as the compiler and vet print it
const PLACE = /^(?:vet: )?([^\s:][^:]*\.(?:go|s|c|h|mod)):(\d+)(?::(\d+))?: (.*)$/;
/** Errors of the go command itself, before anything is built. */
const COMMAND_ERROR =
  /^(?:go: (?!downloading|finding|extracting|warning|added|upgraded|found)|no required module|cannot find package|package \S+ is not in|pattern \S+: |main module \(|no Go files in |build constraints exclude|stat \S+: (?:no such|directory not))/;
/** Words of the runtime that end a test binary. */
const DEATH =
  /^(?:panic: |fatal error: |signal: |SIG[A-Z]+: |unexpected fault address|runtime: goroutine stack exceeds|race: limit on)/;

const STATES: Record<string, TestState> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped', BENCH: 'passed' };

interface Pending {
  readonly name: string;
  readonly depth: number;
  readonly state: TestState;
  readonly seconds: number;
  readonly lines: string[];
}

/** Second stage: results by package, and the verdict. */
class GoRun {
  readonly collected = new Collector();
  failed = false;
  buildFailed = false;
  crashed = false;
  timedOut = false;
  /** Packages that broke without any test that says so. */
  brokenPackages = 0;
  testedPackages = 0;
  lastWord: 'ok' | 'red' | 'none' = 'none';
  nothing = false;
  unfinished = false;
  readonly #capture: Capture;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  get capture(): Capture {
    return this.#capture;
  }

  closePackage(name: string, status: string, rest: string, failures: number): void {
    const seconds = /^([\d.]+)s\b/.exec(rest)?.[1];
    const base = { name, ...(seconds === undefined ? {} : { seconds: Number(seconds) }) };
    const cached = rest.startsWith('(cached)') ? { cached: true } : {};
    if (status.startsWith('ok')) {
      const none = rest.includes('[no tests to run]');
      if (!none) this.testedPackages++;
      this.put({ ...base, state: none ? 'no-tests' : 'passed', ...cached });
      this.lastWord = 'ok';
    } else if (status.startsWith('?')) {
      this.put({ ...base, state: 'no-tests' });
      if (this.lastWord === 'none') this.lastWord = 'ok';
    } else if (/\[(?:build|setup) failed\]/.test(rest)) {
      this.buildFailed = true;
      this.brokenPackages++;
      this.put({ ...base, state: 'build-error' });
      this.lastWord = 'red';
    } else {
      this.failed = true;
      if (failures === 0) this.brokenPackages++;
      this.put({ ...base, state: 'failed' });
      this.lastWord = 'red';
    }
  }

  /** A package that is run several times (`-cpu`, two commands) keeps its worst state. */
  put(result: PackageResult): void {
    const known = this.collected.packages.get(result.name);
    if (known && (known.state === 'failed' || known.state === 'build-error')) return;
    this.collected.addPackage(result);
  }

  report(): Report {
    const { collected, capture } = this;
    const words = capture.invocation.words;
    const counts = collected.counts(this.brokenPackages);
    const doubts: Reason[] = [];
    if (this.unfinished) doubts.push('unfinished');
    const asked = (name: string) =>
      words.some((word) => word.replace(/^--?(?:test\.)?/, '-').split('=')[0] === `-${name}`);
    const red = this.failed || this.buildFailed || this.crashed || this.timedOut;
    const packages = [...collected.packages.values()];
    const noRun = packages.length > 0 && packages.every((entry) => entry.state === 'no-tests');
    const onlySkipped = counts.skipped > 0 && counts.passed === 0 && counts.failed === 0 && this.sawEveryTest;
    return judge(
      {
        runner: 'go',
        collected,
        counts,
        failed: this.failed && !this.crashed,
        buildFailed: this.buildFailed,
        crashed: this.crashed && !this.timedOut,
        timedOut: this.timedOut,
        nothingRan: !red && (asked('list') || asked('c') || asked('n') || ((this.nothing || noRun) && !capture.cut)),
        onlySkipped: !red && onlySkipped && !capture.cut,
        // Of a verbose run that was cut, what is left must show a passing test: a skipped one looks the same without it.
        somethingPassed:
          this.testedPackages > 0 && (!capture.cut || !(this.verbose || asked('v')) || counts.passed > 0),
        closing: this.lastWord === 'none' ? 'none' : 'with-exit',
        doubts,
      },
      capture,
    );
  }

  /** Verbose and machine output name passing tests too, so that what is not there did not run. */
  sawEveryTest = false;
  verbose = false;
}

/** What one package has printed so far. */
class OpenPackage {
  results: Pending[] = [];
  /** The last result at each depth. */
  readonly path: string[] = [];
  announced = new Map<string, 'running' | 'paused' | 'done'>();
  death: string | undefined;
  listing = false;
}

function readText(text: string, run: GoRun): void {
  const { invocation, cut } = run.capture;
  // Without its beginning, or with lines filtered out, a result may have lost the line that announced it.
  const whole = !cut && invocation.view === 'whole';
  const verbose = /^=== RUN {3}/m.test(text);
  run.verbose = verbose;
  run.sawEveryTest = verbose && whole;
  let open = new OpenPackage();
  let building = false;
  let timeoutNames = false;
  let trailingFail = false;
  let glued: string | undefined;

  const flush = (name: string | undefined, good: boolean) => {
    let failures = 0;
    for (const result of open.results) {
      // A package that is ok has no failing test: the line was printed by one of them.
      if (good && result.state === 'failed') continue;
      if (result.state === 'failed') failures++;
      const message = result.lines.join('\n');
      run.collected.add({
        name: result.name,
        ...(name === undefined ? {} : { package: name }),
        state: result.state,
        seconds: result.seconds,
        ...(message.trim() && result.state !== 'passed' ? { message } : {}),
      });
    }
    if (!good && open.death !== undefined) {
      for (const [test, state] of open.announced) {
        if (state !== 'running') continue;
        failures++;
        run.collected.add({
          name: test,
          ...(name === undefined ? {} : { package: name }),
          state: 'failed',
          message: open.death,
        });
      }
    }
    return failures;
  };

  eachLine(text, (line) => {
    const first = line.charCodeAt(0);
    if (Number.isNaN(first)) return;
    if (cutMarker(line)) {
      building = false;
      return;
    }
    if (first === 61 /* = */) {
      const started = STARTED.exec(line);
      if (started) {
        const [, word, name] = started;
        if (name !== undefined && word !== 'NAME' && name !== '') announce(open, word!, name);
        trailingFail = false;
        return;
      }
    }
    if (first === 111 /* o */ || first === 70 /* F */ || first === 63 /* ? */) {
      if (line === 'FAIL') {
        trailingFail = true;
        building = false;
        return;
      }
      const match = PACKAGE.exec(line);
      if (match && isPackageLine(match)) {
        const [, status, name, rest = ''] = match;
        const good = status!.startsWith('ok');
        const failures = status!.startsWith('?') ? 0 : flush(name, good);
        if (!good && open.death !== undefined && status === 'FAIL' && !rest.startsWith('[')) {
          if (open.death.includes('test timed out after')) run.timedOut = true;
          else run.crashed = true;
        }
        run.closePackage(name!, status!, rest, failures);
        if (!status!.startsWith('?')) open = new OpenPackage();
        building = false;
        timeoutNames = false;
        trailingFail = false;
        return;
      }
    }
    if (glued !== undefined) {
      // A test's last words had no newline, and its result stands behind them; an indented line belongs to it.
      const result = line.startsWith('    ') ? readResult(glued, open, verbose, whole) : undefined;
      if (result) open.results.push(result);
      glued = undefined;
    }
    if (line.includes('--- ')) {
      if (!verbose && !line.startsWith('-') && !line.startsWith(' '))
        glued = line.slice(line.lastIndexOf('--- FAIL: '));
      const result = readResult(line, open, verbose, whole);
      if (result) {
        open.results.push(result);
        open.announced.set(result.name, 'done');
        return;
      }
    }
    if (first === 35 /* # */ && line.startsWith('# ')) {
      building = true;
      return;
    }
    if (building || first === 118 /* v */) {
      const place = PLACE.exec(line);
      if (place) {
        run.collected.addProblem({
          file: place[1]!,
          line: Number(place[2]),
          ...(place[3] === undefined ? {} : { column: Number(place[3]) }),
          message: place[4]!,
        });
        return;
      }
      if (building && line.startsWith('\t')) return;
    }
    if (DEATH.test(line) && open.death === undefined) {
      open.death = line;
      const broken = open.results.at(-1);
      if (broken?.state === 'failed') broken.lines.push(line);
      timeoutNames = line.includes('test timed out after');
      return;
    }
    if (timeoutNames && line.startsWith('\t\t')) {
      const name = /^\t\t(\S.*) \([\d.]+[a-z]*[\d.a-z]*\)$/.exec(line)?.[1];
      if (name) announce(open, 'RUN', name);
      return;
    }
    if (COMMAND_ERROR.test(line)) {
      if (/no packages to test|matched no packages/.test(line)) run.nothing = true;
      else {
        run.collected.addProblem({ message: line });
        run.buildFailed ||= !open.announced.size && !run.testedPackages;
      }
      return;
    }
    if (
      line === 'no packages to test' ||
      line.startsWith('go: warning: "') ||
      line === 'testing: warning: no tests to run'
    ) {
      if (line === 'no packages to test') run.nothing = true;
      return;
    }
    if (
      line === 'PASS' ||
      line.startsWith('exit status ') ||
      line.startsWith('coverage: ') ||
      line.startsWith('go: downloading')
    ) {
      return;
    }
    const last = open.results.at(-1);
    if (last && last.state !== 'passed' && /^\s/.test(line) && last.lines.length < 40) last.lines.push(line);
    else run.collected.unparsed++;
  });

  // What has no closing line belongs to a package that did not end, or whose end was cut off.
  const hanging = open.results.length > 0 || open.announced.size > 0 || open.death !== undefined;
  if (!hanging) {
    if (trailingFail && !run.failed && !run.buildFailed && !run.crashed && !run.timedOut) run.failed = true;
    return;
  }
  const failures = flush(undefined, false);
  if (open.death?.includes('test timed out after')) run.timedOut = true;
  else if (failures > 0 || (trailingFail && !run.buildFailed)) run.failed = true;
  if (open.results.length || open.announced.size) {
    run.unfinished = true;
    if (!failures) run.lastWord = 'none';
  }
}

function announce(open: OpenPackage, word: string, name: string): void {
  if (open.announced.get(name) === 'done' && word !== 'RUN') return;
  if (open.announced.size < 200_000 || open.announced.has(name))
    open.announced.set(name, word === 'PAUSE' ? 'paused' : 'running');
}

/** Tests print lines that start with `ok` or `FAIL` too. The runner's have tabs and a known ending. */
function isPackageLine([, status, name, rest = '']: RegExpExecArray): boolean {
  if (status!.startsWith('?')) return rest.startsWith('[no test files]');
  if (status!.startsWith('ok')) return /^(?:\(cached\)|[\d.]+s)/.test(rest);
  return (
    name !== undefined &&
    (/^[\d.]+s\b/.test(rest) || /^\[(?:build|setup) failed\]/.test(rest) || /^\(cached\)/.test(rest))
  );
}

/** A result line, unless it shows itself to be something that a test printed. */
function readResult(line: string, open: OpenPackage, verbose: boolean, whole: boolean): Pending | undefined {
  let text = line;
  let glued = false;
  if (!/^(?: {4})*--- /.test(line)) {
    // In verbose output a test's last words stand before its result when they had no newline.
    const at = line.lastIndexOf('--- ');
    if (!verbose || at <= 0 || /\s/.test(line[0]!)) return undefined;
    text = line.slice(at);
    glued = true;
  }
  const match = RESULT.exec(text);
  if (!match) return undefined;
  const [, indent, word, name, seconds] = match;
  const depth = indent!.length / 4;
  const announced = open.announced.get(name!);
  if (verbose && whole && (announced === undefined || announced === 'done') && word !== 'BENCH') return undefined;
  if (!verbose && whole && depth === 0 && word === 'PASS') return undefined;
  if (glued && announced === undefined) return undefined;
  // An indented result follows the one it is a part of.
  const parent = open.path[depth - 1];
  if (depth > 0 && !(parent === undefined ? !whole && name!.includes('/') : name!.startsWith(`${parent}/`)))
    return undefined;
  open.path[depth] = name!;
  return { name: name!, depth, state: STATES[word!]!, seconds: Number(seconds), lines: [] };
}

interface GoEvent {
  readonly Action?: string;
  readonly Package?: string;
  readonly ImportPath?: string;
  readonly Test?: string;
  readonly Elapsed?: number;
  readonly Output?: string;
  readonly FailedBuild?: string;
}

/** How much of an unfinished test's output is kept for its message. */
const KEPT_OUTPUT = 2_000;

function readJson(text: string, run: GoRun): void {
  const running = new Map<string, string>();
  const tests = new Map<string, { failures: number; ran: number; flags: string; death: string }>();
  const ended = new Set<string>();
  run.verbose = true;
  run.sawEveryTest = !run.capture.cut && run.capture.invocation.view === 'whole';
  const entry = (name: string) => {
    const known = tests.get(name) ?? { failures: 0, ran: 0, flags: '', death: '' };
    tests.set(name, known);
    return known;
  };
  let building = false;
  let cutTail = false;
  eachLine(
    text,
    (line) => {
      if (!line.trim()) return;
      if (line[0] !== '{') {
        building = readBuildLine(line, run, building);
        return;
      }
      const event = parseEvent(line);
      if (!event) {
        cutTail = true;
        run.collected.unparsed++;
        return;
      }
      const { Action: action, Package: name = '', Test: test } = event;
      if (action === 'start') entry(name);
      const key = `${name}\0${test}`;
      if (action === 'build-output') {
        building = readBuildLine((event.Output ?? '').trimEnd(), run, true);
      } else if (action === 'build-fail') {
        run.buildFailed = true;
      } else if (test !== undefined && action === 'run') {
        running.set(key, '');
      } else if (action === 'output') {
        const output = event.Output ?? '';
        if (test !== undefined) {
          const kept = running.get(key);
          if (kept !== undefined && kept.length < KEPT_OUTPUT && !output.startsWith('=== '))
            running.set(key, kept + output);
        }
        if (DEATH.test(output)) entry(name).death ||= output;
        else if (test === undefined && /\(cached\)|\[no test|\[build failed\]|\[setup failed\]/.test(output))
          entry(name).flags += output;
      } else if (test !== undefined && (action === 'pass' || action === 'fail' || action === 'skip')) {
        const message = running.get(key)?.trim();
        running.delete(key);
        const known = entry(name);
        known.ran++;
        if (action === 'fail') known.failures++;
        const state = action === 'pass' ? 'passed' : action === 'fail' ? 'failed' : 'skipped';
        const seconds = event.Elapsed === undefined ? {} : { seconds: event.Elapsed };
        run.collected.add({
          name: test,
          package: name,
          state,
          ...seconds,
          ...(message && state !== 'passed' ? { message } : {}),
        });
      } else if (test === undefined && (action === 'pass' || action === 'fail' || action === 'skip')) {
        const known = entry(name);
        ended.add(name);
        const time = event.Elapsed === undefined ? '' : `${event.Elapsed}s`;
        const cached = known.flags.includes('(cached)') ? '(cached)' : time;
        if (action === 'fail') {
          const build = event.FailedBuild !== undefined || /\[(?:build|setup) failed\]/.test(known.flags);
          if (known.death.includes('test timed out after')) run.timedOut = true;
          else if (known.death) run.crashed = true;
          run.closePackage(name, 'FAIL', build ? '[build failed]' : time, known.failures);
        } else if (action === 'skip' && known.ran === 0) {
          run.closePackage(name, '?', '[no test files]', 0);
        } else {
          const none = known.ran === 0;
          run.closePackage(name, 'ok', none ? `${cached} [no tests to run]` : cached, 0);
        }
      }
    },
    true,
  );
  for (const [key, output] of running) {
    const [name = '', test = ''] = key.split('\0');
    if (tests.get(name)?.death) run.collected.add({ name: test, package: name, state: 'failed', message: output });
  }
  const open = [...tests.keys()].some((name) => name !== '' && !ended.has(name));
  if (open || cutTail) run.unfinished = true;
  if (open) run.lastWord = 'none';
  if (run.collected.tally().failed > 0) run.failed = true;
}

/** Lines outside the event stream come from the go command: build errors and its own complaints. */
function readBuildLine(line: string, run: GoRun, building: boolean): boolean {
  if (line.startsWith('# ')) return true;
  const place = PLACE.exec(line);
  if (building && place) {
    const column = place[3] === undefined ? {} : { column: Number(place[3]) };
    run.collected.addProblem({ file: place[1]!, line: Number(place[2]), ...column, message: place[4]! });
    return true;
  }
  if (COMMAND_ERROR.test(line)) run.collected.addProblem({ message: line });
  else if (!line.startsWith('FAIL')) run.collected.unparsed++;
  return building;
}

function parseEvent(line: string): GoEvent | undefined {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== 'object' || event === null || !('Action' in event)) return undefined;
    const { Action, Package, Test, Elapsed, Output, FailedBuild } = event as Record<string, unknown>;
    return {
      ...(typeof Action === 'string' ? { Action } : {}),
      ...(typeof Package === 'string' ? { Package } : {}),
      ...(typeof Test === 'string' ? { Test } : {}),
      ...(typeof Elapsed === 'number' ? { Elapsed } : {}),
      ...(typeof Output === 'string' ? { Output } : {}),
      ...(typeof FailedBuild === 'string' ? { FailedBuild } : {}),
    };
  } catch {
    return undefined;
  }
}
