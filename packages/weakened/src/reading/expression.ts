import { at, bare, isLiteral, literals, names, parts, plain, type Syntax } from '../syntax/syntax.js';
import { workedOut } from './amounts.js';
import type { Assertion } from './assertion.js';
import { chainOf, isCall } from './chain.js';
import { wordName } from './vocabulary.js';

/** What an expression claims when it holds, before the place is known. */
export type Claimed = Omit<Assertion, 'text' | 'line' | 'literals' | 'names' | 'within'>;

const BINARY =
  /^(?:binary_expression|comparison_operator|boolean_operator|binary|instanceof_expression|binary_operator)$/;
const NOT = /^(?:unary_expression|not_operator|prefix_unary_expression|unary|not_expression)$/;

const EQUAL = new Set(['==', '===', 'is', 'eq?']);
const UNEQUAL = new Set(['!=', '!==', 'is not', '<>']);
const AND = new Set(['&&', 'and']);
const OR = new Set(['||', 'or']);
const ORDER = new Set(['<', '>', '<=', '>=']);
const REVERSED: Record<string, string> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const SWAPPED: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

const NOTHING = /^(?:null|nil|None|undefined)$/;

/** Lengths are told the same way in all languages. */
export function withLength(text: string): string {
  return text
    .replace(/^len \( (.*) \)$/, '$1 . #length')
    .replace(/ (?:\.|\?\.) (?:length|size|len|count|Length|Count)(?: \( \))?$/, ' . #length');
}

/** Rank of a node as what is expected: a value that is written out before one that is computed. */
function writtenOut(node: Syntax): number {
  const inner = bare(node);
  if (isLiteral(inner)) return 3;
  const called = names(inner).length;
  if (literals(inner).length > 0 && called === 0) return 3;
  const text = plain(inner);
  if (
    /^(?:&? ?)?(?:want|expect|exp\b|tt? \. (?:want|exp)|tc \. (?:want|exp)|test \. (?:want|exp)|c \. (?:want|exp))/i.test(
      text,
    )
  )
    return 2.5;
  if (/(?:array|list|object|dictionary|hash|tuple|composite_literal|set)/.test(inner.type)) return 2;
  if (!isCall(inner) && called <= 1) return 1;
  return literals(inner).length > 0 && !isCall(inner) ? 1 : 0;
}

/** Puts two operands in order: the subject, and what it should be. */
export function inOrder(one: Syntax, other: Syntax, expectedFirst: boolean): { subject: string; expected: string } {
  const [first, second] = [writtenOut(one), writtenOut(other)];
  const isFirst = first === second ? expectedFirst : first > second;
  const [subject, expected] = isFirst ? [other, one] : [one, other];
  return { subject: withLength(plain(subject)), expected: plain(expected) };
}

/** Returns the operator of a binary expression and its operands. */
function binaryOf(node: Syntax): { operator: string; left: Syntax; right: Syntax } | null {
  if (!BINARY.test(node.type)) return null;
  const operands = parts(node);
  if (operands.length !== 2) return null;
  const operator = node.children
    .filter((child) => !operands.includes(child) && !/comment/.test(child.type))
    .map(({ text }) => text)
    .join(' ');
  return { operator, left: operands[0]!, right: operands[1]! };
}

/** Reads the arguments of an approximate comparison; undefined where there is no number. */
export function numberOf(node: Syntax | undefined): number | undefined {
  if (!node) return undefined;
  const text = workedOut(plain(node)).replace(/[_ ]/g, '');
  const found = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|-?\.\d+/i.exec(text);
  return found ? Number(found[0]) : undefined;
}

/** Methods that say something about what they are called on, as a condition. */
const ASKING: Readonly<Record<string, Partial<Claimed>>> = {
  contains: { claim: 'contains' },
  includes: { claim: 'contains' },
  include: { claim: 'contains' },
  containskey: { claim: 'contains' },
  haskey: { claim: 'contains' },
  key: { claim: 'contains' },
  hasprefix: { claim: 'contains' },
  hassuffix: { claim: 'contains' },
  startswith: { claim: 'contains' },
  endswith: { claim: 'contains' },
  matches: { claim: 'matches' },
  match: { claim: 'matches' },
  matchstring: { claim: 'matches' },
  fullmatch: { claim: 'matches' },
  search: { claim: 'matches' },
  test: { claim: 'matches' },
  ismatch: { claim: 'matches' },
  equals: { claim: 'equal' },
  equal: { claim: 'equal' },
  deepequal: { claim: 'equal' },
  eql: { claim: 'equal' },
  allclose: { claim: 'approx' },
  isclose: { claim: 'approx' },
  arrayequal: { claim: 'equal' },
  isinstance: { claim: 'type' },
  isa: { claim: 'type' },
  kindof: { claim: 'type' },
  issome: { claim: 'defined' },
  isok: { claim: 'defined' },
  iserr: { claim: 'raises' },
  isnone: { claim: 'equal', expected: ['null'] },
  isnil: { claim: 'equal', expected: ['null'] },
  nil: { claim: 'equal', expected: ['null'] },
  nonnull: { claim: 'defined' },
  isnull: { claim: 'equal', expected: ['null'] },
  ispresent: { claim: 'defined' },
  present: { claim: 'defined' },
  isempty: { claim: 'equal', expected: ['0'] },
  empty: { claim: 'equal', expected: ['0'] },
};

/**
 * Returns what holds when an expression does, or does not.
 * @param exact a bare boolean is one of two values here, and no truthiness
 */
export function claimsOf(whole: Syntax, negated: boolean, exact: boolean, expectedFirst = false, depth = 0): Claimed[] {
  const node = bare(whole);
  const again = (inner: Syntax, not: boolean) => claimsOf(inner, not, exact, expectedFirst, depth + 1);
  if (depth < 20 && NOT.test(node.type) && /^(?:!|not\b)/.test(node.text)) {
    const inner = parts(node).at(-1);
    if (inner) return again(inner, !negated);
  }
  const binary = binaryOf(node);
  if (binary) {
    const { left, right } = binary;
    const operator = binary.operator;
    if (depth < 20 && (negated ? OR : AND).has(operator)) return [...again(left, negated), ...again(right, negated)];
    if ((negated ? AND : OR).has(operator))
      return [{ claim: 'part', not: false, subject: plain(node), expected: [], operator: 'or' }];
    if (EQUAL.has(operator) || UNEQUAL.has(operator))
      return equality(left, right, UNEQUAL.has(operator) !== negated, expectedFirst);
    if (operator === 'in' || operator === 'not in')
      return [
        { claim: 'contains', not: (operator === 'not in') !== negated, subject: plain(right), expected: [plain(left)] },
      ];
    if (operator === 'instanceof')
      return [{ claim: 'type', not: negated, subject: plain(left), expected: [plain(right)] }];
    if (operator === '=~' || operator === '!~')
      return [
        { claim: 'matches', not: (operator === '!~') !== negated, subject: plain(left), expected: [plain(right)] },
      ];
    if (ORDER.has(operator)) return [comparison(left, right, negated ? REVERSED[operator]! : operator)];
  }
  const between = node.type === 'comparison_operator' ? parts(node) : [];
  // `low <= x <= high` is two comparisons.
  if (between.length === 3 && !negated) {
    const operators = node.children.filter((child) => !child.named && ORDER.has(child.text)).map(({ text }) => text);
    if (operators.length === 2)
      return operators.map((operator, index) => comparison(between[index]!, between[index + 1]!, operator));
  }
  const chain = chainOf(node);
  const last = chain?.at(-1);
  if (chain && last?.args) {
    const asking = ASKING[wordName(last.name)];
    const args = last.args;
    const isFree =
      args.length >= 2 &&
      (chain.length === 1 ||
        /^(?:reflect|strings|bytes|slices|maps|errors|np|numpy|math|re|Objects|Arrays|assert|cmp|regexp|_)$/.test(
          chain[0]!.name,
        ));
    if (last.name === 'Is' || last.name === 'As')
      return [
        {
          claim: 'raises',
          not: negated,
          subject: plain(args[0] ?? node),
          // What an error is read into has a name that says nothing.
          expected: last.name === 'As' ? ['as'] : args.slice(1).map(plain),
        },
      ];
    if (asking?.claim) {
      const subject = isFree ? plain(args[0]!) : plain(node).replace(/ (?:\.|\?\.|::) [^.]*$/, '');
      const expected = asking.expected ?? args.slice(isFree ? 1 : 0).map(plain);
      if (asking.claim === 'equal' && isFree) {
        const order = inOrder(args[0]!, args[1]!, expectedFirst);
        return [{ claim: 'equal', not: negated, subject: order.subject, expected: [order.expected] }];
      }
      // A pattern is asked about the text that it is given.
      if (subject.startsWith('/') && args.length === 1)
        return [{ claim: 'matches', not: negated, subject: plain(args[0]!), expected: [subject] }];
      if (expected[0] === 'null') return [nothing(negated, subject)];
      return [
        {
          claim: asking.claim,
          not: negated,
          subject: /empty/i.test(last.name) ? `${subject} . #length` : subject,
          expected,
        },
      ];
    }
  }
  if (/^(?:true|True|1)$/.test(plain(node)) && !negated)
    return [{ claim: 'constant', not: false, subject: plain(node), expected: [] }];
  return [{ claim: exact ? 'true' : 'truthy', not: negated, subject: plain(node), expected: [] }];
}

/** That there is nothing, or something. */
const nothing = (not: boolean, subject: string): Claimed =>
  not ? { claim: 'defined', not: false, subject, expected: [] } : { claim: 'equal', not, subject, expected: ['null'] };

/** True for what is called an error. */
export const isErrorName = (text: string): boolean => /(?:^|[a-z. ])err(?:or)?$/i.test(text);

/** Says that two operands are equal, or are not: `assertEqual(a, b)` is `assert a == b`. */
export function equality(left: Syntax, right: Syntax, not: boolean, expectedFirst: boolean): Claimed[] {
  const { subject, expected } = inOrder(left, right, expectedFirst);
  if (NOTHING.test(expected)) {
    if (isErrorName(subject)) return [{ claim: not ? 'raises' : 'no-error', not: false, subject, expected: [] }];
    return [nothing(not, subject)];
  }
  // Go compares with an error's value what `errors.Is` asks.
  const [one, other] = [plain(left), plain(right)];
  const isValue = (text: string) =>
    /^(?:\w+ \. )?(?:[Ee]rr[A-Z]\w*|EOF)$|^\w+ \. (?:want|expect|exp)\w*[eE]rr\w*$/.test(text);
  if (isErrorName(one) && isValue(other)) return [{ claim: 'raises', not, subject: one, expected: [other] }];
  if (isErrorName(other) && isValue(one)) return [{ claim: 'raises', not, subject: other, expected: [one] }];
  const close = [left, right].find((side) =>
    /(?:^|\.)\s*approx(?:$|\s*\()/.test(
      chainOf(bare(side))
        ?.map(({ name }) => name)
        .join('.') ?? '',
    ),
  );
  if (close) {
    const args = chainOf(bare(close))!.at(-1)!.args ?? [];
    const other = close === left ? right : left;
    const named = args.slice(1).map((arg) => numberOf(at(arg, 'value') ?? arg) ?? 0);
    const tolerance = named.length > 0 ? Math.max(...named) : 1e-6;
    return [{ claim: 'approx', not, subject: plain(other), expected: [args[0] ? plain(args[0]) : ''], tolerance }];
  }
  return [{ claim: 'equal', not, subject, expected: [expected] }];
}

/** Returns a comparison with the subject on its left; one of a distance with a number is an approximate equality. */
function comparison(left: Syntax, right: Syntax, operator: string): Claimed {
  const isSwapped = writtenOut(left) > writtenOut(right);
  const [subject, bound] = isSwapped ? [right, left] : [left, right];
  return bounded(subject, bound, isSwapped ? SWAPPED[operator]! : operator);
}

/** Says that a subject is on one side of a bound; that a distance is below one is an approximate equality. */
export function bounded(subject: Syntax, bound: Syntax, direction: string): Claimed {
  const text = plain(subject);
  const distance =
    /^(?:(?:math|Math|f64|np|numpy) (?:\.|::) )?(?:abs|Abs|fabs) \( (.*) - (.*) \)$/.exec(text) ??
    /^\( ?(.*) - (.*?) \) \. abs(?: \( \))?$/.exec(text) ??
    (/^\(.*\)\s*\.\s*abs\b/s.test(subject.text) ? /^(.*) - (.*) \. abs(?: \( \))?$/.exec(text) : null);
  const tolerance = numberOf(bound);
  if (distance && /^</.test(direction))
    return {
      claim: 'approx',
      not: false,
      subject: distance[1]!,
      expected: [distance[2]!],
      ...(tolerance === undefined ? { toleranceName: plain(bound) } : { tolerance }),
    };
  return { claim: 'compare', not: false, subject: withLength(text), expected: [plain(bound)], operator: direction };
}
