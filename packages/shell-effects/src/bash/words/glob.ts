import { posix } from 'node:path';
import { HOLE } from '../../state.js';
import { LIMITS } from '../parse.js';

/** Escapes the characters that a pattern gives a meaning to. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]()|]/g, '\\$&');
}

/** Steps of one match with `@(…)` and its like, which may have to try each way. */
const MAX_STEPS = 20_000;

/**
 * Matches one name against a shell pattern (`*`, `?`, `[a-z]`, backslash escapes), without backtracking beyond the last
 * star, so in time of at most name times pattern. Patterns with `@(…)`, `?(…)`, `*(…)`, `+(…)`, `!(…)` are tried way by way,
 * within a bound.
 */
export function matchGlob(pattern: string, name: string): boolean {
  if (/[@?*+!]\(/.test(pattern)) return new Extended(pattern).matches(name);
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
  alpha: /[a-z]/i,
  digit: /\d/,
  alnum: /[a-z\d]/i,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[\da-f]/i,
  word: /\w/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /[\x00-\x1f\x7f]/,
};

/** `matchOne` returns the length of the pattern element at `at` when the element matches the character, else 0. */
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
    const named = pattern[end] === '[' ? /^\[:(\w+):\]/.exec(pattern.slice(end, end + 12)) : null;
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
 * Matches patterns that hold alternatives. What is not settled within the bound counts as a match: it errs towards
 * finding a file.
 */
class Extended {
  private steps = 0;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  matches(name: string): boolean {
    const end = (at: number) => at === name.length;
    return this.from(this.pattern, 0, name, 0, end) || this.steps > MAX_STEPS;
  }

  private from(pattern: string, p: number, name: string, n: number, then: (n: number) => boolean): boolean {
    if (++this.steps > MAX_STEPS) return false;
    if (p >= pattern.length) return then(n);
    const group = /^[@?*+!]\($/.test(pattern.slice(p, p + 2)) ? this.group(pattern, p) : undefined;
    if (group !== undefined) {
      const rest = (at: number) => this.from(pattern, group.end, name, at, then);
      return this.alternatives(pattern[p] as string, group.choices, name, n, rest);
    }
    if (pattern[p] === '*') {
      for (let at = name.length; at >= n; at--) if (this.from(pattern, p + 1, name, at, then)) return true;
      return false;
    }
    const step = n < name.length ? matchOne(pattern, p, name[n] as string) : 0;
    return step > 0 && this.from(pattern, p + step, name, n + 1, then);
  }

  private alternatives(
    operator: string,
    choices: readonly string[],
    name: string,
    n: number,
    rest: (n: number) => boolean,
  ): boolean {
    if (operator === '!') {
      for (let at = name.length; at >= n; at--) {
        const isOne = choices.some((choice) => this.from(choice, 0, name, n, (end) => end === at));
        if (!isOne && rest(at)) return true;
      }
      return false;
    }
    if (operator !== '@' && operator !== '+' && rest(n)) return true;
    const repeats = operator === '*' || operator === '+';
    return choices.some((choice) =>
      this.from(
        choice,
        0,
        name,
        n,
        (end) => rest(end) || (repeats && end > n && this.alternatives('*', choices, name, end, rest)),
      ),
    );
  }

  /** The choices of the group that begins at `start`; undefined when it is never closed. */
  private group(pattern: string, start: number): { choices: string[]; end: number } | undefined {
    const choices: string[] = [];
    let depth = 0;
    let from = start + 2;
    for (let at = start + 1; at < pattern.length; at++) {
      const character = pattern[at];
      if (character === '\\') at++;
      else if (character === '(') depth++;
      else if (character === '|' && depth === 1) {
        choices.push(pattern.slice(from, at));
        from = at + 1;
      } else if (character === ')' && --depth === 0) {
        choices.push(pattern.slice(from, at));
        return { choices, end: at + 1 };
      }
    }
    return undefined;
  }
}

/** Something in a segment that stands for several names. */
const LIVE = /(?<!\\)[*?[]|[@+!]\(/;

type List = (path: string) => string[] | undefined;

const NO_OPTIONS: ReadonlySet<string> = new Set();

/**
 * Returns the paths that a pattern stands for, sorted, spelled as the pattern is (relative stays relative). Undefined
 * when no directory could be listed or nothing matches: the shell then keeps the pattern as it is. A name that cannot
 * be known is a hole.
 */
export function expandGlob(
  pattern: string,
  cwd: string | undefined,
  list: List,
  options: ReadonlySet<string> = NO_OPTIONS,
): string[] | undefined {
  const namesIn = (prefix: string) => {
    const directory = prefix.startsWith('/') ? prefix : cwd === undefined ? undefined : posix.join(cwd, prefix);
    return directory === undefined ? undefined : list(directory.replace(/(.)\/+$/, '$1'));
  };
  let found = [pattern.startsWith('/') ? '/' : ''];
  const segments = pattern.split('/').filter((segment) => segment !== '');
  let isPattern = false;
  const endsInSlash = pattern.endsWith('/');
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const tail = isLast && !endsInSlash ? '' : '/';
    const next: string[] = [];
    for (const prefix of found) {
      // Some shells have `**` on from the start, others read it as `*`: the wider reading, but for the last part.
      if (segment === '**' && (!isLast || options.has('globstar'))) next.push(...everyPath(prefix, isLast, namesIn));
      else if (!LIVE.test(segment)) {
        const name = segment.replace(/\\(.)/g, '$1');
        // Behind a pattern only what is there counts.
        const isKept =
          !isPattern || isThere(name, namesIn(prefix), isLast ? undefined : () => namesIn(`${prefix}${name}`));
        if (isKept) next.push(`${prefix}${name}${tail}`);
      } else {
        for (const name of namesIn(prefix) ?? []) {
          if (!matchesName(segment, name, options)) continue;
          if (tail === '/' && name !== HOLE && namesIn(`${prefix}${name}`) === undefined) continue;
          next.push(`${prefix}${name === HOLE ? unknownName(segment) : name}${tail}`);
        }
      }
      if (next.length > LIMITS.fields) return undefined;
    }
    found = next;
    isPattern ||= LIVE.test(segment);
  }
  return found.length === 0 ? undefined : found.sort();
}

/** Tells whether a plain name behind a pattern may be there, as a folder where more follows. */
function isThere(
  name: string,
  names: readonly string[] | undefined,
  inside?: () => readonly string[] | undefined,
): boolean {
  if (names?.includes(HOLE) || name === '.' || name === '..') return true;
  return names?.includes(name) === true && (inside === undefined || inside() !== undefined);
}

/** Returns a name of which only the pattern is known. */
export function unknownName(segment: string): string {
  if (/[()]/.test(segment)) return HOLE;
  return segment.replace(/\\(.)|[*?]+|\[[^\]]*\]/g, (_all, plain) => plain ?? HOLE).replace(/\0+/g, HOLE);
}

function matchesName(segment: string, name: string, options: ReadonlySet<string>): boolean {
  if (name === HOLE) return true;
  if (name.startsWith('.') && !segment.startsWith('.') && !options.has('dotglob')) return false;
  if (!options.has('nocaseglob')) return matchGlob(segment, name);
  return matchGlob(segment.toLowerCase(), name.toLowerCase());
}

/** `everyPath` lists what `**` matches: all folders below, and as the last part all files as well. */
function everyPath(prefix: string, isLast: boolean, namesIn: List, depth = 0): string[] {
  const paths = depth === 0 && !isLast ? [prefix] : [];
  if (depth > 16) return paths;
  for (const name of namesIn(prefix) ?? []) {
    if (name === HOLE) paths.push(HOLE);
    if (name === HOLE || name.startsWith('.') || name === 'node_modules') continue;
    const inside = namesIn(`${prefix}${name}`);
    if (isLast) paths.push(`${prefix}${name}`);
    else if (inside !== undefined) paths.push(`${prefix}${name}/`);
    if (inside !== undefined) paths.push(...everyPath(`${prefix}${name}/`, isLast, namesIn, depth + 1));
    if (paths.length > LIMITS.fields) break;
  }
  return paths;
}
