import { bare, plain } from '../../syntax/syntax.js';
import { claimsOf, equality } from '../expression.js';
import { looksLikeAssertion, wordOf } from '../vocabulary.js';
import type { Way } from './asked.js';
import { fromCall } from './words.js';

/** Rust's macros. */
export const ofMacro: Way = ({ chain, manner, language }) => {
  if (language !== 'rust' || !chain[0]!.name.endsWith('!')) return undefined;
  const { name, args } = chain.at(-1)!;
  const bareName = name.slice(0, -1).replace(/^.*::\s*/, '');
  const operands = args ?? [];
  if (/^(?:debug_|prop_)?assert$/.test(bareName)) {
    const condition = operands[0];
    if (!condition) return [];
    // It says itself what matches what.
    if (bare(condition).type === 'macro_invocation' && /^(?:std::)?matches!/.test(bare(condition).text)) return [];
    return claimsOf(condition, false, true);
  }
  if (!/^(?:debug_)?assert|^prop_assert|^check|^insta/.test(bareName) && !wordOf(bareName)) return [];
  const word = wordOf(bareName);
  // `assert_snapshot!(page, @"<h1>…</h1>")` has what is expected behind the sign.
  const inline = word?.claim === 'snapshot' ? /^\( (.*) , @ (.*) \)$/.exec(operands.map(plain).join(' , ')) : null;
  if (inline) return [{ claim: 'snapshot', not: false, subject: inline[1]!, expected: [inline[2]!] }];
  if (word?.claim === 'snapshot') {
    const [, compared, redacted] = /^\( (.*?) , (\{ .* => .*\}) \)$/.exec(operands.map(plain).join(' , ')) ?? [];
    return [
      {
        ...{ claim: 'snapshot', not: false, subject: compared ?? operands.map(plain).join(' , '), expected: [] },
        // What is redacted is not compared.
        ...(redacted !== undefined && { operator: `with ${redacted}` }),
      },
    ];
  }
  if (/^(?:debug_|prop_|pretty_)?assert_(?:eq|ne|str_eq)$/.test(bareName) && operands.length >= 2)
    return equality(operands[0]!, operands[1]!, bareName.includes('_ne'), false);
  if (word) return [fromCall(word, bareName, operands, false, manner, 'rust')].flat();
  return looksLikeAssertion(bareName)
    ? [{ claim: 'unknown', not: false, subject: bareName, expected: operands.map(plain) }]
    : [];
};
