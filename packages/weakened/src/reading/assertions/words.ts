import type { LanguageId } from '../../syntax/language-of.js';
import { at, bare, isLiteral, isString, plain, type Syntax } from '../../syntax/syntax.js';
import { type Claimed, claimsOf, equality, inOrder, isErrorName, numberOf, withLength } from '../expression.js';
import type { Word } from '../vocabulary.js';
import { isBody } from './bodies.js';
import type { Manner } from './manner.js';
import { raised } from './raised.js';

/** Names for how far values may be from one another. */
const TOLERANCE = /eps|tol|delta|precision/i;

/** `assertThrows(X.class, () -> …)`, `assertEquals(a, b, "why")`: the operands of a word that is called. */
export function fromCall(
  word: Word,
  name: string,
  args: readonly Syntax[],
  hasBlock: boolean,
  manner: Manner,
  language: LanguageId,
): Claimed | Claimed[] {
  const not = word.not ?? false;
  if (word.claim === 'raises' && (word.takes ?? 0) >= 2)
    return raised(
      // Python's form with a function has what it calls behind the error.
      language === 'python'
        ? args.slice(0, /regex|with/i.test(name) ? 2 : 1)
        : hasBlock
          ? args
          : args.filter((arg, index) => !(index === 0 && isBody(arg))),
      not,
      'call',
    );
  if (word.claim === 'raises' && args.length === 0) return raised([], not);
  if (word.claim === 'true' || word.claim === 'truthy') {
    // JUnit 4 has the message in front.
    const condition = args.length > 1 && isString(bare(args[0]!)) ? args[1] : args[0];
    return condition ? claimsOf(condition, not, manner.exact && !/^ok$/.test(name), manner.expectedFirst) : [];
  }
  const operands =
    word.takes &&
    args.length > 2 &&
    isString(bare(args[0]!)) &&
    language === 'java' &&
    !isString(bare(args[2]!)) &&
    word.claim !== 'approx'
      ? args.slice(1)
      : args;
  if (word.claim === 'approx' && operands.length >= 2) {
    const order = inOrder(operands[0]!, operands[1]!, manner.expectedFirst);
    const spread = operands
      .slice(2)
      .map((arg) => numberOf(at(arg, 'value') ?? arg))
      .find((value) => value !== undefined);
    const isPlaces = /almost_?equal/i.test(name) && !operands.slice(2).some((arg) => /delta/.test(arg.text));
    // One that has a name is looked at where it is made.
    const named = operands.slice(2).find((arg) => TOLERANCE.test(arg.text));
    const tolerance = isPlaces ? 10 ** -(spread ?? 7) : (spread ?? 1e-7);
    return {
      ...{ claim: 'approx', not, subject: order.subject, expected: [order.expected] },
      ...(spread === undefined && named ? { toleranceName: plain(at(named, 'value') ?? named) } : { tolerance }),
    };
  }
  if (word.claim === 'equal' && word.takes === 1 && !word.of && operands.length >= 2) {
    const spread = language === 'java' && operands[2] && !isString(bare(operands[2])) ? operands[2] : undefined;
    const delta = numberOf(spread);
    if (spread && (delta !== undefined || TOLERANCE.test(spread.text))) {
      const order = inOrder(operands[0]!, operands[1]!, manner.expectedFirst);
      return {
        ...{ claim: 'approx', not, subject: order.subject, expected: [order.expected] },
        ...(delta === undefined ? { toleranceName: plain(spread) } : { tolerance: delta }),
      };
    }
    return equality(operands[0]!, operands[1]!, not, manner.expectedFirst).map((one) => ({
      ...one,
      ...(word.unordered && { unordered: true }),
    }));
  }
  if ((word.claim === 'contains' || word.claim === 'matches' || word.claim === 'type') && operands.length >= 2) {
    const isHeldFirst =
      /^(?:assertIn|assertNotIn|assert_match|assert_instance_of|assert_kind_of|IsType|assertInstanceOf|Regexp|Implements|refute_match)$/.test(
        name,
      );
    const [subject, expected] = isHeldFirst ? [operands[1]!, operands[0]!] : [operands[0]!, operands[1]!];
    return { claim: word.claim, not, subject: withLength(plain(subject)), expected: [plain(expected)] };
  }
  if (word.claim === 'compare' && operands.length >= 2) {
    const text = `${operands[0]!.text} ${/less|lt/i.test(name) ? '<' : '>'} ${operands[1]!.text}`;
    return {
      claim: 'compare',
      not,
      subject: withLength(plain(operands[0]!)),
      expected: [plain(operands[1]!)],
      operator: /less|lt|below|most/i.test(name) ? '<' : /operator/i.test(name) ? text : '>',
    };
  }
  if (/^(?:ErrorAs|ErrorAsf)$/.test(name))
    return { claim: 'raises', not, subject: operands[0] ? plain(operands[0]) : 'call', expected: ['as'] };
  const [subject, ...expected] = operands;
  const claim = fromWord(word, subject ? withLength(plain(subject)) : 'call', expected, false);
  if (language !== 'go' || claim.not || !isErrorName(claim.subject)) return claim;
  // An error that is nothing is none, and one that is something is one.
  if (claim.claim === 'equal' && claim.expected[0] === 'null') return { ...claim, claim: 'no-error', expected: [] };
  return claim.claim === 'defined' ? { ...claim, claim: 'raises', expected: [] } : claim;
}

/** Ruby's `eq(id: 1, name: "Ada")` hands over one hash. */
const asOneHash = (args: readonly Syntax[]): string[] =>
  args.length > 0 && args.every(({ type }) => type === 'pair')
    ? [`{ ${args.map(plain).join(' , ')} }`]
    : args.map(plain);

/** True for one literal value in a list that is told as a whole: `containsExactly("open")`. */
const isOneValue = ({ claim }: Word, arg: Syntax | undefined): boolean =>
  claim === 'equal' && arg !== undefined && isLiteral(bare(arg));

/** A word with a subject that is known and the arguments behind it. */
export function fromWord(word: Word, subject: string, args: readonly Syntax[], negated: boolean): Claimed {
  const not = (word.not ?? false) !== negated;
  if (word.claim === 'raises') return raised(args, not, subject);
  const given = (word.claim === 'equal' ? asOneHash(args) : args.map(plain)).map((text) =>
    text.replace(/^(?:nil|None|undefined)$/, 'null'),
  );
  const expected = word.expects
    ? [word.expects]
    : word.listed && (args.length > 1 || isOneValue(word, args[0]))
      ? word.claim === 'contains'
        ? given
        : [`[ ${given.join(' , ')} ]`]
      : given.slice(0, word.takes ?? 0);
  const tolerance = word.claim === 'approx' ? numberOf(args[1]) : undefined;
  const option = word.claim === 'snapshot' ? args.find((arg) => /maxDiff|threshold/i.test(arg.text)) : undefined;
  return {
    claim: word.claim,
    not,
    subject: `${subject}${word.of ?? ''}`,
    expected,
    ...(tolerance !== undefined && { tolerance }),
    ...(word.unordered && { unordered: true }),
    ...(option && { operator: `with ${plain(option)}` }),
  };
}
