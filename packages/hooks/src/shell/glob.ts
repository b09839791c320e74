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

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /\d/,
  alnum: /[A-Za-z0-9]/,
  lower: /[a-z]/,
  upper: /[A-Z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  blank: /[ \t]/,
  xdigit: /[0-9A-Fa-f]/,
  word: /\w/,
};

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
    const named = /^\[:(\w+):\]/.exec(pattern.slice(end, end + 12));
    if (named !== null) {
      if (CLASSES[named[1] as string]?.test(character)) found = true;
      end += named[0].length;
      continue;
    }
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
      if (segment === '**') {
        // With `globstar` any number of folders, without it one: the wider reading.
        const deeper = index < segments.length - 1 ? foldersBeneath(prefix, cwd, list) : undefined;
        next.push(...(deeper ?? [prefix]));
        if (next.length > LIMITS.fields) return undefined;
        if (index < segments.length - 1) continue;
      }
      if (!/(?<!\\)(?:[*?[]|[@!+]\()/.test(segment)) {
        next.push(`${prefix}${segment.replace(/\\(.)/g, '$1')}${index < segments.length - 1 ? '/' : ''}`);
        continue;
      }
      const directory = prefix.startsWith('/') ? prefix : cwd === undefined ? undefined : posix.join(cwd, prefix);
      const names = directory === undefined ? undefined : list(directory.replace(/(.)\/+$/, '$1'));
      for (const name of names ?? []) {
        if (name.startsWith('.') && !segment.startsWith('.')) continue;
        if (matchSegment(segment, name)) next.push(`${prefix}${name}${index < segments.length - 1 ? '/' : ''}`);
        if (next.length > LIMITS.fields) return undefined;
      }
    }
    found = next;
  }
  return found.length === 0 ? undefined : found.sort();
}

const MAX_FOLDERS = 200;

/** A prefix and all folders beneath it, spelled as the prefix is. */
function foldersBeneath(
  prefix: string,
  cwd: string | undefined,
  list: (path: string) => string[] | undefined,
): string[] | undefined {
  const found = [prefix];
  for (let at = 0; at < found.length && found.length < MAX_FOLDERS; at++) {
    const own = found[at] as string;
    const directory = own.startsWith('/') ? own : cwd === undefined ? undefined : posix.join(cwd, own);
    if (directory === undefined) return undefined;
    const place = directory.replace(/(.)\/+$/, '$1');
    for (const name of list(place) ?? []) {
      if (name.startsWith('.') || name === 'node_modules' || /[^.]\.[a-z]{1,5}$/.test(name)) continue;
      if (list(`${place}/${name}`) !== undefined) found.push(`${own}${name}/`);
    }
  }
  return found;
}

const REPEATS = [2, 3, 4, 5, 6, 7, 8];

/** One segment of a path: a plain pattern, or one with `@(a|b)`, `!(a|b)`, `+(a)`, `*(a)`, `?(a)`. */
function matchSegment(pattern: string, name: string, depth = 0): boolean {
  const group = /(?<!\\)[@!+*?]\(/.exec(pattern);
  if (group === null || depth > 3) return matchGlob(pattern, name);
  const match = (text: string) => matchSegment(text, name, depth + 1);
  const open = group.index + 1;
  const close = groupEnd(pattern, open);
  if (close < 0) return matchGlob(pattern, name);
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(close + 1);
  const choices = splitChoices(pattern.slice(open + 1, close));
  const kind = pattern[group.index] as string;
  if (kind === '!') {
    if (!match(`${before}*${after}`)) return false;
    return !choices.some((choice) => match(before + choice + after));
  }
  const once = choices.some((choice) => match(before + choice + after));
  if (once || kind === '@') return once;
  if (kind !== '+' && match(before + after)) return true;
  // Repetitions: a few are enough for names.
  if (kind === '?') return false;
  return choices.some((choice) => REPEATS.some((count) => match(before + choice.repeat(count) + after)));
}

function groupEnd(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '(') depth++;
    else if (pattern[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function splitChoices(text: string): string[] {
  const choices: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === '|' && depth === 0) choices.push('');
    else choices[choices.length - 1] += character;
  }
  return choices.slice(0, 16);
}
