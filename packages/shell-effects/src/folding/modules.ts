import type { Language } from '../code/literals.js';
import { type Definition, definitionsIn, turnsOf } from './functions.js';
import { withoutHanded } from './handed.js';

const MAX_MODULES = 8;

/** A module that a code loads: the files that it may be, and the name under which its only export goes. */
interface Loaded {
  readonly places: readonly string[];
  readonly name: string | undefined;
}

/**
 * Returns a script with what it calls of other files of the project behind it. `read` reads a file beside the script.
 */
export function withModules(text: string, language: Language, read: (place: string) => string | undefined): string {
  const called = text.replace(/\brequire\(\s*["']\.[^"'\n]*["']\s*\)\(/g, 'exports(');
  const turns = modulesOf(text, language)
    .slice(0, MAX_MODULES)
    .flatMap(({ places, name }) => {
      const module = places.map(read).find((one) => one !== undefined);
      if (module === undefined) return [];
      return definitionsIn(module, language).flatMap((definition) => {
        const own = { ...definition, name: definition.name === 'exports' ? (name ?? 'exports') : definition.name };
        return calledIn(called, own, language);
      });
    });
  const made = language === 'python' ? importedIn(text, read) : [];
  return [...constantsOf(text, language, read), ...made, text, ...turns].join('\n\n');
}

/** Tells what a function does at its calls in a code; as it stands where they show no texts. */
function calledIn(code: string, definition: Definition, language: Language): string[] {
  if (!new RegExp(String.raw`(?<![\w$])${definition.name.replaceAll('$', '\\$')}\(`).test(code)) return [];
  const called = withoutHanded(definition, code, language);
  const given = turnsOf(called, code, language);
  return given.length > 0 ? given : [called.body];
}

const MAX_IMPORTED = 8 * 1024;
const MAX_DEPTH = 3;

/** Tells what Python's modules of the project do as they are imported, and those that they import. */
function importedIn(text: string, read: (place: string) => string | undefined, depth = 0): string[] {
  if (depth >= MAX_DEPTH) return [];
  return modulesOf(text, 'python')
    .slice(0, MAX_MODULES)
    .flatMap(({ places }) => {
      const module = places.map(read).find((one) => one !== undefined) ?? '';
      const top = topOf(module);
      const called = definitionsIn(module, 'python').flatMap((one) => calledIn(top, one, 'python'));
      return top === '' ? [] : [...importedIn(top, read, depth + 1), top, ...called];
    });
}

/** A module without what it only defines, and without what it does when it is run itself. */
function topOf(module: string): string {
  let isLeftOut = false;
  const lines = module.split('\n').filter((line) => {
    if (/^\S/.test(line)) isLeftOut = /^(?:async\s+def|def|class|@|if\s+__name__\b)/.test(line);
    return !isLeftOut;
  });
  return lines.join('\n').trim().slice(0, MAX_IMPORTED);
}

const NAMED =
  /^[ \t]*from[ \t]+\.*([\w.]+)[ \t]+import[ \t]+\(?([\w, \t]+)|\b(?:import|const|let|var)\s*\{([\w\s,]+)\}\s*(?:from\s*|=\s*require\(\s*)["'](\.{1,2}\/[^"'\n]+)["']/gm;

/**
 * Tells what the code takes by name out of other files and is a value there: `from paths import GATE`, with its line.
 */
function constantsOf(text: string, language: Language, read: (place: string) => string | undefined): string[] {
  return [...text.matchAll(NAMED)].slice(0, MAX_MODULES).flatMap(([, module, names, own, file]) => {
    if ((module === undefined) === (language === 'python')) return [];
    const other = placesOfModule(module ?? file ?? '', language)
      .map(read)
      .find((one) => one !== undefined);
    if (other === undefined) return [];
    return (names ?? own ?? '').split(',').flatMap((name) => {
      const line = new RegExp(`^(?:export )?((?:const |let |var )?${name.trim()}[ \\t]*=[ \\t]*[^=>\\n][^\\n]*)$`, 'm');
      return name.trim() === '' ? [] : (line.exec(other)?.[1] ?? []);
    });
  });
}

const ENDS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'];

/** Returns the files that a module of the project may be, by the name under which it is loaded; none for another's. */
export function placesOfModule(name: string, language: Language): string[] {
  if (language === 'node') return /^\.{1,2}\//.test(name) ? ENDS.map((end) => name + end) : [];
  const path = name.replace(/^\.+/, '').replaceAll('.', '/');
  return path === '' ? [] : [`${path}.py`, `${path}/__init__.py`];
}

/**
 * `PYTHON_IMPORT` matches `from a.b import c, d` and `import a.b as c, d`: a name that is taken out of a package may be a
 * module of it.
 */
const PYTHON_IMPORT =
  /(?:^|;)[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import[ \t]+\(?([\w, \t]*)|import[ \t]+([\w., \t]+))/gm;

function modulesOf(text: string, language: Language): Loaded[] {
  if (language === 'python')
    return [...text.matchAll(PYTHON_IMPORT)].flatMap(([, from, names = '', many = '']) => {
      const taken = names.split(',').map((name) => `${from}.${name.replace(/\s+as\s+\w+/, '').trim()}`);
      const modules =
        from === undefined ? many.split(',').map((one) => one.replace(/\s+as\s+\w+/, '').trim()) : [from, ...taken];
      return modules.map((one) => ({ places: placesOfModule(one, language), name: undefined }));
    });
  if (language !== 'node') return [];
  const loads =
    /(?:\b([\w$]+)\s*=\s*)?\brequire\(\s*["'](\.{1,2}\/[^"'\n]+)["']\s*\)|\bfrom\s+["'](\.{1,2}\/[^"'\n]+)["']/g;
  return [...text.matchAll(loads)].map(([, name, required, imported]) => ({
    places: placesOfModule(required ?? imported ?? '', language),
    name,
  }));
}
