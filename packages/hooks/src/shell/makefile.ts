import { Conditions } from './make-conditions.js';
import { argumentsOf, closing, isOpen, ofWords, stemOf, substituted, UNKNOWN_VALUE } from './make-functions.js';
import { LIMITS } from './parse.js';
import { follow, type Recipe, type RecipeHost, type RecipeLine, type Rule, wordsIn } from './recipes.js';

const MAX_INCLUDES = 16;

/** So many readings of one file at most, each with other answers to what its conditions ask. */
const MAX_READINGS = 16;

/** So much is expanded in one reading; what is left is not known. */
const MAX_WORK = 1_000_000;

/** So many lines that only other answers run: large files ask dozens of things, and most answers change a flag. */
const MAX_OTHERS = 300;

/** What make sets by itself, as far as recipes use it. */
const BUILT_IN: Readonly<Record<string, string>> = {
  ...{ MAKE: 'make', RM: 'rm -f', CURDIR: '.', SHELL: '/bin/sh' },
  ...{ AR: 'ar', AS: 'as', CC: 'cc', CXX: 'g++', CPP: 'cc -E', LD: 'ld', FC: 'f77' },
};

/**
 * The lines that `make <targets>` would run, prerequisites first (GNU make manual). Rules, pattern rules, variables, `define`,
 * functions, `shell`, `eval` and includes are followed. A condition that cannot be answered is answered both ways: what only
 * the other answer runs comes after.
 */
export function readMakefile(
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
  host: RecipeHost,
): Recipe {
  const readings: Recipe[] = [];
  const queue: ReadonlyMap<string, boolean>[] = [new Map()];
  for (let answers = queue.shift(); answers !== undefined && readings.length < MAX_READINGS; answers = queue.shift()) {
    const make = new Makefile(host, answers);
    for (const one of overrides) make.given.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    make.given.set('MAKECMDGOALS', targets.join(' '));
    make.read(text);
    readings.push(make.recipe(targets));
    // Those that came before the one that is answered otherwise stay as they are.
    const before = new Map(answers);
    for (const question of make.conditions.open) {
      if (readings.length + queue.length >= MAX_READINGS) break;
      queue.push(new Map([...before, [question, false]]));
      before.set(question, true);
    }
  }
  return together(readings);
}

/** One recipe of several readings: what one of them runs is run. */
function together(readings: readonly Recipe[]): Recipe {
  const [first] = readings;
  if (readings.length < 2 || first === undefined) return first ?? { ok: false, reason: 'nothing was read' };
  const startup = [...new Set(readings.flatMap((one) => one.startup ?? []))];
  const lines = new Map<string, RecipeLine>();
  let others = 0;
  for (const one of readings) {
    if (!one.ok) continue;
    for (const line of one.lines) {
      const key = `${line.target}\0${line.code}`;
      if (one === first) lines.set(key, line);
      else if (!lines.has(key) && others++ < MAX_OTHERS) lines.set(key, { ...line, ignoresFailure: true });
    }
  }
  const { exports, shell } = first;
  if (!readings.some((one) => one.ok)) return { ...first, startup };
  return { ok: true, lines: [...lines.values()], startup, exports, shell };
}

class Makefile {
  readonly given = new Map<string, string>();
  readonly conditions: Conditions;
  private readonly startup: string[] = [];
  private first: string | undefined;
  private isOneShell = false;
  /** Variables that hold what their value was when they were set. */
  private readonly simple = new Set<string>();
  private readonly exported = new Set<string>();
  private readonly variables = new Map<string, string>();
  private readonly rules = new Map<string, Rule>();
  private readonly stems = new Map<string, string>();
  private readonly ofTarget = new Map<string, Map<string, string>>();
  private readonly host: RecipeHost;
  private open: string[] = [];
  private includes = 0;
  private depth = 0;
  /** What was expanded so far, in characters of references and something for each. */
  private worked = 0;
  /** What a variable that nothing sets stands for. */
  private unset = UNKNOWN_VALUE;

  constructor(host: RecipeHost, answers: ReadonlyMap<string, boolean>) {
    this.host = host;
    this.conditions = new Conditions(answers, {
      expand: (text) => this.exactly(() => this.expand(text)),
      raw: (name) => this.given.get(name) ?? this.variables.get(name) ?? host.variable(name),
    });
  }

  /** What making the targets runs; without any, the file's own goal. */
  recipe(targets: readonly string[]): Recipe {
    const goal = this.expand(this.variables.get('.DEFAULT_GOAL') ?? '').trim() || this.first;
    const wanted = targets.length > 0 ? targets : goal === undefined ? [] : [goal];
    const expand = (line: string, target: string) => this.expand(line, this.automatic(target));
    const recipe = follow(wanted, (target) => this.find(target), expand, this.isOneShell);
    return { ...recipe, startup: this.startup, exports: this.exports(), shell: this.shell() };
  }

  /** The program that recipes are handed to, with its options, where it is no shell. */
  private shell(): readonly string[] | undefined {
    const named = wordsIn(this.expand(this.given.get('SHELL') ?? this.variables.get('SHELL') ?? ''));
    if (named.length === 0 || /(?:^|\/)(?:ba|da|z|k|mk|a)?sh(?:\.exe)?$/.test(named.at(-1) ?? '')) return undefined;
    return [...named, ...wordsIn(this.expand(this.variables.get('.SHELLFLAGS') ?? '-c'))];
  }

  /** Works out what a condition asks for: there, what nothing sets is empty. */
  private exactly(work: () => string): string {
    const outer = this.unset;
    this.unset = '';
    const value = work();
    this.unset = outer;
    return value;
  }

  read(text: string): void {
    const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string;
      const prefix = this.variables.get('.RECIPEPREFIX')?.[0] ?? '\t';
      if (line.startsWith(prefix) && this.open.length > 0) {
        if (this.conditions.counts) this.addLine(line.slice(1));
        continue;
      }
      const definition = /^\s*(?:override\s+|export\s+)?define\s+([\w.-]+)/.exec(line);
      if (definition !== null) {
        this.open = [];
        const end = endOf(lines, at);
        const body = lines.slice(at + 1, end < 0 ? undefined : end).join('\n');
        if (this.conditions.counts) this.variables.set(definition[1] as string, body);
        at = end < 0 ? lines.length : end;
      } else if (!this.conditions.take(line) && this.conditions.counts)
        this.readLine(line.replace(/(^|\s)#.*$/, '$1').trim());
    }
  }

  private addLine(body: string): void {
    for (const name of this.open) {
      const rule = this.rules.get(name);
      if (rule !== undefined) this.rules.set(name, { ...rule, lines: [...rule.lines, body] });
    }
  }

  private readLine(line: string): void {
    if (line === '') return;
    // Behind any other line a tab begins no recipe.
    this.open = [];
    if (/^(?:unexport|vpath)\b/.test(line)) return;
    const told = /^(export|(?:override\s+)?undefine)\b([\w\s.$(){}-]*)$/.exec(line);
    if (told !== null) {
      const names = wordsIn(this.expand(told[2] as string));
      for (const name of names) told[1] === 'export' ? this.exported.add(name) : this.variables.delete(name);
      return;
    }
    const include = /^[-s]?include\s+(.*)$/.exec(line);
    if (include !== null) {
      for (const name of wordsIn(this.expand(include[1] as string))) this.include(name);
      return;
    }
    if (this.assign(line, this.variables)) return;
    if (/^\$[({]/.test(line) && closing(line, 1) === line.length - 1) {
      this.collectShell(line);
      // What it gives is read as if it stood here.
      const text = this.expand(line);
      if (text !== line && !isOpen(text)) this.read(text);
      return;
    }
    this.readRule(line);
  }

  private include(name: string): void {
    if (++this.includes > MAX_INCLUDES) return;
    const text = this.host.read(name);
    this.open = [];
    if (text !== undefined) this.read(text);
  }

  private assign(line: string, into: Map<string, string>): boolean {
    const found = /^(?:export\s+|override\s+|private\s+)*([A-Za-z_.][\w.-]*)\s*(:{1,3}=|\?=|\+=|!=|=)\s*(.*)$/.exec(
      line,
    );
    if (found === null) return false;
    const [, name = '', operator = '', value = ''] = found;
    if (/^\s*export\s/.test(line)) this.exported.add(name);
    if (operator === '!=') {
      this.startup.push(this.expand(value));
      into.set(name, UNKNOWN_VALUE);
    } else if (operator === '+=') {
      const more = this.simple.has(name) ? this.settled(value) : value;
      into.set(name, `${into.get(name) ?? ''} ${more}`.trim());
    } else if (operator === '=') {
      this.simple.delete(name);
      into.set(name, value);
    } else if (operator !== '?=') {
      this.collectShell(value);
      this.simple.add(name);
      into.set(name, this.settled(value));
    } else if (!into.has(name) && this.host.variable(name) === undefined) into.set(name, value);
    return true;
  }

  /** A value that is worked out now: what it holds means itself from here on. */
  private settled(text: string): string {
    return this.expand(text).replaceAll('$', '$$$$');
  }

  /** `$(shell …)` and `$(file …)` where make expands them while it reads. */
  private collectShell(text: string): void {
    for (const { index } of text.matchAll(/\$\((?:shell|file)\s/g))
      this.startup.push(this.expand(text.slice(index, closing(text, index + 1) + 1)).slice(2, -1));
  }

  private readRule(line: string): void {
    const rule = /^([^:=]+?)\s*&?::?(?!=)\s*(.*)$/.exec(line);
    if (rule === null) return;
    const [, left = '', right = ''] = rule;
    const names = wordsIn(this.expand(left));
    const own = new Map<string, string>();
    if (/^(?:(?:export|override|private)\s+)*[\w.-]+\s*[:?+!]{0,3}=/.test(right) && this.assign(right, own)) {
      for (const name of names) this.ofTarget.set(name, new Map([...(this.ofTarget.get(name) ?? []), ...own]));
      return;
    }
    const [all = '', ...inline] = right.split(';');
    const [pattern, needs] = partsOf(this.expand(all));
    this.open = names;
    if (names.includes('.ONESHELL')) this.isOneShell = true;
    for (const name of names) {
      const old = this.rules.get(name);
      const stem = pattern === undefined ? undefined : stemOf(pattern, name);
      if (stem !== undefined) this.stems.set(name, stem);
      const own = stem === undefined ? needs : needs.map((need) => need.replace('%', () => stem));
      this.rules.set(name, {
        needs: [...(old?.needs ?? []), ...own],
        lines: [...(old?.lines ?? []), ...(inline.length === 0 ? [] : [inline.join(';').trim()])],
      });
      if (this.first === undefined && !name.startsWith('.') && !name.includes('%')) this.first = name;
    }
  }

  /** What the commands of the recipes find in their environment. */
  exports(): ReadonlyMap<string, string> {
    const own = [...this.ofTarget.values()].flatMap((one) => [...one]);
    return new Map(
      [...this.exported].map((name) => [
        name,
        this.expand(this.variables.get(name) ?? own.find(([known]) => known === name)?.[1] ?? ''),
      ]),
    );
  }

  /** The rule of a target, else the first pattern that fits it. */
  find(target: string): Rule | undefined {
    const own = this.rules.get(target);
    if (own !== undefined && own.lines.length > 0) return own;
    for (const [name, rule] of this.rules) {
      const stem = name.includes('%') ? stemOf(name, target) : undefined;
      if (stem !== undefined && rule.lines.length > 0)
        return { ...rule, needs: [...(own?.needs ?? []), ...rule.needs.map((need) => need.replace('%', stem))] };
    }
    return own;
  }

  /** `$@`, `$<`, `$*` and what is set for this target alone. */
  automatic(target: string): ReadonlyMap<string, string> {
    const needs = this.find(target)?.needs ?? [];
    const pattern = [...this.rules.keys()].find((name) => name.includes('%') && stemOf(name, target) !== undefined);
    const stem = this.stems.get(target) ?? (pattern === undefined ? undefined : stemOf(pattern, target)) ?? '';
    const values = {
      '@': target,
      '<': needs[0] ?? '',
      '^': [...new Set(needs)].join(' '),
      '+': needs.join(' '),
      '*': stem,
    };
    return new Map([
      ...(this.ofTarget.get(target) ?? []),
      ...Object.entries(values),
      ...Object.entries(values).flatMap(([name, value]): [string, string][] => [
        [`${name}F`, ofWords('notdir', [value]) ?? ''],
        [`${name}D`, (ofWords('dir', [value]) ?? '').replace(/\/(?=\s|$)/g, '')],
      ]),
    ]);
  }

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
        if (this.depth++ < MAX_INCLUDES) this.read(expand(text));
        this.depth--;
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

/** What stands behind the colon of a rule: the pattern of a static rule, and what is needed. */
function partsOf(text: string): [pattern: string | undefined, needs: string[]] {
  const found = /^([^:]*%[^:]*):([\s\S]*)$/.exec(text);
  const needs = wordsIn((found?.[2] ?? text).replace(/\|/g, ' '));
  return [found?.[1]?.trim(), needs];
}

/** The line that closes a `define`; -1 where none does. */
function endOf(lines: readonly string[], from: number): number {
  for (let at = from + 1; at < lines.length; at++) if (/^\s*endef\b/.test(lines[at] as string)) return at;
  return -1;
}
