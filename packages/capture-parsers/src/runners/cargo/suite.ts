/**
 * The module reads what a Rust test binary prints, pretty, terse and as JSON, one `Suite` for each `running N tests`.
 * https://doc.rust-lang.org/rustc/tests/index.html, https://github.com/rust-lang/rust/tree/master/library/test
 */
import { testOf, testOfTag, totalsOf } from './events.js';
import { BEHIND, DOTS, ENDING, type Named, resultOf, STATES, STATUS, type Totals, testName, USUAL } from './lines.js';
import { Sections } from './sections.js';
import { settle } from './settle.js';

export interface Suite {
  /** From cargo's own line before it; empty when there was none. */
  name: string;
  /** What `running N tests` said; undefined when the beginning is missing. */
  readonly expected: number | undefined;
  result: Totals | undefined;
  /** Whether anything of it was printed at all: a target with its own harness may print nothing that is known. */
  readonly heard: boolean;
  readonly tests: readonly Named[];
  /** What `-q` has drawn of tests without their names: all that is known of a suite whose result is missing. */
  readonly drawn: Drawn;
}

export interface Drawn {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How far from the end of a line a result may begin. */
const NAME_REACH = 300;
const MESSAGE_LIMIT = 2_000;

/** Reads the lines of one suite, from `running N tests` to its result and a little beyond. */
export class SuiteReader implements Suite {
  name: string;
  readonly expected: number | undefined;
  result: Totals | undefined;
  readonly heard: boolean;
  readonly #named: Named[] = [];
  /** Begun with `test a ... ` and not yet ended: with one thread and `--nocapture` its words follow. */
  #begun: { readonly test: Named; readonly from: number; glued: boolean; guessed: boolean } | undefined;
  readonly #sections = new Sections();
  #style: 'unknown' | 'pretty' | 'terse' | 'json' = 'unknown';
  #blank = true;
  #dots = '';
  /** How many were named where text is missing. */
  #namedAtCut: number | undefined;
  /** Indented lines right behind a cut: names of failed tests, if a failed result follows. */
  #listBehindCut: string[] | undefined;
  /** A run that a test printed: how many tests it announced, and how many were named before. */
  #nested: { readonly announced: number; readonly from: number } | undefined;
  #continues = false;
  #messageOf: Named | undefined;
  #settled: readonly Named[] | undefined;

  constructor(name: string, expected: number | undefined, heard = true) {
    this.name = name;
    this.expected = expected;
    this.heard = heard;
  }

  /** Whether the line was one of libtest's. */
  line(line: string): boolean {
    if (this.#style === 'json') return false;
    const blank = this.#blank;
    this.#blank = line.trim() === '';
    if (this.#blank) {
      this.#sections.blank();
      return true;
    }
    const totals = resultOf(line);
    if (totals) return this.#result(totals);
    if (this.#listBehindCut && this.#isListedBehindCut(line)) return true;
    if (/^(?:failures|successes):$/.test(line) && (blank || this.#style !== 'pretty') && !this.#isInside())
      return this.#open(line);
    if (this.#sections.name !== 'none' && this.#sections.lists(line)) return true;
    if (line.startsWith('test ') && this.#testLine(line)) return true;
    if (this.#sections.name !== 'none') return this.#inSection(line);
    return this.#other(line);
  }

  #result(totals: Totals): boolean {
    const { passed, failed, ignored, measured } = totals;
    if (this.#nested && passed + failed + ignored + measured === this.#nested.announced) this.#unnest(this.#nested);
    const list = this.#listBehindCut;
    this.#listBehindCut = undefined;
    if (this.expected !== undefined && this.expected !== passed + failed + ignored + measured) return false;
    if (this.#isDenied(totals)) return false;
    // Under the heading of the failures only a failed total can follow; and the last total of a suite stands.
    const early = this.#sections.early && this.#style === 'pretty' && !this.#missing();
    if (totals.ok && ((this.#sections.name === 'failures' && !early) || failed > 0)) return false;
    if (!totals.ok && failed === 0 && this.expected !== undefined) return false;
    const headings = list?.length ? 2 : this.#sections.headings;
    if (headings === 1 && !this.#sections.hasList && !early && this.expected !== undefined) return false;
    if (failed > 0 && list?.length === failed) this.#sections.failures = list;
    this.result = totals;
    return true;
  }

  #isListedBehindCut(line: string): boolean {
    const name = /^ {4}(\S+)$/.exec(line)?.[1];
    if (name !== undefined && USUAL.test(name)) this.#listBehindCut!.push(name);
    else this.#listBehindCut = undefined;
    return this.#listBehindCut !== undefined;
  }

  /** A test that runs tests shows their results: nothing of its suite, if nothing else stood between. */
  nest(announced: number): void {
    this.#nested = { announced, from: this.#named.length };
  }

  #unnest({ announced, from }: { readonly announced: number; readonly from: number }): void {
    const own = this.#named.slice(from);
    if (own.length === announced) for (const test of own) test.suspicion += 1;
    this.#nested = undefined;
  }

  /** Whether a result cannot be this suite's, and so must be a later one's where text is missing between. */
  isOver(line: string): boolean {
    const totals = this.#namedAtCut === undefined ? undefined : resultOf(line);
    if (!totals) return false;
    const { ok, passed, failed, ignored, measured } = totals;
    if (ok && this.#sections.name === 'failures') return true;
    if (this.#isDenied(totals)) return true;
    return this.expected !== undefined && this.expected !== passed + failed + ignored + measured;
  }

  /** Whether these totals are not those of the tests named in front of the cut, which are all of this suite. */
  #isDenied({ passed, failed, ignored }: Totals): boolean {
    if (this.#namedAtCut === undefined || this.#namedAtCut !== this.expected) return false;
    const named = this.#named.slice(0, this.#namedAtCut);
    const tally = (state: Named['state']) => named.filter((test) => test.state === state).length;
    return tally('passed') > passed || tally('failed') > failed || tally('skipped') > ignored;
  }

  /** All behind the cut was another suite's. */
  endAtCut(): void {
    this.#named.length = Math.min(this.#named.length, this.#namedAtCut ?? 0);
  }

  /** Between the beginning and the end of a test, which only one thread shows, and with tests still to come. */
  #isInside(): boolean {
    return this.expected !== undefined && this.#begun !== undefined && !this.#begun.glued && this.#missing();
  }

  #open(line: string): boolean {
    this.#sections.open(line, this.expected !== undefined && this.#style !== 'terse' && this.#missing());
    this.#messageOf = undefined;
    return true;
  }

  #inSection(line: string): boolean {
    const name = /^---- (.+) (?:stdout|stderr) ----$/.exec(line)?.[1];
    const test = name === undefined ? undefined : this.#find(testName(name));
    if (test) this.#messageOf = test;
    else if (this.#messageOf && (this.#messageOf.message?.length ?? 0) < MESSAGE_LIMIT) {
      const { message } = this.#messageOf;
      this.#messageOf.message = message === undefined ? line : `${message}\n${line}`;
    }
    return true;
  }

  readonly #byName = new Map<string, Named>();
  #indexed = 0;

  #find(name: string): Named | undefined {
    for (; this.#indexed < this.#named.length; this.#indexed++)
      this.#byName.set(this.#named[this.#indexed]!.name, this.#named[this.#indexed]!);
    const known = this.#byName.get(name);
    if (known || this.#sections.name !== 'failures') return known;
    // Terse output names a failed test nowhere before the list at its end.
    const test: Named = { name, state: 'failed', suspicion: 1 };
    if (USUAL.test(name) && this.#missing()) this.#named.push(test);
    return test;
  }

  /** Whether fewer tests than announced were named so far. */
  #missing(): boolean {
    return this.expected === undefined || this.#named.length < this.expected;
  }

  #testLine(line: string): boolean {
    const at = line.indexOf(' ... ');
    if (at < 0) return line.endsWith('has been running for over 60 seconds');
    if (
      this.#sections.name !== 'none' &&
      !this.#sections.early &&
      (this.#style !== 'pretty' || this.expected === undefined || !this.#missing())
    )
      return false;
    const name = testName(line.slice(5, at));
    const rest = line.slice(at + 5);
    const status = STATUS.exec(rest);
    const odd = USUAL.test(name) ? 0 : 3;
    if (this.#sections.name !== 'none' && !this.#sections.early) {
      if (status) this.#add(name, STATES[status[1]!]!, 2 + odd);
      return status !== null;
    }
    this.#style = 'pretty';
    if (status) {
      const inside = this.#begun !== undefined && !this.#begun.glued;
      const test = this.#add(name, STATES[status[1]!]!, odd + (inside ? 2 : 0));
      if (status[2] && test.state === 'skipped') test.message = status[2];
      if (status[3]) test.seconds = Number(status[3]);
      return true;
    }
    this.#begin(name, rest, odd);
    return true;
  }

  #begin(name: string, rest: string, odd: number): void {
    const inside = this.#begun !== undefined && !this.#begun.glued;
    const ending = ENDING.exec(rest)?.[1];
    const test: Named = { name, state: STATES[ending ?? 'FAILED']!, suspicion: odd + (inside ? 2 : 0) };
    if (inside) return;
    this.#begun = { test, from: this.#named.length, glued: ending !== undefined, guessed: true };
    if (ending) this.#named.push(test);
  }

  #add(name: string, state: Named['state'], suspicion: number): Named {
    const test: Named = { name, state, suspicion };
    this.#named.push(test);
    return test;
  }

  /** A line outside the sections that is no `test …`. */
  #other(line: string): boolean {
    const terse = /^(\S.*) --- FAILED$/.exec(line)?.[1];
    if (terse !== undefined && this.#style !== 'pretty') {
      this.#style = 'terse';
      this.#add(testName(terse), 'failed', USUAL.test(testName(terse)) ? 0 : 3);
      return true;
    }
    const status = STATUS.exec(line);
    if (status && this.#begun) {
      this.#end(STATES[status[1]!]!, false);
      return true;
    }
    if (DOTS.test(line)) {
      if (this.#style === 'unknown') this.#style = 'terse';
      if (this.#style === 'terse') this.#dots += line.split(' ', 1)[0];
      return true;
    }
    const behind = this.#begun ? null : BEHIND.exec(line.slice(-NAME_REACH));
    if (behind && this.#missing()) this.#add(testName(behind[1]!), STATES[behind[2]!]!, 0.5);
    const ending = this.#begun ? ENDING.exec(line)?.[1] : undefined;
    if (ending) this.#end(STATES[ending]!, true);
    else if (this.#begun && this.#named.at(-1) === this.#begun.test && this.#begun.glued) this.#begun.glued = false;
    return false;
  }

  get drawn(): Drawn {
    const count = (mark: string) => this.#dots.split(mark).length - 1;
    // More than were announced, and a test has printed some.
    if (this.#dots.length > (this.expected ?? 0)) return { passed: 0, failed: 0, skipped: 0 };
    return { passed: count('.'), failed: count('F'), skipped: count('i') };
  }

  /** The begun test has ended; what looked like results since it began was its own words. */
  #end(state: Named['state'], glued: boolean): void {
    const begun = this.#begun!;
    if (this.#named[begun.from] === begun.test) this.#named.splice(begun.from, 1);
    for (let at = begun.from; at < this.#named.length; at++) this.#named[at]!.suspicion += glued ? 1 : 2;
    begun.test.state = state;
    this.#named.push(begun.test);
    this.#begun = { test: begun.test, from: this.#named.length - 1, glued: true, guessed: glued };
  }

  /** One of libtest's JSON lines. */
  event(event: Record<string, unknown>): boolean {
    this.#style = 'json';
    if (event.type === 'suite') {
      this.result = totalsOf(event);
      return true;
    }
    const test = testOf(event);
    if (test) this.#named.push(test);
    return typeof event.name === 'string' ? event.type === 'test' || event.type === 'bench' : event.type === 'report';
  }

  /** A tag of libtest's JUnit, which leaves out what was ignored. */
  tag(tag: 'testcase' | 'failure', attributes: Readonly<Record<string, string | undefined>>): void {
    this.#style = 'json';
    const { message } = attributes;
    const test = this.#named.at(-1);
    if (tag === 'testcase') this.#named.push(testOfTag(attributes));
    else if (test) Object.assign(test, { state: 'failed', ...(message ? { message } : {}) });
  }

  endTags(): void {
    const failed = this.#named.filter(({ state }) => state === 'failed').length;
    const passed = this.#named.length - failed;
    const ignored = Math.max(0, (this.expected ?? 0) - this.#named.length);
    this.result = { ok: failed === 0, passed, failed, ignored, measured: 0, filtered: 0, seconds: 0 };
  }

  /** Text is missing here. */
  cut(): void {
    this.#namedAtCut = this.#named.length;
    this.#listBehindCut = [];
  }

  /** The beginning is missing: `names` of failed tests stood above the result, and all that follows may belong to it. */
  beginsLate(names: readonly string[], continues: boolean): void {
    this.#continues = continues;
    this.#sections.failures = names.filter((name) => USUAL.test(name));
  }

  /** Whether more lines of it may come: it has no result yet, or not all of its names. */
  get isOpen(): boolean {
    return (
      !this.result || this.#continues || (this.expected !== undefined && this.#style === 'pretty' && this.#missing())
    );
  }

  /** A test that was begun and whose end is not to be seen: the one that a crash struck. */
  get pending(): string | undefined {
    return this.#begun && !this.#begun.glued ? this.#begun.test.name : undefined;
  }

  get tests(): readonly Named[] {
    this.#settled ??= this.#settle();
    return this.#settled;
  }

  #settle(): readonly Named[] {
    // The heading above the failures' own words is missing, so that what was named since may be such words.
    const headless = this.#sections.name === 'failures' && this.#sections.headings === 1 && this.#sections.hasList;
    const from = this.expected === undefined ? 0 : this.#namedAtCut;
    return settle(headless ? this.#named.slice(0, from) : this.#named, {
      expected: this.expected,
      result: this.result,
      listed: this.#sections.failures,
      guessed: this.#begun?.guessed ? this.#begun.test : undefined,
    });
  }
}
