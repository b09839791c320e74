/**
 * The module reads what prove says around the results that it has read itself. https://perldoc.perl.org/prove,
 * https://metacpan.org/pod/TAP::Formatter::Base
 */
import type { Collector } from '../../collect.js';

// 1 files, 2 tests, 3 seconds
const TOTALS = /^Files=(\d+), Tests=(\d+), +(\d+)/;
const RESULT = /^Result: (\w+)$/;
// 1 failed tests of a file, in the report behind all of them
const REPORTED = /^\S+ +\(Wstat: \d+(?: \([^)]*\))? Tests: \d+ Failed: (\d+)\)$/;
// 1 file, 2 what became of it; empty where its results follow
const FILE = /^(\S+\.(?:t|bats|pl|sh|js|php|py)) \.{2,} ?(.*)$/;

/** Reads the lines that are prove's own. */
export class Prove {
  readonly #collected: Collector;
  totals: { readonly files: number; readonly tests: number; readonly seconds: number } | undefined;
  /** `PASS`, `FAIL`, `NOTESTS`; behind the totals. */
  result: string | undefined;
  /** Failed tests, as the report counts them. */
  failed = 0;

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  /** `file`: a file begins or has ended, and with it the document before. Undefined for a line that is not prove's. */
  line(text: string): 'closing' | 'file' | undefined {
    const totals = TOTALS.exec(text);
    if (totals) {
      this.totals = { files: Number(totals[1]), tests: Number(totals[2]), seconds: Number(totals[3]) };
      this.result = undefined;
      return 'closing';
    }
    const result = RESULT.exec(text)?.[1];
    if (result && this.totals) {
      this.result = result;
      return 'closing';
    }
    const reported = REPORTED.exec(text)?.[1];
    if (reported) {
      this.failed += Number(reported);
      return 'closing';
    }
    const [, name, became = ''] = FILE.exec(text) ?? [];
    if (name === undefined) return undefined;
    const failed = /^(?:Dubious|Failed|No subtests run|not ok)/.test(became);
    const state = failed ? 'failed' : became.startsWith('skipped') ? 'skipped' : 'passed';
    if (became) this.#collected.addFile({ name, state });
    return 'file';
  }
}
