import { TIMEOUT } from './ends.js';
import { type Names, withoutReason } from './names.js';
import { isNode, readStatus, STATES } from './progress.js';
import type { Results } from './results.js';

const SHORT = /^([A-Za-z]+) (?:\[\d+\] )?(.+)$/;
const SUBTEST = /^SUB(?:FAILED|FAIL)\b/;
/**
 * `SUBTEST_OF` matches a failed subtest in the summary: what it says of itself, before or behind the word, and the test that
 * it is of.
 */
const SUBTEST_OF =
  /^(?:SUBFAIL(?:ED)?(?:\[[^\]]{0,500}\])?(?: ?\([^()]{0,500}\))? |(?:\[[^\]]{0,500}\] )?(?:\([^()]{0,500}\) )?SUBFAIL )([^\s:]+\.py::\S.*)$/;

/** Reads the lines of the short test summary: `FAILED path::name - message`. */
export class ShortSummary {
  #lines: { word: string; rest: string; perhaps?: true }[] = [];
  /** Lines like those of the short summary where its heading may be cut off: its own only if the end follows. */
  #perhaps: { word: string; rest: string }[] = [];
  /** Messages may go on in further lines, which no test has printed. */
  readonly #mayContinue: boolean;
  subtests = false;
  timedOut = false;
  /** How many files did not load. */
  broken = 0;

  constructor(mayContinue: boolean) {
    this.#mayContinue = mayContinue;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** A line below the summary's heading. */
  line(line: string): void {
    const subtest = SUBTEST_OF.exec(line);
    if (subtest) this.#lines.push({ word: 'FAILED', rest: subtest[1]! });
    if (subtest || SUBTEST.test(line)) {
      this.subtests = true;
      return;
    }
    const match = SHORT.exec(line);
    const state = match && STATES[match[1]!];
    if (!match || !state) return;
    const rest = match[2]!;
    if (TIMEOUT.test(rest.slice(rest.indexOf(' - ') + 3))) this.timedOut = true;
    if (state === 'error' && /^\S+\.pyi?(?: - |$)/.test(rest)) this.broken++;
    if (!isNode(rest) || / - Failed: Timeout \(?>/.test(rest)) this.timedOut ||= / - Failed: Timeout \(?>/.test(rest);
    // A skipped test is given by its place, `SKIPPED [1] test_a.py:3: why`.
    if (isNode(rest)) this.#lines.push({ word: match[1]!, rest });
  }

  /** Keeps a line that may be the summary's, where no heading shows it. */
  keepPerhaps(line: string): boolean {
    const subtest = SUBTEST_OF.exec(line);
    if (subtest) this.#perhaps.push({ word: 'FAILED', rest: subtest[1]! });
    if (subtest || SUBTEST.test(line)) return true;
    const match = /^([A-Z]+) (.+)$/.exec(line);
    if (match && STATES[match[1]!] && /^(?:\[\d+\] )?[^\s:][^:]{0,500}\.(?:py|rst|txt|md)\b/.test(match[2]!)) {
      if (isNode(match[2]!)) this.#perhaps.push({ word: match[1]!, rest: match[2]! });
      return true;
    }
    if (this.#continues(line)) return true;
    this.#perhaps = [];
    return false;
  }

  /** With CI set a summary has messages in full: lines that are not those of a traceback, a title or progress. */
  #continues(line: string): boolean {
    if (this.#perhaps.length === 0 || !this.#mayContinue) return false;
    return !/^(?:E\s|>\s|[_-]{3}|\[gw\d|\S+:\d+: )/.test(line) && readStatus(line) === undefined;
  }

  /** What was kept stood before something else than the end: it is forgotten. */
  forgetPerhaps(): void {
    this.#perhaps = [];
  }

  /** The heading came again: what a test printed can look like this section too; the runner's own is the last. */
  restart(): void {
    this.#lines = [];
  }

  /** The end follows what was kept. `several`: an earlier end may have been that of another session. */
  takePerhaps(several: boolean): void {
    // What stood before an earlier closing line was a test's, as that line itself.
    if (!several) this.#lines = this.#lines.filter(({ perhaps }) => !perhaps);
    this.#lines.push(...this.#perhaps.map((line) => ({ ...line, perhaps: true as const })));
    this.#perhaps = [];
  }

  /** Adds the tests that it names, and returns the states of which it tells. */
  addTo(results: Results, names: Names): ReadonlySet<(typeof STATES)[string] | undefined> {
    for (const { word, rest } of this.#lines) {
      const state = STATES[word]!;
      const loose = state === 'xpassed' || state === 'xfailed';
      const { name, message } = names.split(rest);
      results.addTest({
        name: loose ? withoutReason(name) : name,
        state,
        ...(message === undefined ? {} : { message }),
      });
    }
    return new Set(this.#lines.map(({ word }) => STATES[word]));
  }
}
