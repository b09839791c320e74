import type { Coverage } from '../../report.js';
import { withCoverage } from './coverage.js';
import type { Summaries } from './summaries.js';

/** Ways to end that leave no summary, or a worker that did. */
const DEATH = /^(?:FATAL ERROR: |Segmentation fault|Killed\b|Aborted\b|Jest: Got error running global)/;
const NOTHING = /^No tests found(?:, exiting with code \d+| related to files changed\b.*)?\.?$/;
const NO_FILES = /^No files found in |^Pattern: .* - 0 matches$/;
const WATCH = /^Watch Usage|^Active Filters:|^--watch is not supported without git/;
/** Too little is covered, for which versions before 17 ended with 0. */
const TOO_LITTLE = /^Jest: .*(?:threshold|not met)/;
/** Whatever keeps it running may have made somebody end it. */
const LINGERS =
  /^Jest did not exit one second after the test run has completed\.|^Jest has detected the following \d+ open handles? /;
/** Jest ends with 1 then, whatever its tests came to. */
const TROUBLE =
  /^ {2}● {1,2}Cannot log after tests are done\.|^Jest: Coverage data for .* was not found|^Jest: Got error running global/;
/** What Jest says about its own words and configuration. */
const USAGE =
  /^● (?:Validation Error|Unrecognized CLI Parameters?|Deprecated CLI Parameter|Multiple configurations found)|^(?:Error: )?Could not find (?:a config file|the config)|^(?:Error: )?Can't find a root directory|^Error: Jest: |^(?:Error: )?Jest: Failed to parse the |^Invalid testPattern/;
const LATE_ERROR = /Error\b|^error\b|ELIFECYCLE|npm ERR!/;
const BROKEN_HEADER = /\S ?(?:PASS|FAIL) {1,3}\S*[\\/]/;

/** Collects what is said of the run as a whole, outside of lists, failures and summaries. */
export class Remarks {
  readonly #summaries: Summaries;
  nothing = false;
  watch = false;
  crashed = false;
  trouble = false;
  coversTooLittle = false;
  /** It was still running behind its end. */
  lingers = false;
  /** Something called `process.exit`. */
  exited = false;
  interrupted = false;
  /** Lines that begin a file's results behind a test's own words without an end of line. */
  brokenHeaders = 0;
  usage: string | undefined;
  coverage: Coverage | undefined;
  /** What stood below the summary is cut: a global teardown may have failed there, or `--json` printed its object. */
  cutBelow: 'perhaps' | 'lost' | undefined;

  constructor(summaries: Summaries) {
    this.#summaries = summaries;
  }

  /** Lines are missing here; `atEnd`: all that followed. */
  cut(atEnd: boolean): void {
    this.coverage = undefined;
    this.cutBelow = this.#isBelow() ? (atEnd ? 'lost' : 'perhaps') : undefined;
  }

  /** Below a summary that is complete. */
  #isBelow(): boolean {
    return this.#summaries.last?.ended === true;
  }

  /** Reads a line; false for one that says nothing. */
  line(line: string): boolean {
    if (DEATH.test(line)) this.crashed = true;
    if (NOTHING.test(line)) this.nothing = true;
    else if (NO_FILES.test(line)) this.nothing ||= this.#summaries.count === 0;
    else if (WATCH.test(line)) this.watch = true;
    else if (/^ {2}● {2}process\.exit called with /.test(line)) this.exited = true;
    else if (/^Test run was interrupted/.test(line)) this.interrupted = true;
    else if (LINGERS.test(line)) this.lingers = true;
    else if (TOO_LITTLE.test(line)) this.coversTooLittle = true;
    else if (TROUBLE.test(line)) this.trouble = true;
    else if (USAGE.test(line)) {
      this.usage ??= line;
      // A global teardown that fails says so below a summary that knows nothing of it.
      this.trouble ||= this.#isBelow();
    } else if (/^(?:All files|Statements|Branches|Functions|Lines)\b/.test(line))
      this.coverage = withCoverage(this.coverage, line);
    else {
      this.#other(line);
      return false;
    }
    return true;
  }

  #other(line: string): void {
    // Whatever fails after the summary, such as a global teardown, was not in it.
    if (this.cutBelow) this.cutBelow = 'lost';
    if (this.#isBelow() && LATE_ERROR.test(line)) this.trouble = true;
    if (BROKEN_HEADER.test(line)) this.brokenHeaders++;
  }
}
