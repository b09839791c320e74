interface Suite {
  readonly depth: number;
  readonly title: string;
  /** A test or a suite of it has been seen, so it is none of the tests' own words. */
  used: boolean;
  /** A test of a suite in it has been seen: all of its own have come before. */
  nested: boolean;
}

/** A line of a stack trace, as a program under test prints it: V8 indents it as a suite within a suite is. */
const FRAME = /^ +at (?:\S.* )?(?:\((?:.*:\d+:\d+|<anonymous>|native|index \d+)\)|\S+:\d+:\d+)(?: \{)?$/;

/** Suites nested deeper than this have no name of their own. */
const SUITES_CAP = 200;

/** Keeps the suites that are open in the list of the spec reporter, which decide what may stand in its next line. */
export class Suites {
  /** The list may go on at any depth, as its beginning is missing. */
  isLoose: boolean;
  /** Tests outside of suites come before all others. */
  readonly #isStrict: boolean;
  #open: Suite[] = [];
  /** A test of any suite has been seen. */
  #nested = false;
  /** Headings of suites so far. */
  headings = 0;

  constructor(isLoose: boolean, isStrict: boolean) {
    this.isLoose = isLoose;
    this.#isStrict = isStrict;
  }

  cut(): void {
    this.isLoose = true;
    this.#open = [];
  }

  /** How far in a test of the suite stands that was opened last. */
  get depth(): number {
    return (this.#open.at(-1)?.depth ?? 0) + 2;
  }

  nameOf(title: string): string {
    return [...this.#open.map((suite) => suite.title), title].join(' ');
  }

  /** Whether a test so far in can follow what was there; a suite's tests come before its suites. */
  takesTest(depth: number, afterBlank: boolean): boolean {
    const above = this.#open.filter((suite) => suite.depth < depth);
    const left = this.#open.slice(above.length);
    if (this.isLoose) {
      this.#open = above;
      return true;
    }
    if (depth === 2 && this.#open.length && !afterBlank) return false;
    if (depth !== 2 && (left.some(({ used }) => used) || above.at(-1)?.nested)) return false;
    // Of several files all tests outside of suites come first, unless each file runs on its own.
    if (depth === 2 && this.#isStrict && this.#nested) return false;
    if ((above.at(-1)?.depth ?? 0) !== depth - 2) return false;
    for (const [at, suite] of above.entries()) {
      suite.used = true;
      suite.nested ||= at < above.length - 1;
    }
    this.#nested ||= depth > 2;
    this.#open = above;
    return true;
  }

  /** Opens the suite whose heading this is; false where there can be none. */
  heading(line: string, afterBlank: boolean): boolean {
    const match = /^((?: {2})+)(\S.*)$/.exec(line);
    if (!match || FRAME.test(line)) return false;
    const depth = match[1]!.length;
    const above = this.#open.filter((suite) => suite.depth < depth);
    if (!this.isLoose) {
      if (depth === 2 && !afterBlank && this.#open.length) return false;
      if ((above.at(-1)?.depth ?? 0) !== depth - 2) return false;
      // Suites without tests are not listed, so this is what a hook of the suite above has printed.
      if (depth > 2 && this.#open[above.length]?.used === false) return false;
      for (const suite of above) suite.used = true;
    }
    this.headings++;
    if (above.length < SUITES_CAP) this.#open = [...above, { depth, title: match[2]!, used: false, nested: false }];
    return true;
  }
}
