import type { Assertion } from '../reading/assertion.js';
import { valuesAndNames } from '../reading/values.js';
import { numberText } from '../syntax/syntax.js';
import { entriesOf, listOf, wildcards } from './written-out.js';

/*
 * A value that is compared as a whole, written out, settles whatever is asked of it alone: its parts, its length, what it
 * contains.
 */

/** True where what a part asks follows from a whole that has one value, which is written out. */
export function settles(whole: Assertion, part: Assertion): boolean {
  const found = partIn(whole, part);
  return found !== undefined && isSo(found, part);
}

/** True where a whole that has one value, which is written out with nothing but literal values, is not as a part asks. */
export function contradicts(whole: Assertion, part: Assertion): boolean {
  const found = partIn(whole, part);
  const isLiteral = (text: string) => text !== '' && valuesAndNames(text).names.length === 0;
  return (
    found !== undefined &&
    /^(?:equal|contains)$/.test(part.claim) &&
    [found.text, part.expected[0] ?? ''].every(isLiteral) &&
    !isSo(found, part)
  );
}

/** Returns what a part asks for, as it stands in a whole; undefined where the whole does not have it. */
function partIn(whole: Assertion, part: Assertion): Followed | undefined {
  const [value = ''] = whole.expected;
  if (
    !/^(?:equal|snapshot)$/.test(whole.claim) ||
    whole.not ||
    !WRITTEN_OUT.test(value) ||
    wildcards(whole.expected) > 0
  )
    return undefined;
  const [subject, compared] = [unwrapped(part.subject), unwrapped(whole.subject)];
  const listed = ofEach(compared);
  if (listed !== undefined && subject === `${listed} . #length`)
    return listOf(value) ? followed(value, '. #length') : undefined;
  if (!`${subject} `.startsWith(`${compared} `)) return undefined;
  const rest = subject.slice(compared.length).trim();
  return rest === '' && (part.claim === 'equal' || part.claim === 'snapshot') ? undefined : followed(value, rest);
}

/** A subject of Rust without what takes its value out of a result. */
const unwrapped = (subject: string) => subject.replace(/ \. (?:unwrap|expect) \( (?:"(?:[^"\\]|\\.)*" )?\)/g, '');

/** Returns the list of which each element is looked at: `log . of ( "ann" )` of `log . of ( "ann" ) . extracting ( … )`. */
const ofEach = (subject: string): string | undefined =>
  /^(.+) \. (?:extracting|map|collect|pluck) (?:\( [^()]*(?:\([^()]*\)[^()]*)* \)|\{ [^{}]* \})$/.exec(subject)?.[1] ??
  /^\[ \S.* for \w+ in ((?:(?! if ).)+) \]$/.exec(subject)?.[1];

const WRITTEN_OUT = /^(?:"(?:[^"\\]|\\.)*"|\[ .*\]|\{ .*\})$/;

/** A value behind steps from a whole; `isKnown` is false where only its text was asked something that is not worked out. */
interface Followed {
  text: string;
  isKnown: boolean;
}

/** Follows steps such as `. items [ 0 ] . id` into a value that is written out; undefined where they lead elsewhere. */
function followed(value: string, steps: string): Followed | undefined {
  if (steps === '') return { text: value, isKnown: true };
  const [step = '', key, index] =
    /^(?:(?:\.|\?\.|!) )?(?:\[ )?(?:[:"]?([A-Za-z_]\w*)"?|(\d+))(?: \])?(?= |$)/.exec(steps) ?? [];
  const rest = steps.slice(step.length).trim();
  if (steps === '. #length') {
    const length = sizeOf(value);
    return { text: length === undefined ? '' : String(length), isKnown: length !== undefined };
  }
  const isCalled = rest.startsWith('(');
  const inner = isCalled
    ? undefined
    : index !== undefined
      ? listOf(value)?.[Number(index)]
      : key !== undefined
        ? entriesOf(value)?.get(key)
        : undefined;
  if (inner !== undefined) return followed(inner, rest);
  // Of a text all is settled, also what is not worked out here.
  return value.startsWith('"') ? { text: '', isKnown: false } : undefined;
}

const sizeOf = (value: string): number | undefined =>
  value === '[ ]' || value === '{ }' || value === '""' ? 0 : (listOf(value)?.length ?? entriesOf(value)?.size);

/** True where a value that stands there is as it is asked for. */
function isSo({ text, isKnown }: Followed, { claim, not, expected: [expected = ''] }: Assertion): boolean {
  if (!isKnown) return true;
  if (claim === 'equal') return (even(text) === even(expected)) !== not;
  if (claim === 'true' || claim === 'truthy') return /^(?:true|True)$/.test(text) !== not;
  if (claim === 'contains') return has(text, expected) !== not;
  if (claim === 'defined') return even(text) !== 'null';
  return /^(?:matches|compare|type|approx)$/.test(claim) && !not;
}

const even = (text: string): string =>
  numberText(
    text
      .replace(/^:(\w+)$/, '"$1"')
      .toLowerCase()
      .replace(/^(?:nil|none|undefined)$/, 'null'),
  );

/** True where a list has an element, an object a key, a text a part. */
function has(text: string, part: string): boolean {
  if (text.startsWith('"')) return text.slice(1, -1).includes(part.replace(/^["']|["']$/g, ''));
  const list = listOf(text);
  if (list) return list.some((one) => even(one) === even(part));
  return entriesOf(text)?.has(part.replace(/^[":]|"$/g, '')) ?? false;
}
