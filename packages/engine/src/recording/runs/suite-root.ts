import path from 'node:path';
import { type FolderView, markersIn, type Preset, type RunnerSpec, readSelection } from '@flow/core';
import { findRepository, type Repository } from '@flow/evidence';
import type { Run } from '@flow/shell-effects/effects';
import { markerText } from '../../places/marker-text.js';

/** Disk facts are asked of the disk alone, and only for names on the way up to the repository's root. */
export interface DiskFacts {
  readFile(absolute: string): string | undefined;
}

/** Returns the folder whose marker makes the suite that a run in `directory` belongs to; null when there is none. */
export function suiteRoot(
  directory: string,
  preset: Preset,
  spec: RunnerSpec,
  repository: Repository,
  disk: DiskFacts,
) {
  const markers = spec.configured ?? spec.markers ?? preset.markers;
  const isOfPreset = markers === preset.markers;
  const match = isOfPreset ? preset.match : 'any';
  const loose = isOfPreset ? (preset.looseMarkers?.files ?? []) : [];
  const isOutermost = spec.configured !== undefined || preset.roots === 'outermost';
  let found: { root: string; markerText: string } | null = null;
  let outermost: { root: string; markerText: string } | null = null;
  for (let folder = directory; ; folder = path.dirname(folder)) {
    const names = markers.flatMap(({ file, unless }) => (unless ? [file, unless.file] : [file]));
    const texts = new Map(names.map((file) => [file, markerText(folder, file, (absolute) => disk.readFile(absolute))]));
    const read = (file: string) => texts.get(file);
    const hasAbove = (file: string) => isAbove(file, folder, repository, disk);
    for (const marker of markersIn({ markers, match }, { has: (file) => read(file) !== undefined, read, hasAbove })) {
      const text = read(marker.file) ?? '';
      const here = { root: relative(repository, folder), markerText: text };
      if (!preset.takesIn && !isOutermost) return here;
      // An outer root counts only if it takes this one in; a tool's outermost configuration always does.
      if (!found || isOutermost || text.includes(preset.takesIn ?? '')) found = here;
    }
    // Whether tests lie below is not asked: what runs here has some.
    if (loose.some((file) => disk.readFile(path.join(folder, file)) !== undefined))
      outermost = { root: relative(repository, folder), markerText: '' };
    if (folder === repository.root || folder === path.dirname(folder)) return found ?? outermost;
  }
}

/** Makes a view of one folder, for settings that lie in it. */
export function folderOnDisk(folder: string, { readFile }: DiskFacts): FolderView {
  const read = (file: string) => readFile(path.join(folder, file));
  return { read, has: (file) => read(file) !== undefined, hasAbove: () => false };
}

/** Tells whether a folder above one, within the repository, has a file. */
function isAbove(file: string, folder: string, { root }: Repository, disk: DiskFacts): boolean {
  for (let at = folder; at !== root && at !== path.dirname(at); ) {
    at = path.dirname(at);
    if (disk.readFile(path.join(at, file)) !== undefined) return true;
  }
  return false;
}

/** Returns a path of the machine as one of the repository. */
export function relative(repository: Repository, absolute: string): string {
  return path.relative(repository.root, absolute).split(path.sep).join('/') || '.';
}

/** Tells whether a folder belongs to this repository, and not to one inside it or beside it. */
export const isOf = (repository: Repository, folder: string) =>
  !folder.startsWith('..') && findRepository(path.join(repository.root, folder))?.root === repository.root;

type Root = ReturnType<typeof suiteRoot>;

/**
 * Returns the suite that a run is of: that around its folder, else that around all which its words name (`pytest
 * services/a`, where several projects lie side by side).
 */
export function suiteAround(
  argv: Run['argv'],
  spec: RunnerSpec,
  directory: string,
  rootOf: (folder: string) => Root,
): Root {
  const around = rootOf(directory);
  const { positional } = spec.selection;
  if (around || (positional !== 'paths' && positional !== 'packages')) return around;
  const selection = readSelection(argv, spec, { root: '.', directory });
  return selection.kind === 'units' ? rootOf(commonFolder(selection.units)) : null;
}

/** Returns the innermost folder that holds all of these units. */
function commonFolder(units: readonly string[]): string {
  const folders = units.map((unit) =>
    /\.[a-z]+$/i.test(unit) ? path.posix.dirname(unit) : unit.replace(/\/?\*\*$/, ''),
  );
  const [first = [], ...others] = folders.map((folder) => folder.split('/'));
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first.slice(0, end < 0 ? undefined : end).join('/') || '.';
}
