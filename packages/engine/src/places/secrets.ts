import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isSecret, type SensitiveRules } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { foldCase } from './fold-case.js';
import { placeOfEntry, realPlaces } from './real-place.js';
import { hasSecretPart } from './secret-parts.js';

/** The secrets of this machine are found by their paths. Paths are absolute. */
export interface Secrets {
  /**
   * @param text what is written, or the command that writes; null where nothing is known
   * @param isEntry it is about the name alone, not about what a link of that name leads to
   */
  has(absolute: string, text: string | null, isEntry?: boolean): boolean;
  /** Secrets below a folder. Bounded, and blind for installed packages. */
  below(folder: string): string[];
}

const MAX_LOOKED_AT = 2000;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** `FILLED` names folders that programs fill: keys in them are test data of packages, or made again by a build. */
const FILLED = new Set(['node_modules', '.git', '.venv', 'venv', 'vendor', 'target', 'dist', '.cache', '.tox', '.nox']);

/**
 * What it says is of one moment: ask for another one after a command has run.
 * @param home the user's home
 * @param rules what the project says
 */
export function secretsOf(home: string, rules: SensitiveRules): Secrets {
  const realOf = realPlaces();
  // The cheap question that the small entry asks, too; only the project's own patterns can name other files.
  const mayBeOne = (place: string) => rules.write.length > 0 || hasSecretPart(place);
  const isOne = (given: string, text: string | null): boolean => {
    const place = BEYOND_ASCII.test(given) ? foldCase(given) : given;
    if (!mayBeOne(place)) return false;
    const root = findRepository(place)?.root;
    const inRepository = root === undefined ? null : relative(root, place);
    const inHome = relative(home, place);
    // Elsewhere lie copies and what tests make.
    if (inRepository === null && inHome === null) return false;
    return isSecret({ inRepository, inHome, name: path.basename(place), text }, rules);
  };
  const has = (absolute: string, text: string | null, isEntry = false) => {
    const place = path.normalize(absolute);
    const real = isEntry ? placeOfEntry(place) : realOf(place);
    return isOne(place, text) || (real !== place && isOne(real, text)) || isTwin(real);
  };
  /** Another name of a secret in the same repository. */
  const isTwin = (place: string): boolean => {
    const own = entryOf(place);
    const root = own?.isFile() && own.nlink > 1 ? findRepository(place)?.root : undefined;
    if (own === null || root === undefined) return false;
    return secretsBelow(root).some((other) => {
      const entry = entryOf(other);
      return entry !== null && entry.ino === own.ino && entry.dev === own.dev;
    });
  };
  const secretsBelow = (folder: string): string[] => filesBelow(folder).filter((file) => isOne(file, null));
  return { has, below: secretsBelow };
}

/** Files at and below a folder, as far as a person might have put them there. */
function filesBelow(folder: string): string[] {
  if (FILLED.has(path.basename(folder))) return [];
  const files: string[] = [];
  const queue = [folder];
  for (let looked = 0; queue.length > 0 && looked < MAX_LOOKED_AT; ) {
    const at = queue.shift()!;
    for (const entry of entriesOf(at)) {
      looked++;
      if (!entry.isDirectory()) files.push(path.join(at, entry.name));
      else if (!FILLED.has(entry.name)) queue.push(path.join(at, entry.name));
    }
  }
  return files;
}

function entryOf(file: string) {
  try {
    return lstatSync(file);
  } catch {
    return null;
  }
}

/** Returns the way from a folder to a place below it, with `/`; null for a place elsewhere. */
function relative(folder: string, place: string): string | null {
  const way = path.relative(folder, place);
  if (way === '' || way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) return null;
  return way.split(path.sep).join('/');
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
