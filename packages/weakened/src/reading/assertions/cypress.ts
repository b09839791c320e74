import { bare, isString, plain, unquoted } from '../../syntax/syntax.js';
import type { Link } from '../chain.js';
import type { Claimed } from '../expression.js';
import { wordOf } from '../vocabulary.js';
import type { Way } from './asked.js';
import { fromWord } from './words.js';

/** Cypress: `.should('have.text', 'Ada').and('be.visible')`, where the words stand in a text. */
export const inWords: Way = ({ chain }) => {
  const isSaid = ({ name, args }: Link) =>
    /^(?:should|and)$/.test(name) && args?.[0] !== undefined && isString(bare(args[0]));
  const from = chain.findIndex((link) => link.name === 'should' && isSaid(link));
  // What stands before the last of them is asked by the call within.
  if (from < 1 || !isSaid(chain.at(-1)!)) return undefined;
  const subject = chain
    .slice(0, from)
    .map(({ name, args }) => (args ? `${name} ( ${args.map(plain).join(' , ')} )` : name))
    .join(' . ');
  return chain.slice(-1).map(({ args }): Claimed => {
    const words = unquoted(args![0]!.text).split('.');
    const name = words.filter((one) => !/^(?:to|be|have|not|deep|a|an)$/.test(one)).join('');
    const not = words.includes('not');
    const word = wordOf(name);
    if (word) return fromWord(word, subject, args!.slice(1), not);
    return args!.length > 1
      ? { claim: 'equal', not, subject: `${subject} . #${name}`, expected: args!.slice(1).map(plain) }
      : { claim: 'true', not, subject: `${subject} . #${name}`, expected: [] };
  });
};
