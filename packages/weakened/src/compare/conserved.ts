import { type Assertion, isTruth, strengthOf } from '../reading/assertion.js';
import type { Row, Test } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import { asksOtherMatter, isWeaker, ownNames, unmarked } from './assertions.js';
import type { Matched } from './match.js';
import { assertedBy, concreteOf, reached } from './reach.js';
import type { Rest } from './rest.js';
import { settles } from './settled.js';
import type { Sides } from './sides.js';
import { partsOf, wildcards } from './written-out.js';

/*
 * An honest change of layout conserves what tests hold: the values that were expected stand in the new table, in what a
 * helper is given, in the new test; what is asked has the same last name. What is lost stands nowhere anew.
 */

/** Values that stand in every test: that one of them is there says nothing. */
const COMMON = /^(?:""|-?[0-3](?:\.0)?|true|false|null|nil|none|undefined)$/i;

const isTelling = (value: string) => !COMMON.test(value);

/** A text that hardly stands in two places by chance. */
const isLong = (value: string) => value.startsWith('"') && value.length > 5;

/** Returns the last name of a subject: `save` of `accounts . save`. */
const lastName = (subject: string): string => subject.match(/[A-Za-z_]\w*/g)?.at(-1) ?? '';

/** True where an assertion names a value, also within a pattern. */
const tells = ({ literals, text }: Assertion, value: string) =>
  literals.includes(value) || (isLong(value) && text.includes(value.slice(1, -1)));

/** True where all words of a text are there, as `"WARNING:app:dry run"` is in `("app", WARNING, "dry run")`. */
const saysInOtherWords = ({ text }: Assertion, value: string): boolean => {
  const words = value.match(/\w{3,}/g) ?? [];
  return words.length > 1 && words.every((word) => text.toLowerCase().includes(word.toLowerCase()));
};

/** Methods that hand on what they are called on. */
const NEUTRAL =
  /^(?:unwrap|expect|await|get|value|to_owned|to_string|toString|clone|iter|into|as_ref|as_deref|collect|to_vec|join|resolves|rejects)\b/;

/** Parts of a text between dots that stand in no brackets. */
function segments(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let current: string[] = [];
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth--;
    if (depth === 0 && /^(?:\.|\?\.|&\.)$/.test(token)) {
      found.push(current.join(' '));
      current = [];
    } else if (token !== '?') current.push(token);
  }
  found.push(current.join(' '));
  return found.filter((one) => one !== '');
}

const oneName = (name: string) =>
  name
    .replace(/^#?(?:be_an?_|be_|have_|has_|is_|get_)(?=\w)/, '')
    .replace(/^(?:is|get|has)(?=[A-Z])/, '')
    .replace(/[#_?!]/g, '')
    .replace(/\( \)$/, '')
    .trim()
    .toLowerCase();

/** What is asked of a subject, whatever the subject is called: the steps behind its head. */
export function askedOf(subject: string): string {
  const all = segments(
    ownNames(subject)
      .replace(/^(?:self|this|@) (?:\.|::) /, '')
      .replace(/^@/, ''),
  );
  const steps = all.length > 1 ? all.slice(1).filter((step) => !NEUTRAL.test(step)) : all;
  // What was called with values on the way is where the subject comes from.
  const from = steps.slice(0, -1).findLastIndex((step) => / \( .+ \)$/.test(step));
  return (steps.length > 0 ? steps.slice(from + 1) : all.slice(-1)).map(oneName).join('.');
}

const questions = new WeakMap<Assertion, string>();

/** The same question in one form: that something equals `false` is that it is not true. */
function question(assertion: Assertion): string {
  const known = questions.get(assertion);
  if (known !== undefined) return known;
  const { claim, not, subject, expected, tolerance } = assertion;
  const isBoolean = claim === 'equal' && isTruth(expected[0]);
  const kind = isBoolean || claim === 'true' || claim === 'truthy' ? 'true' : claim;
  const isNot = isBoolean ? (/^false$/i.test(expected[0]!) ? !not : not) : not;
  const made = JSON.stringify([kind, isNot, askedOf(subject), isBoolean ? [] : expected, tolerance ?? '']);
  questions.set(assertion, made);
  return made;
}

const isState = ({ claim, expected }: Assertion) =>
  claim === 'true' || claim === 'truthy' || (claim === 'equal' && isTruth(expected[0]));

/** True where both ask whether something is so, with one word for it: `hasAttribute('disabled')`, `toBeDisabled()`. */
function isSameState(one: Assertion, other: Assertion): boolean {
  if (!isState(one) || !isState(other)) return false;
  if (JSON.parse(question(one))[1] !== JSON.parse(question(other))[1]) return false;
  const words = (text: string) => text.toLowerCase().match(/[a-z]{5,}/g) ?? [];
  const [was, is] = [words(askedOf(one.subject)), words(askedOf(other.subject))];
  if (isWeaker(one, other)) return false;
  return was.some((word) => is.some((same) => same.endsWith(word) || word.endsWith(same)));
}

/** True where the same is asked, and the value stands under a name now. */
const isAskedOfOther = (one: Assertion, other: Assertion): boolean =>
  one.claim === other.claim &&
  one.claim === 'equal' &&
  one.not === other.not &&
  askedOf(one.subject) === askedOf(other.subject) &&
  /^[a-z]\w*(?: \. \w+)*$/i.test(other.expected[0] ?? '') &&
  !isTruth(other.expected[0]) &&
  other.expected[0] !== 'null';

/** True where a subject begins with a name, or with what the test makes under it. */
const isOfName = (subject: string, name: string, { defines }: Test): boolean =>
  subject.startsWith(`${name} . `) ||
  (Object.hasOwn(defines, name) && defines[name] !== '' && subject.startsWith(`${defines[name]} . `));

const headOf = (text: string) => /[A-Za-z_]\w*/.exec(text)?.[0] ?? '';
const matcherOf = (subject: string) => / \. (#\w+)$/.exec(subject)?.[1] ?? '';

/** True where the same is asked, of something that has come into the test anew: a page object, a helper's result. */
const isAskedOfNew = (one: Assertion, other: Assertion, { body }: Test): boolean =>
  one.claim === other.claim &&
  one.not === other.not &&
  one.expected.join(' ') === other.expected.join(' ') &&
  matcherOf(one.subject) === matcherOf(other.subject) &&
  !isWeaker(one, other) &&
  headOf(other.subject) !== '' &&
  !body.split(' ').includes(headOf(other.subject));

/** True where the same value is asked of what has the same name at the end, whatever leads there: `cart.total`, `page.cart().total()`. */
const isAskedByName = (one: Assertion, other: Assertion): boolean =>
  one.claim === other.claim &&
  one.claim === 'equal' &&
  one.not === other.not &&
  one.expected.join(' ') === other.expected.join(' ') &&
  lastStep(one) !== '' &&
  lastStep(one) === lastStep(other) &&
  !isWeaker(one, other);

/** Returns the last name of what is asked, where it is one that tells. */
const lastStep = ({ subject }: Assertion): string => {
  const name = oneName(
    segments(ownNames(subject))
      .at(-1)
      ?.replace(/ \(.*$/, '') ?? '',
  );
  return name.length > 3 && !/^(?:length|size|count|text|value|name|first|last|data|body|json|result)$/.test(name)
    ? name
    : '';
};

/** True where one function has to answer the same, and is given what is made in another way: by a builder, a factory. */
const isAnsweredAlike = (one: Assertion, other: Assertion): boolean =>
  one.claim === other.claim &&
  one.claim === 'equal' &&
  one.not === other.not &&
  one.expected.join(' ') === other.expected.join(' ') &&
  / \)$/.test(one.subject) &&
  withoutGiven(one.subject) === withoutGiven(other.subject);

/** Returns the call that a subject begins with, also where it has a name, and what is asked of its answer. */
function answerIn(
  subject: string,
  defines: Readonly<Record<string, string>>,
): { name: string; call: string; rest: string } | undefined {
  const [head = '', ...steps] = subject.split(' ');
  const made = Object.hasOwn(defines, head) ? defines[head]! : '';
  const tokens = made.endsWith(')') ? made.split(' ') : (subject.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []);
  let depth = 0;
  const end = tokens.findIndex((token) => {
    if (token === '(') depth++;
    return token === ')' && --depth === 0;
  });
  const name = tokens[tokens.indexOf('(') - 1];
  if (end < 0 || name === undefined || !/^\w+$/.test(name)) return undefined;
  const call = tokens.slice(0, end + 1).join(' ');
  return { name, call, rest: (made.endsWith(')') ? steps : tokens.slice(end + 1)).join(' ') };
}

/** A subject without what its calls are given. */
function withoutGiven(subject: string): string {
  let text = subject;
  for (let depth = 0; depth < 30; depth++) {
    const shorter = text.replace(/\( (?!\))(?:[^()]|\( \))+\)/g, '( )');
    if (shorter === text) break;
    text = shorter;
  }
  return text;
}

/** True where the same is asked of the same calls, and what one of them is given has a name now that the test makes. */
const isAskedWithName = (one: Assertion, other: Assertion, { defines }: Test): boolean =>
  one.claim === other.claim &&
  one.not === other.not &&
  one.expected.join(' ') === other.expected.join(' ') &&
  one.subject.length > other.subject.length &&
  [...other.subject.matchAll(/(?<=[(,] )([A-Za-z_]\w*)(?= [,)])/g)].some(([, name]) => Object.hasOwn(defines, name!)) &&
  withoutGiven(one.subject.replace(/\{.*\}/, '')) === withoutGiven(other.subject);

/** True where a matcher of the project's own is given what a question that it stands for is asked with. */
function isOfMatcher(state: Assertion, matched: Assertion): boolean {
  if (!isState(state) || !/ \. #\w+$/.test(matched.subject) || matched.expected.length < 2) return false;
  if (JSON.parse(question(state))[1] !== matched.not) return false;
  return ` ${state.subject} `.includes(` ( ${matched.expected.join(' , ')} ) `);
}

/** True where a whole that is compared has a key that was asked for. */
const holdsKey = (whole: Assertion, { claim, not, subject, expected: [key = ''] }: Assertion): boolean =>
  claim === 'contains' &&
  !not &&
  whole.claim === 'equal' &&
  !whole.not &&
  /^["':\w]+$/.test(key) &&
  new RegExp(`(?:^|[{,(] )[":]?${key.replace(/\W/g, '')}"? ?(?::|=>|=) `).test(whole.expected[0] ?? '') &&
  isNamedIn(subject, whole);

/** True where the last name of a subject stands in a whole. */
function isNamedIn(subject: string, { subject: compared, expected }: Assertion): boolean {
  const name = lastName(subject);
  return name !== '' && [compared, ...expected].some((text) => new RegExp(`\\b${name}\\b`).test(text));
}

/** True where a whole that is compared holds a part that was: `user == User(name="ada", age=30)` for `user.age == 30`. */
function holdsPart(whole: Assertion, part: Assertion): boolean {
  if (holdsKey(whole, part) || settles(whole, part)) return true;
  if (
    (whole.claim !== 'equal' && (whole.claim !== 'part' || !/^\{/.test(whole.expected[0] ?? ''))) ||
    whole.not ||
    (part.claim !== 'equal' && !isState(part)) ||
    (part.not && !isState(part))
  )
    return false;
  if (/^["\d-]/.test(whole.expected[0] ?? '') || part.subject === whole.subject) return false;
  const [, isNot] = JSON.parse(question(part)) as [string, boolean];
  const values = isState(part) ? [String(!isNot)] : valuesAndNames(part.expected.join(' ')).literals;
  if (values.length === 0 || !values.every((value) => whole.literals.includes(value))) return false;
  if (part.subject.startsWith(`${whole.subject} . `)) return true;
  const word = /([a-z]\w*)\W*$/.exec(askedOf(part.subject).replace(/\((?:[^()]|\([^()]*\))*\)/g, ''))?.[1];
  const text = [whole.subject, ...whole.expected, ...whole.names].join(' ');
  const names = (text.match(/[A-Za-z_]\w*/g) ?? []).map((name) => name.replace(/_/g, '').toLowerCase());
  const words = word === 'length' ? ['length', 'size', 'count', 'len'] : [word ?? ''];
  return words.some((one) => one.length > 1 && names.includes(one));
}

/** True where an inline snapshot of a whole says a value under the name of the field that a part asks for. */
function snapshotHolds({ claim, subject, expected }: Assertion, part: Assertion): boolean {
  if (claim !== 'snapshot' || !part.subject.startsWith(`${subject} `) || !/^(?:equal|true)$/.test(part.claim))
    return false;
  const field = /(?:\. |\[ ")(\w+)(?:" \])?(?: \( \))?$/.exec(part.subject)?.[1];
  const value = part.claim === 'true' ? String(!part.not) : part.expected[0];
  if (field === undefined || value === undefined || (part.claim === 'equal' && part.not)) return false;
  const text = expected.join(' ').replace(/\\/g, '');
  return new RegExp(`\\b${field}"?\\s*[:=]\\s*"?${unmarked(value).replace(/[^\w ]/g, '.')}`).test(text);
}

/** True where a whole says a value under the name of the field that a part asks for. */
function hasField(whole: Assertion, { subject }: Assertion): boolean {
  const field = / \. (\w+)(?: \( \))?$/.exec(subject)?.[1];
  return (
    field !== undefined &&
    (whole.names.includes(field) ||
      whole.names.includes(`${field}:`) ||
      whole.expected.some((text) => new RegExp(`\\b${field}"? (?::|=)`).test(text)))
  );
}

/** True where the whole of what a part was asked of is compared with a value that has a name, or several. */
const isPartOfNamed = ({ claim, not, subject, expected: [value = ''] }: Assertion, part: Assertion): boolean =>
  claim === 'equal' &&
  !not &&
  ownNames(part.subject).startsWith(`${ownNames(subject)} `) &&
  /^(?:\[ )?[a-z_]\w*(?: , [a-z_]\w*)*(?: \])?$/.test(value) &&
  !isTruth(value) &&
  value !== 'null';

/** A value that is put together of several, or has a name of its own: no number, text or truth. */
const IS_WHOLE = /[[{]|\w \( .*\)$|^[A-Z][A-Z_]{2,}$/;

/** Named values such as `ParseError::NoHost`. */
const constantsIn = (text: string): string[] =>
  (text.match(/\b[A-Z]\w* ?(?:::|\.) ?[A-Z]\w*/g) ?? []).map((name) => name.replace(/ /g, ''));

/** Returns the number of elements of a list that is written out; undefined for all other texts. */
function lengthOf(text: string): number | undefined {
  const inner =
    /^(?:vec ! |& |new )?(?:[\w.]+ \. )?(?:\[ \] ?[\w.]+ |Arrays \. asList |List \. of |Set \. of )?[[({] ?(.*?) ?[\])}]$/.exec(
      text,
    )?.[1];
  return inner === undefined ? undefined : partsOf(inner).length;
}

/** Returns how often a value stands among others; a long text also within a pattern. */
const timesIn = (values: readonly string[], value: string): number =>
  values.filter((one) => one === value || (isLong(value) && one.includes(value.slice(1, -1)))).length;

/** True where all values stand among others, each as often as it does here. */
function isWithin(values: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return values.every((value) => {
    const index = left.indexOf(value);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

/** Returns the values of assertions that are told to people where they fail. */
const messagesOf = (assertions: readonly Assertion[]): string[] =>
  assertions.flatMap((one) => {
    // An expected error is told with all of its call.
    const rest = one.literals.filter((value) => one.claim !== 'raises' || !/%[+#]?[dfqsTvx]/.test(value));
    return one.within.filter((value) => {
      const index = rest.indexOf(value);
      if (index >= 0) rest.splice(index, 1);
      return index < 0;
    });
  });

/** What a change conserves of what its tests held. */
export class Conserved {
  /** Groups of values that stand together now and did not. */
  readonly #groups: ReadonlySet<string>[];
  /** Names that tests call which are new, or are not as they were. */
  readonly #called: ReadonlySet<string>;
  readonly #rest: Rest;
  readonly #sides: Sides;

  constructor({ pairs, fresh }: Matched, rest: Rest, sides: Sides) {
    const known = new Set(sides.before.flatMap(({ together }) => together));
    const before = new Map<string, string[][]>();
    for (const [kind, ...values] of [...known].map((group) => group.split('\n')))
      for (const value of new Set(values)) {
        const place = `${kind}\n${value}`;
        const groups = before.get(place);
        if (groups) groups.push(values);
        else before.set(place, [values]);
      }
    // A table from which rows were taken is no new one.
    const isLess = ([kind, ...values]: string[]) =>
      (before.get(`${kind}\n${values[0]}`) ?? []).some((all) => all.length > values.length && isWithin(values, all));
    const changed = [
      ...pairs.filter(({ before: was, after: is }) => was.body !== is.body).map(({ after: is }) => is),
      ...fresh,
    ];
    this.#groups = [
      ...sides.after
        .flatMap(({ together }) => together.filter((group) => !known.has(group)))
        .map((group) => group.split('\n'))
        .filter((group) => !isLess(group))
        .map((group) => new Set(group.slice(1))),
      ...fresh.map(({ literals }) => new Set(literals)),
    ];
    this.#called = new Set(
      [...changed, ...sides.after.flatMap(({ helpers }) => helpers)].flatMap(({ calls }) => calls),
    );
    this.#rest = rest;
    this.#sides = sides;
  }

  /** True where the test stands with other libraries now. */
  isTranslated(before: string, after: string): boolean {
    const of = (files: Sides['before'], path: string) => files.find((file) => file.path === path)?.dialect ?? [];
    const [was, is] = [of(this.#sides.before, before), of(this.#sides.after, after)];
    return is.some((name) => !was.includes(name)) || was.some((name) => !is.includes(name));
  }

  #standsTogether(values: readonly string[]): boolean {
    return (
      values.length > 0 &&
      this.#groups.some((group) => values.every((value) => group.has(value) || group.has(value.replace(/^-/, ''))))
    );
  }

  /** True where what a test that is gone asserted is asked anew: by the same name, or of the same values. */
  ofGone(assertion: Assertion): boolean {
    if (this.#askedAnew(assertion)) return true;
    const { names } = assertion;
    if (
      [...this.#rest.free.values()]
        .flat()
        .some((one) => !one.swallowed && !one.conditional && holdsPart(one, assertion))
    )
      return true;
    const value = assertion.expected[0] ?? '';
    for (const [{ rows }, free] of this.#rest.free)
      if (
        rows.some(({ cells }) => cells.some(({ text }) => text === value || text.includes(` ${value} `))) &&
        free.some((one) => isAskedOfOther(assertion, one))
      )
        return true;
    const literals = [...assertion.literals, ...constantsIn([assertion.subject, ...assertion.expected].join(' '))];
    if (this.#standsTogether(literals)) return literals.some(isTelling) || names.some((name) => this.#called.has(name));
    return literals.some(isLong) && this.#standsTogether(literals.filter(isTelling));
  }

  /** True where all values of a test that is gone stand anew, and something new calls what it called. */
  ofBody({ literals, calls, assertions }: Test): boolean {
    const messages = messagesOf(assertions);
    const telling = [...new Set(literals.filter((value) => isTelling(value) && !messages.includes(value)))];
    const asked = [...new Set(calls)].filter((name) => name.length > 2);
    if (telling.length < 3 || !telling.some(isLong)) return false;
    return this.#standsTogether(telling) && asked.filter((name) => this.#called.has(name)).length >= asked.length * 0.6;
  }

  /** Takes a free assertion that asks the same of something of another name. */
  #askedAnew(assertion: Assertion): boolean {
    const asked = question(assertion);
    for (const free of this.#rest.free.values()) {
      const index = free.findIndex((one) => !one.swallowed && !one.conditional && question(one) === asked);
      if (index < 0) continue;
      free.splice(index, 1);
      return true;
    }
    return false;
  }

  /** True where the values of a row stand together anew. */
  ofRow({ cells, text }: Row): boolean {
    const asked = [...(cells.length > 0 ? cells.map((cell) => cell.text) : [text])].flatMap(
      (one) => one.match(/"(?:[^"\\]|\\.)*"|(?<!\w)-?\d[\w.]*|\b(?:true|false|null|nil|none)\b/gi) ?? [],
    );
    return this.#standsTogether(
      asked.map((value) => (value.startsWith('"') ? value : value.toLowerCase())).filter(isTelling),
    );
  }

  /** Takes an assertion of the test that asks the same of something of another name. */
  asksSame(assertion: Assertion, after: Test): boolean {
    const free = this.#rest.free.get(after) ?? [];
    const asked = question(assertion);
    const index = free.findIndex(
      (one) =>
        !one.swallowed &&
        (!one.conditional || assertion.conditional) &&
        question(one) === asked &&
        !isWeaker(assertion, one),
    );
    if (index >= 0) free.splice(index, 1);
    return index >= 0;
  }

  /** True where a whole of the test that was not there holds a part that was asked for by itself. */
  holdsInWhole(assertion: Assertion, before: Test, after: Test): boolean {
    const known = new Set(assertedBy(before, this.#sides.helpersBefore).map(question));
    return concreteOf(after, this.#sides.helpersAfter).some(
      (one) =>
        !one.swallowed &&
        (!one.conditional || assertion.conditional) &&
        !known.has(question(one)) &&
        !one.subject.includes(assertion.subject) &&
        hasField(one, assertion) &&
        holdsPart(one, assertion),
    );
  }

  /** True where a test still holds what one of its assertions held, in other words. */
  inPair(assertion: Assertion, before: Test, after: Test): boolean {
    const free = this.#rest.free.get(after) ?? [];
    const take = (other: Assertion | undefined): boolean => {
      if (other) free.splice(free.indexOf(other), 1);
      return other !== undefined;
    };
    const sound = free.filter(
      (one) => !one.swallowed && (!one.conditional || assertion.conditional) && !asksOtherMatter(assertion, one),
    );
    if (take(sound.find((one) => isSameState(assertion, one)))) return true;
    if (take(sound.find((one) => isOfMatcher(assertion, one) || isOfMatcher(one, assertion)))) return true;
    const known = new Set(assertedBy(before, this.#sides.helpersBefore).map(question));
    const whole = assertedBy(after, this.#sides.helpersAfter).filter(
      (one) => !one.swallowed && (!one.conditional || assertion.conditional) && !known.has(question(one)),
    );
    // A double that was not asked for anything else says all that it was told.
    const untold =
      assertion.claim === 'called' && assertion.not ? /^(.*) \. #any$/.exec(assertion.subject)?.[1] : undefined;
    if (
      untold !== undefined &&
      whole.some((one) => one.claim === 'equal' && !one.not && isOfName(one.subject, untold, after))
    )
      return true;
    if (take(sound.find((one) => isAskedOfOther(assertion, one)))) return true;
    if (take(sound.find((one) => isAskedOfNew(assertion, one, before)))) return true;
    if (take(sound.find((one) => isAnsweredAlike(assertion, one) || isAskedByName(assertion, one)))) return true;
    if (take(sound.find((one) => isAskedWithName(assertion, one, after)))) return true;
    if (this.#isInNewSnapshot(assertion, before, after)) return true;
    if (
      whole.some((one) => holdsPart(one, assertion) || snapshotHolds(one, assertion) || isPartOfNamed(one, assertion))
    )
      return true;
    if (
      whole.some(
        (one) =>
          this.#settlesAnswer(one, assertion, before, after) || this.#comparesAnswer(one, assertion, before, after),
      )
    )
      return true;
    // A call that fails has no result, and its error is there.
    const isOfError =
      (assertion.claim === 'equal' && assertion.expected[0] === 'null') ||
      (/^(?:truthy|defined|true|type)$/.test(assertion.claim) &&
        /\b(?:e|ex|err|error|exception|caught)\b/i.test(assertion.subject));
    const raised = assertedBy(after, this.#sides.helpersAfter).filter(({ claim, not }) => claim === 'raises' && !not);
    if (isOfError && raised.length > 0) return true;
    // What a caught error said is what it has to say.
    if (
      /(?:message|msg|to_s|str \( \w+(?: \. value)? \)|getMessage \( \)|Error \( \))$/i.test(assertion.subject) &&
      raised.some(({ expected }) =>
        assertion.expected.every((text) => expected.some((one) => unmarked(one).includes(unmarked(text)))),
      )
    )
      return true;
    const said =
      isState(assertion) && !assertion.not ? / \( ("(?:[^"\\]|\\.)+") \)$/.exec(assertion.subject)?.[1] : undefined;
    if (said !== undefined && take(sound.find((one) => !one.not && strengthOf(one) >= 2 && tells(one, said))))
      return true;
    if (
      assertion.claim === 'equal' &&
      assertion.subject.endsWith('#length') &&
      assertedBy(after, this.#sides.helpersAfter).some(
        ({ claim, not, expected }) =>
          claim === 'equal' &&
          !not &&
          [...expected, ...after.rows.flatMap(({ cells }) => cells.map(({ text }) => text))].some(
            (text) => lengthOf(text) === Number(assertion.expected[0]),
          ),
      )
    )
      return true;
    if (this.#keepsValues(assertion, before, after) || this.#isOfPage(assertion, sound, after)) return true;
    // A fake that keeps what it was told says all of it.
    const isTold = /^called-with$/.test(assertion.claim) && assertion.literals.some(isTelling);
    if (
      isTold &&
      whole.some(
        (one) =>
          one.claim === 'equal' &&
          !one.not &&
          isOfName(one.subject, headOf(assertion.subject), after) &&
          assertion.literals.every((value) => one.literals.includes(value)),
      )
    )
      return true;
    // The double is gone, and what it was asked for is what another one answers to.
    const asksDouble = /^called/.test(assertion.claim) && assertion.literals.some(isLong);
    const double = assertion.subject.split(' ')[0]!;
    if (
      asksDouble &&
      !after.body.split(' ').includes(double) &&
      assertion.literals.every((value) => after.literals.includes(value))
    )
      return true;
    if (this.#askedAnew(assertion)) return true;
    if (!this.isTranslated(before.path, after.path)) return false;
    // What a helper of the other library was told stands in other words.
    if (
      assertion.claim === 'unknown' &&
      (assertion.literals.join(' ').match(/\w{3,}/g) ?? []).every((word) => after.body.includes(word))
    )
      return true;
    const strength = strengthOf(assertion);
    // What a double was asked is asked of a double.
    const isOfDouble = /^called/.test(assertion.claim);
    return take(
      sound.find(
        (one) =>
          strengthOf(one) >= Math.min(strength, 3) &&
          (!isOfDouble || /^called/.test(one.claim) || one.names.includes(lastName(assertion.subject))) &&
          (assertion.claim === 'unknown' ||
            valuesAndNames(assertion.expected.join(' '))
              .literals.filter(isTelling)
              .every((value) => tells(one, value) || saysInOtherWords(one, value))),
      ),
    );
  }

  /** Returns a name that is called, and what is called in its place: a helper that is new hands the call on. */
  #calledBy(name: string): string[] {
    const { helpersBefore, helpersAfter } = this.#sides;
    const helpers = helpersBefore.has(name) ? [] : (helpersAfter.get(name) ?? []);
    return [name, ...helpers.flatMap(({ calls }) => calls)];
  }

  /** True where what a call gives back is compared as a whole, written out, and a part of what it gave back was asked for. */
  #settlesAnswer(whole: Assertion, part: Assertion, before: Test, after: Test): boolean {
    const answer = answerIn(whole.subject, before.defines);
    const asked = answerIn(part.subject, before.defines);
    if (!answer || !asked || answer.rest !== '') return false;
    if (!this.#calledBy(answer.name).includes(asked.name)) return false;
    const isGiven = valuesAndNames(asked.call).literals.every((value) => after.literals.includes(value));
    return isGiven && settles({ ...whole, subject: 'answer' }, { ...part, subject: `answer ${asked.rest}`.trim() });
  }

  /**
   * True where a test compares as a whole what it called before as well, with a value that it puts together, and a part was
   * asked of that answer: by its name, or by a name that went with the taking apart.
   */
  #comparesAnswer(whole: Assertion, part: Assertion, before: Test, after: Test): boolean {
    const [value = ''] = whole.expected;
    if (whole.claim !== 'equal' || whole.not || !IS_WHOLE.test(value) || wildcards(whole.expected) > 0) return false;
    if (/^(?:called|raises|no-error)/.test(part.claim) || strengthOf(part) > strengthOf(whole)) return false;
    const answer = answerIn(whole.subject, after.defines);
    if (answer?.rest !== '') return false;
    const asked = this.#calledBy(answer.name).filter((name) => before.calls.includes(name));
    const own = answerIn(part.subject, before.defines);
    if (own && (own.rest !== '' || part.claim !== 'equal')) return asked.includes(own.name);
    const head = headOf(part.subject);
    return asked.length > 0 && !own && head !== '' && !after.body.split(' ').includes(head);
  }

  /** True where functions of the tests hold where to look, and what is found there is asked of their answers: page objects. */
  #isOfPage(assertion: Assertion, sound: readonly Assertion[], after: Test): boolean {
    const { helpersBefore, helpersAfter } = this.#sides;
    const pages = reached(after, helpersAfter).filter(({ name }) => !helpersBefore.has(name));
    const telling = assertion.literals.filter(isTelling);
    const left = telling.filter((value) => !pages.some(({ holds }) => holds.includes(value)));
    if (telling.length === left.length || assertion.not) return false;
    if (left.length > 0)
      return sound.some(
        (one) => one.claim === 'equal' && !one.not && left.every((value) => one.literals.includes(value)),
      );
    const answers = pages.filter(({ holds }) => telling.every((value) => holds.includes(value)));
    return sound.some(
      (one) => isState(one) && answers.some(({ name }) => oneName(name) === askedOf(one.subject).split('.').at(-1)),
    );
  }

  /** True where a snapshot that is new holds the values, and the test compares with one that it did not. */
  #isInNewSnapshot({ claim, not, expected }: Assertion, before: Test, after: Test): boolean {
    const compares = (one: Assertion) => one.claim === 'snapshot' && !one.swallowed && !one.conditional;
    const text = this.#sides.newSnapshots;
    const values = valuesAndNames(expected.join(' ')).literals;
    const said = values.map((value) =>
      value
        .replace(/^"|"$/g, '')
        .replace(/(?:\\+[nt]|\s)+/g, ' ')
        .trim(),
    );
    return (
      !not &&
      /^(?:equal|contains)$/.test(claim) &&
      text !== '' &&
      said.some((value) => value.length > 2) &&
      said.every((value) => text.includes(value)) &&
      assertedBy(after, this.#sides.helpersAfter).some(compares) &&
      !assertedBy(before, this.#sides.helpersBefore).some(compares)
    );
  }

  /** True where the telling values of an assertion stand in the test as often as before, and something asks for them. */
  #keepsValues({ literals, ...assertion }: Assertion, before: Test, after: Test): boolean {
    const inExpected = valuesAndNames(assertion.expected.join(' ')).literals.filter(isTelling);
    const telling = inExpected.length > 0 ? inExpected : literals.filter(isTelling);
    if (telling.length === 0) return false;
    const messages = messagesOf(before.assertions);
    const isAsOften = telling.every(
      (value) => timesIn(after.literals, value) >= timesIn(before.literals, value) - timesIn(messages, value),
    );
    if (!isAsOften) return false;
    const asking = (this.#rest.free.get(after) ?? []).some(
      (one) =>
        !one.swallowed &&
        (!one.conditional || assertion.conditional) &&
        telling.every((value) => tells(one, value)) &&
        !isWeaker({ ...assertion, literals }, one),
    );
    // A table's rows stand under names in what is asked.
    const inRow =
      after.rows.length > 0 &&
      after.rows.some(({ cells, text }) =>
        telling.every((value) => cells.some((cell) => cell.text.includes(value)) || text.includes(value)),
      ) &&
      (this.#rest.free.get(after) ?? []).some((one) => !one.swallowed && !isWeaker({ ...assertion, literals }, one));
    // A helper that is not in sight may ask for what it is given.
    const byUnknown = (this.#rest.free.get(after) ?? []).some(
      (one) =>
        one.claim === 'unknown' &&
        !one.swallowed &&
        (!one.conditional || assertion.conditional) &&
        !this.#sides.helpersAfter.has(one.subject) &&
        telling.every((value) => one.literals.includes(value)),
    );
    return asking || inRow || byUnknown;
  }
}
