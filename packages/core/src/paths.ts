import picomatch from 'picomatch';
import { PATH_CLASSES, type PathClass, type Preset } from './preset.js';

/** Paths have `/` on every system, and picomatch would look for the system's own. */
const OPTIONS = { dot: true, windows: false };

function compile(glob: string): (path: string) => boolean {
  if (glob.includes('/')) return picomatch(glob, OPTIONS);
  // As picomatch has it with `basename`, which cuts each path into its parts: a push asks it of every file.
  const expression = picomatch.makeRe(glob, OPTIONS);
  return (path) => path === glob || expression.test(baseOf(path));
}

const compiled = new Map<string, (path: string) => boolean>();

const PLAIN = /^[\w./-]+$/;

/**
 * Most globs of presets are of four plain shapes, which need no compiled expression: compiling all of them would cost a
 * push check more than the rest of it. A property test holds each against picomatch.
 */
function plainMatcher(glob: string): ((path: string) => boolean) | null {
  if (!glob.includes('/')) {
    const suffix = glob.startsWith('*') ? glob.slice(1) : glob;
    if (suffix === '' || !PLAIN.test(suffix)) return null;
    if (suffix === glob) return (path) => baseOf(path) === glob;
    return (path) => path.endsWith(suffix);
  }
  if (!glob.endsWith('/**')) return null;
  const folder = glob.slice(0, -3);
  if (folder.startsWith('**/')) {
    const inner = folder.slice(3);
    if (!PLAIN.test(inner)) return null;
    return (path) => `/${path}/`.includes(`/${inner}/`);
  }
  return PLAIN.test(folder) ? (path) => path === folder || path.startsWith(`${folder}/`) : null;
}

/** The last name of a path. */
export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The folder that a path lies in, `.` for the root. */
export const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');

/** True when `path` lies in `folder` or below it; every path lies in `.`. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** True when a repository-relative path (with `/`) matches the glob; a glob without a slash speaks of base names. */
export function matchesGlob(path: string, glob: string): boolean {
  let match = compiled.get(glob);
  if (!match) {
    match = plainMatcher(glob) ?? compile(glob);
    compiled.set(glob, match);
  }
  return match(path);
}

/** As `matchesGlob`, but a glob without a slash speaks of the whole name: of `pg`, and not of `lib/pg`. */
export function matchesWhole(name: string, glob: string): boolean {
  const key = `whole ${glob}`;
  let match = compiled.get(key);
  if (!match) {
    match = picomatch(glob, OPTIONS);
    compiled.set(key, match);
  }
  return match(name);
}

/** True when the path matches one of the globs. */
export function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

/**
 * The class that a preset gives a path, `other` when it gives none.
 * Never throws; an empty class list simply never matches.
 */
export function classify(path: string, preset: Pick<Preset, 'classes'>): PathClass | 'other' {
  for (const name of PATH_CLASSES) if (matchesAny(path, preset.classes[name])) return name;
  return 'other';
}

/**
 * Whether a difference in this path can change the outcome of the preset's runs (design, Evidence, Tree):
 * tracked files unless they are documents, untracked ones only if they are source, test or build configuration.
 * @param embeds true when the sources bring documents into the build
 */
export function isRelevant(path: string, tracked: boolean, preset: Pick<Preset, 'classes'>, embeds = false): boolean {
  const kind = classify(path, preset);
  if (kind === 'document') return embeds;
  return tracked || kind === 'source' || kind === 'test' || kind === 'build';
}
