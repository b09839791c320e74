import { bare, plain, type Syntax } from '../../syntax/syntax.js';
import { chainOf, isCall } from '../chain.js';
import { type Claimed, withLength } from '../expression.js';
import { wordOf } from '../vocabulary.js';
import { fromWord } from './words.js';

/** Hamcrest: `assertThat(x, is(equalTo(3)))`. */
export function ofHamcrest(args: readonly Syntax[]): Claimed[] {
  const operands = args.length > 2 ? args.slice(-2) : args;
  const subject = withLength(plain(operands[0]!));
  const unwrap = (node: Syntax, negated: boolean, depth = 0): Claimed[] => {
    const chain = chainOf(node);
    const last = chain?.at(-1);
    if (!last?.args) return [{ claim: 'equal', not: negated, subject, expected: [plain(node)] }];
    const inner = last.args[0];
    if (depth < 8 && last.name === 'not' && inner) return unwrap(inner, !negated, depth + 1);
    if (last.name === 'anyOf' && last.args.length > 1)
      return [{ claim: 'part', not: negated, subject, expected: last.args.map(plain), operator: 'or' }];
    if (depth < 8 && /^(?:is|allOf|both|either|anyOf)$/.test(last.name) && inner) {
      return (last.name === 'allOf' ? last.args : [inner]).flatMap((one) => unwrap(one, negated, depth + 1));
    }
    // Hamcrest's own `contains` asks for all of a list, in its order.
    const isWhole = /^(?:contains|arrayContaining)$/.test(last.name) && last.args.every((arg) => !isCall(bare(arg)));
    if (isWhole)
      return [{ claim: 'equal', not: negated, subject, expected: [`[ ${last.args.map(plain).join(' , ')} ]`] }];
    const word = wordOf(last.name);
    if (!word) return [{ claim: 'part', not: negated, subject, expected: [plain(node)] }];
    const claim = fromWord(word, subject, last.args, negated);
    return [word.claim === 'compare' ? { ...claim, operator: /less/i.test(last.name) ? '<' : '>' } : claim];
  };
  return unwrap(operands[1]!, false);
}
