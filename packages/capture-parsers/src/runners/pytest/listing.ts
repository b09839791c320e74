import { type Closing, isRed } from './closing.js';
import type { Names } from './names.js';
import {
  isNode,
  readPerhapsEnd,
  readStart,
  readStatus,
  readWorker,
  STATES,
  type Status,
  withoutIntrusion,
} from './progress.js';
import type { Named, Results } from './results.js';
import { readSugar } from './sugar.js';

/** Reads the lines of a verbose session, one test each. */
export class Listing {
  readonly #results: Results;
  readonly #names: Names;
  /** With -s: what tests print stands among the lines. */
  readonly #uncaptured: boolean;
  /** Whether the session says that it is verbose, where its heading was seen. */
  verbose: boolean | undefined;
  /** The line that was read last stands at the end of all tests. */
  lastPercent = false;
  #waiting: string | undefined;
  /** With -s: words beside a test's own output that may be the status of the one that is waiting. */
  readonly #perhapsEnded = new Set<string>();
  /** Lines where the section is not known, and whether the heading of another section came after them. */
  #perhaps: (Named & { readonly line: string })[] = [];
  #headedAfter = false;

  constructor(results: Results, names: Names, uncaptured: boolean) {
    this.#results = results;
    this.#names = names;
    this.#uncaptured = uncaptured;
  }

  /**
   * Reads `path::name STATUS [ 12%]`, with xdist `[gw0] [ 12%] STATUS path::name`, with sugar `path::name ✓`; false for any
   * other line. `sure`: the line stands among the progress.
   */
  line(line: string, sure: boolean): boolean {
    const sugar = readSugar(line);
    if (sugar) {
      this.#results.addTest(sugar);
      return true;
    }
    const worker = readWorker(line);
    if (worker) {
      this.#add(worker.name, worker.word, line, sure);
      return true;
    }
    const status = readStatus(line);
    if (status && this.#statusLine(status, line, sure)) {
      this.lastPercent = line.trimEnd().endsWith('[100%]');
      return true;
    }
    const own = withoutIntrusion(line);
    if (own !== line && !status) return this.line(own, sure);
    return this.#startLine(line, sure);
  }

  /** The next status of a verbose session. */
  goesOn(line: string): boolean {
    const status = this.verbose ? readStatus(line) : undefined;
    return (
      status !== undefined &&
      !status.glued &&
      (isNode(status.name) || (status.name === '' && this.#waiting !== undefined))
    );
  }

  /** The heading of another section came: what was listed before it stands in none. */
  headed(): void {
    if (this.#perhaps.length) this.#headedAfter = true;
  }

  /** The process ended here, and with it the test whose name stands without a status. */
  die(line: string): void {
    if (this.#waiting === undefined) return;
    const file = this.#waiting.slice(0, this.#waiting.indexOf('::'));
    this.#results.collected.addProblem({ file, message: `${this.#waiting}: ${line}` });
    this.#results.addFile(file, 'failed');
    this.#waiting = undefined;
  }

  /** The test that waits has ended, if one word alone can have been its status. */
  endWaiting(line: string, sure: boolean): boolean {
    const [word, other] = this.#perhapsEnded;
    if (this.#waiting === undefined || word === undefined) return false;
    if (other === undefined) this.#add(this.#waiting, word, line, sure);
    this.#perhapsEnded.clear();
    return true;
  }

  /** Lines where it is not known in which section they stand: what a test printed can look like them. */
  settle(closing: Closing | undefined, dotted: boolean): void {
    const listed = this.#perhaps;
    const shares = listed.map(({ line }) => /\[ *(?:(\d+)%|(\d+)\/(\d+))\]\s*$/.exec(line));
    const mixed = shares.some((share) => share) && shares.some((share) => !share);
    const last = shares.at(-1);
    // Pytest stops early only at a failure.
    const short = last && (last[1] === undefined ? last[2] !== last[3] : last[1] !== '100');
    const unfinished = this.#headedAfter && short && /passed|skipped/.test(listed.at(-1)!.state);
    const denied = closing && !isRed(closing) && listed.some(({ state }) => state === 'failed' || state === 'error');
    if (dotted || mixed || unfinished || denied) return;
    for (const { name, state } of listed) this.#results.addTest({ name, state });
  }

  /** With -s a test's own words stand between its name and its status. */
  #startLine(line: string, sure: boolean): boolean {
    const start = readStart(line);
    if (start === undefined || (this.#uncaptured && this.verbose === false)) {
      const word = this.#uncaptured && this.#waiting !== undefined ? readPerhapsEnd(line) : undefined;
      if (word !== undefined) this.#perhapsEnded.add(word);
      return false;
    }
    if (this.#uncaptured && this.#waiting !== undefined && !this.endWaiting(line, sure)) return false;
    // A subtest's own line, of a test that has not ended.
    const subtest = /^ SUB(PASS|FAIL|SKIP)/.exec(line.slice(start.length));
    if (subtest?.[1] === 'FAIL') this.#add(start, 'SUBFAIL', line, sure);
    if (subtest) return true;
    this.#waiting = start;
    return true;
  }

  #statusLine({ name, word, glued }: Status, line: string, sure: boolean): boolean {
    if (name === '' || glued) {
      const start = this.#waiting ?? (glued ? readStart(line) : undefined);
      if (start === undefined) return false;
      this.#add(start, word, line, sure);
      return true;
    }
    if (!isNode(name)) return false;
    if (!this.#uncaptured) {
      this.#add(name, word, line, sure);
      return true;
    }
    // A test may print such a line: only in a verbose session, and not while another test is running, it is pytest's.
    if (this.verbose === false || this.#waiting !== undefined) return false;
    const start = readStart(name);
    if (start !== undefined && name.includes('.py::', start.length)) this.#waiting = start;
    else this.#add(name, word, line, sure);
    return true;
  }

  #add(name: string, word: string, line: string, sure: boolean): void {
    // A test fails with a subtest; else a subtest says nothing of the test around it, whose line is still to come.
    if (word.startsWith('SUBFAIL') && sure) this.#results.addTest({ name: readStart(name) ?? name, state: 'failed' });
    const state = STATES[word];
    if (!state) return;
    this.#waiting = undefined;
    this.#perhapsEnded.clear();
    this.#names.learn(name);
    if (sure) this.#results.addTest({ name, state });
    else this.#perhaps.push({ name, state, line });
  }
}
