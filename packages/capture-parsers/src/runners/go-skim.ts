/**
 * Reads the tests of one package of `go test -v` at once. Knows nothing but the plain package, whose tests run one after
 * the other and print nothing that needs to be told from the runner's own lines; every other package is left to the
 * reader in `go-text.ts`, which finds the same in this one and takes three times as long.
 */
import { isTelling, LINE_CAP, readNumber } from './go-lines.js';
import type { GoResult, GoTest } from './go-tests.js';
import { Window } from './go-window.js';

const [
  NEWLINE,
  TAB,
  SPACE,
  OPEN,
  CLOSE,
  DASH,
  POINT,
  SLASH,
  ZERO,
  NINE,
  EQUALS,
  BIG_F,
  BIG_P,
  SMALL_A,
  SMALL_S,
  SMALL_Z,
] = [10, 9, 32, 40, 41, 45, 46, 47, 48, 57, 61, 70, 80, 97, 115, 122] as const;
const [RUN, RESULT_MARK, INDENTED_MARK, PASS, FAIL, SKIP, BARE_PASS, BARE_FAIL] = [
  ...['=== RUN   ', '--- ', '    --- ', 'PASS: ', 'FAIL: ', 'SKIP: ', 'PASS\n', 'FAIL\n'],
].map(codesOf) as [Codes, Codes, Codes, Codes, Codes, Codes, Codes, Codes];
const KINDS = ['Test', 'Fuzz', 'Example', 'Benchmark'].map(codesOf);
/** Length of `--- PASS: `, where names begin, of `--- `, and of what stands before a subtest's result. */
const [BEFORE_NAME, MARK, INDENT] = [10, 4, 4];
/** Length of ` (` and of `s)`. */
const AROUND_TIME = 2;
/** The first code that is not of ASCII. */
const BEYOND = 128;

/** The columns of what is kept of a test; where a name ends, the line ends behind which its own output begins. */
const [NAME, FROM, TO, RESULT, BELOW, BELOW_END, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Packages with more tests are left to the other reader. */
const TESTS_CAP = 5_000;

type Codes = ArrayLike<number>;

/** A test that has a result. */
export type SkimmedTest = GoResult & Pick<GoTest, 'from' | 'to' | 'below' | 'belowEnd'>;

export class GoSkimmer {
  readonly #text: string;
  readonly #window: Window;
  /** Offsets in the window alone, test by test as they are announced. */
  readonly #table = new Int32Array(TESTS_CAP * WIDTH);
  #rows = 0;
  /** The package goes on behind the window. */
  #cut = false;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Lines that tests printed at the left margin. */
  unparsed = 0;
  /** Where the line that closes the package begins: it is `ok` unless a test failed. */
  closing = 0;

  /** `codes`: those of the whole text, where they are at hand. */
  constructor(text: string, codes?: Uint8Array) {
    this.#text = text;
    this.#window = new Window(text, codes);
  }

  /**
   * Whether all is known of the package whose first test is announced at `start`, which is behind all that was read
   * before.
   */
  read(start: number): boolean {
    const window = this.#window;
    this.#cut = start >= window.end;
    if (!this.#cut && this.#scan(start - window.start)) return true;
    return this.#cut && window.move(start) && this.#scan(0);
  }

  /** One loop with little in it, so that it runs as compiled code soon. */
  #scan(start: number): boolean {
    const { codes, length } = this.#window;
    const table = this.#table;
    /** Where the rows end of the tests that were announced, and of those that have a result. */
    let announced = 0;
    let ended = 0;
    /** The name of the test at the left margin that was announced last, and whether it runs. */
    let top = 0;
    let topEnd = 0;
    let running = false;
    this.passed = this.failed = this.skipped = this.unparsed = 0;
    for (let from = start, to = 0; from < length; from = to + 1) {
      const first = codes[from]!;
      if (first === NEWLINE) {
        to = from;
      } else if (first === EQUALS && matches(codes, from, RUN)) {
        const name = from + BEFORE_NAME;
        if (announced === table.length) return false;
        if (running) {
          const slash = behindSame(codes, name, top, topEnd);
          if (slash < 0 || codes[slash] !== SLASH) return false;
          to = slash;
          while (codes[to] !== NEWLINE) to++;
        } else {
          to = topLevelEnd(codes, name);
          if (ended < announced || to < 0) return false;
          top = name;
          topEnd = to;
          running = true;
        }
        if (to - name > LINE_CAP) return false;
        if (announced > 0 && table[announced - WIDTH + TO] === 0) table[announced - WIDTH + TO] = from;
        table[announced + NAME] = name;
        table[announced + FROM] = to + 1;
        table[announced + TO] = 0;
        announced += WIDTH;
      } else if (first === DASH && running && matches(codes, from, RESULT_MARK)) {
        to = this.#result(from, ended);
        if (to < 0) return false;
        ended += WIDTH;
        running = false;
      } else if (first === SPACE && !running && ended < announced && matches(codes, from, INDENTED_MARK)) {
        to = this.#result(from + INDENT, ended);
        if (to < 0) return false;
        ended += WIDTH;
      } else if (running ? isTelling(first) : first !== SPACE) {
        if (running || ended < announced || !matches(codes, from, this.failed ? BARE_FAIL : BARE_PASS)) return false;
        this.closing = this.#window.start + from + BARE_PASS.length;
        this.#rows = announced;
        return true;
      } else {
        to = ownEnd(codes, from);
        if (to < 0) return false;
        if (!running) table[ended - WIDTH + BELOW_END] = to;
        else if (first !== SPACE && first !== TAB) this.unparsed++;
      }
    }
    this.#cut = true;
    return false;
  }

  /** Where the line `--- PASS: name (0.00s)` of the test in this row ends; below 0 for any other. */
  #result(at: number, row: number): number {
    const { codes } = this.#window;
    const table = this.#table;
    const time = behindSame(codes, at + BEFORE_NAME, table[row + NAME]!, table[row + FROM]! - 1);
    const to = time < 0 ? time : timeEnd(codes, time);
    if (to < 0) return to;
    if (matches(codes, at + MARK, PASS)) this.passed++;
    else if (matches(codes, at + MARK, FAIL)) this.failed++;
    else if (matches(codes, at + MARK, SKIP)) this.skipped++;
    else return -1;
    table[row + RESULT] = at;
    if (table[row + TO] === 0) table[row + TO] = at;
    table[row + BELOW] = table[row + BELOW_END] = to + 1;
    return to;
  }

  /** The tests of the package that was read last. */
  eachTest(visit: (test: SkimmedTest) => void): void {
    for (let row = 0; row < this.#rows; row += WIDTH) visit(this.#test(row));
  }

  #test(row: number): SkimmedTest {
    const text = this.#text;
    const table = this.#table;
    const { start } = this.#window;
    const from = start + table[row + FROM]!;
    const below = start + table[row + BELOW]!;
    const name = text.slice(start + table[row + NAME]!, from - 1);
    const result = start + table[row + RESULT]!;
    const letter = text.charCodeAt(result + MARK);
    return {
      name,
      state: letter === BIG_P ? 'passed' : letter === BIG_F ? 'failed' : 'skipped',
      seconds: readNumber(text, result + BEFORE_NAME + name.length + AROUND_TIME, below - 1 - AROUND_TIME),
      from,
      to: start + table[row + TO]!,
      below,
      belowEnd: start + table[row + BELOW_END]!,
    };
  }
}

// What follows reads from left to right and stops at what does not fit, so never behind the newline that ends the window.

function codesOf(text: string): Codes {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function matches(codes: Codes, at: number, words: Codes): boolean {
  for (let place = 0; place < words.length; place++) if (codes[at + place] !== words[place]) return false;
  return true;
}

/** Where what is the same at `at` as from `from` to `to` ends; below 0 when it differs. */
function behindSame(codes: Codes, at: number, from: number, to: number): number {
  for (let place = from; place < to; place++, at++) if (codes[at] !== codes[place]) return -1;
  return at;
}

/** Where a line ends that names a test as `TOP_LEVEL` has it, in ASCII; below 0 for any other. */
function topLevelEnd(codes: Codes, name: number): number {
  let at = name;
  for (let kind = 0; at === name; kind++) {
    if (kind === KINDS.length) return -1;
    if (matches(codes, name, KINDS[kind]!)) at += KINDS[kind]!.length;
  }
  if (codes[at]! >= SMALL_A && codes[at]! <= SMALL_Z) return -1;
  while (codes[at]! > SPACE && codes[at]! < BEYOND && codes[at] !== SLASH) at++;
  return codes[at] === NEWLINE ? at : -1;
}

/** Where the line ends that begins here; below 0 when `--- ` or `=== ` stands in it. */
function ownEnd(codes: Codes, from: number): number {
  for (let at = from; ; at++) {
    const code = codes[at]!;
    if (code === NEWLINE) return at;
    if (code !== DASH && code !== EQUALS) continue;
    if (codes[at + 1] === code && codes[at + 2] === code && codes[at + 3] === SPACE) return -1;
  }
}

/** Where ` (0.00s)` ends together with its line; below 0 for anything else. */
function timeEnd(codes: Codes, from: number): number {
  if (codes[from] !== SPACE || codes[from + 1] !== OPEN || !isDigit(codes[from + AROUND_TIME])) return -1;
  let at = from + AROUND_TIME;
  while (isDigit(codes[at])) at++;
  if (codes[at] !== POINT || !isDigit(codes[at + 1]) || !isDigit(codes[at + 2])) return -1;
  return codes[at + 3] === SMALL_S && codes[at + 4] === CLOSE && codes[at + 5] === NEWLINE ? at + 5 : -1;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= ZERO && code <= NINE;
}
