import { workedOut } from '../reading/amounts.js';
import { type Assertion, strengthOf } from '../reading/assertion.js';
import type { Test } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import { asksOtherMatter, isWeaker, unmarked } from './assertions.js';
import type { Matched } from './match.js';
import { concreteOf, type Helpers, reached } from './reach.js';
import { settles } from './settled.js';
import type { Sides } from './sides.js';

/*
 * A case that became a row, a row that became a case: with the values of its row in place of their names an assertion is
 * the same in both. So nothing has to be known of tables, loops, marks and helpers but what their names stand for.
 */

/** An assertion of the later content with its values, and the values around it. */
interface Concrete {
  assertion: Assertion;
  test: Test;
  values: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

const COMMON = /^(?:|-?[0-3](?:\.0)?|true|false|null|nil|none|undefined)$/i;

/** Claims that hold less of a value than that it equals another one. */
const WEAKER = /^(?:part|contains|approx|truthy|defined)$/;

/** A value without the marks of its type: `:major`, `"major"` and `'major'` are one. */
const bareValue = (value: string): string => unmarked(value.replace(/^:/, '')).toLowerCase();

const valuesOf = (texts: readonly string[]): string[] =>
  valuesAndNames(workedOut(texts.join(' '))).literals.map(bareValue);

const wordsOf = (text: string): string[] =>
  (text.replace(/"(?:[^"\\]|\\.)*"/g, ' ').match(/[A-Za-z_]\w*/g) ?? []).map((name) =>
    name.toLowerCase().replace(/_/g, ''),
  );

const keyOf = ({ claim, not, subject, expected, swallowed, conditional }: Assertion): string =>
  JSON.stringify([claim, not, subject, expected, swallowed ?? false, conditional ?? false]);

/** What the helpers that a text names hold themselves: `money("1")` makes its currency. */
const heldBy = (text: string, path: string, helpers: Helpers): string[] =>
  [...new Set(text.match(/[A-Za-z_]\w*(?= ?\()/g) ?? [])].flatMap((name) =>
    (helpers.get(name) ?? [])
      .filter((one) => one.path === path)
      .flatMap(({ given, defaults }) => [
        ...given.flatMap(({ values }) => values.flatMap((value) => valuesOf([value.text]))),
        ...valuesOf(Object.values(defaults)),
      ]),
  );

/** Assertions that the later content has anew, each with its values. */
export class Anew {
  readonly #concrete: Concrete[] = [];
  readonly #taken = new Set<Concrete>();
  /** Assertions of the earlier content, each with how many of it stand nowhere in the later one. */
  readonly #missing: ReadonlyMap<string, number>;
  readonly #sides: Sides;

  constructor({ pairs, gone, fresh }: Matched, sides: Sides) {
    this.#sides = sides;
    const counts = new Map<string, number>();
    this.#missing = counts;
    for (const test of [...pairs.map(({ before }) => before), ...gone])
      for (const assertion of concreteOf(test, sides.helpersBefore)) {
        const key = keyOf(assertion);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    for (const test of [...pairs.map(({ after }) => after), ...fresh]) {
      if (test.skipped.length > 0) continue;
      const around = new Set([
        ...test.literals.map(bareValue),
        ...reached(test, sides.helpersAfter).flatMap(({ given }) =>
          given.flatMap(({ values }) => valuesOf(values.map(({ text }) => text))),
        ),
      ]);
      for (const assertion of concreteOf(test, sides.helpersAfter)) {
        const left = counts.get(keyOf(assertion)) ?? 0;
        if (left > 0) {
          counts.set(keyOf(assertion), left - 1);
          continue;
        }
        if (assertion.swallowed || strengthOf(assertion) === 0) continue;
        const text = [assertion.subject, ...assertion.expected].join(' ');
        this.#concrete.push({
          assertion,
          test,
          values: new Set([
            ...assertion.literals.map(bareValue),
            ...valuesOf([text]),
            ...heldBy(text, test.path, sides.helpersAfter),
            ...around,
          ]),
          names: new Set([...wordsOf(text), ...wordsOf(assertion.text), ...wordsOf(test.body)]),
        });
      }
    }
  }

  /** True where an assertion is asked anew in each of its cases. */
  has(assertion: Assertion, test: Test): boolean {
    const forms = formsOf(assertion, test, this.#sides.helpersBefore);
    return forms.length > 0 && forms.every((form) => this.#hasOne(form));
  }

  /** Returns an assertion that asks the same of the same values and holds them less, where none holds them as well in one of its cases. */
  weaker(assertion: Assertion, test: Test): Assertion | undefined {
    if (!/^(?:equal|snapshot)$/.test(assertion.claim) || assertion.not) return undefined;
    for (const form of formsOf(assertion, test, this.#sides.helpersBefore)) {
      if (valuesOf([form.subject, ...form.expected]).every((value) => COMMON.test(value))) continue;
      const all = this.#concrete.filter((one) => isSameAsked(form, one, true));
      if (all.length > 0 && all.every((one) => isWeaker(form, one.assertion) && WEAKER.test(one.assertion.claim)))
        return all[0]!.assertion;
    }
    return undefined;
  }

  #hasOne(form: Assertion): boolean {
    // As often as it was there, it is there with the same values.
    if (this.#missing.get(keyOf(form)) === 0) return true;
    const found = this.#concrete.find((one) => !this.#taken.has(one) && isSameAsked(form, one));
    if (!found) return this.#concrete.some(({ assertion }) => !assertion.conditional && settles(assertion, form));
    // What has no value of its own stands for one assertion alone.
    if (valuesOf([form.subject, ...form.expected]).every((value) => COMMON.test(value))) this.#taken.add(found);
    return true;
  }
}

/** Returns an assertion with the values of each row of its test. */
function formsOf(assertion: Assertion, test: Test, helpers: Helpers): Assertion[] {
  if (test.cases.length === 0) return [assertion];
  return concreteOf({ ...test, assertions: [assertion], calls: [], given: [] }, helpers);
}

function isSameAsked(
  one: Assertion,
  { assertion: other, test, values, names }: Concrete,
  isWeakerToo = false,
): boolean {
  if (other.conditional && !one.conditional && test.cases.length < 2) return false;
  if (one.claim === 'raises') {
    if (other.claim !== 'raises' || other.not !== one.not) return false;
    const held = [...other.expected, ...other.literals].map(bareValue);
    const isHeld = (text: string) => held.some((value) => value.includes(bareValue(text)) && bareValue(text) !== '');
    return (
      one.expected.every(isHeld) &&
      one.literals.map(bareValue).every((value) => held.includes(value) || values.has(value) || isHeld(value))
    );
  }
  if (one.not !== other.not || asksOtherMatter(one, other)) return false;
  if (!isWeakerToo && ((one.claim !== other.claim && strengthOf(other) < strengthOf(one)) || isWeaker(one, other)))
    return false;
  const partsOf = (value: string) => value.match(/[a-z]{3,}|\d+/g) ?? [];
  const own = new Set([...valuesOf(other.expected), ...valuesOf([other.subject]), ...other.literals.map(bareValue)]);
  const expected = valuesOf(one.expected);
  // What is put together there has all its words.
  const ownParts = new Set([...own, ...values].flatMap(partsOf));
  const isComposed = (value: string) => partsOf(value).length > 2 && partsOf(value).every((part) => ownParts.has(part));
  if (
    !expected.every(
      (value) => own.has(value) || isComposed(value) || (!COMMON.test(value) && values.has(value) && own.size === 0),
    )
  ) {
    // A helper makes the value that is expected.
    if (
      !(
        expected.every((value) => own.has(value) || values.has(value)) &&
        expected.some((value) => !COMMON.test(value) && own.has(value))
      )
    )
      return false;
  }
  if (!valuesOf([one.subject]).every((value) => values.has(value))) return false;
  const asked = wordsOf(one.subject).filter((name) => name.length > 1);
  const compared = one.claim === 'equal' ? wordsOf(one.expected.join(' ')) : [];
  const isNamed = [...asked, ...compared].some((name) => names.has(name));
  const isTold = [...expected, ...valuesOf([one.subject])].some((value) => !COMMON.test(value));
  const last = asked.at(-1);
  return asked.length === 0 || (isTold ? isNamed : last !== undefined && wordsOf(other.subject).at(-1) === last);
}
