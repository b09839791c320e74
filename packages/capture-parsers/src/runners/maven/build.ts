import type { Collector } from '../../collect.js';

const PLACE = /^(\S.*\.(?:java|kt|scala|groovy)):(?:\[(\d+)(?:,(\d+))?\]|(\d+)(?::(\d+))?) ?(?:error: )?(.*)$/;
const NO_TESTS = /^(?:No tests to run\.?|Tests are skipped\.?|No tests were executed!.*|There are no tests to run\.?)$/;
const FORK_CRASHED =
  /The forked VM terminated without |ExecutionException The forked VM|^Crashed tests:|The fork(?:ed process)? (?:might have )?crashed/;
/** Errors that only explain others. */
const EXPLAINS = /^(?:\[Help|->|Re-run|To see|For more|After|See |Please|$| )/;
const MODULE_STATES = { SUCCESS: 'passed', FAILURE: 'failed', SKIPPED: 'skipped' } as const;

/** Reads what Maven itself says of the build. */
export class Build {
  readonly #collected: Collector;
  result: 'SUCCESS' | 'FAILURE' | undefined;
  seconds: number | undefined;
  /** Of Surefire or Failsafe. */
  version: string | undefined;
  /** The compiler's complaints follow. */
  compiling = false;
  compileErrors = 0;
  crashed = false;
  timedOut = false;
  /** Tests were asked for, and there are none. */
  noneMatched = false;
  /** A module has no tests. */
  nothing = false;
  /** Why it failed. */
  message: string | undefined;
  /** Errors behind the end of the build. */
  lateErrors = 0;
  readonly #places = new Set<string>();

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  /** Another plugin begins; true where the line says so. */
  begins(line: string): boolean {
    if (!/^--- \S+:\S+ \(.*\) @ /.test(line) && !/^Building \S/.test(line)) return false;
    this.version ??= /^--- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:([\d.]\S*):/.exec(line)?.[1];
    this.compiling = false;
    return true;
  }

  /** `BUILD SUCCESS`. */
  ends(line: string): boolean {
    const result = /^BUILD (SUCCESS|FAILURE)(?:FUL)?$/.exec(line)?.[1];
    if (!result) return false;
    this.result = result as 'SUCCESS' | 'FAILURE';
    this.lateErrors = 0;
    return true;
  }

  line(line: string, level: string): void {
    if (/^COMPILATION ERROR ?: ?$/.test(line)) this.compiling = true;
    else if (NO_TESTS.test(line)) this.nothing = true;
    else if (level === 'ERROR') this.#error(line);
    else {
      this.#time(line);
      this.#module(line);
    }
  }

  #error(line: string): void {
    if (FORK_CRASHED.test(line)) this.crashed = true;
    if (/There was a timeout (?:in|or other error in) the fork/.test(line)) this.timedOut = true;
    if (/No tests (?:matching pattern .* )?were executed!/.test(line)) this.noneMatched = true;
    const place = PLACE.exec(line);
    if (place) {
      if (this.compiling || /Compilation failure/.test(this.message ?? '')) this.#place(place);
      return;
    }
    const isFailure = /^Failed to execute goal .*$/.test(line);
    if (isFailure || (this.result === 'FAILURE' && !this.message && line.trim())) this.message ??= line;
    if (!EXPLAINS.test(line)) this.lateErrors++;
  }

  #place(place: RegExpExecArray): void {
    const line = Number(place[2] ?? place[4]);
    const column = Number(place[3] ?? place[5]);
    const key = `${place[1]}:${line}:${column}:${place[6]}`;
    if (this.#places.has(key)) return;
    this.#places.add(key);
    this.compileErrors++;
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
    this.seconds = time[1] ? Number(time[1]) : Number(time[2]) * unit + Number(time[3]) * (unit / 60);
  }

  /** A line of the reactor's summary. */
  #module(line: string): void {
    const module = /^(\S.{0,200}?) \.{3,} (SUCCESS|FAILURE|SKIPPED)(?: \[.*\])?$/.exec(line);
    if (!module) return;
    this.#collected.addPackage({ name: module[1]!, state: MODULE_STATES[module[2] as keyof typeof MODULE_STATES] });
  }
}
