import { Collector } from '../../collect.js';
import { parseObject } from '../../formats/json-text.js';
import { tags } from '../../formats/xml.js';
import { cutMarker } from '../../output/cut.js';
import { lastLine } from '../../output/text.js';
import type { Counts, Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { addBuildErrors } from './build-errors.js';
import { DIED, NOT_BUILT, STATUS, TARGET_FAILED, targetOf } from './cargo-lines.js';
import { resultOf } from './lines.js';
import { SuiteReader } from './suite.js';
import { addTargets, type Sum } from './targets.js';

/** The last line of a run that nothing follows: a suite's total, or the last event of one. */
const CLOSES = /^(?:test result: ok\.|all doctests ran in |\{ ?"type": ?"suite", ?"event": ?"ok")/;
const LINE_CAP = 4_096;
/** Since 1.97 doctests that are built together say so. */
const RUNNING = /^running (\d+) (?:merged )?(?:doc)?tests?$/;
/** Words that make cargo or libtest list, build or explain instead of running. */
const RUNS_NOTHING = /^(?:--no-run|--list|--help|-h|--version|-V)$/;

/** Reads cargo's output line by line, and hands the lines of each test binary to a reader of its own. */
export class CargoRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  #suites: SuiteReader[] = [];
  readonly #dead = new Set<SuiteReader>();
  /** Cargo's lines and the compiler's: all that stands outside the suites. */
  readonly #outside: string[] = [];
  #suite: SuiteReader | undefined;
  /** The name for the next suite, from cargo's own line before it. */
  #heading: string | undefined;
  /** Headings inside a suite that has no result yet: of the next targets, or printed by a test. */
  #perhaps: string[] = [];
  /** What stood behind a cut, as long as it may belong to a later suite than the one before the cut. */
  #behindCut: string[] | undefined;
  /** Headings that no suite followed, in a row at the end: of an output that has stdout first. */
  #trailing: string[] = [];
  #started = false;
  #signalled = false;
  #failures = 0;
  #notBuilt = 0;
  #listed = false;
  /** Indented names at the very top of the text; undefined once anything else stood there. */
  #topNames: string[] | undefined = [];

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  line(wide: string): void {
    if (wide.startsWith('<?xml ') && this.#junit(wide)) return;
    if (wide.includes('{ "type": "') || wide.startsWith('{"type":')) {
      if (this.#json(wide.slice(wide.indexOf('{')))) return;
    }
    if (wide.startsWith('{"reason":') || wide.startsWith('{"$message_type"')) {
      this.#outside.push(wide);
      return;
    }
    const line = wide.length > LINE_CAP ? wide.slice(0, LINE_CAP) : wide;
    if (cutMarker(line)) {
      this.#suite?.cut();
      this.#behindCut = [];
      return;
    }
    this.#text(line);
  }

  #text(line: string): void {
    if (this.#heads(line) || this.#opens(line)) return;
    if (this.#cargoError(line) && !line.startsWith('test ')) return;
    if (this.#suite?.isOpen) this.#inSuite(this.#suite, line);
    else this.#outsideLine(line);
  }

  #inSuite(suite: SuiteReader, line: string): void {
    if (suite.line(line)) {
      if (suite.result) this.#perhaps = [];
    } else if (this.#behindCut && suite.isOver(line)) {
      this.#replay(suite, this.#behindCut, line);
      return;
    } else this.#collected.unparsed++;
    this.#behindCut?.push(line);
  }

  /** A suite that had failures does not end well: all behind the cut belongs to a later one. */
  #replay(suite: SuiteReader, lines: readonly string[], last: string): void {
    suite.endAtCut();
    this.#behindCut = undefined;
    const later = this.#openCut();
    later.cut();
    for (const line of [...lines, last]) if (!later.line(line)) this.#collected.unparsed++;
  }

  /** Cargo's line before a target. */
  #heads(line: string): boolean {
    if (line.charCodeAt(0) !== 32) return false;
    const heading = targetOf(line);
    if (heading === undefined) return STATUS.test(line) && !this.#suite?.isOpen && this.#remember(line);
    this.#started = true;
    if (this.#isWaiting()) this.#perhaps.push(heading);
    else this.#next(heading);
    return true;
  }

  #next(heading: string): void {
    this.#leave();
    this.#behindCut = undefined;
    this.#heading = heading;
  }

  /** Whether the suite should still say its result. A test may have ended the process, or have printed the line. */
  #isWaiting(): boolean {
    const { cut, invocation } = this.#capture;
    const suite = this.#suite;
    if (!suite || suite.expected === undefined || suite.result || this.#dead.has(suite)) return false;
    return !cut && invocation.view === 'whole';
  }

  /** The suite did end without a result. */
  #believeHeadings(): void {
    for (const heading of this.#perhaps.splice(0)) this.#next(heading);
  }

  #remember(line: string): true {
    this.#outside.push(line);
    return true;
  }

  /** The end of a suite, or of a heading that no suite followed. */
  #leave(): void {
    if (this.#heading !== undefined) {
      this.#suites.push(new SuiteReader(this.#heading, undefined, false));
      this.#trailing.push(this.#heading);
    }
    this.#heading = undefined;
    this.#suite = undefined;
  }

  #opens(line: string): boolean {
    const running = RUNNING.exec(line);
    if (!running) return false;
    this.#believeHeadings();
    // Inside a suite only a test can have printed this, unless the suite died without a word.
    const inside = this.#suite && !this.#suite.result && !this.#dead.has(this.#suite);
    if (inside && this.#heading === undefined && !this.#behindCut) {
      this.#suite!.nest(Number(running[1]));
      return false;
    }
    this.#open(Number(running[1]));
    return true;
  }

  #open(expected: number | undefined): SuiteReader {
    const suite = new SuiteReader(this.#heading ?? '', expected);
    this.#heading = undefined;
    this.#trailing = [];
    this.#behindCut = undefined;
    this.#suites.push(suite);
    this.#suite = suite;
    return suite;
  }

  #cargoError(line: string): boolean {
    if (DIED.test(line)) {
      if (line.includes('(signal: ')) this.#signalled = true;
      if (this.#suite && !this.#suite.result) this.#dead.add(this.#suite);
      return false;
    }
    if (!line.includes('error: ') || !TARGET_FAILED.test(line)) return false;
    this.#failures++;
    return true;
  }

  #outsideLine(line: string): void {
    const partly = this.#capture.cut !== undefined || this.#capture.invocation.view !== 'whole';
    const result = resultOf(line);
    // A target with a harness of its own may print anything, but libtest says first how many tests it has.
    if (result && (this.#heading === undefined || partly)) {
      const again = !partly && this.#suite?.expected !== undefined;
      if (!(again ? this.#suite! : this.#openCut()).line(line)) this.#collected.unparsed++;
      return;
    }
    if (partly && this.#begins(line)) {
      this.#openCut().line(line);
      return;
    }
    // A test may have printed the right totals before the last tests ended.
    if (line.startsWith('test ') && this.#suite?.expected !== undefined && this.#suite.line(line)) return;
    this.#atTop(line);
    if (/^\d+ tests?, \d+ benchmarks?$/.test(line)) this.#listed = true;
    if (NOT_BUILT.test(line)) this.#notBuilt++;
    if (!this.#topNames) this.#outside.push(line);
  }

  /** A suite whose beginning is missing; of the list of failures at its end a part may be left at the top. */
  #openCut(): SuiteReader {
    const suite = this.#open(undefined);
    // What matched a filter comes from any number of suites.
    suite.beginsLate(this.#topNames ?? [], this.#capture.invocation.view !== 'parts');
    this.#topNames = undefined;
    return suite;
  }

  #atTop(line: string): void {
    if (!this.#topNames || line.trim() === '') return;
    if (/^ {4}\S+$/.test(line) && !this.#outside.length) this.#topNames.push(line.trim());
    else this.#topNames = undefined;
  }

  /** What can be the first line of a suite whose beginning is missing. */
  #begins(line: string): boolean {
    return (
      /^test \S.* \.\.\. (?:ok|FAILED|ignored)/.test(line) || /^(?:failures|successes):$|^\S+ --- FAILED$/.test(line)
    );
  }

  /** libtest's JSON lines, which say the same in other words. */
  #json(line: string): boolean {
    const event = parseObject(line);
    if (!event) return false;
    if (event.type === 'suite' && event.event === 'started') {
      this.#open(typeof event.test_count === 'number' ? event.test_count : undefined);
      return true;
    }
    if (event.type !== 'suite' && event.type !== 'test' && event.type !== 'bench') return event.type === 'report';
    const suite = this.#suite ?? this.#open(undefined);
    return suite.event(event);
  }

  /** libtest's JUnit, one line a binary: https://github.com/rust-lang/rust/blob/master/library/test/src/formatters/junit.rs */
  #junit(line: string): boolean {
    let suite: SuiteReader | undefined;
    for (const { name, kind, attributes } of tags(line)) {
      if (name === 'testsuite' && kind !== 'close') suite = this.#open(Number(attributes.tests));
      else if (suite && kind !== 'close' && (name === 'testcase' || name === 'failure')) suite.tag(name, attributes);
      else if (suite && name === 'testsuite') suite.endTags();
    }
    return suite !== undefined;
  }

  report(): Report {
    const { invocation, cut, input, text } = this.#capture;
    this.#believeHeadings();
    this.#leave();
    this.#pairTrailing();
    const targets = this.#suites;
    const sum = addTargets(targets, this.#dead, this.#collected);
    // A target with its own harness prints nothing that could be read; then only the exit code can speak for it.
    const unfinished = targets.some(({ result, heard }) => !result && (heard || invocation.exitCode !== 0));
    const closed = targets.filter(({ result, heard }) => result || (!heard && invocation.exitCode === 0)).length;
    const failed = sum.failed > 0 || targets.some(({ result }) => result?.ok === false);
    const crashed = unfinished && (this.#signalled || (this.#failures > 0 && !failed));
    const errors = addBuildErrors(this.#outside, this.#notBuilt, this.#collected, input.root);
    const ranNone = sum.passed + sum.failed + sum.skipped === 0;
    const lists = this.#listed || invocation.words.some((word) => RUNS_NOTHING.test(word));
    return judge(
      {
        runner: 'cargo',
        collected: this.#collected,
        counts: countsOf(sum, errors),
        seconds: closed ? Math.round(sum.seconds * 1e6) / 1e6 : undefined,
        failed,
        buildFailed: errors > 0,
        crashed,
        nothingRan: (ranNone && !unfinished && !cut && (closed > 0 || this.#started)) || (lists && ranNone),
        onlySkipped: sum.passed === 0 && sum.skipped > 0 && !unfinished,
        somethingPassed: sum.passed > 0,
        // Any number of targets may follow, so that a closing line speaks for its own target only.
        closing: closed === 0 ? 'none' : CLOSES.test(lastLine(text)) ? 'each' : 'with-exit',
        doubts: this.#doubts(unfinished, failed || crashed, errors),
      },
      this.#capture,
    );
  }

  #doubts(unfinished: boolean, red: boolean, errors: number): Reason[] {
    const { exitCode } = this.#capture.invocation;
    const doubts: Reason[] = [];
    if (unfinished) doubts.push('unfinished');
    // With `--nocapture` a test can print cargo's words; then every suite still ends well, and so does the run.
    if (this.#failures > 0 && !red && exitCode !== 0) doubts.push('errors');
    if (errors > 0 && exitCode === 0) doubts.push('exit-contradicts');
    return doubts;
  }

  /** Where a tool shows stdout first, the headings stand together behind all suites, in the same order. */
  #pairTrailing(): void {
    const nameless = this.#suites.filter(({ heard, name }) => heard && name === '');
    const own = this.#suites.filter(({ heard }) => !heard);
    if (!nameless.length || own.length !== this.#trailing.length || nameless.length !== own.length) return;
    for (const [index, suite] of nameless.entries()) suite.name = this.#trailing[index]!;
    this.#suites = nameless;
  }
}

function countsOf({ passed, failed, skipped, filteredOut }: Sum, errors: number): Counts {
  const total = passed + failed + skipped;
  return { passed, failed, skipped, errors, total, ...(filteredOut ? { filteredOut } : {}) };
}
