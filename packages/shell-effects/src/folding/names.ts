import { items, literal, MAX_TURNS, plain, TEXT, TEXTS } from './texts.js';

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
 * and `fs["rmSync"]`.
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

/** @param first what stands before the words among the parameters */
const pythonWrapper = (first: string) =>
  new RegExp(
    String.raw`\bdef\s+(\w+)\s*\(\s*${first}\*(\w+)[^)]*\)[^:\n]*:[^]{0,300}?[[(]\s*(${TEXTS})\s*,\s*\*\2\b`,
    'g',
  );
const PYTHON_WRAPPER = pythonWrapper('');
/**
 * `PYTHON_METHOD` matches a Python wrapper of a program as a method: `def git(self, *words)`, called as
 * `repo.git("status")`.
 */
const PYTHON_METHOD = pythonWrapper(String.raw`(?:self|cls)\s*,\s*`);
/** `LAMBDA_WRAPPER` matches a wrapper such as `git = lambda *words: run(["git", *words])`. */
const LAMBDA_WRAPPER = new RegExp(
  String.raw`(?<![\w.])(\w+)\s*=\s*lambda\s+\*(\w+)[^:\n]*:[^\n]{0,300}?[[(]\s*(${TEXTS})\s*,\s*\*\2\b`,
  'g',
);
const NODE_WRAPPER = new RegExp(
  String.raw`(?:\bfunction\s+(\w+)\s*\(\s*\.\.\.(\w+)\s*\)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(\s*\.\.\.(\w+)\s*\)\s*=>)[^]{0,300}?\(\s*(${TEXT})\s*,\s*(?:\[\s*(?:(${TEXTS})\s*,\s*)?\.\.\.)?(?:\2|\4)\b`,
  'g',
);

/**
 * `NODE_METHOD` matches a JavaScript wrapper of a program as a method: `git(...words) {`, called as `repo.git("status")`.
 */
const NODE_METHOD = new RegExp(
  String.raw`(?<=[{};]\s*)(?:async\s+|static\s+)?([\w$]+)\s*\(\s*\.\.\.([\w$]+)\s*\)\s*\{[^]{0,300}?\(\s*(${TEXT})\s*,\s*(?:\[\s*(?:(${TEXTS})\s*,\s*)?\.\.\.)?\2\b`,
  'g',
);

const RUBY_WRAPPER = new RegExp(
  String.raw`\bdef\s+(\w+)\s*\(?\s*\*(\w+)\s*\)?\s*\n[^]{0,300}?\b(?:system|exec|spawn)\s*\(?\s*(${TEXTS})\s*,\s*\*\2\b`,
  'g',
);

/** Functions that hand all their words on to a program: `def git(*words): run(["git", *words])`, with their calls as it. */
export function followWrappers(text: string): string {
  let result = text;
  const follow = (name: string, first: string, front = String.raw`(?<![\w.$])`) => {
    const call = new RegExp(String.raw`${front}(?<!def\s)(?<!function\s)${name}\(\s*(${TEXTS})(?=\s*[,)])`, 'g');
    result = result.replace(call, (_all, words) => `subprocess.run([${first}, ${words}]`);
  };
  for (const method of [PYTHON_METHOD, NODE_METHOD])
    for (const [, name = '', , first = '', more] of [...text.matchAll(method)].slice(0, 8))
      follow(name, more === undefined ? first : `${first}, ${more}`, String.raw`\b\w+(?:\.\w+|\([^()\n]*\))*\.`);
  for (const wrapper of [PYTHON_WRAPPER, LAMBDA_WRAPPER])
    for (const [, name = '', , first = ''] of [...text.matchAll(wrapper)].slice(0, 8)) follow(name, first);
  for (const [, name = '', , first = ''] of [...text.matchAll(RUBY_WRAPPER)].slice(0, 8))
    result = result.replace(
      new RegExp(String.raw`(?<![\w.$])(?<!def\s)${name}(?:\(\s*(${TEXTS})\s*\)|[ \t]+(${TEXTS}))`, 'g'),
      (_all, inside, bare) => `system(${first}, ${inside ?? bare})`,
    );
  for (const [, plainName, , arrow, , first = '', more] of [...text.matchAll(NODE_WRAPPER)].slice(0, 8))
    follow(plainName ?? arrow ?? '', more === undefined ? first : `${first}, ${more}`);
  return result;
}

const GROWS = new RegExp(
  String.raw`(?<![\w$.])(\w+)\s*=\s*\[\s*(${TEXTS})?\s*,?\s*\]([^]{0,2000}?)(?<![\w$.])\1(?:\.(?:append|push|extend)\(\s*\[?\s*(${TEXTS})\s*\]?\s*\)|\s*(?:\+=|=\s*\1\s*\+)\s*\[\s*(${TEXTS})\s*\]|\s*=\s*\[\s*(?:\*|\.{3})\1\s*,\s*(${TEXTS})\s*\]|\s*<<\s*(${TEXT}))`,
);

/** Returns a list that is made word by word, as it is in the end. */
export function growLists(text: string): string {
  let result = text;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const next = result.replace(GROWS, (_all, name, own, between, ...added) => {
      const more = added.slice(0, 4).find((one) => one !== undefined);
      return `${name} = [${own === undefined ? '' : `${own}, `}${more}]${between}`;
    });
    if (next === result) break;
    result = next;
  }
  return result;
}

const MAX_OPENED = 16;

/** Code that is a text in the same language, beside the call that runs it. */
export function openTexts(text: string): string {
  const run = new RegExp(
    String.raw`\b(?:eval|exec|new Function|Function|instance_eval|runIn(?:This|New)?Context)\((?:\s*${TEXT}\s*,)?\s*(${TEXT})\s*\)`,
    'g',
  );
  let opened = 0;
  return text.replace(run, (all, code) => (++opened > MAX_OPENED ? all : `${all}; ${plain(code)} ;`));
}
