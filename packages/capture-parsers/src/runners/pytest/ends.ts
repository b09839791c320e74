import type { Collector } from '../../collect.js';

/** The end of the process: what comes after it was not written by pytest, so a summary after it denies it. */
export const DEATH = /Fatal Python error: |^(?:Segmentation fault|Aborted\b|Killed\b)/;
export const TIMEOUT = /^(?:E +)?(?:Failed: Timeout \(?>|\+{5,} Timeout \+{5,}$)/;
/** What pytest itself says about an end before its time, also with a summary after it. */
const BROKEN_OFF =
  /^(?:INTERNALERROR> |worker '?gw\d+'? crashed|\[gw\d+\] node down: |!+ (?:KeyboardInterrupt|_pytest\.outcomes\.Exit|xdist\.dsession\.Interrupted: .*crashed).* !+$|\(to show a full traceback on KeyboardInterrupt use --full-?trace\)$)/;
/** `COVERAGE_MISSED` matches the word of pytest-cov's threshold, which fails a run in which every test has passed. */
const COVERAGE_MISSED = /^(?:FAIL Required test coverage of |ERROR: Coverage failure: )/;

/** Signs of an end before its time, and of what did not load, wherever they stand. */
export class Ends {
  readonly #collected: Collector;
  brokenOff = false;
  interrupted = false;
  timedOut = false;
  coverageMissed = false;
  coverageMet = false;
  /** It was called wrongly. */
  usage = false;
  /** Signs that something did not load, and how many files are headed so. */
  broken = 0;
  unloaded = 0;
  /** How many files did not load, in pytest's own words. */
  unloadedTold = 0;

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  /** Reads one sign; false for a line that has to be read further. */
  line(line: string): boolean {
    if (BROKEN_OFF.test(line)) {
      this.brokenOff = true;
      if (line[0] === '!' || line[0] === '(') this.interrupted = true;
      return true;
    }
    if (TIMEOUT.test(line)) this.timedOut = true;
    if (/^!+ .+ !+$/.test(line)) {
      this.interrupted = true;
      const unloaded = /: (\d+) errors? during collection /.exec(line)?.[1];
      if (unloaded) {
        this.broken++;
        this.unloadedTold = Number(unloaded);
      }
      return true;
    }
    if (/^Required test coverage of \S+ reached\./.test(line)) this.coverageMet = true;
    if (COVERAGE_MISSED.test(line)) {
      this.coverageMissed = true;
      return true;
    }
    const usage =
      /^(?:ERROR: |pytest: error: |\S+: error: )/.test(line) || line.startsWith('ImportError while loading conftest');
    if (usage) this.#usageError(line);
    return usage;
  }

  /** A file that did not load. */
  notLoaded(): void {
    this.broken++;
    this.unloaded++;
  }

  #usageError(line: string): void {
    const message = line.replace(/^ERROR: /, '');
    if (
      /file or directory not found|not found: |no module named|while loading conftest|could not load|error importing/i.test(
        message,
      )
    )
      this.notLoaded();
    this.usage = true;
    const conftest = /conftest '([^']+)'/.exec(line)?.[1];
    this.#collected.addProblem({ ...(conftest === undefined ? {} : { file: conftest }), message });
  }
}
