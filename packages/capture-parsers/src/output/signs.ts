import type { Runner } from '../runner.js';

/**
 * Looks for the signs of several runners at once. Finds what `text.search(runner.signs)` finds for each of them, in one
 * pass over the beginnings of lines for all of them, and one over what stands inside of lines: the alternatives of their
 * patterns are taken apart by how they can be looked for.
 */
export class SignFinder {
  readonly #signs: readonly Sign[];
  /** Patterns of several runners in one, kept for those that were asked together. */
  readonly #combined = new Map<string, RegExp>();

  constructor(runners: readonly Runner[]) {
    this.#signs = runners.flatMap((runner) =>
      alternatives(runner.signs.source).map((source) => signOf(runner, source)),
    );
  }

  /** Where each runner's signs match first; runners whose signs are not there are left out. */
  find(text: string): Map<Runner, number> {
    const found = new Map<Runner, number>();
    const put = (runner: Runner, at: number) => {
      if (at < (found.get(runner) ?? Number.POSITIVE_INFINITY)) found.set(runner, at);
    };
    const absent = new Set(RARE.filter((char) => !text.includes(char)));
    const possible = this.#signs.filter(({ needs }) => needs === undefined || !absent.has(needs));
    this.#anywhere(text, possible, put);
    this.#beginnings(text, possible, put);
    this.#insides(text, possible, put);
    return found;
  }

  /** Signs that may stand anywhere: one look for all of them, as nearly no text has any. */
  #anywhere(text: string, possible: readonly Sign[], put: Put): void {
    const signs = possible.filter(({ place }) => place === 'anywhere');
    const any = this.#combine(signs, 'mg');
    if (any) any.lastIndex = 0;
    if (!any?.test(text)) return;
    for (const sign of signs) {
      const at = searchAnywhere(text, sign);
      if (at >= 0) put(sign.runner, at);
    }
  }

  /** Looks at every line's beginning for the signs that stand there. */
  #beginnings(text: string, possible: readonly Sign[], put: Put): void {
    const forms = new Set<string>();
    const found: Put = (runner, at) => {
      if (runner.forms) forms.add(runner.forms.source);
      put(runner, at);
    };
    let signs = withoutFound(
      possible.filter(({ place }) => place === 'start'),
      text,
      0,
      found,
    );
    for (let from = 0; signs.length > 0; ) {
      const any = this.#compiled(beginning(signs, forms), 'mg');
      any.lastIndex = from;
      const match = any.exec(text);
      if (!match) return;
      from = match.index + 1;
      signs = withoutFound(signs, text, from, found);
    }
  }

  /** Looks for what stands inside a line, of which the line that it is found in is asked. */
  #insides(text: string, possible: readonly Sign[], put: Put): void {
    let signs: readonly Sign[] = possible.filter(({ place }) => place === 'inside');
    for (let from = 0; from >= 0 && signs.length > 0; ) {
      const any = this.#combine(signs, 'mg')!;
      any.lastIndex = from;
      const match = any.exec(text);
      if (!match) return;
      signs = withoutFound(signs, text, lineStart(text, match.index), put);
      from = text.indexOf('\n', match.index);
    }
  }

  /** One pattern for what is looked for first of all these signs. */
  #combine(signs: readonly Sign[], flags: string): RegExp | undefined {
    const source = signs.map(({ end }) => end).join('|');
    return source ? this.#compiled(source, flags) : undefined;
  }

  #compiled(source: string, flags: string): RegExp {
    const key = `${flags} ${source}`;
    const pattern = this.#combined.get(key) ?? new RegExp(source, flags);
    if (this.#combined.size < COMBINED_CAP) this.#combined.set(key, pattern);
    return pattern;
  }
}

/** A sign is an alternative among the texts that show a runner. */
interface Sign {
  readonly runner: Runner;
  /**
   * `start`: where a line begins. `inside`: it has words of any kind in front, as in `file.ts(1,2): error`. `anywhere`:
   * it may stand anywhere, or so near to where its line begins.
   */
  readonly place: 'start' | 'inside' | 'anywhere';
  readonly source: string;
  /** All of it, but for the words in front. */
  readonly end: string;
  readonly near: number;
  /** A rare character that it cannot do without. */
  readonly needs: string | undefined;
  /** The character that it begins with where a line begins, if that is always the same; `\\d` for any digit. */
  readonly first: string | undefined;
  /** Sticky, but for what may stand anywhere. */
  pattern: RegExp | undefined;
}

const COMBINED_CAP = 100;

/** Characters of machine formats and of tables. Looking for one of them in a text costs next to nothing. */
const RARE: readonly string[] = [...'<"\'━│✖•ℹ'];

/** `NEAR` takes `^[^\n]{0,200}rest` apart: 1 the distance, 2 the rest. */
const NEAR = /^\^\[\^\\n\]\{0,(\d+)\}(.*)$/s;
/** `^\S[^\n]{0,300}rest`, with any two sets of characters: 1 the rest */
const INSIDE = /^\^(?:\\S|\[\^[^\]]*\])\[\^\\n:?\]\{0,\d+\}(.*)$/s;

/** A character or a digit, and no quantifier that lets it be missing behind it. */
const FIRST = /^\^(\\d|[^\\^$.|?*+()[\]{}])(?![?*]|\{0)/;

function signOf(runner: Runner, source: string): Sign {
  const inside = INSIDE.exec(source);
  const near = NEAR.exec(source);
  const anywhere = !source.startsWith('^') || near;
  return {
    runner,
    place: inside ? 'inside' : anywhere ? 'anywhere' : 'start',
    source,
    end: inside?.[1] ?? near?.[2] ?? source,
    near: near ? Number(near[1]) : Number.POSITIVE_INFINITY,
    needs: neededBy(source),
    first: FIRST.exec(source)?.[1],
    pattern: undefined,
  };
}

/** Returns a rare character that stands in a pattern outside of classes and groups and without a quantifier. */
function neededBy(source: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(source, at);
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (depth === 0 && RARE.includes(char) && !'?*{'.includes(source[at + 1] ?? '|')) return char;
  }
  return undefined;
}

/**
 * Makes a single pattern of signs that begin lines, except lines of the given forms. Behind the newline no sign asks for a
 * line's beginning again, which lets Node compare the first characters of many at once.
 */
function beginning(signs: readonly Sign[], forms: ReadonlySet<string>): string {
  const own = forms.size ? `(?!${[...forms].join('|')})` : '';
  return `\\n${own}(?:${signs.map(({ end }) => end.replace(/^\^/, '')).join('|')})`;
}

type Put = (runner: Runner, at: number) => void;

/** Returns the signs of runners of which none is found in the line that begins at `at`. */
function withoutFound(signs: readonly Sign[], text: string, at: number, put: Put): readonly Sign[] {
  const found = new Set(signs.filter((sign) => matchesAt(sign, text, at)).map(({ runner }) => runner));
  for (const runner of found) put(runner, at);
  return found.size ? signs.filter(({ runner }) => !found.has(runner)) : signs;
}

function matchesAt(sign: Sign, text: string, at: number): boolean {
  if (sign.first !== undefined && !isFirst(text[at] ?? '', sign.first)) return false;
  sign.pattern ??= new RegExp(sign.source, 'my');
  sign.pattern.lastIndex = at;
  return sign.pattern.test(text);
}

const isFirst = (char: string, first: string) => (first === '\\d' ? char >= '0' && char <= '9' : char === first);

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function searchAnywhere(text: string, sign: Sign): number {
  sign.pattern ??= new RegExp(sign.end, 'mg');
  const { pattern, near } = sign;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = lineStart(text, match.index);
    if (match.index - start <= near) return near === Number.POSITIVE_INFINITY ? match.index : start;
    pattern.lastIndex = match.index + 1;
  }
  return -1;
}

/** Returns the alternatives of a pattern that are not inside a group. */
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
