import { items, literal, TEXT, TEXTS } from './texts.js';

/** Writes `const a = 1, b = "x"` as two statements. */
export function splitDeclarations(text: string): string {
  if (!/\b(?:const|let|var)\s/.test(text)) return text;
  return splitLists(text).replace(/(["')\]])\s*,\s*([A-Za-z_$][\w$]*)\s*=(?![=>])/g, '$1; const $2=');
}

const LIST_NAMES = new RegExp(
  String.raw`\b(const|let|var)\s+\[\s*([\w$]+(?:\s*,\s*[\w$]+)*)?\s*,?\s*(?:\.\.\.([\w$]+)\s*)?\]\s*=\s*\[\s*(${TEXTS})\s*,?\s*\]`,
  'g',
);

/** `const [a, ...rest] = ["x", "y"]` name by name. */
function splitLists(text: string): string {
  return text.replace(LIST_NAMES, (_all, kind, names, rest, list) => {
    const values = items(list);
    const own = (names ?? '').split(/\s*,\s*/).filter((name: string) => name !== '');
    const single = own.map((name: string, at: number) => `${kind} ${name} = ${literal(values[at] ?? '')}`);
    const more = rest === undefined ? [] : [`${kind} ${rest} = [${values.slice(own.length).map(literal).join(', ')}]`];
    return [...single, ...more].join('; ');
  });
}

const PLACE = String.raw`(?:pathlib\.)?Path\(\s*${TEXT}\s*\)`;
const UNPACKED = new RegExp(
  String.raw`^([ \t]*)([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+)\s*=\s*[[(]?\s*(${TEXTS}|${PLACE}(?:\s*,\s*${PLACE})*)\s*[\])]?\s*(?=$|;)`,
  'gm',
);

/** Python's `path, key = ["a", "b"]` name by name. */
export function splitUnpacked(text: string): string {
  return text.replace(UNPACKED, (all, indent, names: string, list: string) => {
    const places = list.match(new RegExp(PLACE, 'g'));
    const [own, values] = [names.split(/\s*,\s*/), places ?? items(list).map(literal)];
    return own.length === values.length
      ? own.map((name, at) => `${indent}${name} = ${values[at] as string}`).join('\n')
      : all;
  });
}

const CLASS_VALUE = new RegExp(String.raw`^[ \t]+(\w+)[ \t]*=[ \t]*(${TEXT})[ \t]*$`, 'gm');

/**
 * Follows the names of `import os.path as o`, `from pathlib import Path as P`, `const {writeFileSync: w} = require("fs")`
 * and `fs["rmSync"]`. Without this and the splitting above, 13 written files and 7 more rows of the fixtures and tests are not
 * seen: calls under another name (`import os as o`, a function taken out of its module).
 */
export function followNames(text: string): string {
  const names = new Map<string, string>();
  for (const match of text.matchAll(/\bimport\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*[\w.]+\s+as\s+\w+/g))
    for (const one of match[0].matchAll(/([\w.]+)\s+as\s+(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(/\bfrom\s+[\w.]+\s+import\s+([^\n;]+)/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s+as\s+(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(/\bimport\s*\{([^{}\n]*)\}\s*from\b/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s+as\s+(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(/\b(\w+)\s*=\s*require\(\s*["'](?:node:)?(path|fs|os|child_process)["']\s*\)/g))
    names.set(match[1] as string, match[2] as string);
  for (const match of text.matchAll(/\{([^{}\n]*:[^{}\n]*)\}\s*=\s*(?:await\s+)?(?:require|import)\(/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s*:\s*(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(
    /(?:const|let|var)\s+(\w+)\s*=\s*[\w.]+(?:\(\s*["'](?:node:)?fs(?:\/promises)?["']\s*\))?(?:\.promises)?\.(\w+(?:Sync|File|rm|unlink|rename|cp))\s*[;\n,]/g,
  ))
    names.set(match[1] as string, match[2] as string);
  for (const match of text.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*((?:subprocess|os|shutil)\.\w+)[ \t]*$/gm))
    names.set(match[1] as string, match[2] as string);
  let result = text
    .replace(/\[\s*(["'])(\w+)\1\s*\]\s*\(/g, '.$2(')
    .replace(/\b(?:__import__|importlib\.import_module)\(\s*(["'])([\w.]+)\1\s*\)/g, '$2');
  for (const [short, long] of [...names].slice(0, 16))
    if (short !== long) result = result.replace(new RegExp(String.raw`(?<![\w.$'"/])${short}(?=\s*[.(])`, 'g'), long);
  // What a class says of itself.
  for (const [, name, value] of [...text.matchAll(CLASS_VALUE)].slice(0, 16))
    result = result.replace(
      new RegExp(String.raw`\b(?:self|cls)\.${name}\b(?!\s*(?:=[^=]|\())`, 'g'),
      () => value as string,
    );
  for (const name of pathFunctions(text))
    result = result.replace(new RegExp(String.raw`(?<![\w.$'"])${name}\(`, 'g'), `path.${name}(`);
  if (/\bfrom\s+os\.path\s+import\b/.test(result)) result = result.replace(/(?<![\w.$'"])join\(/g, 'os.path.join(');
  return result;
}

const FROM_PATH =
  /\bimport\s+(?:[\w$]+\s*,\s*)?\{([^{}]*)\}\s*from\s*["'](?:node:)?path(?:\/posix)?["']|\{([^{}]*)\}\s*=\s*(?:await\s+)?(?:require|import)\(\s*["'](?:node:)?path(?:\/posix)?["']/g;
/** The module under a name of its own: `const path = require("path")`, `import path from "node:path"`. */
const PATH_MODULE =
  /\b([\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*["'](?:node:)?path(?:\/posix)?["']|\bimport\s+(?:\*\s*as\s+)?([\w$]+)[^;\n]*?\bfrom\s*["'](?:node:)?path(?:\/posix)?["']/g;

/** Tells what Node's code takes out of `path` by name: `import { join } from "node:path"`. */
function pathFunctions(text: string): string[] {
  const modules = [...text.matchAll(PATH_MODULE)].map(([, required, imported]) => required ?? imported ?? '');
  const later = modules.flatMap((name) => [
    ...text.matchAll(new RegExp(String.raw`\{([^{}]*)\}\s*=\s*${name.replaceAll('$', '\\$')}\s*(?=[;\n]|$)`, 'g')),
  ]);
  const taken = [...text.matchAll(FROM_PATH), ...later]
    .map(([, imported, required]) => imported ?? required ?? '')
    .join(',');
  return ['join', 'resolve', 'normalize'].filter((name) => new RegExp(String.raw`\b${name}\b`).test(taken));
}
