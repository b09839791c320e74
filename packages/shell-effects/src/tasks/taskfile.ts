import { follow, type Recipe, type RecipeHost, type Rule } from './recipes.js';

const UNKNOWN_VALUE = '${__task}';
const MAX_INCLUDES = 8;

interface Taskfile {
  readonly rules: Map<string, Rule>;
  readonly variables: Map<string, string>;
}

/**
 * Returns the commands of a task in a Taskfile (taskfile.dev, schema 3), read by indentation: `cmds:` and `cmd:` with
 * plain, quoted and block texts, `deps:`, `aliases:`, `- task: name`, `vars:` and `includes:`. Anything else in it is
 * not followed.
 */
export function readTaskfile(
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
  host: RecipeHost,
): Recipe {
  const file: Taskfile = { rules: new Map(), variables: new Map() };
  read(text, '', file, host, 0);
  if (file.rules.size === 0) return { ok: false, reason: 'no tasks in its file' };
  for (const one of overrides) file.variables.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
  return follow(
    targets.length > 0 ? targets : ['default'],
    (target) => file.rules.get(target),
    (line) =>
      line
        .replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_all, key) => file.variables.get(key) ?? UNKNOWN_VALUE)
        .replace(/\{\{[^}]*\}\}/g, UNKNOWN_VALUE),
  );
}

/** A line of YAML, and how far it is indented. */
export interface Line {
  readonly depth: number;
  readonly text: string;
}

/** Returns the lines of a file that say something. */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ depth: line.length - line.trimStart().length, text: line.trim() }));
}

/** Returns the lines below one that are indented deeper. */
export function below(lines: readonly Line[], at: number): readonly Line[] {
  const depth = lines[at]?.depth ?? 0;
  let end = at + 1;
  while (end < lines.length && (lines[end] as Line).depth > depth) end++;
  return lines.slice(at + 1, end);
}

const KEY = /^([\w:.*-]+|'[^']+'|"[^"]+")\s*:(?:\s+(.*))?$/;

function read(text: string, prefix: string, file: Taskfile, host: RecipeHost, depth: number): void {
  const lines = linesOf(text);
  for (const [at, line] of lines.entries()) {
    if (line.depth > 0) continue;
    if (/^tasks:/.test(line.text)) readTasks(below(lines, at), prefix, file);
    if (/^vars:/.test(line.text)) readVariables(below(lines, at), file);
    if (/^includes:/.test(line.text) && depth < MAX_INCLUDES)
      for (const [name, path] of readIncludes(below(lines, at))) {
        const places = /\.ya?ml$/.test(path) ? [path] : [`${path}/Taskfile.yml`, `${path}/Taskfile.yaml`];
        const found = places.map((place) => host.read(place)).find((one) => one !== undefined);
        if (found !== undefined) read(found, `${prefix}${name}:`, file, host, depth + 1);
      }
  }
}

function readVariables(lines: readonly Line[], file: Taskfile): void {
  for (const line of lines) {
    const key = KEY.exec(line.text);
    if (key?.[2] !== undefined && key[2] !== '') file.variables.set(key[1] as string, unquoteYaml(key[2]));
  }
}

function readIncludes(lines: readonly Line[]): [string, string][] {
  const depth = lines[0]?.depth;
  return lines.flatMap((line, at): [string, string][] => {
    const key = line.depth === depth ? KEY.exec(line.text) : null;
    if (key === null) return [];
    const inner = below(lines, at).map((one) => /^taskfile:\s*(.+)$/.exec(one.text)?.[1]);
    const path = key[2] || inner.find((one) => one !== undefined);
    return path === undefined ? [] : [[key[1] as string, unquoteYaml(path)]];
  });
}

function readTasks(lines: readonly Line[], prefix: string, file: Taskfile): void {
  const depth = lines[0]?.depth;
  for (const [at, line] of lines.entries()) {
    const key = line.depth === depth ? KEY.exec(line.text) : null;
    if (key === null) continue;
    const name = `${prefix}${(key[1] as string).replace(/^['"]|['"]$/g, '')}`;
    const inline = unquoteYaml(key[2] ?? '');
    const { rule, aliases } = readTask(below(lines, at), prefix, file);
    const own = inline === '' || /^[[{]/.test(inline) ? listOf(key[2]) : [inline];
    file.rules.set(name, { ...rule, lines: [...own, ...rule.lines] });
    for (const alias of aliases) file.rules.set(`${prefix}${alias}`, { needs: [name], lines: [] });
  }
}

function readTask(lines: readonly Line[], prefix: string, file: Taskfile): { rule: Rule; aliases: string[] } {
  const needs: string[] = [];
  const code: string[] = [];
  const aliases: string[] = [];
  const depth = lines[0]?.depth;
  let section = 'cmds';
  for (const [at, line] of lines.entries()) {
    const key = line.depth === depth ? KEY.exec(line.text) : null;
    if (key !== null) {
      section = key[1] as string;
      const flow = listOf(key[2]);
      if (section === 'deps') needs.push(...flow.map((one) => prefix + one));
      if (section === 'aliases') aliases.push(...flow);
      if (section === 'cmds') code.push(...flow);
      if (section === 'cmd' && key[2]) code.push(textOf(key[2], lines, at));
      if (section === 'vars') readVariables(below(lines, at), file);
      continue;
    }
    const item = /^-\s*(.*)$/.exec(line.text)?.[1];
    if (item === undefined) {
      if (section === 'cmds' && /^(?:cmd|defer):\s/.test(line.text))
        code.push(textOf(line.text.replace(/^\w+:\s*/, ''), lines, at));
      continue;
    }
    const task = /^task:\s*(.+)$/.exec(item)?.[1];
    if (section === 'aliases') aliases.push(unquoteYaml(item));
    else if (section === 'deps' || task !== undefined) needs.push(prefix + unquoteYaml(task ?? item));
    else if (section === 'cmds') code.push(textOf(item.replace(/^(?:cmd|defer):\s*/, ''), lines, at));
  }
  return { rule: { needs, lines: code }, aliases };
}

/** Returns a scalar; of `|` and `>` the block below. */
function textOf(text: string, lines: readonly Line[], at: number): string {
  if (!/^[|>][-+]?$/.test(text.trim())) return unquoteYaml(text);
  return below(lines, at)
    .map((line) => line.text)
    .join(text.startsWith('>') ? ' ' : '\n');
}

/** Reads a list such as `[a, b]`. */
export function listOf(text: string | undefined): string[] {
  const flow = /^\[(.*)\]$/.exec(text ?? '')?.[1];
  return flow === undefined || flow.trim() === '' ? [] : flow.split(',').map((one) => unquoteYaml(one.trim()));
}

/** Returns a scalar of one line without its quotes. Of escapes it knows the one of the quote itself. */
export function unquoteYaml(text: string): string {
  const match = /^(['"])(.*)\1$/.exec(text.trim());
  return match === null
    ? text.trim()
    : (match[2] ?? '').replaceAll(match[1] === "'" ? "''" : '\\"', match[1] as string);
}
