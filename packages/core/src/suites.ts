import { classify, matchesAny } from './paths.js';
import type { Marker, Preset, RunnerSpec } from './preset.js';

/** The files of some content: a commit, a planned commit, or the disk. Paths are relative to the repository. */
export interface FileView {
  paths: readonly string[];
  /** Text of a file, undefined when it is not there, too large or not text. */
  read(path: string): string | undefined;
  /** Those of `paths` whose text contains one of the strings; bounded by the implementation. */
  containing(paths: readonly string[], strings: readonly string[]): readonly string[];
}

/** One runner at one root. */
export interface Suite {
  /** `runner:root`. */
  id: string;
  preset: Preset;
  runner: RunnerSpec;
  root: string;
  /** The marker that made it one. */
  marker: string;
  markerText?: string;
}

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** True when `path` lies in `folder` or below it; every path lies in `.`. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** Whether the text of a marker decides anything. */
function readsMarkers(preset: Preset, marker: Marker): boolean {
  return Boolean(
    marker.contains ||
      marker.lacks ||
      preset.takesIn ||
      preset.runners.some((runner) => runner.selection.everythingNeededWhen),
  );
}

/** Suites of some content, sorted by id. Files that the preset calls generated make no suite. */
export function findSuites(view: FileView, presets: readonly Preset[]): Suite[] {
  const suites = new Map<string, Suite>();
  for (const preset of presets) {
    const names = new Set(preset.markers.map((marker) => marker.file));
    const found = view.paths.filter((path) => names.has(baseOf(path)) && classify(path, preset) !== 'generated');
    found.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
    const takers: string[] = [];
    for (const path of found) {
      const marker = preset.markers.find((candidate) => candidate.file === baseOf(path))!;
      const text = readsMarkers(preset, marker) ? view.read(path) : undefined;
      if (marker.contains && !marker.contains.some((part) => text?.includes(part))) continue;
      if (marker.lacks?.some((part) => text?.includes(part))) continue;
      const root = folderOf(path);
      if (takers.some((outer) => isWithin(root, outer))) continue;
      if (preset.takesIn && text?.includes(preset.takesIn)) takers.push(root);
      for (const runner of preset.runners) {
        const id = `${runner.id}:${root}`;
        if (suites.has(id)) continue;
        suites.set(id, { id, preset, runner, root, marker: path, ...(text === undefined ? {} : { markerText: text }) });
      }
    }
  }
  return [...suites.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The innermost suite of the same runner that a path belongs to is this one. */
export function ownsPath(suite: Suite, path: string, all: readonly Suite[]): boolean {
  if (!isWithin(path, suite.root)) return false;
  return !all.some(
    (other) =>
      other !== suite &&
      other.runner.id === suite.runner.id &&
      other.root.length > suite.root.length &&
      isWithin(other.root, suite.root) &&
      isWithin(path, other.root),
  );
}

/** Units of a suite on some content: folders or files that hold its tests, relative to the repository, sorted. */
export function unitsOf(suite: Suite, all: readonly Suite[], view: FileView): string[] {
  const { units } = suite.runner;
  let files = view.paths.filter(
    (path) =>
      matchesAny(path, units.tests) && classify(path, suite.preset) !== 'generated' && ownsPath(suite, path, all),
  );
  if (units.contains) files = [...view.containing(files, units.contains)];
  const names = units.kind === 'folder' ? files.map(folderOf) : files;
  return [...new Set(names)].sort();
}

/** Whether a push that changes these files needs the suite: one of them is of its source, test or build class. */
export function isNeeded(
  suite: Suite,
  all: readonly Suite[],
  changed: readonly string[],
  documents: readonly string[],
) {
  return changed.some((path) => {
    if (!ownsPath(suite, path, all) || matchesAny(path, documents)) return false;
    const kind = classify(path, suite.preset);
    return kind === 'source' || kind === 'test' || kind === 'build';
  });
}
