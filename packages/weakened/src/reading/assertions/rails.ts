import { bare, isString, plain, unquoted } from '../../syntax/syntax.js';
import type { Way } from './asked.js';

/** Rails' own assertions, in the words of RSpec's matchers. */
export const ofRails: Way = ({ chain, language }) => {
  if (language !== 'ruby') return undefined;
  const { name, args } = chain.at(-1)!;
  const given = (args ?? []).map((arg) => plain(arg));
  const counted = (args ?? []).map((arg) => (isString(bare(arg)) ? unquoted(bare(arg).text) : plain(arg)));
  if (/^assert_(?:no_)?(?:difference|changes)$/.test(name) && counted[0] !== undefined) {
    const isNo = /_no_/.test(name);
    const by = isNo ? ['0'] : name === 'assert_difference' ? [given[1] ?? '1'] : given.slice(1);
    return [{ claim: 'equal', not: false, subject: changeOf(counted[0]), expected: by }];
  }
  if (name === 'assert_redirected_to')
    return [{ claim: 'equal', not: false, subject: 'response . #redirect_to', expected: given.slice(0, 1) }];
  if (name === 'assert_response')
    return [{ claim: 'equal', not: false, subject: 'response . #have_http_status', expected: given.slice(0, 1) }];
  return undefined;
};

/** `Post.count`, `-> { Post.count }` and `Post, :count` are one thing that changes. */
export const changeOf = (text: string): string =>
  `change ${text
    .replace(/^\[ ?|(?:-> ?|lambda ?)?[{}]|\bdo\b|\bend\b|^\(|\)$/g, '')
    .replace(/ ?, ?:(\w+)$/, '.$1')
    .replace(/\s+/g, '')}`;
