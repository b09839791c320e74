import { type Assertion, isTruth, strengthOf } from '../reading/assertion.js';
import { valuesAndNames } from '../reading/assertions.js';
import type { Test } from '../reading/model.js';
import { isWeaker, unmarked } from './assertions.js';
import { askedOf } from './conserved.js';
import type { Matched } from './match.js';
import { concreteOf } from './reach.js';
import type { Sides } from './sides.js';

/*
 * The books of a change: each assertion of the earlier content, with the values of its row, against one of the later
 * content. What asks the same of the same pairs first, in its own test and then in any; nothing counts twice. What remains
 * before is lost where nothing that remains after could hold it, and is not lost where something there asks the same.
 */

/** An assertion of one of the contents, in its test. */
interface Entry {
  one: Assertion;
  test: Test;
  /** What is asked, as the ledger compares it. */
  form: string;
  words: ReadonlySet<string>;
  values: ReadonlySet<string>;
  /** It stands for any number of cases: all that it names are names. */
  isGeneral: boolean;
}

const COMMON = /^(?:|-?[0-3](?:\.0)?|true|false|null|nil|none|undefined)$/i;

/** Words of all libraries, which say nothing about what is asked. */
const ASSERTING = new Set(
  'expect assert that should must equal equals eql to be is not have has been with called get self this the and of in it new call value result res got want err error ok require true false let const await cmp diff len length size nil none null verify screen response resp rec body string str as int float vec some'.split(
    ' ',
  ),
);

/** Returns a text with names and values in one form: without `self`, `@`, underscores and small marks of a language. */
const even = (text: string): string =>
  text
    .replace(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) =>
      part.startsWith('"')
        ? part
        : part
            .replace(/\b(?:self|this) (?:\.|::) /g, '')
            .replace(/[@&*_$]|\bnew\b|\. (?:unwrap|to_string|to_owned|into|clone) \( \)/g, '')
            .toLowerCase(),
    )
    .replace(/\s+/g, ' ')
    .trim();

const bareValue = (value: string): string => unmarked(value.replace(/^:/, '')).toLowerCase().replace(/_/g, '');

const tellingIn = (texts: readonly string[]): string[] =>
  valuesAndNames(texts.join(' '))
    .literals.map(bareValue)
    .filter((value) => !COMMON.test(value));

const wordsIn = (text: string): string[] =>
  (text.replace(/"(?:[^"\\]|\\.)*"/g, ' ').match(/[A-Za-z_]\w*/g) ?? []).flatMap((name) =>
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[_\s]+/)
      .map((word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ''))
      .filter((word) => word.length > 1 && !ASSERTING.has(word)),
  );

/** Words for one state from its two sides. */
const OPPOSITE: Readonly<Record<string, string>> = {
  ...{ enabled: 'disabled', visible: 'hidden', valid: 'invalid', checked: 'unchecked', present: 'absent' },
};
const opposite = new Map(Object.entries(OPPOSITE).flatMap(([one, other]) => [[other, one] as const]));
const THERE = /^(?:tobeinthedocument|tobeattached|exists?|beinthedocument|tobepresent|toexist)$/;

const formOf = ({ claim, not, subject, expected, tolerance, operator, conditional }: Assertion): string => {
  const isBoolean = claim === 'equal' && isTruth(expected[0]);
  let isNot = isBoolean ? /^false$/i.test(expected[0]!) !== not : not;
  let asked = even(askedOf(subject));
  let kind: string = isBoolean || claim === 'true' || claim === 'truthy' ? 'true' : claim;
  if ((claim === 'equal' && /^(?:null|undefined)$/.test(expected[0] ?? '')) || claim === 'defined') {
    kind = 'null';
    isNot = (claim === 'defined') !== not;
  }
  if (kind === 'true') {
    const steps = asked.split('.');
    const state = steps.at(-1)!.replace(/^#?(?:tobe|be|is)(?=\w)/, '');
    if (THERE.test(steps.at(-1)!)) {
      kind = 'null';
      isNot = !isNot;
      asked = even(askedOf(subject.replace(/ \. #?\w+(?: \( \))?$/, '')));
    } else if (/^\w+$/.test(state)) {
      const other = opposite.get(state);
      if (other !== undefined) isNot = !isNot;
      asked = [...steps.slice(0, -1), other ?? state].join('.');
    }
  }
  const held = isBoolean || kind === 'null' ? [] : expected.map(even);
  return JSON.stringify([kind, isNot, asked, held, tolerance ?? '', operator ?? '', conditional ?? false]);
};

/** Returns a text with what its names are made from in the test. */
const madeFrom = (text: string, { defines }: Test): string =>
  [
    text,
    ...(text.match(/[A-Za-z_]\w*/g) ?? []).flatMap((name) =>
      Object.hasOwn(defines, name) ? [defines[name]!.slice(0, 400)] : [],
    ),
  ].join(' ');

/** Heads of what stands in a row. */
const ROW = /^(?:tc|tt|c|test|row|case|want|expected|exp|w|e|t|entry|item|scenario|spec|example|input|data)$/i;

/** Values with a name of their own, as a class or package has them: `http . StatusOK`, `ParseError :: Empty`. */
const constantsIn = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => [...text.replace(/"(?:[^"\\]|\\.)*"/g, ' ').matchAll(/\b(\w+) (?:\.|::) ([A-Z]\w*)(?! \()/g)])
    .filter(([, head]) => !ROW.test(head!))
    .map(([, , name]) => name!.toLowerCase());

const isPlainName = (text: string): boolean =>
  /^(?:& )?[a-z]\w*(?: \. \w+)*$/i.test(text) && !COMMON.test(text) && constantsIn([text]).length === 0;

/** True for `equal(f(tc.input), tc.want)`, whose row is not known, and for what a loop asks of each of its names. */
function isGeneral({ subject, expected, claim }: Assertion, { rows, cases, body }: Test): boolean {
  const literals = valuesAndNames([subject, ...expected].join(' ')).literals;
  if (!literals.every((value) => COMMON.test(bareValue(value))) || constantsIn(expected).length > 0) return false;
  const isMany = rows.length > 1 || cases.length > 1 || /(?:^|\W)(?:for|each|forEach|every|all) /.test(body);
  return isMany || (claim !== 'true' && expected.some(isPlainName));
}

function entriesOf(test: Test, helpers: Sides['helpersAfter']): Entry[] {
  const own = new Set(test.assertions.map((one) => `${formOf(one)}${even(one.subject)}`));
  const around = test.rows.map(({ text }) => text);
  return concreteOf(test, helpers)
    .filter((one) => strengthOf(one) > 0 && !one.swallowed)
    .filter(
      (one) => test.assertions.includes(one) || test.cases.length > 0 || !own.has(`${formOf(one)}${even(one.subject)}`),
    )
    .map((one) => {
      const made = madeFrom(one.subject, test);
      const general = isGeneral(one, test);
      return {
        ...{ one, test, form: formOf(one), isGeneral: general },
        words: new Set(wordsIn([made, ...one.expected, one.text].join(' '))),
        values: new Set(tellingIn([made, ...one.expected, ...(general ? [...around, ...test.literals] : [])])),
      };
    });
}

/** What remains on both sides when all that is asked as before is taken away. */
export class Ledger {
  readonly lost: readonly Entry[];
  readonly #fresh: readonly Entry[];
  readonly #all: readonly Entry[];
  readonly #asking: ReadonlySet<Test>;
  readonly #open: ReadonlySet<Entry>;
  readonly #partner: ReadonlyMap<Test, Test>;
  readonly #isTranslated: (before: Test, after: Test) => boolean;

  constructor({ pairs, gone, fresh }: Matched, sides: Sides, isTranslated: (before: Test, after: Test) => boolean) {
    this.#isTranslated = isTranslated;
    const partner = new Map(pairs.map(({ before, after }) => [before, after]));
    let lost = [...pairs.map(({ before }) => before), ...gone].flatMap((test) => entriesOf(test, sides.helpersBefore));
    const left = [...pairs.map(({ after }) => after), ...fresh]
      .filter(({ skipped }) => skipped.length === 0)
      .flatMap((test) => entriesOf(test, sides.helpersAfter));
    this.#asking = new Set(lost.map(({ test }) => test));
    const taken = new Set<Entry>();
    const ids = new Map<Test, number>();
    const idOf = (test: Test) => {
      if (!ids.has(test)) ids.set(test, ids.size);
      return ids.get(test)!;
    };
    const take = (keyBefore: (entry: Entry) => string | null, keyAfter: (entry: Entry) => string) => {
      const waiting = new Map<string, Entry[]>();
      for (const entry of left) {
        if (taken.has(entry)) continue;
        const key = keyAfter(entry);
        const all = waiting.get(key);
        if (all) all.push(entry);
        else waiting.set(key, [entry]);
      }
      lost = lost.filter((entry) => {
        const key = keyBefore(entry);
        const found = key === null ? undefined : waiting.get(key)?.pop();
        if (found) taken.add(found);
        return found === undefined;
      });
    };
    const whole = ({ one, form }: Entry) => `${form}\n${even(one.subject)}`;
    const valued = ({ form, values }: Entry) => `${form}\n${[...values].toSorted().join('\n')}`;
    const inTest = (key: (entry: Entry) => string): [(entry: Entry) => string | null, (entry: Entry) => string] => [
      (entry) => {
        const after = partner.get(entry.test);
        return after ? `${idOf(after)}\n${key(entry)}` : null;
      },
      (entry) => `${idOf(entry.test)}\n${key(entry)}`,
    ];
    take(...inTest(whole));
    take(...inTest(valued));
    take(...inTest(({ form }) => form));
    take(whole, whole);
    take(valued, valued);
    this.lost = lost;
    this.#partner = partner;
    this.#all = left;
    this.#fresh = left.filter((entry) => !taken.has(entry) || entry.isGeneral);
    this.#open = this.#unaccounted(
      left.filter((entry) => !taken.has(entry) || (entry.isGeneral && entry.test.rows.length > 1)),
    );
  }

  /** What has no place of its own among what came anew: first in its own test, then in any. */
  #unaccounted(fresh: readonly Entry[]): Set<Entry> {
    const free = new Set(fresh);
    const byTest = new Map<Test, Entry[]>();
    for (const entry of fresh) byTest.set(entry.test, [...(byTest.get(entry.test) ?? []), entry]);
    const open = (entries: readonly Entry[], placesOf: (entry: Entry) => Iterable<Entry>) =>
      entries.filter((entry) => {
        for (const other of placesOf(entry)) {
          if (!free.has(other) || !takesOver(other, entry)) continue;
          if (!other.isGeneral && other.test.assertions.includes(other.one) && !isPresence(entry)) free.delete(other);
          return false;
        }
        return true;
      });
    const rest = open(this.lost, (entry) => {
      const after = this.#partner.get(entry.test);
      return (after && byTest.get(after)) ?? [];
    });
    return new Set(open(rest, () => free));
  }

  /** True where something that came anew could hold what was asked: as much, of what has a word or a value in common. */
  isHeld(entry: Entry): boolean {
    const after = this.#partner.get(entry.test);
    if (after && this.#isAskedTwice(entry)) return true;
    if ((entry.isGeneral ? this.#all : this.#fresh).some((other) => couldHold(other, entry))) return true;
    if (!after) return false;
    const own = this.#fresh.filter(({ test }) => test === after);
    // A call that fails has no result, and its error is there.
    if (/^(?:null|undefined)$/.test(entry.one.expected[0] ?? '') || entry.one.claim === 'type')
      if (own.some(({ one }) => one.claim === 'raises' && !one.not)) return true;
    // The double is gone.
    const head = /\w+/.exec(entry.one.subject)?.[0] ?? '';
    if (
      CALLED.test(entry.one.claim) &&
      !after.body.split(' ').includes(head) &&
      entry.test.body.split(' ').includes(head)
    )
      return true;
    // The same value is expected of something of another name.
    if (own.some(({ one }) => one.claim === entry.one.claim && isSameExpected(one, entry.one))) return true;
    const open = this.lost.filter(({ test }) => test === entry.test);
    return (
      this.#isTranslated(entry.test, after) &&
      own.filter(({ one }) => strengthOf(one) >= Math.min(strengthOf(entry.one), 3)).length >= open.length
    );
  }

  /** True where all that the test held, and that is not asked as before, has a place of its own among what came anew. */
  accounts(test: Test): boolean {
    const lost = this.lost.filter((entry) => entry.test === test);
    // That there is no error at all says too little to be found in another place.
    const isTelling = lost.length === 0 || lost.some(({ one }) => strengthOf(one) > 1);
    return (
      this.#asking.has(test) && isTelling && !lost.some((entry) => strengthOf(entry.one) > 1 && this.#open.has(entry))
    );
  }

  /** True where the test asked the same twice, and still asks it. */
  #isAskedTwice({ one, test, form }: Entry): boolean {
    return (
      test.assertions.filter((other) => Math.abs(other.line - one.line) <= 3 && formOf(other) === form).length > 1 &&
      this.#all.some((other) => other.test === this.#partner.get(test) && other.form === form)
    );
  }
}

const isSameExpected = (one: Assertion, other: Assertion): boolean =>
  one.not === other.not &&
  one.expected.length > 0 &&
  one.expected.map(even).join('\n') === other.expected.map(even).join('\n');

const CALLED = /^called/;

/** True where what a caught error was asked is asked of an error that is expected. */
const isOfError = (one: Assertion, other: Assertion): boolean =>
  other.claim === 'raises' && /\b(?:err\w*|ex|exc\w*|e|\w*error|\w*exception|caught|cause|thrown)\b/i.test(one.subject);

function couldHold(entry: Entry, { one, words, values }: Entry): boolean {
  const { one: other, words: otherWords, values: otherValues, isGeneral: isOfMany } = entry;
  if (other.claim === 'unknown' || one.claim === 'unknown') return true;
  const isOfCalls = CALLED.test(other.claim) && (CALLED.test(one.claim) || /call/i.test(one.subject));
  if (
    strengthOf(other) < strengthOf(one) &&
    !/^(?:no-error|raises|defined|truthy)$/.test(one.claim) &&
    !isOfError(one, other) &&
    !isOfCalls
  )
    return false;
  if (words.size === 0 && (values.size === 0 || isOfError(one, other) || isOfMany)) return true;
  return (
    [...words].some((word) => otherWords.has(word)) ||
    [...values].some((value) =>
      [...otherValues].some((held) => held.includes(value) || (held.length > 3 && value.includes(held))),
    )
  );
}

const kindOf = ({ form }: Entry): [string, boolean] => JSON.parse(form).slice(0, 2) as [string, boolean];

/** True for what is asked of something before more is asked of it. */
const isPresence = (entry: Entry): boolean => {
  const [kind, isNot] = kindOf(entry);
  return kind === 'null' && isNot;
};

/** True where an assertion that came anew holds what an earlier one did: as much, its values, and a word of what it asks. */
function takesOver(entry: Entry, lost: Entry): boolean {
  const { one: other, values: held } = entry;
  const { one } = lost;
  const [[kind, isNot], [wasKind, wasNot]] = [kindOf(entry), kindOf(lost)];
  const isSameState = kind === wasKind && isNot === wasNot && (kind === 'null' || kind === 'true');
  const isMany = entry.isGeneral || other.claim === 'unknown';
  if (other.claim === 'unknown' && one.claim !== 'unknown' && entry.test.path !== lost.test.path) return false;
  if (other.conditional && !one.conditional && !entry.isGeneral) return false;
  const isOfBooleans =
    one.expected.length > 0 && one.literals.length > 0 && one.literals.every((value) => isTruth(value));
  const isOfCalls = CALLED.test(other.claim) && CALLED.test(one.claim) && entry.isGeneral;
  if (!isSameState && !isOfBooleans && !isOfCalls && !couldHold(entry, lost)) return false;
  if (!isOfBooleans && !isMany && kind === wasKind && isNot !== wasNot) return false;
  if (
    (isWeaker(one, other) || isWeaker({ ...one, subject: other.subject }, other)) &&
    !(isMany && other.claim !== one.claim) &&
    !isSameState &&
    !isOfBooleans &&
    !isOfError(one, other)
  )
    return false;
  const expected = one.expected.flatMap((text) => tellingIn([text]));
  const parts = new Set([...held].flatMap(partsOf));
  const stands = (value: string) =>
    held.has(value) ||
    (value.length > 4 && [...held].some((text) => text.includes(value))) ||
    (partsOf(value).length > 1 && partsOf(value).every((part) => parts.has(part)));
  if (!expected.every(stands)) return false;
  const isOtherCase = (text: string) =>
    other.expected.some((to) => to !== text && /[a-z]/i.test(text) && to.toLowerCase() === text.toLowerCase());
  if (one.claim === other.claim && one.expected.some((text) => /^"/.test(text) && isOtherCase(text))) return false;
  const named = constantsIn(one.expected);
  const own = new Set(constantsIn([...other.expected, ...entry.test.rows.map(({ text }) => text)]));
  if (
    named.length > 0 &&
    !isNamedNow(other) &&
    !/\d{3}/.test(other.expected.join(' ')) &&
    !named.every((name) => own.has(name))
  )
    return false;
  if (CALLED.test(one.claim) && CALLED.test(other.claim) && one.not !== other.not && !entry.isGeneral) return false;
  if (
    one.claim === 'raises' &&
    !wordsIn(one.expected.join(' ')).every((word) => entry.words.has(word) || parts.has(word))
  )
    return false;
  if (!isInRow(entry, one)) return false;
  if (one.claim === 'unknown' && !wordsIn(one.subject).some((word) => entry.words.has(word))) return false;
  const isCommon = expected.length === 0 && one.expected.length > 0 && wasKind !== 'true' && wasKind !== 'null';
  if (isCommon && !isMany && !isNamedNow(other) && !isOfBooleans) {
    const common = (texts: readonly string[]) => valuesAndNames(texts.join(' ')).literals;
    const literals = common(other.expected);
    if (!common(one.expected).every((value) => literals.includes(value))) return false;
  }
  return lost.words.size === 0 || [...lost.words].some((word) => entry.words.has(word)) || expected.length > 0;
}

/** True for what no row is known of, and where one row has all values of an assertion. */
function isInRow({ one, test, isGeneral: isOfMany }: Entry, { subject, expected }: Assertion): boolean {
  if (!isOfMany || test.rows.length < 2) return true;
  const literalsOf = (text: string) => valuesAndNames(text).literals.map(bareValue);
  const rows = test.rows.map(({ text }) => literalsOf(text));
  const inRows = new Set(rows.flat());
  const own = new Set([...one.literals, ...test.literals].map(bareValue).filter((value) => !inRows.has(value)));
  const asked = literalsOf([subject, ...expected].join(' ')).filter((value) => !isTruth(value));
  return rows.some((row) =>
    asked.every(
      (value) => row.some((text) => text === value || (value.length > 4 && text.includes(value))) || own.has(value),
    ),
  );
}

const partsOf = (value: string): string[] => value.toLowerCase().match(/[a-z]{3,}|\d+/g) ?? [];

/** True where the value has a name now. */
const isNamedNow = ({ expected }: Assertion): boolean => isPlainName(expected[0] ?? '');
