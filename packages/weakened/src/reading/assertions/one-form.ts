import type { LanguageId } from '../../syntax/language-of.js';
import type { Claimed } from '../expression.js';

/** Returns a claim in the form that all words for it share. */
export const inOneForm = (claimed: Claimed, language: LanguageId): Claimed[] => {
  const one = ofClass(ofCalls(claimed));
  return eachHeld(language === 'rust' ? ofProcess(one) : one);
};

/** That a list contains several elements is that it contains each of them. */
function eachHeld({ expected, ...claimed }: Claimed): Claimed[] {
  if (claimed.claim !== 'contains' || expected.length < 2) return [{ ...claimed, expected }];
  return expected.map((text) => ({ ...claimed, expected: [text] }));
}

/** What a value is made by, looked at as a value of its own: `x.class`, `type(x)`, `typeof x`. */
const CLASS_OF = /^(?:(.*) \. class|type \( (.*) \)|typeof (.*)|reflect \. TypeOf \( (.*) \))$/;

/** That the class of a value is another one's is that the value is of that class. */
function ofClass(claimed: Claimed): Claimed {
  const made = claimed.claim === 'equal' ? CLASS_OF.exec(claimed.subject) : null;
  if (!made) return claimed;
  const [expected = ''] = claimed.expected;
  const other = CLASS_OF.exec(expected)?.slice(1).find(Boolean);
  return { ...claimed, claim: 'type', subject: made.slice(1).find(Boolean)!, expected: [other ?? expected] };
}

/** Calls that a double noted, looked at as a list, are what they are by their own words. */
function ofCalls(claimed: Claimed): Claimed {
  if (claimed.claim !== 'equal' || claimed.not) return claimed;
  const counted = /^(.*) \. (?:callCount|call_count|calls \. #length)$/.exec(claimed.subject)?.[1];
  if (counted !== undefined) return { ...claimed, claim: 'called-times', subject: counted };
  const [, double, rest] = /^(.*) \. mock \. calls(?: (\. #length|\[ -?\d+ \]))$/.exec(claimed.subject) ?? [];
  if (double === undefined) return claimed;
  if (rest === '. #length') return { ...claimed, claim: 'called-times', subject: double };
  const inner = /^\[ (.*) \]$/.exec(claimed.expected[0] ?? '')?.[1];
  return inner === undefined || /[[({]/.test(inner)
    ? claimed
    : { ...claimed, claim: 'called-with', subject: double, expected: inner.split(' , ') };
}

/** What a process of Rust gave back, in the words of what asks it: `out.status.success()` is `.success()` of assert_cmd. */
function ofProcess(claimed: Claimed): Claimed {
  if (claimed.claim === 'snapshot') return claimed;
  const subject = claimed.subject.replace(
    /^(?:(?:std :: )?str|String) :: from_utf8(?:_lossy)? \( (.*?) \)(?: \. unwrap \( \))?/,
    '$1',
  );
  const [, what, rest = ''] =
    /^\w+ \. (status \. success \( \)|status \. code \( \)|stdout|stderr)( .*)?$/.exec(subject) ?? [];
  if (what === undefined) return claimed;
  const place = `answer . #${what.replace(/^status \. | \( \)$/g, '')}`;
  if (rest === ' . #length' && claimed.claim === 'equal' && claimed.expected[0] === '0')
    return { ...claimed, subject: place, expected: ['""'] };
  const expected = claimed.expected.map((text) => text.replace(/^Some \( (.*) \)$/, '$1'));
  return { ...claimed, subject: `${place}${rest}`, expected };
}
