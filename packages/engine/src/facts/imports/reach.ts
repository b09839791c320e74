import path from 'node:path';
import type { FileView } from '@flow/core';
import { importsOf, type Language, languageOf } from './scan.js';

/** Of a test that reaches more files than that, it is not told what it reaches. */
const MAX_REACHED = 2000;

/** Code that loads what its text does not name, by language. */
const BUILT_NAMES: Readonly<Partial<Record<Language, RegExp>>> = {
  javascript:
    /\b(?:import|require)\s*\(\s*(?!['"][^'"]*['"]\s*[,)])|\b(?:createRequire|require\.resolve|eval|Function)\b/,
  python: /\b(?:importlib|__import__|runpy|exec|eval|pkgutil)\b/,
};

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte'];

/**
 * Lists the files of a repository that a file of JavaScript, TypeScript or Python loads, with itself, as far as imports are
 * written out in it and in what it loads.
 * @param file relative to the repository
 * @returns null where an import's name is made at run time, leads to no file, or may lead to one by a setting, and in any
 * other language
 */
export function reachOf(file: string, view: FileView): Set<string> | null {
  const files = new Set(view.paths);
  const reached = new Set<string>([file]);
  const queue = [file];
  const reach = (one: string) => {
    if (!reached.has(one)) queue.push(one);
    reached.add(one);
  };
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const language = languageOf(next);
    if (/\.(?:json|css|scss|svg|txt|md)$/.test(next)) continue;
    const text = view.read(next);
    if (text === undefined || (language !== 'javascript' && language !== 'python')) return null;
    if (BUILT_NAMES[language]?.test(text)) return null;
    for (const { specifier } of importsOf(text, language)) {
      const loaded = language === 'python' ? pythonFiles(specifier, next, view) : scriptFiles(specifier, next, files);
      if (loaded === null) return null;
      loaded.forEach(reach);
    }
    if (language === 'python') besidePython(next, files).forEach(reach);
    if (reached.size > MAX_REACHED) return null;
  }
  return reached;
}

/** Returns the file that a script's import leads to; null where that is not to be seen. */
function scriptFiles(specifier: string, from: string, files: ReadonlySet<string>): string[] | null {
  if (specifier.startsWith('node:')) return [];
  if (!specifier.startsWith('.')) return isOfPackage(specifier, files) ? [] : null;
  const place = path.posix.join(path.posix.dirname(from), specifier);
  const bare = place.replace(/\.[cm]?jsx?$/, '');
  const found = [place, bare, path.posix.join(place, 'index')]
    .flatMap((one) => ENDINGS.map((ending) => one + ending))
    .find((one) => files.has(one));
  return found === undefined ? null : [found];
}

/**
 * Tells whether a bare name can only be that of a package from elsewhere: it is no setting's short form, and no folder of the
 * repository is called like it.
 */
function isOfPackage(specifier: string, files: ReadonlySet<string>): boolean {
  const [first = '', second = ''] = specifier.split('/');
  if (!/^(?:@[\w.-]+\/)?\w[\w.-]*(?:\/|$)/.test(specifier)) return false;
  const last = first.startsWith('@') ? second : first;
  for (const file of files)
    if (file.split('/').some((part) => part === last || part.replace(/\.\w+$/, '') === last)) return false;
  return true;
}

/** Returns the files that a Python import may lead to: whatever of the repository has that name. */
function pythonFiles(specifier: string, from: string, view: FileView): string[] | null {
  const dots = /^\.*/.exec(specifier)![0].length;
  const parts = specifier.slice(dots).split('.').filter(Boolean);
  const folder = path.posix.join(path.posix.dirname(from), '../'.repeat(Math.max(0, dots - 1)));
  const found: string[] = [];
  // The last word may be a module, or something in one.
  for (const words of [parts, parts.slice(0, -1)]) {
    if (words.length === 0 && dots === 0) continue;
    const name = words.join('/');
    const fits = (file: string) => {
      const module = file.replace(/(?:\/__init__)?\.pyi?$/, '');
      if (dots > 0) return module === path.posix.join(folder, name);
      return module === name || module.endsWith(`/${name}`);
    };
    found.push(...view.paths.filter((file) => /\.pyi?$/.test(file) && fits(file)));
  }
  return dots > 0 && found.length === 0 && parts.length > 1 ? null : found;
}

/** Files that Python and pytest load with a file: what makes its folders packages, and fixtures. */
function besidePython(file: string, files: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
    for (const name of ['__init__.py', 'conftest.py']) {
      const one = path.posix.join(folder, name);
      if (files.has(one)) found.push(one);
    }
    if (folder === '.') return found;
  }
}
