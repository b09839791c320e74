import type { TestState } from '../../report.js';
import { TOP_LEVEL } from './lines.js';

/** A Go test is a test of a package, from its announcement to its result. */
export interface GoTest {
  readonly name: string;
  /** `running` and `paused` have no result yet. */
  state: 'running' | 'paused' | TestState;
  seconds: number | undefined;
  /** Where its own output begins and ends in the text. */
  from: number;
  to: number;
  /** Where what stands under its result begins and ends. */
  below: number;
  belowEnd: number;
  /** Was announced while this other test ran, which is then likely to have printed the announcement. */
  readonly inside: GoTest | undefined;
  /** The test at the left margin that a subtest belongs to. */
  readonly top: GoTest | undefined;
}

/** `OwnOutput` tells where what a test printed stands. */
export type OwnOutput = Pick<GoTest, 'from' | 'to' | 'below' | 'belowEnd'>;

/** A Go result holds what a result line says. */
export interface GoResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number | undefined;
}

/** More tests of one package are counted but not remembered. */
const REMEMBERED_CAP = 200_000;

/**
 * Keeps the tests of one package in the order of the lines that `go test` prints. Knows which results can be real: a
 * test at the left margin starts only when no other one runs, a subtest belongs to a test that has been announced, and
 * a result belongs to a test that has no result yet.
 */
export class GoTests {
  /** In the order of their announcements; a test that runs several times (`-count`, `-cpu`) stands here as often. */
  readonly #tests: GoTest[] = [];
  /** The latest of each name; made when one is asked for out of turn, which in many runs never happens. */
  #named: Map<string, GoTest> | undefined;
  /** Results come in the order of announcements unless tests run in parallel: the place of the next. */
  #next = 0;
  /** Made when the package has ended and one of its subtests has not. */
  #ended: Map<string, GoTest> | undefined;
  /** The test at the left margin that was announced last and has neither paused nor ended. */
  #current: GoTest | undefined;
  /** Tests at the left margin that went on after a pause and have not ended. */
  readonly #continued = new Set<GoTest>();
  #last: GoTest | undefined;
  #lastTop: GoTest | undefined;
  /** What stood before may be missing, and with it a test that what is indented belongs to. */
  #orphans: boolean;
  /** A test at the left margin has failed. */
  failed = false;
  /** The last result at each depth, and how many of them stand. */
  readonly #path: string[] = [];
  #depth = 0;

  constructor(orphans: boolean) {
    this.#orphans = orphans;
  }

  get started(): boolean {
    return this.#tests.length > 0;
  }

  /** A test at the left margin that has begun and not ended. */
  get running(): GoTest | undefined {
    if (this.#current || !this.#continued.size) return this.#current;
    for (const test of this.#continued) return test;
    return undefined;
  }

  /** The test that was announced last, or last had a result without an announcement. */
  get newest(): GoTest | undefined {
    return this.#tests.at(-1);
  }

  /** The test of this name, if it was announced; the latest of several. */
  find(name: string): GoTest | undefined {
    this.#named ??= new Map(this.#tests.map((test) => [test.name, test]));
    return this.#named.get(name);
  }

  /** `=== RUN`: `at` is where the output of the test begins. */
  run(name: string, at: number): void {
    const slash = name.indexOf('/');
    const top = slash > 0 ? this.#topOf(name.slice(0, slash)) : undefined;
    if (!top && slash < 0 && !TOP_LEVEL.test(name)) return;
    this.#orphans = false;
    const inside = top ? undefined : this.running;
    const known = inside && this.find(name);
    // What a test prints does not replace what is known of a real one.
    if (known && !known.inside) return;
    const test = newTest(name, at, { inside, top });
    this.#depth = 0;
    this.#remember(test);
    if (inside) return;
    this.#last = test;
    if (top) return;
    this.#current = this.#lastTop = test;
    this.#next = this.#tests.length - 1;
  }

  /** A test that must have begun before what is left. */
  assume(name: string, at: number): void {
    if (!TOP_LEVEL.test(name) || this.find(name)) return;
    const test = newTest(name, at, {});
    this.#remember(test);
    this.#continued.add(test);
  }

  #topOf(name: string): GoTest | undefined {
    return this.#lastTop?.name === name ? this.#lastTop : this.find(name);
  }

  #remember(test: GoTest): void {
    if (this.#tests.length >= REMEMBERED_CAP) return;
    this.#tests.push(test);
    this.#named?.set(test.name, test);
  }

  /** `=== PAUSE`, `=== CONT`, `=== NAME` and an end of the output of the test that was announced last. */
  pause(name: string): void {
    const test = this.#last?.name === name ? this.#last : this.find(name);
    if (!test || test.inside || test.state !== 'running') return;
    test.state = 'paused';
    this.#continued.delete(test);
    if (this.#current === test) this.#current = undefined;
  }

  resume(name: string): void {
    const test = this.find(name);
    if (!test || test.inside || test.state !== 'paused') return;
    test.state = 'running';
    if (!name.includes('/')) this.#continued.add(test);
  }

  /** Another test's output begins at `at`. */
  interrupt(at: number): void {
    if (this.#last && this.#last.to < 0) this.#last.to = at;
    this.#last = undefined;
  }

  /** Whether a result at this depth can be that of this test, of which no announcement needs to have been seen. */
  fits(name: string, depth: number): boolean {
    if (depth === 0) return TOP_LEVEL.test(name) || name.includes('/');
    const parent = depth > this.#depth ? undefined : this.#path[depth - 1];
    if (parent === undefined) return this.#orphans && name.split('/').length > depth;
    // A fuzz test's failing input is told under the name of the test itself.
    return name.startsWith(parent) && (name.length === parent.length || name[parent.length] === '/');
  }

  /** A result line that stands by itself; undefined when a test must have printed it. */
  result({ name, state, seconds }: GoResult, depth: number): GoTest | undefined {
    const test = this.#inTurn(name) ?? this.find(name);
    if (!test || (depth > 0 && !this.fits(name, depth))) return undefined;
    // The last of several results is the real one, as long as the test may still be running.
    if (isEnded(test) && (test !== this.#lastTop || test.inside)) return undefined;
    test.state = state;
    test.seconds = seconds;
    if (test.inside) return test;
    this.#end(test, depth);
    return test;
  }

  /** The test whose result is to come next, or the one at the left margin that was announced last. */
  #inTurn(name: string): GoTest | undefined {
    const next = this.#tests[this.#next];
    if (next?.name !== name) return this.#lastTop?.name === name ? this.#lastTop : undefined;
    this.#next++;
    return next;
  }

  /** A result of a test that was not announced, or whose announcement is missing. */
  unannounced({ name, state, seconds }: GoResult, depth: number): GoTest {
    const test = newTest(name, -1, {});
    test.state = state;
    test.seconds = seconds;
    this.#remember(test);
    this.#end(test, depth);
    return test;
  }

  #end(test: GoTest, depth: number): void {
    this.#path[depth] = test.name;
    this.#depth = depth + 1;
    if (depth === 0 && test.state === 'failed') this.failed = true;
    if (this.#current === test) this.#current = undefined;
    this.#continued.delete(test);
  }

  /** Visits every test that is real: not announced inside another one that went on to its own end. */
  eachReal(visit: (test: GoTest) => void): void {
    for (const test of this.#tests)
      if (!(test.inside && isEnded(test.inside)) && !(test.state === 'running' && this.#isEcho(test))) visit(test);
  }

  /** A subtest that was announced twice while its parent ran, as its name is used but once: one of the two has ended. */
  #isEcho({ name, top }: GoTest): boolean {
    if (!top) return false;
    this.#ended ??= new Map(this.#tests.filter(isEnded).map((test) => [test.name, test]));
    return this.#ended.get(name)?.top === top;
  }
}

/** Tells whether the test has a result. */
export function isEnded(test: GoTest): boolean {
  return test.state !== 'running' && test.state !== 'paused';
}

function newTest(name: string, from: number, { inside, top }: Partial<Pick<GoTest, 'inside' | 'top'>>): GoTest {
  return { name, state: 'running', seconds: undefined, from, to: -1, below: -1, belowEnd: -1, inside, top };
}
