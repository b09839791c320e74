import { baseOf, folderOf, isWithin } from '../paths.js';
import { type FolderView, isEnding } from './markers.js';
import type { Marker } from './preset.js';

/**
 * A file view shows the files of some content: a commit, a planned commit, or the disk. Paths are relative to the
 * repository.
 */
export interface FileView {
  paths: readonly string[];
  /** Text of a file, undefined when it is not there, too large or not text. */
  read(path: string): string | undefined;
  /** Filters `paths` to files whose text contains one of the strings; bounded by the implementation. */
  containing(paths: readonly string[], strings: readonly string[]): readonly string[];
  /** Says that the texts of these files will be read, where it is cheaper to fetch them at once. */
  announce?(paths: readonly string[]): void;
}

/** Returns the paths of a view whose base name is one that markers ask for, by that name. */
export function pathsByName(view: FileView, markers: readonly Marker[]): Map<string, ReadonlySet<string>> {
  const names = markers.flatMap(({ file, unlessAbove = [] }) => [file, ...unlessAbove]);
  const byName = new Map(names.map((file) => [baseOf(file), new Set<string>()]));
  const byEnding = new Map([...byName].flatMap(([file, paths]) => (isEnding(file) ? [[file.slice(1), paths]] : [])));
  for (const path of view.paths) {
    const base = baseOf(path);
    byName.get(base)?.add(path);
    // An ending may have several parts: `*.gradle.kts`.
    for (let dot = base.indexOf('.'); dot >= 0; dot = base.indexOf('.', dot + 1))
      byEnding.get(base.slice(dot))?.add(path);
  }
  return byName;
}

/** Makes a view of one folder, as far as markers ask for it. */
export function folderView(
  folder: string,
  view: FileView,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
): FolderView {
  const pathOf = (file: string) => (folder === '.' ? file : `${folder}/${file}`);
  const ending = (file: string) => [...(byName.get(file) ?? [])].filter((path) => folderOf(path) === folder);
  return {
    has: (file) => (isEnding(file) ? ending(file).length > 0 : (byName.get(baseOf(file))?.has(pathOf(file)) ?? false)),
    read: (file) =>
      isEnding(file)
        ? ending(file)
            .map((path) => view.read(path) ?? '')
            .join('\n')
        : view.read(pathOf(file)),
    hasAbove: (file) =>
      [...(byName.get(file) ?? [])].some((path) => folderOf(path) !== folder && isWithin(folder, folderOf(path))),
  };
}
