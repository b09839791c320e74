import { follow, type Recipe, type RecipeHost, type Rule, wordsIn } from './recipes.js';

/** Stands for what make would put in and nobody knows here: a shell variable of which nothing is known. */
const UNKNOWN_VALUE = '${__make}';

const MAX_INCLUDES = 16;

/**
 * The lines that `make <targets>` would run, prerequisites first (GNU make manual). Rules, pattern rules, variables, `define`,
 * `call`, `shell` and includes are followed, both branches of a condition are read; other functions are not known.
 */
export function readMakefile(
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
  host: RecipeHost,
): Recipe {
  const make = new Makefile(host);
  for (const one of overrides) make.given.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
  make.read(text);
  const wanted = targets.length > 0 ? targets : make.first === undefined ? [] : [make.first];
  const expand = (line: string, target: string) => make.expand(line, make.automatic(target));
  const recipe = follow(wanted, (target) => make.find(target), expand, make.isOneShell);
  return { ...recipe, startup: make.startup, exports: make.exports() };
}

class Makefile {
  readonly given = new Map<string, string>();
  readonly startup: string[] = [];
  first: string | undefined;
  isOneShell = false;
  private readonly exported = new Set<string>();
  private readonly variables = new Map<string, string>();
  private readonly rules = new Map<string, Rule>();
  private readonly ofTarget = new Map<string, Map<string, string>>();
  private readonly host: RecipeHost;
  private open: string[] = [];
  private includes = 0;

  constructor(host: RecipeHost) {
    this.host = host;
  }

  read(text: string): void {
    const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string;
      const prefix = this.variables.get('.RECIPEPREFIX')?.[0] ?? '\t';
      if (line.startsWith(prefix) && this.open.length > 0) this.addLine(line.slice(1));
      else {
        const definition = /^\s*(?:override\s+|export\s+)?define\s+([\w.-]+)/.exec(line);
        if (definition === null) this.readLine(line.replace(/(^|\s)#.*$/, '$1').trim());
        else {
          const end = lines.findIndex((one, index) => index > at && /^\s*endef\b/.test(one));
          this.variables.set(definition[1] as string, lines.slice(at + 1, end < 0 ? undefined : end).join('\n'));
          if (end < 0) return;
          at = end;
        }
      }
    }
  }

  private addLine(body: string): void {
    for (const name of this.open) {
      const rule = this.rules.get(name);
      if (rule !== undefined) this.rules.set(name, { ...rule, lines: [...rule.lines, body] });
    }
  }

  private readLine(line: string): void {
    if (line === '' || /^(?:ifn?eq|ifn?def|else|endif|undefine|unexport|vpath|export$)\b/.test(line)) return;
    const include = /^[-s]?include\s+(.*)$/.exec(line);
    if (include !== null) {
      for (const name of wordsIn(this.expand(include[1] as string))) this.include(name);
      return;
    }
    if (this.assign(line, this.variables)) return;
    if (/^\$\((?:shell|eval|info|warning|call)\b/.test(line)) {
      this.collectShell(line);
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
    } else if (operator === '+=') into.set(name, `${into.get(name) ?? ''} ${value}`.trim());
    else if (operator !== '?=' || !into.has(name)) into.set(name, value);
    if (operator.startsWith(':')) this.collectShell(value);
    return true;
  }

  /** `$(shell …)` where make expands it while it reads. */
  private collectShell(text: string): void {
    for (let at = text.indexOf('$(shell '); at >= 0; at = text.indexOf('$(shell ', at + 1)) {
      const end = closing(text, at + 1);
      this.startup.push(this.expand(text.slice(at + 8, end)));
    }
  }

  private readRule(line: string): void {
    const rule = /^([^:=]+?)\s*&?::?(?!=)\s*(.*)$/.exec(line);
    if (rule === null) return;
    const [, left = '', right = ''] = rule;
    const names = wordsIn(this.expand(left));
    const own = new Map<string, string>();
    if (/^[\w.-]+\s*[:?+!]?=/.test(right) && this.assign(right, own)) {
      for (const name of names) this.ofTarget.set(name, new Map([...(this.ofTarget.get(name) ?? []), ...own]));
      return;
    }
    const [needs = '', ...inline] = right.split(';');
    this.open = names;
    if (names.includes('.ONESHELL')) this.isOneShell = true;
    for (const name of names) {
      const old = this.rules.get(name);
      this.rules.set(name, {
        needs: [...(old?.needs ?? []), ...wordsIn(this.expand(needs).replace(/\|/g, ' '))],
        lines: [...(old?.lines ?? []), ...(inline.length === 0 ? [] : [inline.join(';').trim()])],
      });
      if (this.first === undefined && !name.startsWith('.') && !name.includes('%')) this.first = name;
    }
  }

  /** What the commands of the recipes find in their environment. */
  exports(): ReadonlyMap<string, string> {
    return new Map([...this.exported].map((name) => [name, this.expand(this.variables.get(name) ?? '')]));
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
    return new Map([
      ...(this.ofTarget.get(target) ?? []),
      ['@', target],
      ['<', needs[0] ?? ''],
      ['^', needs.join(' ')],
      ['*', pattern === undefined ? '' : (stemOf(pattern, target) ?? '')],
    ]);
  }

  expand(text: string, own: ReadonlyMap<string, string> = new Map(), depth = 0): string {
    if (depth > 12) return text;
    let result = '';
    for (let at = 0; at < text.length; at++) {
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
    const call = /^([a-z-]+)\s+([\s\S]*)$/.exec(name);
    if (call !== null) return this.applyFunction(call[1] as string, call[2] as string, own, depth);
    const key = name.includes('$') ? this.expand(name, own, depth + 1) : name.replace(/:.*$/, '');
    const value = own.get(key) ?? this.given.get(key) ?? this.variables.get(key);
    if (value !== undefined) return this.expand(value, own, depth + 1);
    if (key === 'MAKE') return 'make';
    if (key === 'CURDIR') return '.';
    return this.host.variable(key) ?? UNKNOWN_VALUE;
  }

  private applyFunction(name: string, text: string, own: ReadonlyMap<string, string>, depth: number): string {
    switch (name) {
      case 'shell':
        return `$(${this.expand(text, own, depth + 1)})`;
      case 'strip':
      case 'or':
        return this.expand(text.split(',')[0] ?? '', own, depth + 1).trim();
      case 'call': {
        const [called = '', ...values] = text.split(',').map((one) => this.expand(one, own, depth + 1).trim());
        const inner = new Map([...own, ...values.map((value, at): [string, string] => [String(at + 1), value])]);
        return this.expand(this.variables.get(called) ?? UNKNOWN_VALUE, inner, depth + 1);
      }
      case 'foreach': {
        const [loop = '', list = '', ...body] = text.split(',');
        const each = wordsIn(this.expand(list, own, depth + 1));
        const value = (word: string) => this.expand(body.join(','), new Map([...own, [loop.trim(), word]]), depth + 1);
        return each.map(value).join(' ');
      }
      default: {
        return ofWords(name, this.expand(text, own, depth + 1).split(',')) ?? UNKNOWN_VALUE;
      }
    }
  }
}

/** Functions of make that only change words; undefined for any other. */
function ofWords(name: string, [first = '', second = '', third = '']: readonly string[]): string | undefined {
  const each = (text: string, change: (word: string) => string) => wordsIn(text).map(change).join(' ');
  switch (name) {
    case 'addprefix':
      return each(second, (word) => first.trim() + word);
    case 'addsuffix':
      return each(second, (word) => word + first.trim());
    case 'subst':
      return third.replaceAll(first, second);
    case 'patsubst':
      return each(third, (word) => {
        const stem = first.includes('%') ? stemOf(first.trim(), word) : undefined;
        return stem === undefined ? (word === first.trim() ? second : word) : second.replace('%', stem);
      });
    case 'firstword':
      return wordsIn(first)[0] ?? '';
    case 'lastword':
      return wordsIn(first).at(-1) ?? '';
    case 'word':
      return wordsIn(second)[Number(first) - 1] ?? '';
    case 'sort':
      return [...new Set(wordsIn(first))].sort().join(' ');
    case 'notdir':
      return each(first, (word) => word.slice(word.lastIndexOf('/') + 1));
    case 'basename':
      return each(first, (word) => word.replace(/\.[^./]*$/, ''));
    case 'dir':
      return each(first, (word) => word.slice(0, word.lastIndexOf('/') + 1) || './');
    default:
      return undefined;
  }
}

function stemOf(pattern: string, target: string): string | undefined {
  const [before = '', after = ''] = pattern.split('%');
  const fits = target.length > before.length + after.length && target.startsWith(before) && target.endsWith(after);
  return fits ? target.slice(before.length, target.length - after.length) : undefined;
}

/** Where the bracket that opens at an index closes; the end of the text when it does not. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') open++;
    else if ((text[at] === ')' || text[at] === '}') && --open === 0) return at;
  }
  return text.length;
}
