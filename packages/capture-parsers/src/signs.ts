import type { Runner } from './runner.js';

/**
 * Looks for the signs of several runners at once. Finds what `text.search(runner.signs)` finds for each of them, in one
 * pass over the beginnings of lines for all of them: the alternatives of their patterns are taken apart by how they can
 * be looked for.
 */
export class SignFinder {
  readonly #runners: readonly Runner[];
  /** Patterns of several runners in one, kept for those that were asked together. */
  readonly #combined = new Map<string, RegExp>();

  constructor(runners: readonly Runner[]) {
    this.#runners = runners;
  }

  /** Where each runner's signs match first; runners whose signs are not there are left out. */
  find(text: string): Map<Runner, number> {
    const found = new Map<Runner, number>();
    const put = (runner: Runner, at: number) => {
      if (at < (found.get(runner) ?? Number.POSITIVE_INFINITY)) found.set(runner, at);
    };
    this.#anywhere(text, put);
    this.#starts(text, put);
    this.#inside(text, put);
    return found;
  }

  /** Signs that may stand anywhere: one look for all of them, as nearly no text has any. */
  #anywhere(text: string, put: Put): void {
    const any = this.#combine(this.#runners, ({ anywhere }) => anywhere.map(({ pattern }) => pattern.source), 'mg');
    if (any) any.lastIndex = 0;
    if (!any?.test(text)) return;
    for (const runner of this.#runners) {
      const at = searchAnywhere(text, signsOf(runner));
      if (at >= 0) put(runner, at);
    }
  }

  /** Looks at every line's beginning for the signs that stand there. */
  #starts(text: string, put: Put): void {
    let open = this.#runners.filter((runner) => signsOf(runner).atStart);
    const combine = () => this.#combine(open, ({ atStart }) => [atStart!.source], 'my');
    let any = combine();
    for (let from = 0; any; from++) {
      any.lastIndex = from;
      if (any.test(text)) {
        open = open.filter((runner) => !matchesAt(signsOf(runner).atStart!, text, from, runner, put));
        any = combine();
      }
      from = text.indexOf('\n', from);
      if (from < 0) return;
    }
  }

  /** Looks for what stands inside a line, and asks the line that it is found in. */
  #inside(text: string, put: Put): void {
    let open = this.#runners.filter((runner) => signsOf(runner).inside);
    const combine = () => this.#combine(open, ({ ends }) => ends, 'mg');
    let any = combine();
    for (let from = 0; any && from >= 0; ) {
      any.lastIndex = from;
      const match = any.exec(text);
      if (!match) return;
      const start = lineStart(text, match.index);
      const left = open.filter((runner) => !matchesAt(signsOf(runner).inside!, text, start, runner, put));
      if (left.length < open.length) {
        open = left;
        any = combine();
      }
      from = text.indexOf('\n', match.index);
    }
  }

  #combine(runners: readonly Runner[], pick: (signs: Signs) => readonly string[], flags: string): RegExp | undefined {
    const source = runners.flatMap((runner) => pick(signsOf(runner))).join('|');
    const key = `${flags} ${source}`;
    let pattern = this.#combined.get(key);
    if (!pattern && source) {
      pattern = new RegExp(source, flags);
      if (this.#combined.size < COMBINED_CAP) this.#combined.set(key, pattern);
    }
    return pattern;
  }
}

/** The alternatives of one runner's signs. */
interface Signs {
  /** Sticky, for those that stand where a line begins. */
  readonly atStart: RegExp | undefined;
  /** Sticky too, for those that have words of any kind in front: `file.ts(1,2): error`. */
  readonly inside: RegExp | undefined;
  /** What follows these words, which is looked for first. */
  readonly ends: readonly string[];
  /** Those that may stand anywhere, or so near to where their line begins. */
  readonly anywhere: readonly { readonly pattern: RegExp; readonly near: number }[];
}

const COMBINED_CAP = 100;

/** `^[^\n]{0,200}rest`: 1 the distance, 2 the rest */
const NEAR = /^\^\[\^\\n\]\{0,(\d+)\}(.*)$/s;
/** `^\S[^\n]{0,300}rest`, with any two sets of characters: 1 the rest */
const INSIDE = /^\^(?:\\S|\[\^[^\]]*\])\[\^\\n:?\]\{0,\d+\}(.*)$/s;

const known = new WeakMap<Runner, Signs>();

function signsOf(runner: Runner): Signs {
  let signs = known.get(runner);
  if (!signs) {
    const all = alternatives(runner.signs.source);
    const inside = all.filter((source) => INSIDE.test(source));
    const anywhere = all.filter((source) => !source.startsWith('^') || NEAR.test(source));
    signs = {
      atStart: anyOf(all.filter((source) => !inside.includes(source) && !anywhere.includes(source))),
      inside: anyOf(inside),
      ends: inside.map((source) => INSIDE.exec(source)![1]!),
      anywhere: anywhere.map((source) => {
        const match = NEAR.exec(source);
        return {
          pattern: new RegExp(match?.[2] ?? source, 'mg'),
          near: match ? Number(match[1]) : Number.POSITIVE_INFINITY,
        };
      }),
    };
    known.set(runner, signs);
  }
  return signs;
}

function anyOf(sources: readonly string[]): RegExp | undefined {
  return sources.length ? new RegExp(sources.join('|'), 'my') : undefined;
}

type Put = (runner: Runner, at: number) => void;

function matchesAt(pattern: RegExp, text: string, at: number, runner: Runner, put: Put): boolean {
  pattern.lastIndex = at;
  if (!pattern.test(text)) return false;
  put(runner, at);
  return true;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function searchAnywhere(text: string, { anywhere }: Signs): number {
  let first = -1;
  for (const { pattern, near } of anywhere) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const start = lineStart(text, match.index);
      const at = near === Number.POSITIVE_INFINITY ? match.index : start;
      if (match.index - start <= near) {
        if (first < 0 || at < first) first = at;
        break;
      }
      pattern.lastIndex = match.index + 1;
    }
  }
  return first;
}

/** The alternatives of a pattern that are not inside a group. */
function alternatives(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(source, at);
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '|' && depth === 0) {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, source.slice(from)];
}

function classEnd(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}
