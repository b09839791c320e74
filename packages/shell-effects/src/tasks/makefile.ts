import { splitWords } from '../bash/words/split-words.js';
import { Conditions } from './make-conditions.js';
import { closing, isOpen, ofWords, stemOf, UNKNOWN_VALUE } from './make-functions.js';
import { MakeValues } from './make-values.js';
import { follow, type Recipe, type RecipeHost, type RecipeLine, type Rule, wordsIn } from './recipes.js';

const MAX_INCLUDES = 16;

/** Number of readings of one file at most, each with other answers to what the conditions ask. */
const MAX_READINGS = 16;

/** Options of a shell that change how it takes a line, and nothing of what it is told. */
const PLAIN_FLAG = /^(?:[-+][a-zA-Z]+|pipefail|--(?:noprofile|norc|posix))$/;

/** Number of lines that only other answers run: large files ask dozens of things, and most answers change a flag. */
const MAX_OTHERS = 300;

/**
 * Returns the lines that `make <targets>` would run, prerequisites first (GNU make manual). Rules, pattern rules,
 * variables, `define`, functions, `shell`, `eval` and includes are followed. A condition that cannot be answered is
 * answered both ways: what only the other answer runs comes after.
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
    for (const one of overrides) make.values.given.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    make.values.given.set('MAKECMDGOALS', targets.join(' '));
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

/** Returns the recipe of several readings: a line that any reading runs is run. */
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
  readonly values: MakeValues;
  readonly conditions: Conditions;
  private readonly startup: string[] = [];
  private first: string | undefined;
  private isOneShell = false;
  /** Variables that hold what their value was when they were set. */
  private readonly simple = new Set<string>();
  private readonly exported = new Set<string>();
  private readonly rules = new Map<string, Rule>();
  private readonly stems = new Map<string, string>();
  private readonly ofTarget = new Map<string, Map<string, string>>();
  private readonly host: RecipeHost;
  private open: string[] = [];
  private includes = 0;

  constructor(host: RecipeHost, answers: ReadonlyMap<string, boolean>) {
    this.host = host;
    this.values = new MakeValues(host, (text) => this.read(text));
    this.conditions = new Conditions(answers, {
      expand: (text) => this.values.exactly(() => this.values.expand(text)),
      raw: (name) => this.values.given.get(name) ?? this.values.variables.get(name) ?? host.variable(name),
    });
  }

  /** What making the targets runs; without any, the file's own goal. */
  recipe(targets: readonly string[]): Recipe {
    const goal = this.values.expand(this.values.variables.get('.DEFAULT_GOAL') ?? '').trim() || this.first;
    const wanted = targets.length > 0 ? targets : goal === undefined ? [] : [goal];
    const expand = (line: string, target: string) => this.values.expand(line, this.automatic(target));
    const recipe = follow(wanted, (target) => this.find(target), expand, this.isOneShell);
    const beside = { startup: this.startup, exports: this.exports(), shell: this.shell() };
    if (!recipe.ok || this.ofTarget.size === 0) return { ...recipe, ...beside };
    const lines = recipe.lines.map((line) => ({ ...line, shell: this.shell(this.ofTarget.get(line.target)) }));
    return { ...recipe, ...beside, lines };
  }

  /** The program that recipes are handed to, with its options, where it is no shell or the options are code for one. */
  private shell(own?: ReadonlyMap<string, string>): readonly string[] | undefined {
    const { given, variables } = this.values;
    const set = (name: string) => this.values.expand(given.get(name) ?? own?.get(name) ?? variables.get(name) ?? '');
    const named = wordsIn(set('SHELL'));
    const flags = set('.SHELLFLAGS').trim() || '-c';
    const isShell = named.length === 0 || /(?:^|\/)(?:ba|da|z|k|mk|a)?sh(?:\.exe)?$/.test(named.at(-1) ?? '');
    const options = splitWords(flags) ?? wordsIn(flags);
    if (isShell && options.every((word) => PLAIN_FLAG.test(word))) return undefined;
    return [...(named.length === 0 ? ['sh'] : named), ...options];
  }

  read(text: string): void {
    const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string;
      const prefix = this.values.variables.get('.RECIPEPREFIX')?.[0] ?? '\t';
      if (line.startsWith(prefix) && this.open.length > 0) {
        if (this.conditions.counts) this.addLine(line.slice(1));
        continue;
      }
      const definition = /^\s*(?:override\s+|export\s+)?define\s+([\w.-]+)/.exec(line);
      if (definition !== null) {
        this.open = [];
        const end = endOf(lines, at);
        const body = lines.slice(at + 1, end < 0 ? undefined : end).join('\n');
        if (this.conditions.counts) this.values.variables.set(definition[1] as string, body);
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
      const names = wordsIn(this.values.expand(told[2] as string));
      for (const name of names) told[1] === 'export' ? this.exported.add(name) : this.values.variables.delete(name);
      return;
    }
    const include = /^[-s]?include\s+(.*)$/.exec(line);
    if (include !== null) {
      for (const name of wordsIn(this.values.expand(include[1] as string))) this.include(name);
      return;
    }
    if (this.assign(line, this.values.variables)) return;
    if (/^\$[({]/.test(line) && closing(line, 1) === line.length - 1) {
      this.collectShell(line);
      // What it gives is read as if it stood here.
      const text = this.values.expand(line);
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
      this.startup.push(this.values.expand(value));
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
    return this.values.expand(text).replaceAll('$', '$$$$');
  }

  /** `$(shell …)` and `$(file …)` where make expands them while it reads. */
  private collectShell(text: string): void {
    for (const { index } of text.matchAll(/\$\((?:shell|file)\s/g))
      this.startup.push(this.values.expand(text.slice(index, closing(text, index + 1) + 1)).slice(2, -1));
  }

  private readRule(line: string): void {
    const rule = /^([^:=]+?)\s*&?::?(?!=)\s*(.*)$/.exec(line);
    if (rule === null) return;
    const [, left = '', right = ''] = rule;
    const names = wordsIn(this.values.expand(left));
    const own = new Map<string, string>();
    if (/^(?:(?:export|override|private)\s+)*[\w.-]+\s*[:?+!]{0,3}=/.test(right) && this.assign(right, own)) {
      for (const name of names) this.ofTarget.set(name, new Map([...(this.ofTarget.get(name) ?? []), ...own]));
      return;
    }
    const [all = '', ...inline] = right.split(';');
    const [pattern, needs] = partsOf(this.values.expand(all));
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
        this.values.expand(this.values.variables.get(name) ?? own.find(([known]) => known === name)?.[1] ?? ''),
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
}

/** Tells what stands behind the colon of a rule: the pattern of a static rule, and what is needed. */
function partsOf(text: string): [pattern: string | undefined, needs: string[]] {
  const found = /^([^:]*%[^:]*):([\s\S]*)$/.exec(text);
  const needs = wordsIn((found?.[2] ?? text).replace(/\|/g, ' '));
  return [found?.[1]?.trim(), needs];
}

/** Returns the line that closes a `define`; -1 where none does. */
function endOf(lines: readonly string[], from: number): number {
  for (let at = from + 1; at < lines.length; at++) if (/^\s*endef\b/.test(lines[at] as string)) return at;
  return -1;
}
