/**
 * Maven with Surefire and Failsafe, 2.12 to 3.5, under JUnit 3 to 5 and TestNG.
 * https://maven.apache.org/surefire/maven-surefire-plugin/, in its sources StatelessConsoleOutputReporter's
 * `TestSetStats` (a class) and `DefaultReporterFactory` (the results of a module).
 */
import { Collector } from '../collect.js';
import { readJunit } from '../junit.js';
import type { Counts, Reason, Report, TestState } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { splitAfter } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';

export const maven: Runner = {
  id: 'maven',
  kind: 'test',
  starts(words) {
    if (!/^mvnw?$|^mvnd$/.test(words[0] ?? '')) return false;
    const rest = words.slice(1);
    if (rest.some((word) => /^(?:-v|--version|-h|--help)$/.test(word))) return false;
    const goals = rest.filter((word, index) => !/^[-><&\d]/.test(word) && !TAKES_VALUE.test(rest[index - 1] ?? ''));
    return !goals.length || goals.some((goal) => !NO_TESTS.test(goal));
  },
  signs:
    /^(?:\[(?:INFO|ERROR|WARNING)\] )?(?: T E S T S$|Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+)|^\[(?:INFO|ERROR)\] (?:COMPILATION ERROR : ?$|Failed to execute goal \S*(?:surefire|failsafe|compiler)\S*:)/m,
  read(capture) {
    // A report that is shown on its own may hold Maven's words in what a test printed.
    if (/^\s*<(?:\?xml|testsuite)/.test(capture.text)) return readJunit(capture, {});
    const run = new MavenRun(capture);
    eachLine(capture.text, (line) => run.line(line.trimEnd()));
    return run.report();
  },
  split: (text) => splitAfter(text, /^\[INFO\] Finished at: .*\n\[INFO\] -+$/gm),
};

const TAKES_VALUE =
  /^(?:-f|--file|-pl|--projects|-P|--activate-profiles|-s|--settings|-T|--threads|-rf|--resume-from|-l|--log-file|-D|-gs|-b|--builder|-o)$/;
/** Goals that run no tests. */
const NO_TESTS =
  /^(?:clean|validate|initialize|compile|process-(?:test-)?(?:classes|resources|sources)|generate-[\w-]+|test-compile|site|(?:dependency|help|versions|archetype|exec|wrapper|enforcer|checkstyle|spotless|fmt|spring-boot|quarkus|jetty|javadoc|source|license):[\w-]+)$/;

const TOTALS =
  /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?(, Time elapsed: [\d.,]+ \w+)?(?: <<< (?:FAILURE|ERROR)!)?(?: --? in (.+))?$/;
const BROKEN_3 = /^(.+) -- Time elapsed: ([\d.,]+) s(?:ec)?(?: <<< (FAILURE|ERROR)!)?$/;
const BROKEN_2 = /^(.+?) {2}Time elapsed: ([\d.,]+) s(?:ec)?(?: {2}<<< (FAILURE|ERROR)!)?$/;
const PLACE = /^(\S.*\.(?:java|kt|scala|groovy)):(?:\[(\d+)(?:,(\d+))?\]|(\d+)(?::(\d+))?) ?(?:error: )?(.*)$/;

interface Totals {
  run: number;
  failures: number;
  errors: number;
  skipped: number;
}

interface Found {
  name: string;
  /** A whole class that could not be set up. */
  class?: string;
  /** The line named no class, so that it is of the class above it or of one nested in that. */
  bare?: boolean;
  state: TestState;
  seconds?: number;
  message: string[];
}

class MavenRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  /** What the results of each module say. */
  readonly #modules: Totals[] = [];
  /** How many results were announced and have not come yet. */
  #due = 0;
  /** What classes say since the last results. */
  readonly #loose: Totals = { run: 0, failures: 0, errors: 0, skipped: 0 };
  readonly #open = new Set<string>();
  #class = '';
  /** How many broken tests are still to be listed below a class, and whether their lines have a level in front. */
  #listing = 0;
  #levelled = false;
  #current: Found | undefined;
  readonly #found = new Map<string, Found>();
  readonly #summary: { name: string; state: TestState }[] = [];
  /** In which list of the results: failures, errors, flakes. */
  #list: TestState | 'flakes' | undefined;
  #inResults = false;
  #any = false;
  #build: 'SUCCESS' | 'FAILURE' | undefined;
  #compiling = false;
  #compileErrors = 0;
  #crashed = false;
  #timedOut = false;
  #none = false;
  #nothing = false;
  #seconds: number | undefined;
  #version: string | undefined;
  #rest = 0;
  #disagree = false;
  #message: string | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  line(raw: string): void {
    // GitHub's logs put `Error:  ` where Maven says `[ERROR] `.
    const prefix = /^(?:\[(INFO|ERROR|WARNING|DEBUG|WARN)\] ?|(Error|Warning): {2})/.exec(raw);
    const level = prefix?.[1] ?? prefix?.[2]?.toUpperCase();
    if (level === 'DEBUG') return;
    const line = prefix ? raw.slice(prefix[0].length) : raw;
    const totals = line.startsWith('Tests run: ') ? TOTALS.exec(line) : null;
    if (totals) {
      if (totals[6] || totals[7]) this.#classTotals(totals, level);
      else this.#moduleTotals(totals, level);
      return;
    }
    if (this.#heading(line, level)) return;
    if (this.#list !== undefined && this.#listed(line, level)) return;
    if (this.#broken(line, level)) return;
    if (level !== undefined && this.#ownLine(line, level)) return;
    if (this.#current && !line.startsWith('\tat ') && line.trim()) this.#current.message.push(line);
    else this.#current = undefined;
    if (level === undefined && line.trim()) this.#collected.unparsed++;
  }

  /** `Running x`, `Results:` and the lists below it. */
  #heading(line: string, level: string | undefined): boolean {
    const running = /^Running (\S.*)$/.exec(line)?.[1];
    if (running !== undefined) {
      this.#class = running;
      this.#open.add(running);
      this.#listing = 0;
      this.#any = true;
      return true;
    }
    if (/^ T E S T S$/.test(line)) {
      this.#any = true;
      this.#inResults = false;
      this.#list = undefined;
      return true;
    }
    if (/^Results ?:$/.test(line)) {
      this.#due++;
      this.#inResults = true;
      this.#listing = 0;
      this.#list = undefined;
      this.#any = true;
      return true;
    }
    const list = /^(Failures|Errors|Flakes|Failed tests|Tests in error): *(.*)$/.exec(line);
    if (!list || (!this.#inResults && level === undefined)) return false;
    if (!this.#inResults && !this.#quiet && !this.#headless) return false;
    this.#inResults = true;
    this.#list = /^Fail/.test(list[1]!) ? 'failed' : list[1] === 'Flakes' ? 'flakes' : 'error';
    this.#levelled = level !== undefined;
    if (list[2]) this.#summaryName(list[2]);
    return true;
  }

  get #quiet(): boolean {
    return this.#capture.invocation.words.some((word) => word === '-q' || word === '--quiet');
  }

  /** The beginning of the output may be missing. */
  get #headless(): boolean {
    const { cut, invocation } = this.#capture;
    if (invocation.view === 'head') return false;
    return (cut !== undefined && cut !== 'tail') || invocation.view !== 'whole';
  }

  #classTotals(match: RegExpExecArray, level: string | undefined): void {
    const name = match[7];
    // A class that was never announced is something that a test printed.
    const known = name === undefined ? this.#open.has(this.#class) : this.#open.has(name);
    const told = this.#quiet && (level === 'ERROR' || level === 'WARNING');
    if (!known && !told && !this.#headless) {
      this.#collected.unparsed++;
      return;
    }
    const closed = name ?? this.#class;
    this.#open.delete(closed);
    this.#class = closed;
    if (this.#inResults) {
      // The tests go on, so that the results before this were printed by one of them.
      this.#inResults = false;
      this.#list = undefined;
      if (this.#fake) this.#modules.pop();
    }
    this.#fake = false;
    const [run, failures, errors, skipped] = match.slice(1, 5).map(Number) as [number, number, number, number];
    this.#loose.run += run;
    this.#loose.failures += failures;
    this.#loose.errors += errors;
    this.#loose.skipped += skipped;
    this.#listing = this.#plain ? run : failures + errors;
    this.#levelled = level !== undefined;
    this.#current = undefined;
    this.#any = true;
  }

  /** The last results came while a class was still running. */
  #fake = false;

  /** Lists every test below its class. */
  get #plain(): boolean {
    return this.#capture.invocation.words.some((word) => /reportFormat=plain/.test(word));
  }

  #moduleTotals(match: RegExpExecArray, level: string | undefined): void {
    const [run, failures, errors, skipped] = match.slice(1, 5).map(Number) as [number, number, number, number];
    const totals = { run, failures, errors, skipped };
    if (this.#due === 0 && !this.#inResults && (!this.#headless || this.#open.size > 0)) {
      this.#collected.unparsed++;
      return;
    }
    // The level of the line agrees with what it says, and a list with levels does not end without one.
    const wants = failures + errors > 0 ? 'ERROR' : undefined;
    if (level !== undefined && wants !== undefined && level !== wants) return;
    if (level === undefined && this.#list !== undefined && this.#levelled) return;
    // Only tests that passed when they were run again make the results better than their classes.
    if (failures + errors === 0 && match[5] === undefined && this.#loose.failures + this.#loose.errors > 0)
      this.#disagree = true;
    if (this.#due > 0 || !this.#modules.length || !this.#inResults) this.#modules.push(totals);
    else this.#modules[this.#modules.length - 1] = totals;
    this.#due = Math.max(0, this.#due - 1);
    this.#fake = this.#open.size > 0;
    this.#inResults = true;
    if (level !== undefined || !this.#levelled) this.#list = undefined;
    for (const key of Object.keys(this.#loose) as (keyof Totals)[]) this.#loose[key] = 0;
    this.#any = true;
  }

  /** A line of the lists in the results. */
  #listed(line: string, level: string | undefined): boolean {
    if (this.#levelled && level === undefined) return true;
    if (!line.trim()) return !this.#levelled;
    if (this.#list === 'flakes') {
      const name = /^([\w.$]+\.[^\s(]+.*)$/.exec(line)?.[1];
      if (name !== undefined) this.#flaky(name);
      return true;
    }
    const entry = /^ {2}(\S.*)$/.exec(line)?.[1];
    // A test that was run again stands alone, with its runs below.
    if (entry === undefined && /^(?:[\w$]+\.)+[\w$]+(?:[[({].*)?$/.test(line)) {
      this.#summaryName(line);
      return true;
    }
    if (entry === undefined) return level !== undefined && !/^(?:BUILD|Failed to|-{3})/.test(line);
    if (!/^Run \d+: /.test(entry)) this.#summaryName(entry);
    return true;
  }

  /** A test that failed first and passed when it was run again. */
  #flaky(text: string): void {
    const { name } = nameOf(text, '');
    this.#collected.flaky = true;
    this.#found.delete(name);
    this.#found.set(name, { name, state: 'passed', message: ['passed when run again'] });
  }

  #summaryName(entry: string): void {
    const text = entry.slice(0, SUMMARY_CAP);
    // The body of a dynamic test, which is no test's name.
    if (/^[\w$.]+\.lambda\$/.test(text)) return;
    const state = this.#list === 'failed' ? 'failed' : 'error';
    const old = /^([^\s(:]\S*?(?:\[.*\])?)\(([\w.$]+)\)(?::|$)/.exec(text);
    if (old) {
      this.#summary.push({ name: `${simple(old[2]!)}.${old[1]}`, state });
      return;
    }
    const whole = /^(?:[a-z_]\w*\.)*([A-Z][\w$]*)(?::|$)/.exec(text);
    if (whole) {
      this.#summary.push({ name: whole[1]!, state });
      return;
    }
    // `Sub>Base.method:12->helper:20 message` is a test of Sub.
    const match = /^([\w$.]+?)(?:>[\w$.]+)?\.([\w$]+(?:\[[^\]]*\])?)(?::\d+)?(?:(?:->| |:).*)?$/.exec(text);
    if (match) this.#summary.push({ name: `${simple(match[1]!)}.${match[2]}`, state });
  }

  /** A broken test below its class, or with `reportFormat=plain` any test. */
  #broken(line: string, level: string | undefined): boolean {
    if (this.#listing <= 0 && !(this.#headless && !this.#any)) return false;
    if (this.#listing > 0 && this.#levelled && level === undefined) return false;
    const skipped = this.#plain ? /^(\S+) skipped$/.exec(line) : null;
    const match = BROKEN_3.exec(line) ?? BROKEN_2.exec(line);
    if (!match && !skipped) return false;
    const named = nameOf((match ?? skipped)![1]!, this.#class);
    if (named.bare && !this.#class) return false;
    const { name } = named;
    const state = skipped ? 'skipped' : match![3] === 'FAILURE' ? 'failed' : match![3] ? 'error' : 'passed';
    if (state === 'passed' && !this.#plain) return false;
    this.#listing--;
    this.#current = {
      ...named,
      state,
      message: [],
      ...(match ? { seconds: Number(match[2]!.replace(',', '.')) } : {}),
    };
    const known = this.#found.get(name);
    if (!known || known.state === 'passed' || known.state === 'skipped') this.#found.set(name, this.#current);
    return true;
  }

  /** What Maven itself says. */
  #ownLine(line: string, level: string): boolean {
    const build = /^BUILD (SUCCESS|FAILURE)(?:FUL)?$/.exec(line)?.[1];
    if (build && !(this.#open.size > 0 && !this.#inResults)) {
      this.#build = build as 'SUCCESS' | 'FAILURE';
      this.#rest = 0;
    } else if (/^--- \S+:\S+ \(.*\) @ /.test(line) || /^Building \S/.test(line)) {
      const version = /^--- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:([\d.]\S*):/.exec(line)?.[1];
      this.#version ??= version;
      this.#inResults = false;
      this.#list = undefined;
      this.#open.clear();
      this.#compiling = false;
    } else if (/^COMPILATION ERROR ?: ?$/.test(line)) this.#compiling = true;
    else if (
      /^(?:No tests to run\.?|Tests are skipped\.?|No tests were executed!.*|There are no tests to run\.?)$/.test(line)
    )
      this.#nothing = true;
    else if (level === 'ERROR') return this.#error(line);
    else {
      this.#time(line);
      this.#reactor(line);
    }
    return true;
  }

  #error(line: string): boolean {
    if (
      /The forked VM terminated without |ExecutionException The forked VM|^Crashed tests:|The fork(?:ed process)? (?:might have )?crashed/.test(
        line,
      )
    )
      this.#crashed = true;
    if (/There was a timeout (?:in|or other error in) the fork/.test(line)) this.#timedOut = true;
    if (/No tests (?:matching pattern .* )?were executed!/.test(line)) this.#none = true;
    const place = PLACE.exec(line);
    if (place) {
      if (this.#compiling || /Compilation failure/.test(this.#message ?? '')) this.#place(place);
      return true;
    }
    const failure = /^Failed to execute goal (.*)$/.exec(line)?.[1];
    if (failure !== undefined || (this.#build === 'FAILURE' && !this.#message && line.trim())) this.#message ??= line;
    if (!/^(?:\[Help|->|Re-run|To see|For more|After|See |Please|$| )/.test(line)) this.#rest++;
    return true;
  }

  readonly #places = new Set<string>();

  #place(place: RegExpExecArray): void {
    const line = Number(place[2] ?? place[4]);
    const column = Number(place[3] ?? place[5]);
    const key = `${place[1]}:${line}:${column}:${place[6]}`;
    if (this.#places.has(key)) return;
    this.#places.add(key);
    this.#compileErrors++;
    this.#collected.addProblem({
      file: place[1]!,
      line,
      ...(Number.isFinite(column) ? { column } : {}),
      message: place[6] || 'compilation error',
    });
  }

  #time(line: string): void {
    const time = /^Total time: +(?:([\d.]+) s|(\d+):(\d+) (min|h))/.exec(line);
    if (!time) return;
    const unit = time[4] === 'h' ? 3_600 : 60;
    this.#seconds = time[1] ? Number(time[1]) : Number(time[2]) * unit + Number(time[3]) * (unit / 60);
  }

  #reactor(line: string): void {
    const module = /^(\S.{0,200}?) \.{3,} (SUCCESS|FAILURE|SKIPPED)(?: \[.*\])?$/.exec(line);
    if (!module) return;
    const state = ({ SUCCESS: 'passed', FAILURE: 'failed', SKIPPED: 'skipped' } as const)[module[2] as 'SUCCESS'];
    this.#collected.addPackage({ name: module[1]!, state });
  }

  report(): Report {
    this.#addTests();
    const sum = (key: keyof Totals) => this.#modules.reduce((total, module) => total + module[key], this.#loose[key]);
    const [run, failures, errors, skipped] = [sum('run'), sum('failures'), sum('errors'), sum('skipped')];
    const tally = this.#collected.tally();
    const failed = Math.max(failures, run ? 0 : tally.failed);
    const broken = Math.max(errors, run ? 0 : tally.errors);
    const passed = Math.max(0, run - failures - errors - skipped);
    const red = failed + broken > 0;
    const compile = this.#compiling || this.#compileErrors > 0;
    const stopped = this.#build === 'FAILURE' || (this.#build === undefined && this.#message !== undefined);
    const nothing = this.#none || (this.#nothing && run === 0);
    const buildFailed = compile || (stopped && !red && !nothing);
    if (stopped && !compile && this.#message !== undefined && !red)
      this.#collected.addProblem({ message: this.#message });
    const counts: Counts = {
      passed,
      failed,
      skipped,
      errors: Math.max(broken, compile ? 1 : 0),
      total: Math.max(run, passed + failed + broken + skipped),
    };
    const success = this.#build === 'SUCCESS';
    return judge(
      {
        runner: 'maven',
        version: this.#version,
        collected: this.#collected,
        counts,
        seconds: this.#seconds,
        failed: red,
        buildFailed: buildFailed && !this.#crashed && !this.#timedOut,
        crashed: this.#crashed,
        timedOut: this.#timedOut,
        nothingRan: nothing || (run === 0 && success && !this.#headless && !red && !buildFailed),
        onlySkipped: run > 0 && passed === 0 && skipped > 0,
        somethingPassed: passed > 0,
        closing: this.#build ? 'proof' : 'none',
        doubts: this.#doubts(success, red),
      },
      this.#capture,
    );
  }

  /** The tests listed below their classes, and of classes that were not there to read those in the results. */
  #addTests(): void {
    const classes = new Set<string>();
    for (const found of this.#found.values()) {
      const { state, seconds, message } = found;
      classes.add(classOf(found.name));
      const nested = found.bare ? this.#nested(found.name) : [];
      for (const name of nested.length ? nested : [found.name])
        this.#collected.add({
          name,
          ...(found.class === undefined ? {} : { package: found.class }),
          state,
          ...(seconds === undefined ? {} : { seconds }),
          ...(message.length ? { message: message.join('\n') } : {}),
        });
    }
    for (const { name, state } of this.#summary) {
      if (!classes.has(classOf(name).split('$')[0]!)) this.#collected.add({ name, state });
    }
  }

  /** What the results call a test that was listed without its class: Surefire 2 leaves nested classes out. */
  #nested(name: string): string[] {
    const [owner, method] = [classOf(name), name.slice(name.indexOf('.') + 1).replace(/[[{(].*$/, '')];
    const names = this.#summary.map((entry) => entry.name).filter((entry) => entry.endsWith(`.${method}`));
    return names.includes(`${owner}.${method}`) ? [] : names.filter((entry) => entry.startsWith(`${owner}$`));
  }

  #doubts(success: boolean, red: boolean): Reason[] {
    const doubts: Reason[] = [];
    if (this.#disagree) doubts.push('counts-disagree');
    if (!success && this.#build === undefined && this.#any) doubts.push('unfinished');
    if (success && this.#loose.run > 0) doubts.push('unfinished');
    if (success && !red && this.#rest > 0 && this.#message !== undefined) doubts.push('errors');
    if (success && this.#open.size > 0) doubts.push('unfinished');
    return doubts;
  }
}

/** So much of an entry of the results is looked at for the name. */
const SUMMARY_CAP = 400;

/** `com.ex.CartTest.totals`, `totals(com.ex.CartTest)`, a whole class, or with the class known `totals`. */
function nameOf(text: string, known: string): Pick<Found, 'name' | 'class' | 'bare'> {
  const old = /^(.*)\(([A-Za-z_][\w.$]*)\)$/.exec(text);
  if (old && /(?:^|\.)[A-Z][\w$]*$/.test(old[2]!)) {
    const method = old[1]!.startsWith(`${old[2]}.`) ? old[1]!.slice(old[2]!.length + 1) : old[1]!;
    return { name: `${simple(old[2]!)}.${method}` };
  }
  if (text === known) return { name: text, class: text };
  if (known && (text.startsWith(`${known}.`) || text.startsWith(`${known}$`)))
    return { name: text.slice(known.length - simple(known).length) };
  // A package's parts are in lower case, a class begins with a capital.
  const path = /^((?:[a-z_]\w*\.)*)([A-Z][\w$]*)(\..*)?$/s.exec(text);
  if (path?.[3] !== undefined) return { name: `${path[2]}${path[3]}` };
  if (path?.[1]) return { name: text, class: text };
  return known && known !== 'TestSuite' ? { name: `${simple(known)}.${text}`, bare: true } : { name: text, bare: true };
}

function simple(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function classOf(full: string): string {
  const name = full.replace(/^(?:[a-z_]\w*\.)+/, '');
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
