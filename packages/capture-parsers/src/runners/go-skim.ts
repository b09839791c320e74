/**
 * Reads the tests of one package of `go test -v` at once. Knows nothing but the plain package, whose tests run one after
 * the other and print nothing that needs to be told from the runner's own lines; every other package is left to the
 * reader in `go-text.ts`, which finds the same in this one and takes three times as long.
 */
import { isMark, isTelling, LINE_CAP, Marks, readNumber, TOP_LEVEL } from './go-lines.js';
import type { GoResult, GoTest } from './go-tests.js';

const [NEWLINE, TAB, SPACE, OPEN, CLOSE, DASH, POINT, SLASH, ZERO, NINE, EQUALS, BIG_F, BIG_P, SMALL_S] = [
  10, 9, 32, 40, 41, 45, 46, 47, 48, 57, 61, 70, 80, 115,
] as const;
/** Length of `=== RUN   ` and of `--- PASS: `, where names begin, of `--- `, and of what stands before a subtest's result. */
const [BEFORE_NAME, MARK, INDENT] = [10, 4, 4];
/** Length of ` (` and of `s)`, of what stands behind the point, and of ` (0.00s)`. */
const [AROUND_TIME, BEHIND_POINT, TIME] = [2, 5, 8];

/** The columns of what is kept of a test; where a name ends, the line ends behind which its own output begins. */
const [NAME, FROM, TO, RESULT, BELOW, BELOW_END, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Packages with more tests are left to the other reader. */
const TESTS_CAP = 5_000;

/** A test that has a result. */
export type SkimmedTest = GoResult & Pick<GoTest, 'from' | 'to' | 'below' | 'belowEnd'>;

export class GoSkimmer {
  readonly #text: string;
  readonly #marks: Marks;
  /** Offsets alone, test by test as they are announced. */
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
    this.#marks = new Marks(text);
  }

  /**
   * Whether all is known of the package whose first test is announced at `start`, which is behind all that was read
   * before. One loop with little in it, so that it runs as compiled code soon.
   */
  read(start: number): boolean {
    const text = this.#text;
    const table = this.#table;
    /** Where the rows end of the tests that were announced, and of those that have a result. */
    let announced = 0;
    let ended = 0;
    /** The name of the test at the left margin that was announced last, and whether it runs. */
    let top = '';
    let running = false;
    this.passed = this.failed = this.skipped = this.unparsed = 0;
    for (let from = start, to = 0; ; from = to + 1) {
      to = text.indexOf('\n', from);
      if (to < 0) return false;
      const first = text.charCodeAt(from);
      if (first === NEWLINE) continue;
      if (first === EQUALS && text.startsWith('=== RUN   ', from)) {
        const name = from + BEFORE_NAME;
        if (to - name > LINE_CAP || announced === table.length) return false;
        if (running) {
          const slash = name + top.length;
          if (text.charCodeAt(slash) !== SLASH || text.slice(name, slash) !== top) return false;
        } else {
          top = text.slice(name, to);
          if (ended < announced || !TOP_LEVEL.test(top)) return false;
          running = true;
        }
        if (announced > 0 && table[announced - WIDTH + TO] === 0) table[announced - WIDTH + TO] = from;
        table[announced + NAME] = name;
        table[announced + FROM] = to + 1;
        table[announced + TO] = 0;
        announced += WIDTH;
      } else if (first === DASH && running && isMark(text, from)) {
        if (!this.#result(from, to, ended)) return false;
        ended += WIDTH;
        running = false;
      } else if (first === SPACE && !running && ended < announced && isMark(text, from + INDENT)) {
        if (!text.startsWith('   ', from + 1) || !this.#result(from + INDENT, to, ended)) return false;
        ended += WIDTH;
      } else if (running ? isTelling(first) : first !== SPACE) {
        const closes = !running && ended === announced && (first === BIG_P || first === BIG_F);
        if (!closes || text.slice(from, to) !== (this.failed ? 'FAIL' : 'PASS')) return false;
        this.closing = to + 1;
        this.#rows = announced;
        return true;
      } else {
        if (this.#marks.next(from) < to) return false;
        if (!running) table[ended - WIDTH + BELOW_END] = to;
        else if (first !== SPACE && first !== TAB) this.unparsed++;
      }
    }
  }

  /** `--- PASS: name (0.00s)` of the test in this row. */
  #result(at: number, to: number, row: number): boolean {
    const text = this.#text;
    const table = this.#table;
    const name = table[row + NAME]!;
    const end = table[row + FROM]! - 1;
    const time = at + BEFORE_NAME + end - name;
    if (!isTime(text, time, to) || text.slice(at + BEFORE_NAME, time) !== text.slice(name, end)) return false;
    if (text.startsWith('PASS: ', at + MARK)) this.passed++;
    else if (text.startsWith('FAIL: ', at + MARK)) this.failed++;
    else if (text.startsWith('SKIP: ', at + MARK)) this.skipped++;
    else return false;
    table[row + RESULT] = at;
    if (table[row + TO] === 0) table[row + TO] = at;
    table[row + BELOW] = table[row + BELOW_END] = to + 1;
    return true;
  }

  /** The tests of the package that was read last. */
  eachTest(visit: (test: SkimmedTest) => void): void {
    for (let row = 0; row < this.#rows; row += WIDTH) visit(this.#test(row));
  }

  #test(row: number): SkimmedTest {
    const text = this.#text;
    const table = this.#table;
    const from = table[row + FROM]!;
    const below = table[row + BELOW]!;
    const name = text.slice(table[row + NAME], from - 1);
    const result = table[row + RESULT]!;
    const letter = text.charCodeAt(result + MARK);
    return {
      name,
      state: letter === BIG_P ? 'passed' : letter === BIG_F ? 'failed' : 'skipped',
      seconds: readNumber(text, result + BEFORE_NAME + name.length + AROUND_TIME, below - 1 - AROUND_TIME),
      from,
      to: table[row + TO]!,
      below,
      belowEnd: table[row + BELOW_END]!,
    };
  }
}

/** ` (0.00s)` */
function isTime(text: string, from: number, to: number): boolean {
  const point = to - BEHIND_POINT;
  if (to - from < TIME || text.charCodeAt(point) !== POINT) return false;
  if (text.charCodeAt(from) !== SPACE || text.charCodeAt(from + 1) !== OPEN) return false;
  if (text.charCodeAt(to - 1) !== CLOSE || text.charCodeAt(to - 2) !== SMALL_S) return false;
  for (let at = from + AROUND_TIME; at < to - AROUND_TIME; at++) {
    const char = text.charCodeAt(at);
    if ((char < ZERO || char > NINE) && at !== point) return false;
  }
  return true;
}
