import { posix } from 'node:path';
import { LIMITS } from './parse.js';

/** Escapes the characters that a pattern gives a meaning to. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

/**
 * Matches one name against a shell pattern (`*`, `?`, `[a-z]`, backslash escapes), without backtracking beyond the last
 * star, so in time of at most name times pattern.
 */
export function matchGlob(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    const step = p < pattern.length && pattern[p] !== '*' ? matchOne(pattern, p, name[n] as string) : 0;
    if (pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (step > 0) {
      p += step;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p >= pattern.length;
}

/** Length of the pattern element at `at` when it matches the character, else 0. */
function matchOne(pattern: string, at: number, character: string): number {
  const head = pattern[at];
  if (head === '?') return 1;
  if (head === '\\') return pattern[at + 1] === character ? 2 : 0;
  if (head !== '[') return head === character ? 1 : 0;
  let end = at + 1;
  const negated = pattern[end] === '!' || pattern[end] === '^';
  if (negated) end++;
  let found = false;
  for (let first = true; end < pattern.length && (first || pattern[end] !== ']'); first = false) {
    if (pattern[end] === '\\') end++;
    const low = pattern[end] as string;
    const isRange = pattern[end + 1] === '-' && pattern[end + 2] !== undefined && pattern[end + 2] !== ']';
    const high = isRange ? (pattern[end + 2] as string) : low;
    if (low <= character && character <= high) found = true;
    end += isRange ? 3 : 1;
  }
  if (end >= pattern.length) return character === '[' ? 1 : 0;
  return found !== negated ? end + 1 - at : 0;
}

/**
 * The paths that a pattern stands for, sorted, spelled as the pattern is (relative stays relative). Undefined when no
 * directory could be listed or nothing matches: the shell then keeps the pattern as it is.
 */
export function expandGlob(
  pattern: string,
  cwd: string | undefined,
  list: (path: string) => string[] | undefined,
): string[] | undefined {
  let found = [pattern.startsWith('/') ? '/' : ''];
  const segments = pattern.split('/').filter((segment) => segment !== '');
  for (const [index, segment] of segments.entries()) {
    const next: string[] = [];
    for (const prefix of found) {
      if (!/(?<!\\)[*?[]/.test(segment)) {
        next.push(`${prefix}${segment.replace(/\\(.)/g, '$1')}${index < segments.length - 1 ? '/' : ''}`);
        continue;
      }
      const directory = prefix.startsWith('/') ? prefix : cwd === undefined ? undefined : posix.join(cwd, prefix);
      const names = directory === undefined ? undefined : list(directory.replace(/(.)\/+$/, '$1'));
      for (const name of names ?? []) {
        if (name.startsWith('.') && !segment.startsWith('.')) continue;
        if (matchGlob(segment, name)) next.push(`${prefix}${name}${index < segments.length - 1 ? '/' : ''}`);
        if (next.length > LIMITS.fields) return undefined;
      }
    }
    found = next;
  }
  return found.length === 0 ? undefined : found.sort();
}
