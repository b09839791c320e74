import { bare, plain } from '../../syntax/syntax.js';
import { chainOf } from '../chain.js';
import type { Claimed } from '../expression.js';
import { wordOf } from '../vocabulary.js';
import type { Way } from './asked.js';
import { fromCall } from './words.js';

/** Gocheck and quicktest: `c.Assert(got, qt.Equals, want)`, where what is asked stands between the operands. */
export const ofChecker: Way = ({ chain, manner, language }) => {
  const { name, args } = chain.at(-1)!;
  const [looked, checker, ...given] = args ?? [];
  if (language !== 'go' || !/^(?:Assert|Check)$/.test(name) || !looked || !checker) return undefined;
  const called = chainOf(bare(checker))?.at(-1);
  const inner = called?.name === 'Not' ? called.args?.[0] : undefined;
  const asked = (chainOf(bare(inner ?? checker))?.at(-1)?.name ?? plain(inner ?? checker)).replace(/^.*\. /, '');
  if (!/^[A-Z]/.test(asked)) return undefined;
  const word = wordOf(asked);
  const said: Claimed[] = word
    ? [fromCall(word, asked, [looked, ...given], false, manner, 'go')].flat()
    : [{ claim: 'equal', not: false, subject: `${plain(looked)} . #${asked}`, expected: given.map(plain) }];
  return inner ? said.map((one) => ({ ...one, not: !one.not })) : said;
};
