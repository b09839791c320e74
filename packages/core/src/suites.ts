import { type FolderView, fits, type MarkerRules, markersIn } from './markers.js';
import { baseOf, classify, folderOf, isWithin, matchesAny } from './paths.js';
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

/** The paths of a view whose base name is that of a marker, by that name. */
export function pathsByName(view: FileView, markers: readonly Marker[]): Map<string, ReadonlySet<string>> {
  const byName = new Map(markers.map(({ file }) => [file, new Set<string>()]));
  for (const path of view.paths) byName.get(baseOf(path))?.add(path);
  return byName;
}

/** One folder of a view, as far as markers ask for it. */
export function folderView(
  folder: string,
  view: FileView,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
): FolderView {
  const pathOf = (file: string) => (folder === '.' ? file : `${folder}/${file}`);
  return { has: (file) => byName.get(file)?.has(pathOf(file)) ?? false, read: (file) => view.read(pathOf(file)) };
}

/** Files that make suites of some runners, and how they lie to each other. */
interface Making extends MarkerRules {
  runners: readonly RunnerSpec[];
  /** An outer root takes an inner one in: always, or when its marker's text contains this string. */
  takesIn: 'always' | string | undefined;
}

/** The preset's own runners by its markers, and each configured tool by its configuration. */
function makingsOf(preset: Preset): Making[] {
  const makers = preset.runners.filter((runner) => !runner.countsFor && !runner.insteadOf);
  const own = makers.filter((runner) => !runner.configured && !runner.markers);
  const marked = makers.filter((runner) => runner.markers && !runner.configured);
  const takesIn = preset.roots === 'outermost' ? 'always' : preset.takesIn;
  const tools = makers.filter((runner) => runner.configured);
  return [
    { markers: preset.markers, match: preset.match, runners: own, takesIn },
    ...marked.map((runner) => ({ markers: runner.markers!, runners: [runner], takesIn })),
    ...tools.map((runner) => ({ markers: runner.configured!, runners: [runner], takesIn: 'always' })),
  ];
}

/** Whether the text of a marker decides anything. */
function readsMarker(making: Making, marker: Marker): boolean {
  const { takesIn, runners } = making;
  const takes = takesIn !== undefined && takesIn !== 'always';
  return Boolean(
    marker.contains || marker.lacks || takes || runners.some((runner) => runner.selection.everythingNeededWhen),
  );
}

/** Suites of some content, sorted by id. Files that the preset calls generated make no suite. */
export function findSuites(view: FileView, presets: readonly Preset[]): Suite[] {
  const suites = new Map<string, Suite>();
  const markers = presets.flatMap((preset) => makingsOf(preset).flatMap((making) => making.markers));
  const speaking = presets.flatMap(({ runners }) => runners.flatMap(({ insteadOf }) => insteadOf?.unless ?? []));
  const byName = pathsByName(view, [...markers, ...speaking]);
  for (const preset of presets) {
    for (const making of makingsOf(preset)) {
      for (const made of madeBy(making, preset, view, byName)) {
        const suite = withStandIn(made, view, byName);
        if (!suites.has(suite.id)) suites.set(suite.id, suite);
      }
    }
  }
  return [...suites.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function madeBy(
  making: Making,
  preset: Preset,
  view: FileView,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
): Suite[] {
  const { markers, runners, takesIn } = making;
  const found = [...new Set(markers.map(({ file }) => file))]
    .flatMap((name) => [...(byName.get(name) ?? [])])
    .filter((path) => classify(path, preset) !== 'generated')
    .filter((path) => making.match !== 'all' || markersIn(making, folderView(folderOf(path), view, byName)).length > 0);
  found.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const takers: string[] = [];
  const made: Suite[] = [];
  for (const path of found) {
    const root = folderOf(path);
    if (takers.some((outer) => isWithin(root, outer))) continue;
    const here = folderView(root, view, byName);
    const fitting = markers.find((marker) => marker.file === baseOf(path) && fits(marker, here));
    if (!fitting) continue;
    const text = readsMarker(making, fitting) ? view.read(path) : undefined;
    if (takesIn === 'always' || (takesIn && text?.includes(takesIn))) takers.push(root);
    for (const runner of runners) {
      const id = `${runner.id}:${root}`;
      made.push({ id, preset, runner, root, marker: path, ...(text === undefined ? {} : { markerText: text }) });
    }
  }
  return made;
}

/** The suite of the runner that all of its tests are written for, where that is not the preset's usual one. */
function withStandIn(suite: Suite, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite {
  const { preset, root } = suite;
  const runner = preset.runners.find(({ insteadOf }) => insteadOf?.runner === suite.runner.id);
  if (!runner?.insteadOf) return suite;
  // It would leave out what lies in inner folders, where the outermost one is to stand for all.
  if (preset.roots === 'outermost' && runner.innerRoots === 'apart') return suite;
  const { tests, contains, lacks, unless, commands = [] } = runner.insteadOf;
  const here = folderView(root, view, byName);
  if (unless.some((marker) => fits(marker, here))) return suite;
  const files = view.paths.filter(
    (path) =>
      isWithin(path, root) && matchesAny(path, suite.runner.units.tests) && classify(path, preset) !== 'generated',
  );
  const own = new Set(view.containing(files, contains));
  if (own.size === 0 || view.containing(files, lacks).length > 0) return suite;
  const others = view.containing(files, tests).filter((path) => !own.has(path));
  if (others.length > 0) return suite;
  const at = (...names: string[]) => [...(root === '.' ? [] : [root]), ...names].join('/');
  const special = commands.find(
    (one) =>
      !view.paths.includes(at(one.folder, one.lacks)) && [...own].every((path) => isWithin(path, at(one.folder))),
  );
  const typed = special ? { ...runner, command: special.command } : runner;
  return { ...suite, id: `${runner.id}:${root}`, runner: typed };
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

/** Whether a path is one that the suite's tool reads, where the tool says so; undefined where its class decides. */
export function concerns(suite: Pick<Suite, 'preset' | 'runner'>, path: string): boolean | undefined {
  const globs = suite.runner.concerns;
  return globs && matchesAny(path, globs) && classify(path, suite.preset) !== 'generated';
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
    const read = concerns(suite, path);
    if (read !== undefined) return read;
    const kind = classify(path, suite.preset);
    return kind === 'source' || kind === 'test' || kind === 'build';
  });
}
