/** One line of a recipe. */
interface RecipeLine {
  readonly target: string;
  readonly code: string;
  /** `-command` in make: its failure does not end the run. */
  readonly ignoresFailure: boolean;
}

type Recipe = { readonly ok: true; readonly lines: RecipeLine[] } | { readonly ok: false; readonly reason: string };

interface Rule {
  readonly needs: readonly string[];
  readonly lines: readonly string[];
}

/**
 * The lines that `make <targets>` would run, prerequisites first. Only plain rules and plain variables are followed; pattern
 * rules, includes that matter and functions are left (GNU make manual, "Rules" and "How to Use Variables").
 */
export function readMakefile(text: string, targets: readonly string[], overrides: readonly string[]): Recipe {
  const variables = new Map<string, string>();
  const rules = new Map<string, Rule>();
  let first: string | undefined;
  let open: string[] = [];
  let isOneShell = false;
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  for (const line of lines) {
    if (line.startsWith('\t')) {
      const body = line.slice(1);
      for (const name of open) {
        const rule = rules.get(name);
        if (rule !== undefined) rules.set(name, { ...rule, lines: [...rule.lines, body] });
      }
      continue;
    }
    const plain = line.replace(/(^|\s)#.*$/, '$1').trimEnd();
    if (plain.trim() === '') continue;
    const assignment = /^(?:export\s+|override\s+)?([A-Za-z_][\w.-]*)\s*(::?=|\?=|\+=|!=|=)\s*(.*)$/.exec(plain);
    if (assignment !== null) {
      const [, name = '', operator, value = ''] = assignment;
      if (operator === '!=') variables.delete(name);
      else if (operator === '+=') variables.set(name, `${variables.get(name) ?? ''} ${value}`.trim());
      else if (operator !== '?=' || !variables.has(name)) variables.set(name, value);
      continue;
    }
    const rule = /^([^:=]+?)\s*::?\s*([^=;]*)(?:;(.*))?$/.exec(plain);
    if (rule === null) continue;
    open = (rule[1] ?? '').split(/\s+/).filter((name) => name !== '');
    if (open.includes('.ONESHELL')) isOneShell = true;
    const needs = expandMake((rule[2] ?? '').replace(/\|/g, ' '), variables)
      .split(/\s+/)
      .filter((name) => name !== '');
    for (const name of open) {
      const old = rules.get(name);
      rules.set(name, {
        needs: [...(old?.needs ?? []), ...needs],
        lines: [...(old?.lines ?? []), ...(rule[3] === undefined ? [] : [rule[3].trim()])],
      });
      if (first === undefined && !name.startsWith('.') && !name.includes('%')) first = name;
    }
  }
  for (const one of overrides) variables.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
  const wanted = targets.length > 0 ? targets : first === undefined ? [] : [first];
  return follow(wanted, rules, (line) => expandMake(line, variables), isOneShell);
}

/** `$(NAME)` and `$$`; an automatic or unknown variable becomes a shell variable of which nothing is known. */
function expandMake(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 8) return text;
  return text.replace(/\$\$|\$[({]([^(){}$]*)[)}]|\$([@<^?*+%|A-Za-z])/g, (all, name, single) => {
    if (all === '$$') return '$';
    const key = name ?? single;
    const value = variables.get(key);
    if (value !== undefined) return expandMake(value, variables, depth + 1);
    if (key === 'MAKE') return 'make';
    if (key === 'CURDIR') return '.';
    const shell = /^shell\s+(.*)$/.exec(key);
    return shell === null ? '${__make}' : `$(${shell[1]})`;
  });
}

function follow(
  wanted: readonly string[],
  rules: ReadonlyMap<string, Rule>,
  expand: (line: string) => string,
  isOneShell: boolean,
): Recipe {
  const lines: RecipeLine[] = [];
  const seen = new Set<string>();
  const missing: string[] = [];
  const visit = (target: string, isNeeded: boolean): void => {
    if (seen.has(target) || seen.size > 256) return;
    seen.add(target);
    const rule = rules.get(target);
    if (rule === undefined) {
      if (!isNeeded) missing.push(target);
      return;
    }
    for (const need of rule.needs) visit(need, true);
    const own = rule.lines.map((line) => /^[@+-]*/.exec(line)?.[0].length ?? 0);
    const code = rule.lines.map((line, at) => ({
      target,
      code: expand(line.slice(own[at])),
      ignoresFailure: line.slice(0, own[at]).includes('-'),
    }));
    if (isOneShell) lines.push({ target, code: code.map((line) => line.code).join('\n'), ignoresFailure: false });
    else lines.push(...code.filter((line) => line.code.trim() !== ''));
  };
  for (const target of wanted) visit(target, false);
  return missing.length > 0 || wanted.length === 0
    ? { ok: false, reason: `no plain rule for ${missing[0] ?? 'a default target'}` }
    : { ok: true, lines };
}

/** The lines that `just <recipe> …` would run; interpolations become unknown (just manual, "Recipes"). */
export function readJustfile(text: string, targets: readonly string[], overrides: readonly string[]): Recipe {
  const variables = new Map<string, string>();
  const rules = new Map<string, Rule>();
  const parameters = new Map<string, string[]>();
  let first: string | undefined;
  let open: string | undefined;
  let isScript = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line) && open !== undefined) {
      const rule = rules.get(open);
      const body = line.trim();
      if (rule?.lines.length === 0 && body.startsWith('#!')) isScript = true;
      if (rule !== undefined)
        rules.set(open, {
          ...rule,
          lines: isScript && rule.lines.length > 0 ? [`${rule.lines[0]}\n${body}`] : [...rule.lines, body],
        });
      continue;
    }
    const assignment = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(['"])(.*)\2\s*$/.exec(line);
    if (assignment !== null) {
      variables.set(assignment[1] ?? '', assignment[3] ?? '');
      continue;
    }
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line);
    if (alias !== null) {
      rules.set(alias[1] ?? '', { needs: [alias[2] ?? ''], lines: [] });
      continue;
    }
    const rule = /^@?([A-Za-z_][\w-]*)((?:\s+[^:]+)?)\s*:(?!=)\s*([^#]*)/.exec(line);
    if (rule === null) continue;
    open = rule[1] ?? '';
    isScript = false;
    parameters.set(
      open,
      (rule[2] ?? '')
        .trim()
        .split(/\s+/)
        .map((name) => name.replace(/^[*+$]+/, '').replace(/=.*/, ''))
        .filter((name) => name !== ''),
    );
    rules.set(open, {
      needs: (rule[3] ?? '')
        .replace(/[()]|&&/g, ' ')
        .split(/\s+/)
        .filter((name) => name !== ''),
      lines: [],
    });
    first ??= open;
  }
  for (const one of overrides) variables.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
  const [name = first, ...given] = targets;
  if (name === undefined) return { ok: false, reason: 'no recipe' };
  const names = parameters.get(name) ?? [];
  for (const [at, parameter] of names.entries())
    variables.set(parameter, (at === names.length - 1 ? given.slice(at).join(' ') : given[at]) ?? '');
  const wanted = names.length > 0 ? [name] : [name, ...given];
  return follow(
    wanted,
    rules,
    (line) =>
      line
        .replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_all, key) => variables.get(key) ?? '${__just}')
        .replace(/\{\{[^}]*\}\}/g, '${__just}'),
    false,
  );
}

/**
 * The commands of a task in a Taskfile (taskfile.dev, schema 3), read by indentation: `cmds:` and `cmd:` with plain or quoted
 * texts, `deps:`, and `- task: name`. Anything else in it is not followed.
 */
export function readTaskfile(text: string, targets: readonly string[]): Recipe {
  const rules = new Map<string, Rule>();
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  if (start < 0) return { ok: false, reason: 'no tasks in its file' };
  let open: string | undefined;
  let indent: number | undefined;
  let section = '';
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const depth = line.length - line.trimStart().length;
    if (depth === 0) break;
    indent ??= depth;
    const key = /^([\w:.-]+|'[^']+'|"[^"]+"):\s*(.*)$/.exec(line.trim());
    if (depth === indent && key !== null) {
      open = (key[1] ?? '').replace(/^['"]|['"]$/g, '');
      section = '';
      const inline = unquoteYaml(key[2] ?? '');
      rules.set(open, { needs: [], lines: inline === '' || /^[[{]/.test(inline) ? [] : [inline] });
      continue;
    }
    const rule = open === undefined ? undefined : rules.get(open);
    if (rule === undefined || open === undefined) continue;
    const item = /^-\s*(.*)$/.exec(line.trim());
    if (item === null) {
      section = key?.[1] ?? section;
      const flow = /^\[(.*)\]$/.exec(key?.[2] ?? '');
      if (section === 'deps' && flow !== null)
        rules.set(open, { ...rule, needs: (flow[1] ?? '').split(',').map((name) => unquoteYaml(name.trim())) });
      if (section === 'cmds' && flow !== null)
        rules.set(open, { ...rule, lines: (flow[1] ?? '').split(',').map((name) => unquoteYaml(name.trim())) });
      if (section === 'cmd' && key?.[2] !== undefined && key[2] !== '')
        rules.set(open, { ...rule, lines: [unquoteYaml(key[2])] });
      continue;
    }
    const value = item[1] ?? '';
    const task = /^task:\s*(.+)$/.exec(value);
    if (section === 'deps' || task !== null)
      rules.set(open, { ...rule, needs: [...rule.needs, unquoteYaml(task?.[1] ?? value)] });
    else if (section === 'cmds')
      rules.set(open, { ...rule, lines: [...rule.lines, unquoteYaml(value.replace(/^cmd:\s*/, ''))] });
  }
  const wanted = targets.length > 0 ? targets : ['default'];
  return follow(wanted, rules, (line) => line.replace(/\{\{[^}]*\}\}/g, '${__task}'), false);
}

function unquoteYaml(text: string): string {
  const match = /^(['"])(.*)\1$/.exec(text.trim());
  return match === null
    ? text.trim()
    : (match[2] ?? '').replaceAll(match[1] === "'" ? "''" : '\\"', match[1] as string);
}
