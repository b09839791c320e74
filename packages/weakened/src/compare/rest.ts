import type { Assertion } from '../reading/assertion.js';
import type { Test } from '../reading/model.js';
import { asksOtherMatter, isOtherName, isSame, isWeaker, keyOf, nearness } from './assertions.js';
import type { Matched } from './match.js';
import { assertedBy, reached } from './reach.js';
import type { Sides } from './sides.js';

/** Assertions of the later content that nothing of the earlier one became yet. */
export class Rest {
  /** Of each test after, the assertions that are not simply those before. */
  readonly free = new Map<Test, Assertion[]>();
  readonly lost = new Map<Test, Assertion[]>();
  readonly tests: readonly Test[];
  readonly #sides: Sides;
  #asked: Set<string> | undefined;
  /** What is read of a test for each assertion that may stand there. */
  readonly #values = new WeakMap<Test, ReadonlySet<string>>();
  readonly #words = new WeakMap<Test, ReadonlySet<string>>();

  constructor(matched: Matched, sides: Sides) {
    this.#sides = sides;
    this.tests = [...matched.pairs.map(({ after }) => after), ...matched.fresh];
    for (const { before, after } of matched.pairs) {
      const later = assertedBy(after, sides.helpersAfter);
      const lost: Assertion[] = [];
      for (const assertion of assertedBy(before, sides.helpersBefore)) {
        const index = later.findIndex(
          (one) =>
            isSame(assertion, one) &&
            Boolean(one.conditional) === Boolean(assertion.conditional) &&
            Boolean(one.swallowed) === Boolean(assertion.swallowed),
        );
        if (index >= 0) later.splice(index, 1);
        else lost.push(assertion);
      }
      this.free.set(after, later);
      this.lost.set(before, lost);
    }
    for (const test of matched.fresh) this.free.set(test, assertedBy(test, sides.helpersAfter));
    for (const test of matched.gone) this.lost.set(test, assertedBy(test, sides.helpersBefore));
  }

  /** True where some test of the later content asks the same. */
  isAsked(assertion: Assertion): boolean {
    this.#asked ??= new Set(this.tests.flatMap((test) => assertedBy(test, this.#sides.helpersAfter)).map(keyOf));
    return this.#asked.has(keyOf(assertion));
  }

  /** True where an assertion stands in another place as it was, and takes it from there. */
  moved(assertion: Assertion): boolean {
    for (const [test, free] of this.free) {
      const index = free.findIndex(
        (one) => isSame(assertion, one) && !one.swallowed && (!one.conditional || assertion.conditional),
      );
      if (index < 0) continue;
      // What is asked of each row holds for several tests.
      if (test.rows.length < 2) free.splice(index, 1);
      return true;
    }
    return false;
  }

  /** True where an assertion over rows, or in a helper, asks what this one did: its values stand in that test. */
  covered(assertion: Assertion, tests: readonly Test[], sides: Sides): boolean {
    return tests.some((test) => {
      const free = this.free.get(test) ?? [];
      if (free.length === 0) return false;
      const values = kept(this.#values, test, () => valuesOf(test, sides));
      if (!assertion.literals.every((value) => values.has(value))) return false;
      return free.some((one) => {
        if (
          one.swallowed ||
          (one.conditional && !assertion.conditional) ||
          one.not !== assertion.not ||
          isOtherName(assertion, one) ||
          asksOtherMatter(assertion, one) ||
          isWeaker(assertion, one)
        )
          return false;
        const shared =
          one.names.some((name) => assertion.names.includes(name) && !ASSERTING.test(name)) ||
          asksOf(
            kept(this.#words, test, () => new Set(test.body.split(' '))),
            assertion,
          );
        if (assertion.literals.length > 0)
          return (
            shared &&
            one.literals.length <= assertion.literals.length + 6 &&
            (one.literals.length < assertion.literals.length ||
              nearness(assertion, one) > 0.5 ||
              assertion.literals.every((value) => one.literals.includes(value)))
          );
        return shared && nearness(assertion, one) >= 0.5;
      });
    });
  }
}

const ASSERTING =
  /^(?:expect|assert\w*|self|t|to|toBe|toEqual|eq|is|be|require|Equal|this|assertThat|isEqualTo|not|strictEqual|deepEqual|assertEquals|toThrow)$/;

/** Returns what is known of a test, which is read once. */
function kept(known: WeakMap<Test, ReadonlySet<string>>, test: Test, read: () => Set<string>): ReadonlySet<string> {
  const had = known.get(test);
  if (had) return had;
  const made = read();
  known.set(test, made);
  return made;
}

/** True where a test of these words calls what the assertion is about. */
const asksOf = (words: ReadonlySet<string>, assertion: Assertion) => {
  const asked = assertion.names.filter((name) => !ASSERTING.test(name));
  return asked.length === 0 || asked.some((name) => words.has(name));
};

/** Values that stand in a test, its rows, the helpers that it calls, and under names of its file. */
function valuesOf(test: Test, sides: Sides): Set<string> {
  const file = sides.after.find(({ path }) => path === test.path);
  const rows = (file?.rows ?? []).flatMap(({ cells }) => cells.map(({ text }) => text));
  const helpers = reached(test, sides.helpersAfter).flatMap(({ assertions }) =>
    assertions.flatMap(({ literals }) => literals),
  );
  const cells = [...rows, ...test.rows.flatMap(({ cells: own }) => own.map(({ text }) => text))].flatMap((text) => [
    text,
    ...(text.match(/"(?:[^"\\]|\\.)*"|(?<!\w)-?\d[\w.]*|\b(?:true|false|null|nil|none)\b/gi) ?? []).map((value) =>
      value.startsWith('"') ? value : value.toLowerCase(),
    ),
    JSON.stringify(text),
  ]);
  const values = [...test.literals, ...cells, ...helpers, ...(file?.constants ?? [])];
  // A pattern of a whole text holds that text.
  const anchored = values
    .filter((value) => /^"\^|\$"$/.test(value))
    .map((value) => value.replace(/^"\^/, '"').replace(/\$"$/, '"'));
  return new Set([...values, ...anchored]);
}
