import { classify, folderOf, isWithin, matchesAny } from '../paths.js';
import type { FileView } from './file-view.js';
import { foldersAbove, pathsWithin } from './paths-within.js';
import type { UnitRules } from './preset.js';
import type { Suite } from './suite.js';

/** The innermost suite of the same runner that a path belongs to is this one. */
export function ownsPath(suite: Suite, path: string, all: readonly Suite[]): boolean {
  return isWithin(path, suite.root) && !isFurtherIn(path, suite, rootsAmong(all));
}

/** Roots of the suites of a list, by runner: a repository may have hundreds, of which each asks where the others are. */
const rootsKnown = new WeakMap<readonly Suite[], ReadonlyMap<string, ReadonlySet<string>>>();

function rootsAmong(suites: readonly Suite[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = rootsKnown.get(suites);
  if (known) return known;
  const roots = new Map<string, Set<string>>();
  for (const { runner, root } of suites) roots.set(runner.id, (roots.get(runner.id) ?? new Set()).add(root));
  rootsKnown.set(suites, roots);
  return roots;
}

/** Tells whether a path of the suite's root lies in a suite of the same runner whose root is further in. */
function isFurtherIn(path: string, { runner, root }: Suite, roots: ReturnType<typeof rootsAmong>): boolean {
  const alike = roots.get(runner.id);
  if (alike === undefined || alike.size < 2) return false;
  return [...foldersAbove(path), path].some(
    (folder) => alike.has(folder) && (root === '.' || folder.length > root.length),
  );
}

/** Filters paths to those in a suite's root; a repository of many suites is asked for all of their roots. */
const pathsOf = (suite: Suite, all: readonly Suite[], paths: readonly string[]) =>
  pathsWithin(paths, suite.root, () => all.map(({ root }) => root));

/** Lists units of a suite on some content: folders or files that hold its tests, relative to the repository, sorted. */
export function unitsOf(suite: Suite, all: readonly Suite[], view: FileView): string[] {
  const { units } = suite.runner;
  const roots = rootsAmong(all);
  const matching = pathsOf(suite, all, view.paths).filter(
    (path) =>
      matchesAny(path, units.tests) && classify(path, suite.preset) !== 'generated' && !isFurtherIn(path, suite, roots),
  );
  const files = holdingTests(matching, units, view);
  const names = units.kind === 'folder' ? files.map(folderOf) : files;
  return [...new Set(names)].sort();
}

/** Filters files to those that hold tests, by what is written in them where their names do not say it. */
export function holdingTests(
  files: readonly string[],
  { contains, byName }: UnitRules,
  view: FileView,
): readonly string[] {
  if (!contains) return files;
  if (!byName) return view.containing(files, contains);
  const isNamed = (path: string) => matchesAny(path, byName);
  const unnamed = files.filter((path) => !isNamed(path));
  const found = [...files.filter(isNamed), ...view.containing(unnamed, contains)];
  // Tests may be written with words of the project's own: then it is not known which file holds none.
  return found.length > 0 ? found : files;
}

/**
 * Tells whether a path is one that the suite's tool reads, where the tool says so; undefined where its class decides.
 */
export function concerns(suite: Pick<Suite, 'preset' | 'runner'>, path: string): boolean | undefined {
  const globs = suite.runner.concerns;
  return globs && matchesAny(path, globs) && classify(path, suite.preset) !== 'generated';
}

/**
 * Tells whether a push that changes these files needs the suite: one of them is of its source, test or build class, or
 * a submodule, whose commit stands for code.
 * @param view the files of what is pushed
 */
export function isNeeded(
  suite: Suite,
  all: readonly Suite[],
  changed: readonly string[],
  documents: readonly string[],
  view: Pick<FileView, 'paths' | 'read'>,
) {
  const roots = rootsAmong(all);
  return pathsOf(suite, all, changed).some((path) => {
    if (isFurtherIn(path, suite, roots) || matchesAny(path, documents)) return false;
    const read = concerns(suite, path);
    if (read !== undefined) return read;
    const kind = classify(path, suite.preset);
    return kind === 'source' || kind === 'test' || kind === 'build' || (kind === 'other' && isSubmodule(path, view));
  });
}

const OF_SUBMODULES = '.gitmodules';

/** Tells whether a path is that of a submodule, or the list of them: of one that is gone, nothing else is left. */
function isSubmodule(path: string, view: Pick<FileView, 'paths' | 'read'>): boolean {
  if (path === OF_SUBMODULES) return true;
  if (!view.paths.includes(OF_SUBMODULES)) return false;
  const named = (view.read(OF_SUBMODULES) ?? '').matchAll(/^\s*path\s*=\s*"?([^"\r\n]*?)"?\s*$/gm);
  return [...named].some(([, name]) => name === path);
}
