import { workedOut } from '../reading/amounts.js';
import { type Assertion, isTruth, strengthOf } from '../reading/assertion.js';
import { valuesAndNames } from '../reading/values.js';
import { numberText, valuesOfText } from '../syntax/syntax.js';
import { likeness } from './likeness.js';
import { contradicts } from './settled.js';
import { wildcards } from './written-out.js';

/** What became of an assertion. */
export type Fate =
  | { kind: 'kept' }
  | { kind: 'loosened' }
  | { kind: 'changed' }
  | { kind: 'swallowed' }
  | { kind: 'rewritten' };

/** A text in which what stands in the test and what stands in its object have one name: `@sub`, `self.sub`, `sub`. */
export const ownNames = (text: string): string =>
  /@|\b(?:self|this) /.test(text)
    ? text.replace(/"(?:[^"\\]|\\.)*"|\b(?:self|this) \. |@{1,2}(?=[a-z_])/g, (found) =>
        found.startsWith('"') ? found : '',
      )
    : text;

const keys = new WeakMap<Assertion, string>();

/** Returns what an assertion asks in one form. */
export function keyOf(assertion: Assertion): string {
  const known = keys.get(assertion);
  if (known !== undefined) return known;
  const { claim, not, subject, expected, operator, tolerance } = assertion;
  const sides = [subject, ...expected].map(ownNames);
  const made = JSON.stringify([
    claim,
    not,
    claim === 'equal' ? sides.toSorted() : sides,
    operator ?? '',
    tolerance ?? '',
    assertion.unordered ?? '',
  ]);
  keys.set(assertion, made);
  return made;
}

/** True for assertions that ask the same. */
export const isSame = (one: Assertion, other: Assertion): boolean => keyOf(one) === keyOf(other);

/** Places of a pattern of Rust that anything fits: `Err(_)`. */
const anythings = (texts: readonly string[]): number => (texts.join(' ').match(/(?<=^|\s)_(?=\s|$)/g) ?? []).length;

const numbers = (text: string): number[] =>
  [...workedOut(text).matchAll(/-?\d[\d_]*(?:\.\d+)?/g)].map(([found]) => Number(found.replaceAll('_', '')));

/** Parts of a value's text that are no names: what a changed expectation changes. */
const values = (texts: readonly string[], isOfJson = false): string =>
  [
    ...texts
      .join(' ')
      .matchAll(
        /"(?:[^"\\]|\\.)*"|(?<![\w.])-?\d[\w.]*|\b(?:true|false|null|nil|None|True|False|undefined)\b|(?<=^|\s)[:/][\w?!]+/g,
      ),
  ]
    .flatMap(([found]) => {
      if (!found.startsWith('"')) return /^-?\d/.test(found) ? numberText(found.toLowerCase()) : found;
      return isOfJson ? valuesOfText(found) : found;
    })
    .join(' ');

/** Says what became of an assertion that is there as another one. */
export function fateOf(before: Assertion, after: Assertion): Fate {
  const later = laterFate(before, after);
  if (later.kind !== 'kept') return later;
  if (after.swallowed && !before.swallowed) return { kind: 'swallowed' };
  if (after.conditional && !before.conditional) return { kind: 'loosened' };
  return later;
}

/** Returns which of the two an assertion asks for: `to.not.be.true` and `toBe(false)` are one. */
const truthOf = ({ claim, not, expected }: Assertion): boolean | undefined =>
  claim === 'true'
    ? !not
    : claim === 'equal' && isTruth(expected[0])
      ? /^true$/i.test(expected[0]!) !== not
      : undefined;

function laterFate(before: Assertion, after: Assertion): Fate {
  if (isSame(before, after)) return { kind: 'kept' };
  const truth = truthOf(before);
  if (truth !== undefined && truth === truthOf(after) && before.subject === after.subject) return { kind: 'kept' };
  if (before.claim === 'snapshot' && after.claim === 'snapshot') {
    const squeezed = (texts: readonly string[]) => texts.join(' ').replace(/\\n|\s/g, '');
    if (isWeaker(before, after)) return { kind: 'loosened' };
    return {
      kind:
        squeezed(before.expected) === squeezed(after.expected) || before.expected.length === 0 ? 'kept' : 'rewritten',
    };
  }
  if (isWeaker(before, after)) return { kind: 'loosened' };
  return { kind: isChanged(before, after) ? 'changed' : 'kept' };
}

/** Functions and methods behind which less is left of a value: its order, its case, its decimals, its length. */
const LOSSY_CALL =
  /^(?:(?:Math|math|np|Array|Object|strings|sort|slices) \. )?(?:set|frozenset|sorted|Counter|new Set|len|bool|round|int|floor|ceil|trunc|from|keys|typeof|type|Math \. round|Round|Floor|Trunc|ToLower|ToUpper|TrimSpace|Sorted) \( (.*?)(?: , [-\d]+)? \)$/;
const LOSSY_STEP =
  / \. (?:#length|(?:lower|upper|casefold|strip|trim|toLowerCase|toUpperCase|downcase|upcase|squish|sort|toSorted|sorted|sort_by|toSet|to_set|uniq|round|floor|to_i|intValue|keys|keySet|to_lowercase|to_uppercase|trimmed|chomp|slice|substring|substr|first|toFixed|is_ok|is_err|is_some|isPresent)(?: \( [^()]* \)| \( \))?)$/;
/** What is left of a number behind such a step: `code / 100`. */
const LOSSY_NUMBER = / (?:\/{1,2}|%|>>|&) \d+$/;
const LOSSY_LIST = /^\[ \.\.\. (.*) \]$/;

/** True where the later subject is what is left of the earlier one behind such a step. */
function isReduced(before: string, after: string): boolean {
  let text = after.replace(/^typeof (?!\()(.*)$/, 'typeof ( $1 )');
  for (let step = 0; step < 4 && text !== before; step++) {
    const inner =
      LOSSY_CALL.exec(text)?.[1] ??
      (LOSSY_STEP.test(text)
        ? text.replace(LOSSY_STEP, '')
        : LOSSY_NUMBER.test(text)
          ? text.replace(LOSSY_NUMBER, '')
          : LOSSY_LIST.exec(text)?.[1]);
    if (inner === undefined) return false;
    text = inner;
  }
  return text === before && after !== before;
}

/** Words for a class of answers, where there is a word for each: `2xx`, `:success`, `be_successful`. */
const CLASS =
  /\bis(?:1xx|2xx|3xx|4xx|5xx)\w*|\bis_?(?:successful|success|client_?error|server_?error|redirection)\b|(?<!\w):(?:success|redirect|missing|error)\b/i;

/** Patterns with numbers of repetitions, without them: `[A-F]{8}` and `[A-F]+`. */
const looseRepeats = (text: string): [string, number] => [
  text.replace(/\{\d+(?:,\d*)?\}|[+*]\??/g, '*'),
  (text.match(/\{\d+\}/g) ?? []).length,
];

/** What libraries let values differ where nothing is said. */
const USUAL_TOLERANCE = 1e-6;

/** Names of functions that ask for less than all of a value. */
const LOOSE_NAME =
  /close|approx|near|contain|include|match|like|some|partial|subset|prefix|start|truthy|present|exist/i;

const EMPTY = /^(?:""|\[ \]|\{ \})$/;

const holdsAll = (after: Assertion, before: Assertion): boolean => {
  const values = valuesAndNames(before.expected.join(' ')).literals;
  return values.length > 0 && values.every((value) => after.literals.includes(value));
};

/** True where the later assertion holds less of the subject. */
export function isWeaker(before: Assertion, after: Assertion): boolean {
  const bothBoolean =
    before.claim === 'equal' &&
    isTruth(before.expected[0]) &&
    (after.claim === 'true' || (after.claim === 'truthy' && /[^=!]==\s*(?:True|False)\b/.test(before.text))) &&
    (before.expected[0]!.toLowerCase() === 'false') === (after.not !== before.not);
  if (bothBoolean) return false;
  if (before.claim === 'equal' && after.claim === 'no-error' && before.expected[0] === 'null') return false;
  // That it is empty is all that can be said of something empty.
  const isEmpty = before.claim === 'equal' && EMPTY.test(before.expected[0] ?? '') && before.not === after.not;
  if (isEmpty && after.subject === `${before.subject} . #length` && after.expected[0] === '0') return false;
  // A function that is not in sight is given what was expected: what it asks is not known.
  if (after.claim === 'unknown' && !LOOSE_NAME.test(after.subject) && holdsAll(after, before)) return false;
  if (before.claim === 'approx' && after.claim === 'unknown' && holdsAll(after, before)) return false;
  if (strengthOf(after) < strengthOf(before)) return true;
  if (
    /^(?:equal|snapshot|approx)$/.test(before.claim) &&
    !before.not &&
    !before.unordered &&
    isReduced(before.subject, after.subject)
  )
    return true;
  if (/^(?:any|some) \(/.test(after.subject) && /^(?:all|every) \(/.test(before.subject)) return true;
  // One of them, where each was asked.
  if (after.subject.startsWith(`any ( ${before.subject} for `)) return true;
  if (
    / \. (?:some|any\??|anyMatch|any) (?:\(|\{)/.test(after.subject) &&
    / \. (?:every|all\??|allMatch|all) (?:\(|\{)/.test(before.subject)
  )
    return true;
  if (
    CLASS.test(after.expected.join(' ')) &&
    !CLASS.test(before.expected.join(' ')) &&
    after.subject === before.subject
  )
    return true;
  // A text that was expected whole is a pattern now, and a shorter one.
  const pattern = /^\/(.+)\/[a-z]*$/.exec(after.expected[0] ?? '')?.[1];
  const whole = before.expected.at(-1) ?? '';
  if (pattern !== undefined && whole.startsWith('"') && before.claim !== 'raises') {
    const [was, is] = [unmarked(whole).toLowerCase(), unmarked(pattern).toLowerCase()];
    if (is.length < was.length && was.includes(is)) return true;
  }
  if (before.claim === 'snapshot' && after.claim === 'equal' && wildcards(after.expected) > wildcards(before.expected))
    return true;
  if (before.claim !== after.claim) return false;
  if (after.operator?.startsWith('with ') && after.operator.length > (before.operator ?? '').length) return true;
  // Whatever order it comes in.
  if (after.unordered && !before.unordered) return true;
  const isPattern = (text: string | undefined) => /^\/.+\/[a-z]*$/.test(text ?? '');
  if (isPattern(before.expected[0]) && isPattern(after.expected[0]) && shorter(before.expected[0]!, after.expected[0]!))
    return true;
  if (wildcards(after.expected) > wildcards(before.expected)) return true;
  switch (before.claim) {
    case 'approx':
      // How far a name lets it be is told where the name is made.
      return (
        before.tolerance !== undefined &&
        (after.tolerance ?? 0) > before.tolerance * 1.0001 &&
        after.tolerance! > USUAL_TOLERANCE
      );
    case 'compare': {
      if (before.operator === undefined || before.operator[0] !== after.operator?.[0]) return false;
      const [was] = numbers(before.expected.join(' '));
      const [is] = numbers(after.expected.join(' '));
      if (was === undefined || is === undefined) return false;
      return before.operator.startsWith('>') ? is < was : is > was;
    }
    case 'contains':
      return shorter(before.expected.join(' '), after.expected.join(' '));
    case 'matches':
      return (
        anythings(after.expected) > anythings(before.expected) ||
        (looseRepeats(before.expected.join(' '))[0] === looseRepeats(after.expected.join(' '))[0] &&
          looseRepeats(after.expected.join(' '))[1] < looseRepeats(before.expected.join(' '))[1]) ||
        shorter(before.expected.join(' '), after.expected.join(' ')) ||
        /^\/?"?(?:\.\*|\.\+)?"?\/?[a-z]*$/.test(after.expected.join(' '))
      );
    case 'raises':
      return (
        after.expected.some((text, index) => shorter(before.expected[index] ?? '', text)) ||
        // One of several errors does now.
        after.expected.some(
          (text, index) =>
            isOneOfSeveral(text) && text.split(' , ').length > (before.expected[index] ?? '').split(' , ').length,
        )
      );
    case 'called-with':
      return after.expected.length < before.expected.length;
    default:
      return false;
  }
}

/** True for a list of errors, one of which is enough. */
export const isOneOfSeveral = (text: string): boolean => /^[([] .* , .* [)\]]$/.test(text);

/** True where the later text is a part of the earlier one: whatever has the whole has the part. */
function shorter(before: string, after: string): boolean {
  const inner = (text: string) => text.replace(/^[\^/"']+|[$/"']+[a-z]*$/g, '').trim();
  const [was, is] = [inner(before), inner(after)];
  return is.length > 0 && is.length < was.length && was.includes(is);
}

/** What is given JSON as a text and compares what it holds: `content().json("…")`. */
const READS_JSON = /\bjson\s*\(\s*"/i;

/** True where the same is asked of the subject, with another value. */
function isChanged(before: Assertion, after: Assertion): boolean {
  if (contradicts(after, before)) return true;
  if (before.not !== after.not && strengthOf(before) === strengthOf(after) && before.subject === after.subject)
    return true;
  // That it has more of a text is that it has less of it, too.
  if (before.claim === 'contains' && after.claim === 'contains' && !before.not && !after.not) {
    const [was, is] = [before, after].map(({ expected }) => unmarked(expected.join(' '))) as [string, string];
    if (was.length > 1 && is.length > was.length && is.includes(was)) return false;
  }
  if (before.claim === 'raises' && after.claim === 'raises')
    return before.expected.some((text) => !after.expected.some((other) => unmarked(other).includes(unmarked(text))));
  if (isWholeOfSnapshot(before, after) || isWholeOfSnapshot(after, before))
    return wordsOf(before.expected).join(' ') !== wordsOf(after.expected).join(' ');
  if (before.claim !== after.claim && !(before.claim === 'equal' && after.claim === 'defined')) return false;
  if (before.subject !== after.subject && likeness(tokensOf(before.subject), tokensOf(after.subject)) < 0.6)
    return false;
  if (before.subject !== after.subject && lastAsked(before.subject) !== lastAsked(after.subject)) return false;
  // Of several arguments of one that nobody knows, the last is what is expected: with others it is another question.
  if (
    before.claim === 'unknown' &&
    (before.expected.length !== after.expected.length || !isOneText(before.expected, after.expected))
  )
    return false;
  // What reads JSON does not mind how it is set.
  const isOfJson = READS_JSON.test(before.text) && READS_JSON.test(after.text);
  const [was, is] = [before, after].map(({ expected }) => values(expected.map(unfilled), isOfJson)) as [string, string];
  if (before.subject === after.subject && was === is && isNamed(before.expected[0]) && isNamed(after.expected[0]))
    return before.expected[0] !== after.expected[0];
  if (was === 'null' && before.subject === after.subject && isNamed(after.expected[0])) return true;
  // Nothing in place of something is another value, too.
  const isEmptied = was !== '' && before.subject === after.subject && EMPTY.test(after.expected[0] ?? '');
  if (before.claim === 'equal' && isEmptied) return true;
  if (was === is || was === '' || is === '') return false;
  // A key that was renamed, or a value in other words: what it holds is the same.
  return was.replace(/"/g, '') !== is.replace(/"/g, '');
}

/** True where an inline snapshot of a value became the value itself, written out. */
const isWholeOfSnapshot = (one: Assertion, other: Assertion): boolean =>
  one.claim === 'snapshot' &&
  other.claim === 'equal' &&
  one.subject === other.subject &&
  /[[{]/.test(one.expected[0] ?? '') &&
  /^[[{]/.test(other.expected[0] ?? '') &&
  wildcards(other.expected) === 0;

/** Returns the words and numbers of texts, whatever their order: a snapshot sorts its keys. */
const wordsOf = (texts: readonly string[]): string[] =>
  (
    texts
      .join(' ')
      .replace(/\\[nt]/g, ' ')
      .replace(/\b(?:Object|Array) (?=[[{])/g, '')
      .match(/[\w$#./-]+/g) ?? []
  ).toSorted();

/** True where one of several arguments differs: the last, or a text of several words, which is no input. */
function isOneText(before: readonly string[], after: readonly string[]): boolean {
  const differing = before.flatMap((text, index) => (text === after[index] ? [] : [index]));
  const [only] = differing;
  return (
    differing.length === 1 &&
    (only === before.length - 1 ||
      (only! > 0 && [before[only!]!, after[only!]!].every((text) => /"[^"]*\s\S[^"]*\s\S/.test(text))))
  );
}

/** Returns the last name of what is asked: `stdout` and `code` of one result are two questions. */
const lastAsked = (subject: string): string =>
  subject
    .replace(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '')
    .trim()
    .replace(/^.*[.:] ?/, '')
    .replace(/[_\W]/g, '')
    .toLowerCase();

/** A text without what is put into it: which names that comes from says nothing. */
const unfilled = (text: string) =>
  /\{[^{}"]*[a-z_]\w*[^{}"]*\}/i.test(text) && /^"/.test(text) ? text.replace(/[$#]?\{[^{}]*\}/g, '{}') : text;

/** A constant of a class or module, or a list of words: its text is its value. */
const isNamed = (text: string | undefined) => /^(?:\w+ (?:\.|::) )+[A-Z]\w*$|^%[iw]/.test(text ?? '');

/** True where the same is asked and a value with another name is expected. */
export const isOtherName = (before: Assertion, after: Assertion): boolean =>
  before.claim === after.claim &&
  before.subject === after.subject &&
  isNamed(before.expected[0]) &&
  isNamed(after.expected[0]) &&
  before.expected[0] !== after.expected[0];

/** A text without the marks of a string or pattern around it. */
export const unmarked = (text: string) =>
  text
    .replace(/^[/"'^ ]+|[/"'$ ]+[a-z]*$/g, '')
    .replace(/\\/g, '')
    .trim();

const tokensOf = (text: string) => text.split(' ');

/** Returns how likely one assertion became the other, from 0 to 1. */
export function nearness(before: Assertion, after: Assertion): number {
  if (before.subject === after.subject) return 1;
  const subject = likeness(tokensOf(before.subject), tokensOf(after.subject));
  const whole = likeness(
    tokensOf(`${before.subject} ${before.expected.join(' ')}`),
    tokensOf(`${after.subject} ${after.expected.join(' ')}`),
  );
  return Math.max(subject * 0.9, whole * 0.85);
}

/** True where another matter of one answer is asked: where it leads to, and which status it has. */
export const asksOtherMatter = (one: Assertion, other: Assertion): boolean => {
  const matterOf = ({ subject }: Assertion) => /^response \. #(\w+)$/.exec(subject)?.[1];
  const [was, is] = [matterOf(one), matterOf(other)];
  return was !== undefined && is !== undefined && was !== is;
};
