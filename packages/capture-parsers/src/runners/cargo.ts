/**
 * `cargo test`: unit, integration and documentation tests, pretty and terse, and libtest's JSON.
 * https://doc.rust-lang.org/cargo/commands/cargo-test.html, https://doc.rust-lang.org/rustc/tests/index.html
 */
import { Collector } from '../collect.js';
import { cutMarker } from '../cut.js';
import type { Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';

const SIGNS =
  /^test result: (?:ok|FAILED)\. \d+ passed; \d+ failed;|^running \d+ tests?$|^ {4} Running (?:unittests |tests\/)|^ {3}Doc-tests \S|^\{ ?"type": ?"(?:suite|test)", ?"event": ?"|^error: could not compile `/m;

export const cargo: Runner = {
  id: 'cargo',
  kind: 'test',
  starts(words) {
    if (words[0] !== 'cargo') return false;
    const command = words
      .slice(1)
      .find((word, index, rest) => !/^[-+]/.test(word) && !TAKES_VALUE.test(rest[index - 1] ?? ''));
    return command === 'test' || command === 't' || (command === 'llvm-cov' && !words.includes('nextest'));
  },
  signs: SIGNS,
  read(capture) {
    const run = new CargoRun(capture);
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const TAKES_VALUE = /^(?:-C|-Z|--config|--color|--manifest-path)$/;

const TARGET = /^\s+(Running|Doc-tests) (.+?)(?: \((\S+)\))?$/;
const RUNNING = /^running (\d+) tests?$/;
const RESULT =
  /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out(?:; finished in ([\d.]+)s)?$/;
const STATES: Record<string, TestState> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped', bench: 'passed' };
/** A program that ended by a signal, or libtest saying that it had to. */
const DEATH =
  /process didn't exit successfully: .*\(signal: \d+|^fatal runtime error: |^thread '.*' has overflowed its stack|^memory allocation of \d+ bytes failed/;

interface Result {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
  readonly measured: number;
  readonly filtered: number;
  readonly seconds: number;
}

/** One test binary, or the documentation tests of one crate. */
interface Target {
  readonly name: string;
  /** What `running N tests` said; undefined when the beginning is missing. */
  expected: number | undefined;
  readonly tests: Map<string, { state: TestState; message?: string; seconds?: number }>;
  /** Inside the output of failed tests, where anything may be printed. */
  failing: boolean;
  result: Result | undefined;
}

class CargoRun {
  readonly #capture: Capture;
  readonly #collected = new Collector();
  readonly #done: Target[] = [];
  #target: Target | undefined;
  /** The name for the next target, from cargo's own line before it. */
  #named: string | undefined;
  #crashed = false;
  #buildErrors = 0;
  #error: string | undefined;
  #started = false;
  #unfinished = false;
  #messageOf: string | undefined;
  #waiting: string | undefined;
  #testErrors = 0;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  line(line: string): void {
    if (!line.trim() || cutMarker(line)) return;
    if (line[0] === '{' && this.#json(line)) return;
    const first = line.charCodeAt(0);
    if (first === 32 && this.#cargoLine(line)) return;
    const running = RUNNING.exec(line);
    if (running && (!this.#target || this.#target.result || this.#named !== undefined)) {
      this.#open(Number(running[1]));
      return;
    }
    const result = line.startsWith('test result: ') ? RESULT.exec(line) : null;
    if (result) {
      this.#result(result);
      return;
    }
    if (this.#error !== undefined && first === 32) {
      const place = /^\s*--> (.+?):(\d+):(\d+)$/.exec(line);
      if (place) {
        this.#collected.addProblem({
          file: place[1]!,
          line: Number(place[2]),
          column: Number(place[3]),
          message: this.#error,
        });
        this.#error = undefined;
        return;
      }
    }
    if (!this.#target || this.#target.result) {
      this.#outside(line);
      return;
    }
    if (DEATH.test(line)) {
      this.#crashed = true;
      return;
    }
    this.#inside(this.#target, line);
  }

  /** Cargo's own status lines, which stand right-aligned. */
  #cargoLine(line: string): boolean {
    const target = TARGET.exec(line);
    if (target && (target[1] === 'Doc-tests' || target[3] !== undefined)) {
      this.#started = true;
      this.#close();
      this.#named = target[1] === 'Doc-tests' ? `doc-tests ${target[2]}` : target[2]!;
      return true;
    }
    return /^ +(?:Compiling|Finished|Blocking|Updating|Downloading|Downloaded|Locking|Adding|Fresh|Checking|Executable|Building|Dirty|Caused) /.test(
      line,
    );
  }

  #open(expected: number | undefined): void {
    const name = this.#named ?? '';
    this.#named = undefined;
    this.#close();
    this.#target = { name, expected, tests: new Map(), failing: false, result: undefined };
    this.#waiting = undefined;
  }

  #close(): void {
    const target = this.#target;
    if (!target) {
      // A binary that was started and never said how many tests it has.
      if (this.#named)
        this.#done.push({
          name: this.#named,
          expected: undefined,
          tests: new Map(),
          failing: false,
          result: undefined,
        });
      this.#named = undefined;
      return;
    }
    this.#done.push(target);
    this.#target = undefined;
  }

  #result(match: RegExpExecArray): void {
    const [passed, failed, ignored, measured, filtered] = match.slice(2, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const result: Result = {
      ok: match[1] === 'ok',
      passed,
      failed,
      ignored,
      measured,
      filtered,
      seconds: Number(match[7] ?? 0),
    };
    if (!this.#target) {
      // Without its beginning the line stands alone; it proves red, and nothing green.
      this.#open(undefined);
    }
    const target = this.#target!;
    if (target.expected !== undefined && target.expected !== passed + failed + ignored + measured) {
      this.#collected.unparsed++;
      return;
    }
    // Under the heading of the failures only a failed total can follow; and the last total of a target stands.
    if (result.ok && (target.failing || failed > 0)) return;
    if (!result.ok && failed === 0 && target.expected !== undefined) return;
    target.result = result;
  }

  #outside(line: string): void {
    if (DEATH.test(line)) this.#crashed = true;
    const error = /^error(?:\[E\d+\])?: (.*)$/.exec(line)?.[1];
    if (error === undefined) {
      this.#collected.unparsed++;
      return;
    }
    if (
      /^could not compile `/.test(error) ||
      /^failed to (?:parse|load|read|get|run custom build|select)/.test(error)
    ) {
      this.#buildErrors++;
      if (!error.startsWith('could not compile')) this.#collected.addProblem({ message: error });
    } else if (/^(?:test failed, to rerun|doctest failed, to rerun|\d+ targets? failed)/.test(error))
      this.#testErrors++;
    else {
      if (this.#error !== undefined) this.#collected.addProblem({ message: this.#error });
      this.#error = error;
      if (
        /^(?:no (?:test|bin|example|bench|library) target|package ID|could not find|unexpected argument|no such command)/.test(
          error,
        )
      )
        this.#buildErrors++;
    }
  }

  #inside(target: Target, line: string): void {
    if (line === 'failures:') {
      target.failing = true;
      this.#messageOf = undefined;
      return;
    }
    if (target.failing) {
      const name = /^---- (.+) (?:stdout|stderr) ----$/.exec(line)?.[1];
      if (name !== undefined && target.tests.has(name)) this.#messageOf = name;
      else if (/^ {4}\S/.test(line) && target.tests.size === 0) target.tests.set(line.trim(), { state: 'failed' });
      else if (this.#messageOf !== undefined) {
        const test = target.tests.get(this.#messageOf)!;
        if ((test.message?.length ?? 0) < 2_000)
          test.message = test.message === undefined ? line : `${test.message}\n${line}`;
      }
      return;
    }
    if (line.startsWith('test ')) {
      this.#testLine(target, line);
      return;
    }
    const terse = /^(\S.*) --- FAILED$/.exec(line)?.[1];
    if (terse !== undefined) {
      target.tests.set(testName(terse), { state: 'failed' });
      return;
    }
    // With --nocapture a test's words stand between its name and its result.
    if (this.#waiting !== undefined && STATES[line] !== undefined) {
      target.tests.set(this.#waiting, { state: STATES[line]! });
      this.#waiting = undefined;
      return;
    }
    if (/^error: (?:test|doctest) failed, to rerun/.test(line)) this.#testErrors++;
    if (!/^[.iFa]+(?: \d+\/\d+)?$/.test(line)) this.#collected.unparsed++;
  }

  #testLine(target: Target, line: string): void {
    const at = line.indexOf(' ... ');
    if (at < 0) return;
    const name = testName(line.slice(5, at));
    const rest = line.slice(at + 5);
    const word = /^(ok|FAILED|ignored|bench)(?:, .*|:.*| <[\d.]+s>)?$/.exec(rest)?.[1];
    if (word === undefined) {
      // `test a ... some words` or `test has been running for over 60 seconds`.
      this.#waiting = line.includes('has been running for over') ? this.#waiting : name;
      if (rest.endsWith('ok') || rest.endsWith('FAILED')) this.#glued(target, name, rest);
      return;
    }
    const reason = word === 'ignored' && rest.startsWith('ignored, ') ? { message: rest.slice(9) } : {};
    target.tests.set(name, { state: STATES[word]!, ...reason });
  }

  /** `test a ... words without a newlineok`: only while the target still misses results. */
  #glued(target: Target, name: string, rest: string): void {
    if (target.expected !== undefined && target.tests.size >= target.expected) return;
    target.tests.set(name, { state: rest.endsWith('ok') ? 'passed' : 'failed' });
  }

  /** libtest's JSON lines, which say the same in other words. */
  #json(line: string): boolean {
    let event: Record<string, unknown>;
    try {
      event = JSON.parse(line) as Record<string, unknown>;
    } catch {
      return false;
    }
    const number = (key: string) => (typeof event[key] === 'number' ? (event[key] as number) : 0);
    if (event.type === 'suite' && event.event === 'started') this.#open(number('test_count'));
    else if (event.type === 'suite' && this.#target) {
      this.#target.result = {
        ok: event.event === 'ok',
        passed: number('passed'),
        failed: number('failed'),
        ignored: number('ignored'),
        measured: number('measured'),
        filtered: number('filtered_out'),
        seconds: number('exec_time'),
      };
    } else if (event.type === 'test' && typeof event.name === 'string' && this.#target && event.event !== 'started') {
      const state = { ok: 'passed', failed: 'failed', ignored: 'skipped', timeout: undefined }[String(event.event)];
      if (!state) return true;
      const message = typeof event.stdout === 'string' ? { message: event.stdout } : {};
      this.#target.tests.set(testName(event.name), {
        state: state as TestState,
        ...(state === 'failed' ? message : {}),
      });
    } else return false;
    return true;
  }

  report(): Report {
    const { invocation, cut } = this.#capture;
    this.#close();
    if (this.#error !== undefined) this.#collected.addProblem({ message: this.#error });
    const sum = { passed: 0, failed: 0, skipped: 0, filteredOut: 0, seconds: 0 };
    let closed = 0;
    for (const target of this.#done) {
      const { result } = target;
      // A target with its own harness prints nothing that could be read; then only the exit code can speak for it.
      const silent = target.expected === undefined && target.tests.size === 0;
      if (!result && !(silent && invocation.exitCode === 0)) this.#unfinished = true;
      else closed++;
      const seen = { passed: 0, failed: 0, skipped: 0 };
      for (const [name, { state, message }] of target.tests) {
        if (state === 'passed' || state === 'failed' || state === 'skipped') seen[state]++;
        this.#collected.add({
          name,
          ...(target.name ? { package: target.name } : {}),
          state,
          ...(message === undefined ? {} : { message }),
        });
      }
      sum.passed += result ? result.passed + result.measured : seen.passed;
      sum.failed += result ? result.failed : seen.failed;
      sum.skipped += result ? result.ignored : seen.skipped;
      sum.filteredOut += result?.filtered ?? 0;
      sum.seconds += result?.seconds ?? 0;
      if (target.name) this.#addTarget(target);
    }
    const failed = sum.failed > 0 || this.#done.some(({ result }) => result?.ok === false);
    const dead = this.#crashed || (this.#testErrors > 0 && !failed && this.#unfinished);
    const doubts: Reason[] = [];
    if (this.#unfinished) doubts.push('unfinished');
    if (this.#testErrors > 0 && !failed && !dead) doubts.push('errors');
    if (this.#buildErrors > 0 && invocation.exitCode === 0) doubts.push('exit-contradicts');
    const ranNone = sum.passed + sum.failed + sum.skipped === 0;
    return judge(
      {
        runner: 'cargo',
        collected: this.#collected,
        counts: {
          passed: sum.passed,
          failed: sum.failed,
          skipped: sum.skipped,
          errors: this.#buildErrors,
          total: sum.passed + sum.failed + sum.skipped,
          ...(sum.filteredOut ? { filteredOut: sum.filteredOut } : {}),
        },
        seconds: closed ? sum.seconds : undefined,
        failed,
        buildFailed: this.#buildErrors > 0,
        crashed: dead,
        nothingRan:
          (ranNone && !this.#unfinished && !cut && (closed > 0 || this.#started)) ||
          invocation.words.includes('--no-run'),
        onlySkipped: sum.passed === 0 && sum.skipped > 0 && !this.#unfinished,
        somethingPassed: sum.passed > 0,
        // Any number of targets may follow, so that a closing line speaks for its own target only.
        closing: closed > 0 ? 'with-exit' : 'none',
        doubts,
      },
      this.#capture,
    );
  }

  #addTarget({ name, result }: Target): void {
    const ran = result ? result.passed + result.failed + result.measured : 0;
    const state = !result?.ok ? 'failed' : ran > 0 ? 'passed' : result.ignored > 0 ? 'skipped' : 'no-tests';
    let unique = name;
    for (let copy = 2; this.#collected.packages.has(unique); copy++) unique = `${name} (${copy})`;
    this.#collected.addPackage({ name: unique, state, ...(result ? { seconds: result.seconds } : {}) });
  }
}

/** The test's path, without the remarks that libtest puts behind it. */
function testName(text: string): string {
  return text.trim().replace(/ - (?:should panic|compile fail|compile)$/, '');
}
