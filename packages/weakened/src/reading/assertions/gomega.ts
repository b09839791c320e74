import { bare, plain, unquoted } from '../../syntax/syntax.js';
import { chainOf } from '../chain.js';
import { withLength } from '../expression.js';
import type { Way } from './asked.js';
import { isBody } from './bodies.js';
import { ofMatcher, withTolerance } from './rspec.js';

/** Gomega: `g.Expect(x).To(Equal(3))`, where the matcher is an argument. */
export const ofGomega: Way = ({ chain, language }) => {
  if (language !== 'go') return undefined;
  const head = chain.find(
    ({ name, args }) => /^(?:Expect|Ω|Eventually|Consistently)(?:WithOffset)?$/.test(name) && args,
  );
  const verb = chain.find(({ name }) => /^(?:To|NotTo|ToNot|Should|ShouldNot)$/.test(name));
  const [looked] = head?.args ?? [];
  const [matcher] = verb?.args ?? [];
  if (!looked || !matcher) return undefined;
  const negated = /Not/.test(verb!.name);
  const subject = isBody(looked) ? 'call' : withLength(plain(looked));
  const inner = chainOf(bare(matcher));
  const said = inner?.at(-1);
  const args = said?.args ?? [];
  if (said?.name === 'BeNumerically' && args.length > 1) {
    const operator = unquoted(bare(args[0]!).text);
    const expected = [plain(args[1]!)];
    if (operator === '~') return [{ claim: 'approx', not: negated, subject, expected, ...withTolerance(args[2]) }];
    return [{ claim: operator === '==' ? 'equal' : 'compare', not: negated, subject, expected, operator }];
  }
  if (/^(?:HaveOccurred|Succeed)$/.test(said?.name ?? ''))
    return [
      (said!.name === 'Succeed') !== negated
        ? { claim: 'no-error', not: false, subject, expected: [] }
        : { claim: 'raises', not: false, subject, expected: [] },
    ];
  if (said?.name === 'Not' && args[0]) return ofMatcher(args[0], subject, !negated);
  return ofMatcher(matcher, subject, negated);
};
