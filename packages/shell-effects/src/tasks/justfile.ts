import { LIMITS } from '../bash/parse.js';
import { follow, type Recipe, type RecipeHost, type Rule, wordsIn } from './recipes.js';

const UNKNOWN_VALUE = '${__just}';
const MAX_IMPORTS = 16;

interface Justfile {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  readonly parameters: Map<string, readonly (readonly [name: string, given: string | undefined])[]>;
  readonly startup: string[];
  readonly exported: Set<string>;
  /** `set shell := […]`: what lines are handed to. */
  shell: readonly string[] | undefined;
  first: string | undefined;
}

/**
 * Returns the lines that `just <recipe> …` would run; interpolations of what is not known stay unknown (just manual,
 * "Recipes").
 */
export function readJustfile(
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
  host: RecipeHost,
): Recipe {
  const file: Justfile = {
    variables: new Map(),
    rules: new Map(),
    parameters: new Map(),
    startup: [],
    exported: new Set(),
    shell: undefined,
    first: undefined,
  };
  read(text, '', file, host, 0);
  for (const one of overrides) file.variables.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
  const [first = file.first, ...rest] = targets;
  if (first === undefined) return { ok: false, reason: 'no recipe' };
  // `just module recipe` is `just module::recipe`.
  const isModule = !file.rules.has(first) && file.rules.has(`${first}::${rest[0]}`);
  const name = isModule ? `${first}::${rest[0]}` : first;
  const given = isModule ? rest.slice(1) : rest;
  const parameters = file.parameters.get(name) ?? [];
  for (const [at, [parameter, usual]] of parameters.entries()) {
    const own = at === parameters.length - 1 ? given.slice(at).join(' ') : given[at];
    file.variables.set(parameter, own || usual || '');
  }
  const wanted = parameters.length > 0 ? [name] : [name, ...given];
  const recipe = follow(
    wanted,
    (target) => file.rules.get(target),
    (line) => line.replace(/\{\{(.*?)\}\}/g, (_all, expression) => textOfExpression(expression, file)),
  );
  const exports = new Map([...file.exported].map((key) => [key, file.variables.get(key) ?? UNKNOWN_VALUE]));
  const isShell = /^(?:.*\/)?(?:ba|da|z|k)?sh$/.test(file.shell?.[0] ?? 'sh');
  return { ...recipe, startup: file.startup, exports, shell: isShell ? undefined : file.shell };
}

/**
 * `TERM` matches a text between quotes, with its escapes in double ones; names and a path are put together with `+` and `/`.
 */
const TERM = /^\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z_][\w-]*))\s*(?:([+/])(?=.)|$)/s;

/** Tells what an expression of texts and names gives; unknown where it holds anything else. */
function textOfExpression(expression: string, file: Justfile): string {
  let value = '';
  let rest = expression;
  for (let glue = ''; rest.trim() !== '' || glue !== ''; ) {
    const term = TERM.exec(rest);
    if (term === null) return UNKNOWN_VALUE;
    const [all, double, single, name, next = ''] = term;
    const one = double?.replace(/\\(["\\])/g, '$1') ?? single ?? file.variables.get(name ?? '');
    if (one === undefined || /\\/.test(double?.replace(/\\["\\]/g, '') ?? '')) return UNKNOWN_VALUE;
    value += (glue === '/' ? '/' : '') + one;
    // Values that double each other fill any memory.
    if (value.length > LIMITS.text) return UNKNOWN_VALUE;
    glue = next;
    rest = rest.slice(all.length);
  }
  return value;
}

function read(text: string, prefix: string, file: Justfile, host: RecipeHost, depth: number): void {
  let open: string | undefined;
  let isScript = false;
  for (const line of text.replace(/\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line) && open !== undefined) {
      const rule = file.rules.get(open);
      if (rule === undefined) continue;
      const body = isScript ? line.replace(/^(?: {4}| {2}|\t)/, '') : line.trim();
      if (rule.lines.length === 0 && body.trim().startsWith('#!')) isScript = true;
      const lines = isScript && rule.lines.length > 0 ? [`${rule.lines[0]}\n${body}`] : [...rule.lines, body.trim()];
      file.rules.set(open, { ...rule, lines });
      continue;
    }
    const other = /^(import|mod)\??\s+(?:([\w-]+)(?:\s+|$))?(?:(['"])(.*?)\3)?\s*$/.exec(line);
    if (other !== null && depth < MAX_IMPORTS) {
      const [, kind, module = '', , path] = other;
      const places = path !== undefined ? [path] : [`${module}.just`, `${module}/mod.just`, `${module}/justfile`];
      const found = places.map((place) => host.read(place)).find((one) => one !== undefined);
      if (found !== undefined) read(found, kind === 'mod' ? `${prefix}${module}::` : prefix, file, host, depth + 1);
      continue;
    }
    if (readAssignment(line, prefix, file)) continue;
    const rule = /^@?([A-Za-z_][\w-]*)((?:\s+[^:]+)?)\s*:(?!=)\s*([^#]*)/.exec(line);
    if (rule === null) continue;
    open = `${prefix}${rule[1] ?? ''}`;
    isScript = false;
    file.parameters.set(open, readParameters(rule[2] ?? ''));
    const [needs = '', last = ''] = (rule[3] ?? '').split('&&').map((part) => part.replace(/[()]/g, ' '));
    const named = (part: string) => wordsIn(part).map((need) => `${prefix}${need}`);
    file.rules.set(open, { needs: named(needs), lines: [], after: named(last) });
    file.first ??= open;
  }
}

function readAssignment(line: string, prefix: string, file: Justfile): boolean {
  const alias = /^alias\s+([\w-]+)\s*:=\s*([\w:-]+)/.exec(line);
  if (alias !== null) {
    file.rules.set(`${prefix}${alias[1]}`, { needs: [`${prefix}${alias[2]}`], lines: [] });
    return true;
  }
  const run = /^(?:export\s+)?[A-Za-z_][\w-]*\s*:=\s*`([^`]*)`/.exec(line);
  if (run !== null) file.startup.push(run[1] ?? '');
  const setting = /^set\s+shell\s*:=\s*\[(.*)\]/.exec(line);
  if (setting !== null) file.shell = [...(setting[1] ?? '').matchAll(/["']([^"']*)["']/g)].map((one) => one[1] ?? '');
  const assignment = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*?)\s*$/.exec(line);
  if (assignment === null) return run !== null;
  const [, isExported, name = '', expression = ''] = assignment;
  file.variables.set(name, textOfExpression(expression.replace(/\s#[^'"]*$/, ''), file));
  if (isExported !== undefined) file.exported.add(name);
  return true;
}

/** `readParameters` reads the parameters of a recipe, as `remote="origin" *args`. */
function readParameters(text: string): (readonly [string, string | undefined])[] {
  return [...text.matchAll(/[*+$]*([A-Za-z_][\w-]*)(?:=(?:'([^']*)'|"([^"]*)"|(\S+)))?/g)].map(
    (match) => [match[1] as string, match[2] ?? match[3] ?? match[4]] as const,
  );
}
