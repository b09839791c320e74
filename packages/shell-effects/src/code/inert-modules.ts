import { posix } from 'node:path';
import { HOLE } from '../state.js';
import { canStart } from './can-start.js';
import { type Language, type Literals, readLiterals } from './literals.js';

/** Modules of others that start nothing for those who load them. */
const INERT: Partial<Readonly<Record<Language, RegExp>>> = {
  python:
    /^(?:sys|re|json|csv|time|datetime|math|string|random|hashlib|textwrap|itertools|functools|collections|dataclasses|typing|enum|pathlib|io|os|unittest|pytest|__future__)$/,
  node: /^(?:(?:node:)?(?:fs|path|os|url|util|assert|crypto|events|perf_hooks|test)(?:\/\w+)?|vitest|@jest\/globals|chai|sinon)$/,
};

/** Reads a file of the project beside the one that loads it; undefined for what is not there or not known. */
export type Beside = (place: string) => string | undefined;

/** Number of files of the project that are read, one loaded by the other. */
const MAX_FILES = 24;

/**
 * Tells whether all that a code loads starts nothing: modules that are known to, and files of the project that show it.
 */
export function loadsInert(literals: Literals, language: Language, beside: Beside): boolean {
  const seen = new Set<string>();
  const isInert = (name: string, folder: string): boolean => {
    if (INERT[language]?.test(language === 'python' ? (name.split('.')[0] ?? '') : name) === true) return true;
    const file = placesOfModule(name, language)
      .map((place) => posix.join(folder, place))
      .find((place) => seen.has(place) || beside(place) !== undefined);
    if (file === undefined || seen.size >= MAX_FILES) return false;
    if (seen.has(file)) return true;
    seen.add(file);
    const text = beside(file) ?? '';
    if (text.includes(HOLE) || canStart(text.replace(/\bmodule\.exports\b/g, ''), language)) return false;
    return loadedBy(readLiterals(text, language), language).every((one) => isInert(one, posix.dirname(file)));
  };
  return Object.hasOwn(INERT, language) && loadedBy(literals, language).every((name) => isInert(name, '.'));
}

/** Returns the modules that a code names where it loads them, as they stand there. */
export function loadedBy({ bare, items }: Literals, language: Language): string[] {
  if (language === 'node')
    return items
      .filter(({ before }) => /\b(?:require\s*\(|from|import\s*\(?)\s*$/.test(before))
      .map(({ value }) => value);
  return [...bare.matchAll(/(?:^|[\n;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))/g)]
    .flatMap(([, from, names]) => (from === undefined ? (names ?? '').split(',') : [from]))
    .map((name) => name.trim().split(/\s/)[0] ?? '');
}

const ENDS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'];

/** Returns the files that a module of the project may be, by the name under which it is loaded; none for another's. */
function placesOfModule(name: string, language: Language): string[] {
  if (language === 'node') return /^\.{1,2}\//.test(name) ? ENDS.map((end) => name + end) : [];
  const path = name.replace(/^\.+/, '').replaceAll('.', '/');
  return path === '' ? [] : [`${path}.py`, `${path}/__init__.py`];
}
