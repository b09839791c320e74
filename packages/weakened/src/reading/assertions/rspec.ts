import { bare, literals, names, parts, plain, type Syntax } from '../../syntax/syntax.js';
import { chainOf, type Link } from '../chain.js';
import { type Claimed, numberOf, withLength } from '../expression.js';
import { wordOf } from '../vocabulary.js';
import { ofLinks } from './links.js';
import { changeOf } from './rails.js';
import { raised } from './raised.js';
import { fromWord } from './words.js';

/** RSpec: `expect(x).to eq(3)`, where the matcher is an argument. */
export function ofMatcherCall(links: readonly Link[], subject: string): Claimed[] {
  const verb = links.findIndex(({ name }) => /^(?:to|not_to|to_not)$/.test(name));
  const link = links[verb];
  if (!link) return ofLinks(links, subject, undefined, false);
  const negated = link.name !== 'to';
  const matcher = link.args?.[0];
  if (!matcher) return [];
  return ofMatcher(matcher, subject, negated);
}

export function ofMatcher(whole: Syntax, subject: string, negated: boolean): Claimed[] {
  const matcher = bare(whole);
  if (/^binary/.test(matcher.type)) {
    const [left, right] = parts(matcher);
    const operator = matcher.children.find((child) => !child.named)?.text ?? '';
    if (left && right && /^(?:and|or|&|\|)$/.test(operator))
      return [left, right].flatMap((one) => ofMatcher(one, subject, negated));
    return [
      {
        claim: operator === '==' ? 'equal' : 'compare',
        not: negated,
        subject,
        expected: [right ? plain(right) : ''],
        operator,
      },
    ];
  }
  const chain = chainOf(matcher) ?? [{ name: matcher.text, args: null }];
  const first = chain[0]!;
  const joined = chain.findIndex(({ name, args }) => /^(?:and|or)$/.test(name) && args);
  const later = joined > 0 ? (chain[joined]!.args ?? []).flatMap((one) => ofMatcher(one, subject, negated)) : [];
  const own = (): Claimed => {
    if (/^(?:raise_error|raise_exception)$/.test(first.name))
      return raised([...(first.args ?? []), ...chain.slice(1).flatMap(({ args }) => args ?? [])], negated);
    if (first.name === 'be_within')
      return {
        claim: 'approx',
        not: negated,
        subject,
        expected: (chain.at(-1)?.args ?? []).map(plain),
        ...withTolerance(first.args?.[0]),
      };
    if (first.name === 'have_received' || first.name === 'receive') {
      const args = chain.slice(1).flatMap(({ name, args }) => (/^with$/.test(name) ? (args ?? []) : []));
      const times = chain.find(({ name }) => /^(?:once|twice|exactly|at_least|times)$/.test(name));
      const target = `${subject} . ${(first.args ?? []).map(plain).join(' ')}`;
      if (args.length > 0) return { claim: 'called-with', not: negated, subject: target, expected: args.map(plain) };
      return {
        claim: times ? 'called-times' : 'called',
        not: negated,
        subject: target,
        expected: times ? [times.name, ...(times.args ?? []).map(plain)] : [],
      };
    }
    if (first.name === 'change') {
      const steps = chain
        .slice(1)
        .flatMap(({ name, args }) => [...(name === 'by' ? [] : [name]), ...(args ?? []).map(plain)]);
      const what = changeOf(first.block ? plain(first.block) : (first.args ?? []).map(plain).join(','));
      return negated && steps.length === 0
        ? { claim: 'equal', not: false, subject: what, expected: ['0'] }
        : { claim: steps.length === 0 ? 'defined' : 'equal', not: negated, subject: what, expected: steps };
    }
    const args = first.args ?? [];
    if (first.name === 'be' && args.length === 0 && chain.length > 1)
      return (
        ofMatcher(chain[1]!.args?.[0] ?? matcher, subject, negated)[0] ?? {
          claim: 'truthy',
          not: negated,
          subject,
          expected: [],
        }
      );
    const word = first.name === 'be' && args.length === 0 ? { claim: 'truthy' as const } : wordOf(first.name);
    if (!word) {
      if (isLiteralText(matcher)) return { claim: 'equal', not: negated, subject, expected: [plain(matcher)] };
      return args.length > 0
        ? { claim: 'equal', not: negated, subject: `${subject} . #${first.name}`, expected: args.map(plain) }
        : { claim: 'true', not: negated, subject: `${subject} . #${first.name}`, expected: [] };
    }
    const claim = fromWord(word, subject, args, negated);
    if (claim.claim === 'equal' && claim.expected[0] === 'null' && claim.not)
      return { ...claim, claim: 'defined', not: false, expected: [] };
    return { ...claim, subject: withLength(claim.subject) };
  };
  return [own(), ...later];
}

const isLiteralText = (node: Syntax) => literals(node).length > 0 && names(node).length === 0;

export const withTolerance = (node: Syntax | undefined) => {
  const tolerance = numberOf(node);
  return tolerance === undefined ? {} : { tolerance };
};
