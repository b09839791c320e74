import { plain } from '../../syntax/syntax.js';
import type { Claimed } from '../expression.js';
import type { Way } from './asked.js';

/** What a double expects of its calls: gomock, mockall, mocha's sinon, mocha of Ruby. */
export const askedOfDouble: Way = ({ chain }) => {
  const from = chain.findIndex(({ name }) => /^(?:expect_\w+|EXPECT|expects|should_receive)$/.test(name));
  if (from < 0) return undefined;
  const target = chain
    .slice(0, from + 1)
    .map(({ name }) => name)
    .join(' . ');
  const asked = chain.slice(from + 1).flatMap((link): Claimed[] =>
    link.args && /^(?:with|times|Times|once|with_args|MinTimes|exactly)$/.test(link.name)
      ? [
          {
            claim: link.name === 'MinTimes' ? 'called' : 'equal',
            not: false,
            subject: `${target} . #${link.name}`,
            expected: link.args.map(plain),
          },
        ]
      : [],
  );
  return asked.length > 0 ? asked : undefined;
};
