import type { TestResult } from '@flow/capture-parsers';
import { callsOf, parenthesesOf, type TestCall } from './javascript-calls.js';
import { closeOf, maskLiterals } from './mask.js';

/** Texts longer than this, files and names beyond these, are not looked at. */
const MAX_TEXT = 512 * 1024;
const MAX_FILES = 200;
const MAX_NAMES = 50;

interface Stretch {
  from: number;
  to: number;
}

/** Hooks and tests of a file of tests. */
interface Marked {
  text: string;
  /** Offset at which each line begins. */
  lines: number[];
  hooks: Stretch[];
  tests: Stretch[];
}

/** Tells whether a test failed only because it passed, as pytest says of one that was expected to fail. */
export const passedAgainst = (message: string) =>
  /^(?:\[XPASS\(strict\)\]|(?:Failed: )?Unexpected success\b)/.test(message);

/** `HOOK` matches the beginning of a hook of tests, as `beforeEach(…)` or `test.afterAll(…)`. */
const HOOK = /(?<![\w$])(?:before|after|around)(?:Each|All)\s*(?=\()/g;

/**
 * Tells a test that a hook has kept from its own code, or has failed afterwards, from one that failed by itself: by the
 * places of its stacks in the files, as runners of JavaScript print the same lines for both.
 */
export class HookPlaces {
  readonly #read: (file: string) => string | undefined;
  readonly #files = new Map<string, Marked | null>();

  /** @param read the text of a file as the stacks name it */
  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  /** Tells whether all that went wrong with a test came from hooks, or it passed. Where that cannot be told, it was the test. */
  threw({ state, stacks = [], outside, message = '' }: Omit<TestResult, 'name'>): boolean {
    if (outside || passedAgainst(message)) return true;
    const origins = stacks.map((stack) => this.#originOf(stack));
    // Of what the parsers know to come from a hook, only this is taken back.
    if (state === 'error') return !origins.includes('made');
    return state === 'failed' && origins.length > 0 && origins.every((origin) => origin === 'hook');
  }

  #originOf(stack: readonly string[]): 'hook' | 'made' | undefined {
    const places = stack.flatMap((place) => this.#placeIn(place) ?? []);
    const isIn = (which: 'hooks' | 'tests') =>
      places.some(({ marked, at }) => marked[which].some(({ from, to }) => from <= at && at < to));
    const [first] = places;
    if (first === undefined || isIn('tests') || !isIn('hooks')) return undefined;
    return isOnlyMade(first.marked.text, first.at) ? 'made' : 'hook';
  }

  #placeIn(place: string): { marked: Marked; at: number } | undefined {
    const [, file = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? [];
    const marked = this.#fileOf(file);
    const start = marked?.lines[Number(line) - 1];
    return marked && start !== undefined ? { marked, at: start + Number(column) - 1 } : undefined;
  }

  #fileOf(file: string): Marked | null {
    const known = this.#files.get(file);
    if (known !== undefined || this.#files.size >= MAX_FILES) return known ?? null;
    const text = this.#read(file);
    const marked = text === undefined || text.length > MAX_TEXT ? null : mark(text);
    this.#files.set(file, marked);
    return marked;
  }
}

/** An error that a hook makes may be thrown by what it is handed to, in the test: `mockRejectedValue(new Error('down'))`. */
function isOnlyMade(text: string, at: number): boolean {
  return (
    /^new\b|^\w*Error\s*\(/.test(text.slice(at, at + 100)) && !/\bthrow\s*$/.test(text.slice(Math.max(0, at - 100), at))
  );
}

function mark(text: string): Marked {
  const masked = maskLiterals(text, 'javascript');
  const tests = outermost([...callsOf(masked)].filter(({ word }) => /^(?:test|it|specify)$/.test(word)));
  const calls = [...masked.matchAll(HOOK)].map(({ index, 0: word }) => ({
    from: index,
    parentheses: () => parenthesesOf(masked, index + word.length),
  }));
  const hooks = outermost(calls);
  const names = new Set(hooks.flatMap(({ inside }) => nameIn(masked, inside) ?? []));
  const functions = [...names].slice(0, MAX_NAMES).flatMap((name) => functionOf(masked, name) ?? []);
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return { text, lines, hooks: [...hooks, ...functions], tests };
}

/** Places of these calls, without calls within another call, up to a call whose end cannot be told. */
function outermost(calls: readonly Pick<TestCall, 'from' | 'parentheses'>[]) {
  const found: (Stretch & { inside: Stretch })[] = [];
  for (const { from, parentheses } of calls) {
    if (from < (found.at(-1)?.to ?? 0)) continue;
    const inside = parentheses();
    if (!inside) return found;
    found.push({ from, to: inside.to, inside });
  }
  return found;
}

/** Returns the name of the function that a hook is given: `beforeEach(open)`. */
function nameIn(masked: string, { from, to }: Stretch): string | undefined {
  return /^\(\s*([\w$]{1,100})\s*[,)]/.exec(masked.slice(from, Math.min(to, from + 200)))?.[1];
}

function functionOf(masked: string, name: string): Stretch | undefined {
  const word = name.replaceAll('$', '\\$');
  const made = new RegExp(`\\bfunction\\s+${word}\\s*(?=\\()|\\b(?:const|let|var)\\s+${word}\\s*=`).exec(masked);
  const brace = made ? masked.indexOf('{', parametersEnd(masked, made.index + made[0].length)) : -1;
  const to = brace < 0 ? undefined : closeOf(masked, brace);
  return made && to !== undefined ? { from: made.index, to } : undefined;
}

/** Finds the end of a function's parameters, which may hold braces of their own. */
function parametersEnd(masked: string, from: number): number {
  const open = masked.indexOf('(', from);
  return (open < 0 ? undefined : closeOf(masked, open)) ?? from;
}
