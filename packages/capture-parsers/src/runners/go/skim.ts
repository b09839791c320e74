/**
 * Reads the tests of one package of `go test -v` at once. Knows nothing but the plain package, whose tests run one after
 * the other and print nothing that needs to be told from the runner's own lines; every other package is left to the
 * reader in `text.ts`, which finds the same in this one and takes several times as long.
 */
import type { TestResult } from '../../report.js';
import { LINE_CAP } from './lines.js';
import { plainEnd } from './plain.js';
import { readNumber } from './scan.js';
import type { OwnOutput } from './tests.js';

const [TAB, SPACE, DASH, EQUALS, BIG_F, BIG_P] = [9, 32, 45, 61, 70, 80];
/** Length of `--- ` and of what stands before it where a subtest ends, and of `--- PASS: ` and `=== RUN   `. */
const [MARK, BEFORE_NAME] = [4, 10];
/** `AROUND_TIME` is the length of ` (` and of `s)`. */
const AROUND_TIME = 2;
/** The columns of what is kept of a test; where a name ends, the line ends behind which its own output begins. */
const [NAME, FROM, TO, RESULT, BELOW, BELOW_END, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Packages with more tests are left to the other reader. */
const TESTS_CAP = 5_000;

/** A skimmer reads one run; after `read` has said yes, its fields are of the package read, until the next call. */
export class GoSkimmer {
  readonly #text: string;
  /** Test by test as they are announced. */
  readonly #table = new Int32Array(TESTS_CAP * WIDTH);
  #rows = 0;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Lines that tests printed at the left margin. */
  unparsed = 0;
  /** Where the line that closes the package begins: it is `ok` unless a test failed. */
  closing = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether all is known of the package whose first test is announced at `start`. */
  read(start: number): boolean {
    const end = plainEnd(this.#text, start);
    if (end === start || !this.#count(start, end)) return false;
    const word = this.failed ? 'FAIL\n' : 'PASS\n';
    this.closing = end + word.length;
    return this.#text.startsWith(word, end);
  }

  /** The lines of plain tests are what they begin like. It is left to see that every subtest has its result. */
  #count(start: number, end: number): boolean {
    const text = this.#text;
    const table = this.#table;
    /** Where the rows end of the tests that were announced, and of those that have a result. */
    let announced = 0;
    let ended = 0;
    /** Length of the name of the test at the left margin that was announced last, and whether it runs. */
    let top = 0;
    let running = false;
    this.passed = this.failed = this.skipped = this.unparsed = 0;
    for (let from = start, to = start; from < end; from = to + 1) {
      to = text.indexOf('\n', from);
      const first = text.charCodeAt(from);
      const below = first === SPACE && !running;
      const mark = below ? from + MARK : from;
      if (to < mark + MARK || (below ? text.charCodeAt(mark) !== DASH : !isMarked(text, from, first))) {
        if (below) table[ended - WIDTH + BELOW_END] = to;
        else if (first !== SPACE && first !== TAB && to > from) this.unparsed++;
      } else if (first === EQUALS) {
        if (announced === table.length || to - from > LINE_CAP || (!running && ended < announced)) return false;
        if (running) table[announced - WIDTH + TO] ||= from;
        else top = to - from - BEFORE_NAME;
        running = true;
        table[announced + NAME] = from + BEFORE_NAME;
        table[announced + FROM] = to + 1;
        table[announced + TO] = 0;
        announced += WIDTH;
      } else {
        // The pattern has seen to it that a test at the left margin ends before another one begins.
        if (below && (ended === announced || !this.#isNamed(mark + BEFORE_NAME, ended, top))) return false;
        running = false;
        const state = text.charCodeAt(mark + MARK);
        if (state === BIG_P) this.passed++;
        else if (state === BIG_F) this.failed++;
        else this.skipped++;
        table[ended + RESULT] = mark;
        table[ended + TO] ||= mark;
        table[ended + BELOW] = table[ended + BELOW_END] = to + 1;
        ended += WIDTH;
      }
    }
    this.#rows = announced;
    return ended === announced;
  }

  /** Whether the name that begins here is that of the test in this row, whose first `known` characters it has. */
  #isNamed(at: number, row: number, known: number): boolean {
    const text = this.#text;
    const name = this.#table[row + NAME]!;
    const length = this.#table[row + FROM]! - 1 - name;
    return (
      text.charCodeAt(at + length) === SPACE && text.startsWith(text.slice(name + known, name + length), at + known)
    );
  }

  /** Hands over the tests of the package that was read last. `messageOf`: what is shown of one that did not pass. */
  eachTest(place: string, messageOf: (own: OwnOutput) => string, visit: (test: TestResult) => void): void {
    for (let row = 0; row < this.#rows; row += WIDTH) {
      const test = this.#test(row, place);
      const message = test.state === 'passed' ? '' : messageOf(this.#own(row));
      visit(message ? { ...test, message } : test);
    }
  }

  #test(row: number, place: string): TestResult {
    const text = this.#text;
    const from = this.#table[row + NAME]!;
    const to = this.#table[row + FROM]! - 1;
    const result = this.#table[row + RESULT]!;
    const time = result + BEFORE_NAME + to - from + AROUND_TIME;
    const letter = text.charCodeAt(result + MARK);
    return {
      name: text.slice(from, to),
      package: place,
      state: letter === BIG_P ? 'passed' : letter === BIG_F ? 'failed' : 'skipped',
      seconds: readNumber(text, time, this.#table[row + BELOW]! - 1 - AROUND_TIME),
    };
  }

  #own(row: number): OwnOutput {
    const table = this.#table;
    return {
      from: table[row + FROM]!,
      to: table[row + TO]!,
      below: table[row + BELOW]!,
      belowEnd: table[row + BELOW_END]!,
    };
  }
}

/** Tells whether a line of a plain test begins with `--- ` or `=== `. */
function isMarked(text: string, from: number, first: number): boolean {
  return (first === EQUALS || first === DASH) && text.charCodeAt(from + MARK - 1) === SPACE;
}
