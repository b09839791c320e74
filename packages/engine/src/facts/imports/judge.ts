import path from 'node:path';
import { type ImportRule, matchesWhole } from '@flow/core';
import type { Import } from './import.js';
import { importsOf, type Language, languageOf } from './scan.js';

/** A bypass is an import that a rule forbids. */
export interface Bypass {
  rule: ImportRule;
  specifier: string;
  line: number;
}

/**
 * Returns the imports of a file that its rules forbid, of those that stand in added lines.
 * @param file relative to the repository
 * @param isAdded whether a line was added
 */
export function bypassesIn(
  file: string,
  text: string,
  rules: readonly ImportRule[],
  isAdded: (line: number) => boolean,
): Bypass[] {
  const language = languageOf(file);
  if (language === null) return [];
  const found: Bypass[] = [];
  for (const one of importsOf(text, language)) {
    const line = firstAdded(one, isAdded);
    if (line === null) continue;
    const names = namesOf(one.specifier, file, language);
    const rule = rules.find(({ forbid, allow }) => isMeant(names, forbid) && !isMeant(names, allow));
    if (rule) found.push({ rule, specifier: one.specifier, line });
  }
  return found;
}

function firstAdded({ line, lastLine }: Import, isAdded: (line: number) => boolean): number | null {
  for (let at = line; at <= lastLine; at++) if (isAdded(at)) return at;
  return null;
}

/** `Names` holds what an import is called in a rule. */
interface Names {
  /** Name as it is written, with every name that it lies in: `@acme/db/client`, `@acme/db`. */
  written: string[];
  /** Paths in the repository that it can stand for. */
  paths: string[];
}

function namesOf(specifier: string, file: string, language: Language): Names {
  const folder = path.posix.dirname(file);
  if (language === 'javascript') {
    if (!specifier.startsWith('.')) return { written: above(specifier, '/'), paths: [] };
    return { written: [], paths: filesOf(inside(folder, specifier), /\.[cm]?[jt]sx?$/, ENDINGS) };
  }
  if (language === 'python') {
    const dots = /^\.*/.exec(specifier)![0].length;
    const rest = specifier.slice(dots).replaceAll('.', '/');
    const place = dots === 0 ? rest : inside(folder, `${'../'.repeat(dots - 1)}${rest}`);
    return { written: dots === 0 ? above(specifier, '.') : [], paths: filesOf(place, /\.py$/, ['.py']) };
  }
  if (language === 'rust')
    return { written: above(specifier, '::'), paths: above(specifier.replaceAll('::', '/'), '/') };
  return { written: above(specifier, '/'), paths: [] };
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** Returns the path that a relative name leads to; null where it leaves the repository. */
function inside(folder: string, name: string): string | null {
  const place = path.posix.normalize(path.posix.join(folder, name)).replace(/\/$/, '');
  return place === '..' || place.startsWith('../') ? null : place;
}

/**
 * Returns a place without and with the endings that may be left out, or be others than they are written; and what it
 * lies in.
 */
function filesOf(place: string | null, ending: RegExp, endings: readonly string[]): string[] {
  if (place === null || place === '.') return [];
  const bare = place.replace(ending, '');
  return [place, ...endings.map((one) => `${bare}${one}`), ...above(bare, '/')];
}

/** Returns a name and all that it lies in: `a/b/c`, `a/b`, `a`. */
function above(name: string, separator: string): string[] {
  const parts = name.split(separator);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(separator)).filter((part) => part !== '');
}

/** A pattern with a slash speaks of paths, too; one without is a name as it is written. */
function isMeant({ written, paths }: Names, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const glob = pattern.replace(/^\.\//, '').replace(/\/$/, '');
    const names = glob.includes('/') ? [...written, ...paths] : written;
    return names.some((name) => matchesWhole(name, glob));
  });
}
