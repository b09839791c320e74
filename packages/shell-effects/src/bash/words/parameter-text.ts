/** The module works out what `${x…}` makes of the text of a value. */

import { HOLE, isKnown } from '../../state.js';
import { LIMITS } from '../parse.js';
import { matchGlob } from './glob.js';

/** Removes the longest or shortest prefix or suffix that matches; lengths are bounded, as each try costs a match. */
export function remove(value: string, pattern: string, operator: string): string {
  if (!isKnown(pattern) || value.length > 4_096) return HOLE;
  const isPrefix = operator.startsWith('#');
  const isLongest = operator.length === 2;
  for (let step = 0; step <= value.length; step++) {
    const length = isLongest ? value.length - step : step;
    const piece = isPrefix ? value.slice(0, length) : value.slice(value.length - length);
    if (matchGlob(pattern, piece)) return isPrefix ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

/** Returns the value of `${x/pattern/replacement}`: from each place the longest match is replaced. */
export function replace(value: string, pattern: string, replacement: string, operator: string): string {
  if (!isKnown(pattern) || /(?<!\\)&/.test(replacement)) return HOLE;
  if (pattern === '') return operator === '/#' ? replacement + value : operator === '/%' ? value + replacement : value;
  const isLiteral = !/(?<!\\)[*?[]|[@?+!*]\(/.test(pattern);
  if (!isLiteral && value.length > 512) return HOLE;
  const literal = pattern.replace(/\\(.)/gs, '$1');
  const lengthAt = (at: number): number => {
    if (isLiteral) return value.startsWith(literal, at) ? literal.length : 0;
    for (let end = value.length; end > at; end--) if (matchGlob(pattern, value.slice(at, end))) return end - at;
    return 0;
  };
  let result = '';
  for (let at = 0; at < value.length; ) {
    const length = operator === '/#' && at > 0 ? 0 : lengthAt(at);
    if (length === 0 || (operator === '/%' && at + length !== value.length)) {
      result += value[at++];
      continue;
    }
    result += replacement;
    at += length;
    if (operator !== '//') return bounded(result + value.slice(at));
    if (result.length > LIMITS.text) return HOLE;
  }
  return bounded(result);
}

/** Returns the value of `${x^^}` and its like: the characters that match the pattern are in the other case. */
export function changeCase(value: string, operator: string, pattern: string): string {
  // Beyond ASCII it depends on the locale.
  if (!isKnown(pattern) || /[^\x00-\x7f]/.test(value)) return HOLE;
  const change = (character: string) =>
    !matchGlob(pattern, character)
      ? character
      : operator.startsWith('^')
        ? character.toUpperCase()
        : character.toLowerCase();
  const characters = [...value];
  if (operator.length === 2) return characters.map(change).join('');
  return characters.map((character, index) => (index === 0 ? change(character) : character)).join('');
}

/** Returns the value of `${x@U}` and its like. */
export function transform(value: string, how: string): string {
  const [first = '', ...rest] = value;
  switch (how) {
    case 'U':
      return value.toUpperCase();
    case 'L':
      return value.toLowerCase();
    case 'u':
      return first.toUpperCase() + rest.join('');
    case 'P':
    case 'E':
      return /[\\$`!]/.test(value) ? HOLE : value;
    case 'Q':
      return /[\x00-\x1f\x7f]/.test(value) ? HOLE : `'${value.replaceAll("'", "'\\''")}'`;
    default:
      return HOLE;
  }
}

function bounded(text: string): string {
  return text.length > LIMITS.text ? HOLE : text;
}
