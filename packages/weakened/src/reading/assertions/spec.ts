import { parts, plain, type Syntax } from '../../syntax/syntax.js';
import { type Claimed, withLength } from '../expression.js';
import { wordOf } from '../vocabulary.js';
import type { Way } from './asked.js';
import { ofMatcher } from './rspec.js';
import { fromWord } from './words.js';

/** Minitest's expectations: `_(sum).must_equal 3`. */
export const ofMinitestSpec: Way = ({ chain, node, language }) => {
  const last = chain.at(-1)!;
  if (language !== 'ruby' || !/^(?:must|wont)_/.test(last.name)) return undefined;
  const word = wordOf(last.name.replace(/^(?:must|wont)_/, ''));
  const subject = plain(node)
    .replace(/ \. (?:must|wont)_.*$/, '')
    .replace(/^(?:_|value|expect) \( (.*) \)$/, '$1');
  return word && [fromWord(word, subject, last.args ?? [], last.name.startsWith('wont'))];
};

/** RSpec's old form with a matcher: `sum.should eq 3`. */
export const ofOldShould: Way = ({ chain, node, language }) => {
  const last = chain.at(-1)!;
  const matcher = last.args?.[0];
  if (language !== 'ruby' || !/^should(?:_not)?$/.test(last.name) || !matcher || chain.length < 2) return undefined;
  const subject = plain(node).replace(/ \. should(?:_not)? .*$/, '');
  const looked = /^(?:lambda|proc|->)/.test(subject) ? 'call' : withLength(subject);
  return ofMatcher(matcher, looked, last.name !== 'should');
};

/** RSpec's old form with an operator: `sum.should == 3`. */
export function ofOldOperator(node: Syntax): Claimed[] {
  const [left, right] = parts(node);
  const asked = left && /^(.*) \. should(_not)?$/.exec(plain(left));
  const operator = node.children.find((child) => !child.named)?.text ?? '';
  if (!asked || !right || !/^(?:==|=~|[<>]=?)$/.test(operator)) return [];
  const claim = operator === '==' ? 'equal' : operator === '=~' ? 'matches' : 'compare';
  return [
    {
      ...{ claim, not: asked[2] !== undefined, subject: withLength(asked[1]!), expected: [plain(right)] },
      ...(claim === 'compare' && { operator }),
    },
  ];
}
