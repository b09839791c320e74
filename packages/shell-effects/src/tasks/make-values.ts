import { LIMITS } from '../bash/parse.js';
import { argumentsOf, closing, isOpen, ofWords, substituted, UNKNOWN_VALUE } from './make-functions.js';
import { type RecipeHost, wordsIn } from './recipes.js';

/** Amount of text that is expanded in one reading; what is left is not known. */
const MAX_WORK = 1_000_000;

/** An `eval` inside of so many others is left out. */
const MAX_EVALUATIONS = 16;

/** What make sets by itself, as far as recipes use it. */
const BUILT_IN: Readonly<Record<string, string>> = {
  ...{ MAKE: 'make', RM: 'rm -f', CURDIR: '.', SHELL: '/bin/sh' },
  ...{ AR: 'ar', AS: 'as', CC: 'cc', CXX: 'g++', CPP: 'cc -E', LD: 'ld', FC: 'f77' },
};

/** Keeps the variables of a makefile, and works out what texts that refer to them come to. */
export class MakeValues {
  /** Values that the command line sets, which no assignment changes. */
  readonly given = new Map<string, string>();
  readonly variables = new Map<string, string>();
  private readonly host: RecipeHost;
  /** Reads a text as a part of the makefile. */
  private readonly evaluate: (text: string) => void;
  private evaluating = 0;
  /** What was expanded so far, in characters of references and something for each. */
  private worked = 0;
  /** Value of a variable that nothing sets. */
  private unset = UNKNOWN_VALUE;

  constructor(host: RecipeHost, evaluate: (text: string) => void) {
    this.host = host;
    this.evaluate = evaluate;
  }

  /** Works out what a condition asks for: there, what nothing sets is empty. */
  exactly(work: () => string): string {
    const outer = this.unset;
    this.unset = '';
    const value = work();
    this.unset = outer;
    return value;
  }

  /** The text with its references replaced. `own`: variables that hold here alone. */
  expand(text: string, own: ReadonlyMap<string, string> = new Map(), depth = 0): string {
    if (depth > 12) return text;
    let result = '';
    for (let at = 0; at < text.length; at++) {
      // Values that double each other fill any memory.
      if (result.length > LIMITS.text || this.worked > MAX_WORK) return UNKNOWN_VALUE;
      const character = text[at] as string;
      const next = text[at + 1];
      if (character !== '$' || next === undefined) result += character;
      else if (next === '$') {
        result += '$';
        at++;
      } else if (next === '(' || next === '{') {
        const end = closing(text, at + 1);
        result += this.valueOf(text.slice(at + 2, end), own, depth);
        at = end;
      } else {
        result += this.valueOf(next, own, depth);
        at++;
      }
    }
    return result;
  }

  private valueOf(name: string, own: ReadonlyMap<string, string>, depth: number): string {
    this.worked += name.length + 32;
    const call = /^([a-z-]+)\s+([\s\S]*)$/.exec(name);
    if (call !== null) return this.applyFunction(call[1] as string, call[2] as string, own, depth);
    const plain = name.includes('$') ? this.expand(name, own, depth + 1) : name;
    // `$(sources:.c=.o)`
    const change = /^([^:]+):([^=]*)=([\s\S]*)$/.exec(plain);
    const key = change?.[1] ?? plain.replace(/:.*$/, '');
    const value = own.get(key) ?? this.given.get(key) ?? this.variables.get(key);
    const text =
      value === undefined
        ? (this.host.variable(key) ?? (Object.hasOwn(BUILT_IN, key) ? BUILT_IN[key] : undefined) ?? this.unset)
        : this.expand(value, own, depth + 1);
    if (change === null) return text;
    const [, , from = '', to = ''] = change;
    const isPattern = from.includes('%');
    return isOpen(text) || key === 'CURDIR'
      ? UNKNOWN_VALUE
      : wordsIn(text)
          .map((word) => substituted(word, isPattern ? from : `%${from}`, isPattern ? to : `%${to}`))
          .join(' ');
  }

  private applyFunction(name: string, text: string, own: ReadonlyMap<string, string>, depth: number): string {
    const expand = (one = '') => this.expand(one, own, depth + 1);
    const given = argumentsOf(text);
    switch (name) {
      case 'shell':
        return `$(${expand(text)})`;
      case 'file':
        return written(given.map(expand));
      case 'wildcard': {
        const found = wordsIn(expand(text)).map((pattern) => (isOpen(pattern) ? undefined : this.host.list(pattern)));
        return found.includes(undefined) ? UNKNOWN_VALUE : found.flat().join(' ');
      }
      case 'call': {
        const [called = '', ...values] = given.map((one) => expand(one).trim());
        const inner = new Map([...own, ...values.map((value, at): [string, string] => [String(at + 1), value])]);
        return this.expand(this.variables.get(called) ?? UNKNOWN_VALUE, inner, depth + 1);
      }
      case 'eval':
        if (this.evaluating++ < MAX_EVALUATIONS) this.evaluate(expand(text));
        this.evaluating--;
        return '';
      case 'foreach': {
        const [loop = '', list = '', ...body] = given;
        const value = (word: string) =>
          this.expand(body.join(','), new Map([...own, [expand(loop).trim(), word]]), depth + 1);
        return wordsIn(expand(list)).map(value).join(' ');
      }
      case 'if':
      case 'or':
      case 'and':
        return this.choose(
          name,
          given.map((one) => () => expand(one).trim()),
        );
      default: {
        return ofWords(name, given.map(expand)) ?? UNKNOWN_VALUE;
      }
    }
  }

  /** `if`, `or`, `and`: what is not empty is true. */
  private choose(name: string, [first, ...rest]: readonly (() => string)[]): string {
    const value = this.exactly(first ?? (() => ''));
    if (isOpen(value)) return UNKNOWN_VALUE;
    if (name === 'if') return (value === '' ? rest[1] : rest[0])?.() ?? '';
    return rest.length === 0 || (value === '') === (name === 'and') ? value : this.choose(name, rest);
  }
}

/** `$(file >name,text)` as what a shell does for it. */
function written([target = '', ...text]: readonly string[]): string {
  const found = /^\s*(>{1,2})\s*(\S[\s\S]*?)\s*$/.exec(target);
  return found === null ? '' : `$(printf '%s\\n' '${text.join(',').replaceAll("'", "'\\''")}' ${found[1]} ${found[2]})`;
}
