import { Collector } from '../../collect.js';
import type { Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { isHeadless, judge } from '../../verdict.js';
import { Build } from './build.js';
import { nameOf } from './names.js';
import { Tests } from './tests.js';
import { Counter, isGreen, readTotals } from './totals.js';

/** GitHub's logs put `Error:  ` where Maven says `[ERROR] `. */
const LEVEL = /^(?:\[(INFO|ERROR|WARNING|DEBUG|WARN)\] ?|(Error|Warning): {2})/;
const BROKEN_3 = /^(.+) -- Time elapsed: ([\d.,]+) s(?:ec)?(?: <<< (FAILURE|ERROR)!)?$/;
const BROKEN_2 = /^(.+?) {2}Time elapsed: ([\d.,]+) s(?:ec)?(?: {2}<<< (FAILURE|ERROR)!)?$/;

type Line = NonNullable<ReturnType<typeof readTotals>>;

/** Reads Maven's output line by line. */
export class MavenRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #build: Build;
  readonly #tests = new Tests();
  readonly #counter = new Counter();
  readonly #isQuiet: boolean;
  /** Every test is listed below its class. */
  readonly #listsAll: boolean;
  readonly #isHeadless: boolean;
  /** Classes that run. */
  readonly #open = new Set<string>();
  #class = '';
  /** How many tests are still to be listed below a class. */
  #due = 0;
  /** Lines of the list have a level in front. */
  #levelled = false;
  /** The message of the test that was listed last. */
  #message: string[] | undefined;
  /** How many results were announced and have not come yet. */
  #resultsDue = 0;
  #inResults = false;
  /** In which list of the results: failures, errors, flakes. */
  #list: TestState | 'flakes' | undefined;
  /** The last results came while a class was still running. */
  #isFake = false;
  /** The line of a plugin was there, with which the tests of each module begin. */
  #seesPlugins = false;
  /** There were results since then. */
  #hasResults = false;
  /** Something of tests was there. */
  #any = false;

  constructor(capture: Capture) {
    const { words } = capture.invocation;
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#build = new Build(this.#collected);
    this.#isQuiet = words.some((word) => word === '-q' || word === '--quiet');
    this.#listsAll = words.some((word) => /reportFormat=plain/.test(word));
    this.#isHeadless = isHeadless(capture);
  }

  line(raw: string): void {
    const prefix = LEVEL.exec(raw);
    const level = prefix?.[1] ?? prefix?.[2]?.toUpperCase();
    if (level === 'DEBUG') return;
    const line = prefix ? raw.slice(prefix[0].length) : raw;
    const totals = readTotals(line);
    if (totals?.ofClass) this.#classTotals(totals, level);
    else if (totals) this.#moduleTotals(totals, level);
    else if (this.#heading(line, level)) return;
    else if (this.#list !== undefined && this.#listLine(line, level)) return;
    else if (this.#test(line, level)) return;
    else if (level !== undefined) this.#ownLine(line, level);
    else this.#printed(line);
  }

  /** A line without a level: of the message of a test, or printed by one. */
  #printed(line: string): void {
    if (this.#message && !line.startsWith('\tat ') && line.trim()) this.#message.push(line);
    else this.#message = undefined;
    if (line.trim()) this.#collected.unparsed++;
  }

  /** `Running x`, `Results:` and the headings of the lists below it. */
  #heading(line: string, level: string | undefined): boolean {
    const running = /^Running (\S.*)$/.exec(line)?.[1];
    const isResults = /^Results ?:$/.test(line);
    const isTests = line === ' T E S T S';
    if (running === undefined && !isResults && !isTests) return this.#listHeading(line, level);
    this.#any = true;
    if (running !== undefined) {
      this.#class = running;
      this.#open.add(running);
      this.#due = 0;
      return true;
    }
    this.#inResults = isResults;
    this.#list = undefined;
    if (isResults) {
      this.#dropResults(false);
      this.#resultsDue++;
      this.#due = 0;
    }
    return true;
  }

  #listHeading(line: string, level: string | undefined): boolean {
    const list = /^(Failures|Errors|Flakes|Failed tests|Tests in error): *(.*)$/.exec(line);
    if (!list) return false;
    if (!this.#inResults && (level === undefined || (!this.#isQuiet && !this.#isHeadless))) return false;
    this.#inResults = true;
    this.#list = list[1]!.startsWith('Fail') ? 'failed' : list[1] === 'Flakes' ? 'flakes' : 'error';
    this.#levelled = level !== undefined;
    if (list[2]) this.#entry(list[2]);
    return true;
  }

  #classTotals({ totals, className }: Line, level: string | undefined): void {
    // A class that was never announced is something that a test printed.
    const known = this.#open.has(className ?? this.#class);
    const told = this.#isQuiet && (level === 'ERROR' || level === 'WARNING');
    if (!known && !told && !this.#isHeadless) {
      this.#collected.unparsed++;
      return;
    }
    this.#class = className ?? this.#class;
    this.#open.delete(this.#class);
    if (this.#inResults) {
      this.#inResults = false;
      this.#list = undefined;
      this.#dropResults(this.#isFake);
    }
    this.#isFake = false;
    this.#counter.addClass(totals);
    this.#due = this.#listsAll ? totals.run : totals.failures + totals.errors;
    this.#levelled = level !== undefined;
    this.#message = undefined;
    this.#any = true;
  }

  /**
   * The tests go on, so that the results before this were printed by one of them, where it is seen that no other module
   * has begun since. With -q nothing tells modules apart.
   */
  #dropResults(isFake: boolean): void {
    if (isFake || (this.#seesPlugins && !this.#isQuiet && this.#hasResults)) this.#counter.dropModule();
    this.#hasResults = false;
  }

  #moduleTotals({ totals, hasFlakes }: Line, level: string | undefined): void {
    if (this.#resultsDue === 0 && !this.#inResults && (!this.#isHeadless || this.#open.size > 0)) {
      this.#collected.unparsed++;
      return;
    }
    // The level of the line agrees with what it says, and a list with levels does not end without one.
    if (level !== undefined && !isGreen(totals) && level !== 'ERROR') return;
    if (level === undefined && this.#list !== undefined && this.#levelled) return;
    const isNext = this.#resultsDue > 0 || !this.#counter.hasModules || !this.#inResults;
    this.#counter.addModule(totals, { isNext, hasFlakes });
    this.#resultsDue = Math.max(0, this.#resultsDue - 1);
    this.#isFake = this.#open.size > 0;
    this.#hasResults = true;
    this.#inResults = true;
    if (level !== undefined || !this.#levelled) this.#list = undefined;
    this.#any = true;
  }

  /** A line of the lists in the results. */
  #listLine(line: string, level: string | undefined): boolean {
    if (this.#levelled && level === undefined) return true;
    if (!line.trim()) return !this.#levelled;
    if (this.#list === 'flakes') {
      const name = /^([\w.$]+\.[^\s(]+.*)$/.exec(line)?.[1];
      if (name !== undefined) {
        this.#collected.flaky = true;
        this.#tests.addFlaky(name);
      }
      return true;
    }
    const entry = /^ {2}(\S.*)$/.exec(line)?.[1];
    // A test that was run again stands alone, with its runs below.
    if (entry === undefined && /^(?:[\w$]+\.)+[\w$]+(?:[[({].*)?$/.test(line)) {
      this.#entry(line);
      return true;
    }
    if (entry === undefined) return level !== undefined && !/^(?:BUILD|Failed to|-{3})/.test(line);
    if (!/^Run \d+: /.test(entry)) this.#entry(entry);
    return true;
  }

  #entry(entry: string): void {
    this.#tests.addEntry(entry, this.#list === 'failed' ? 'failed' : 'error');
  }

  /** A broken test below its class, or with `reportFormat=plain` any test. */
  #test(line: string, level: string | undefined): boolean {
    if (this.#due <= 0 && !(this.#isHeadless && !this.#any)) return false;
    if (this.#due > 0 && this.#levelled && level === undefined) return false;
    const skipped = this.#listsAll ? /^(\S+) skipped$/.exec(line) : null;
    const match = BROKEN_3.exec(line) ?? BROKEN_2.exec(line);
    if (!match && !skipped) return false;
    const named = nameOf((match ?? skipped)![1]!, this.#class);
    if (named.bare && !this.#class) return false;
    const state = skipped ? 'skipped' : match![3] === 'FAILURE' ? 'failed' : match![3] ? 'error' : 'passed';
    if (state === 'passed' && !this.#listsAll) return false;
    this.#due--;
    this.#message = this.#tests.add(named, state, match ? Number(match[2]!.replace(',', '.')) : undefined);
    return true;
  }

  /** What Maven itself says. */
  #ownLine(line: string, level: string): void {
    const isInClass = this.#open.size > 0 && !this.#inResults;
    if (!isInClass && this.#build.ends(line)) return;
    if (this.#build.begins(line)) {
      this.#seesPlugins = true;
      this.#hasResults = false;
      this.#inResults = false;
      this.#list = undefined;
      this.#open.clear();
    } else this.#build.line(line, level);
  }

  report(): Report {
    const build = this.#build;
    // A class is still running where the last results stand, and did not end: they are not those of its module.
    if (this.#isFake && this.#open.size > 0 && build.result === 'FAILURE') this.#counter.dropModule();
    this.#tests.addTo(this.#collected);
    const { run, failures, errors, skipped } = this.#counter.sum();
    const tally = this.#collected.tally();
    const failed = Math.max(failures, run ? 0 : tally.failed);
    const broken = Math.max(errors, run ? 0 : tally.errors);
    const passed = Math.max(0, run - failures - errors - skipped);
    const red = failed + broken > 0;
    const compile = build.compiling || build.compileErrors > 0;
    const stopped = build.result === 'FAILURE' || (build.result === undefined && build.message !== undefined);
    const nothing = build.noneMatched || (build.nothing && run === 0);
    const buildFailed = compile || (stopped && !red && !nothing);
    if (stopped && !compile && build.message !== undefined && !red)
      this.#collected.addProblem({ message: build.message });
    const isEmpty = run === 0 && build.result === 'SUCCESS' && !this.#isHeadless && !red && !buildFailed;
    return judge(
      {
        runner: 'maven',
        version: build.version,
        collected: this.#collected,
        counts: {
          passed,
          failed,
          skipped,
          errors: Math.max(broken, compile ? 1 : 0),
          total: Math.max(run, passed + failed + broken + skipped),
        },
        seconds: build.seconds,
        failed: red,
        buildFailed: buildFailed && !build.crashed && !build.timedOut,
        crashed: build.crashed,
        timedOut: build.timedOut,
        nothingRan: nothing || isEmpty,
        onlySkipped: run > 0 && passed === 0 && skipped > 0,
        somethingPassed: passed > 0,
        closing: build.result ? 'proof' : 'none',
        doubts: this.#doubts(red),
      },
      this.#capture,
    );
  }

  #doubts(red: boolean): Reason[] {
    const { result, lateErrors, message } = this.#build;
    const success = result === 'SUCCESS';
    const doubts: Reason[] = [];
    if (this.#counter.disagrees) doubts.push('counts-disagree');
    if (result === undefined && this.#any) doubts.push('unfinished');
    if (success && this.#counter.hasLoose) doubts.push('unfinished');
    if (success && !red && lateErrors > 0 && message !== undefined) doubts.push('errors');
    if (success && this.#open.size > 0) doubts.push('unfinished');
    return doubts;
  }
}
