import { classify, folderOf, isOfClass, isWithin, matchesAny } from '../paths.js';
import type { FileView } from './file-view.js';
import { foldersAbove, pathsWithin } from './paths-within.js';
import type { UnitRules } from './preset.js';
import type { Suite } from './suite.js';

/** The innermost suite of the same runner that a path belongs to is this one. */
export function ownsPath(suite: Suite, path: string, all: readonly Suite[]): boolean {
  return isWithin(path, suite.root) && !isFurtherIn(path, suite, alikeAmong(all));
}

/** The suites of one runner: by their roots, and the folders that some of these roots lie below. */
interface Alike {
  byRoot: ReadonlyMap<string, readonly Suite[]>;
  above: ReadonlySet<string>;
}

/** Suites of a list by runner: a repository may have hundreds, of which each asks where the others are. */
const alikeKnown = new WeakMap<readonly Suite[], ReadonlyMap<string, Alike>>();

function alikeAmong(suites: readonly Suite[]): ReadonlyMap<string, Alike> {
  const known = alikeKnown.get(suites);
  if (known) return known;
  const found = new Map<string, { byRoot: Map<string, Suite[]>; above: Set<string> }>();
  for (const suite of suites) {
    const { runner, root } = suite;
    const { byRoot, above } = found.get(runner.id) ?? { byRoot: new Map(), above: new Set() };
    found.set(runner.id, { byRoot, above });
    byRoot.set(root, [...(byRoot.get(root) ?? []), suite]);
    for (const folder of around(root)) if (folder !== root) above.add(folder);
  }
  alikeKnown.set(suites, found);
  return found;
}

/** Returns a folder and all that it lies in, the outermost first. */
const around = (folder: string) => (folder === '.' ? ['.'] : ['.', ...foldersAbove(folder), folder]);

/** Lists the other suites of the same runner whose roots are a suite's root or lie around it, the outermost first. */
export function outerSuites(suite: Suite, all: readonly Suite[]): Suite[] {
  const alike = alikeAmong(all).get(suite.runner.id);
  return around(suite.root).flatMap((root) => (alike?.byRoot.get(root) ?? []).filter((one) => one !== suite));
}

/** Tells whether a path of the suite's root lies in a suite of the same runner whose root is further in. */
function isFurtherIn(path: string, { runner, root }: Suite, all: ReadonlyMap<string, Alike>): boolean {
  const alike = all.get(runner.id);
  if (!alike?.above.has(root)) return false;
  return [...foldersAbove(path), path].some(
    (folder) => alike.byRoot.has(folder) && (root === '.' || folder.length > root.length),
  );
}

/** Filters paths to those in a suite's root; a repository of many suites is asked for all of their roots. */
const pathsOf = (suite: Suite, all: readonly Suite[], paths: readonly string[]) =>
  pathsWithin(paths, suite.root, () => all.map(({ root }) => root));

/** Lists units of a suite on some content: folders or files that hold its tests, relative to the repository, sorted. */
export function unitsOf(suite: Suite, all: readonly Suite[], view: FileView): string[] {
  const { units } = suite.runner;
  const alike = alikeAmong(all);
  const matching = pathsOf(suite, all, view.paths).filter(
    (path) =>
      matchesAny(path, units.tests) && !isOfClass(path, suite.preset, 'generated') && !isFurtherIn(path, suite, alike),
  );
  const files = holdingTests(matching, units, view);
  const names = units.kind === 'folder' ? files.map(folderOf) : files;
  return [...new Set(names)].sort();
}

/** Filters files to those that hold tests, by what is written in them where their names do not say it. */
export function holdingTests(
  files: readonly string[],
  { contains, byName, onlyHolding }: UnitRules,
  view: FileView,
): readonly string[] {
  if (!contains) return files;
  if (!byName) return view.containing(files, contains);
  const isNamed = (path: string) => matchesAny(path, byName);
  const unnamed = files.filter((path) => !isNamed(path));
  const found = [...files.filter(isNamed), ...view.containing(unnamed, contains)];
  // Tests may be written with words of the project's own: then it is not known which file holds none.
  return found.length > 0 || onlyHolding ? found : files;
}

/**
 * Tells whether a path is one that the suite's tool reads, where the tool says so; undefined where its class decides.
 */
export function concerns(suite: Pick<Suite, 'preset' | 'runner'>, path: string): boolean | undefined {
  const globs = suite.runner.concerns;
  return globs && matchesAny(path, globs) && !isOfClass(path, suite.preset, 'generated');
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
  const alike = alikeAmong(all);
  return pathsOf(suite, all, changed).some((path) => {
    if (isFurtherIn(path, suite, alike) || matchesAny(path, documents)) return false;
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
