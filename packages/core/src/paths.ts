import picomatch from 'picomatch';
import { PATH_CLASSES, type PathClass, type Preset } from './preset.js';

const compiled = new Map<string, (path: string) => boolean>();

/** True when a repository-relative path (with `/`) matches the glob; a glob without a slash speaks of base names. */
export function matchesGlob(path: string, glob: string): boolean {
  let match = compiled.get(glob);
  if (!match) {
    match = picomatch(glob, { dot: true, basename: !glob.includes('/') });
    compiled.set(glob, match);
  }
  return match(path);
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
