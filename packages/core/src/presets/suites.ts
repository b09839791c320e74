import { baseOf, classify, folderOf, isWithin, matchesAny } from '../paths.js';
import { type FolderView, fits, type MarkerRules, markersIn, scriptCalling } from './markers.js';
import { packageManagerOf, scriptCommand } from './package-manager.js';
import { foldersAbove, pathsWithin } from './paths-within.js';
import type { Marker, Preset, RunnerSpec } from './preset.js';

/** The files of some content: a commit, a planned commit, or the disk. Paths are relative to the repository. */
export interface FileView {
  paths: readonly string[];
  /** Text of a file, undefined when it is not there, too large or not text. */
  read(path: string): string | undefined;
  /** Those of `paths` whose text contains one of the strings; bounded by the implementation. */
  containing(paths: readonly string[], strings: readonly string[]): readonly string[];
  /** Says that the texts of these files will be read, where it is cheaper to fetch them at once. */
  announce?(paths: readonly string[]): void;
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

/** The runners of a preset that its own markers make suites of. */
const makers = ({ runners }: Preset) => runners.filter((runner) => !runner.countsFor && !runner.insteadOf);
const ownRunners = (preset: Preset) => makers(preset).filter((runner) => !runner.configured && !runner.markers);

/** The names of files that markers of these presets ask for, as markers. */
export function markerNames(presets: readonly Preset[]): Marker[] {
  return presets.flatMap(({ markers, looseMarkers }) => [
    ...markers,
    ...(looseMarkers?.files ?? []).map((file) => ({ file })),
  ]);
}

/** The loose markers of a preset that make their folders projects of the stack, the outer ones first. */
export function looseMarkersIn(
  preset: Preset,
  view: FileView,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const { looseMarkers, markers } = preset;
  const isOurs = (path: string) => classify(path, preset) !== 'generated';
  const named = (files: readonly string[]) => [...new Set(files)].flatMap((name) => [...(byName.get(name) ?? [])]);
  const loose = named(looseMarkers?.files ?? []).filter(isOurs);
  if (!looseMarkers || loose.length === 0) return [];
  const firm = named(markers.map(({ file }) => file))
    .filter(isOurs)
    .map(folderOf)
    .filter((folder) => markersIn(preset, folderView(folder, view, byName)).length > 0);
  const isFree = (path: string) => !firm.some((folder) => isWithin(path, folder));
  const free = loose.filter((path) => isFree(folderOf(path))).sort(outerFirst);
  if (free.length === 0) return [];
  const globs = ownRunners(preset).flatMap(({ units }) => units.tests);
  const files = view.paths.filter((path) => matchesAny(path, globs) && isOurs(path) && isFree(path));
  const tests = view.containing(files, looseMarkers.tests);
  const found: string[] = [];
  for (const path of free) {
    const folder = folderOf(path);
    const isTaken = found.some((outer) => isWithin(folder, folderOf(outer)));
    if (!isTaken && tests.some((test) => isWithin(test, folder))) found.push(path);
  }
  return found;
}

const depthOf = (path: string) => path.split('/').length;
const outerFirst = (a: string, b: string) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1);

/** Files that make suites of some runners, and how they lie to each other. */
interface Making extends MarkerRules {
  runners: readonly RunnerSpec[];
  /** An outer root takes an inner one in: always, or when its marker's text contains this string. */
  takesIn: 'always' | string | undefined;
}

/** The preset's own runners by its markers, and each configured tool by its configuration. */
function makingsOf(preset: Preset): Making[] {
  const own = ownRunners(preset);
  const marked = makers(preset).filter((runner) => runner.markers && !runner.configured);
  const takesIn = preset.roots === 'outermost' ? 'always' : preset.takesIn;
  const tools = makers(preset).filter((runner) => runner.configured);
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
  const decides = runners.some(({ selection, configuredCommand }) =>
    Boolean(selection.everythingNeededWhen || configuredCommand),
  );
  return Boolean(marker.contains || marker.lacks || takes || decides);
}

/** Suites of some content, sorted by id. Files that the preset calls generated make no suite. */
export function findSuites(view: FileView, presets: readonly Preset[]): Suite[] {
  const suites = new Map<string, Suite>();
  const markers = presets.flatMap((preset) => makingsOf(preset).flatMap((making) => making.markers));
  const speaking = presets.flatMap(({ runners }) => runners.flatMap(({ insteadOf }) => insteadOf?.unless ?? []));
  const launching = presets.flatMap(({ launchers = [] }) => launchers);
  const byName = pathsByName(view, [...markers, ...markerNames(presets), ...speaking, ...launching]);
  for (const preset of presets) {
    const made = makingsOf(preset).flatMap((making) => madeBy(making, preset, view, byName));
    for (const one of [...made, ...madeLoosely(preset, view, byName)]) {
      const suite = launched(withStandIn(one, view, byName), view, byName);
      if (!suites.has(suite.id)) suites.set(suite.id, suite);
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
  found.sort(outerFirst);
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
    for (const spec of runners) {
      const runner = asConfigured(withOwnScript(spec, fitting, root, view), text);
      const id = `${runner.id}:${root}`;
      made.push({ id, preset, runner, root, marker: path, ...(text === undefined ? {} : { markerText: text }) });
    }
  }
  return made;
}

/** A runner whose configuration says itself what it looks at. */
function asConfigured(runner: RunnerSpec, text: string | undefined): RunnerSpec {
  const { sections, keys, command } = runner.configuredCommand ?? {};
  if (!sections || !keys || !command || text === undefined) return runner;
  let isInside = false;
  for (const line of text.split('\n')) {
    const section = /^\[([^[\]]+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isInside = sections.includes(section.trim());
    else if (isInside && keys.includes(line.split('=')[0]!.trim()) && line.includes('=')) return { ...runner, command };
  }
  return runner;
}

/** A suite whose programs are not the machine's own: what is typed begins with how they are started. */
function launched(suite: Suite, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite {
  const { preset, runner, root } = suite;
  if (!preset.launchers) return suite;
  for (let folder = root; ; folder = folderOf(folder)) {
    const { has } = folderView(folder, view, byName);
    const found = preset.launchers.find(({ file }) => has(file));
    if (found) return { ...suite, runner: { ...runner, command: `${found.command} ${runner.command}` } };
    if (folder === '.') return suite;
  }
}

/** A script that says more than the bare call knows what its tests need: a loader, or where they lie. */
function withOwnScript(runner: RunnerSpec, { file, script }: Marker, root: string, view: FileView): RunnerSpec {
  if (!script) return runner;
  const pathOf = (folder: string, name: string) => (folder === '.' ? name : `${folder}/${name}`);
  const own = scriptCalling(view.read(pathOf(root, file)) ?? '', script);
  if (!own || own.text === runner.command || !/^[\w:.-]+$/.test(own.name)) return runner;
  const manager = packageManagerOf(root, (folder) => ({
    has: (name) => view.paths.includes(pathOf(folder, name)),
    read: (name) => view.read(pathOf(folder, name)),
  }));
  return { ...runner, command: scriptCommand(own.name, manager) };
}

function madeLoosely(preset: Preset, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite[] {
  return looseMarkersIn(preset, view, byName).flatMap((marker) => {
    const root = folderOf(marker);
    return ownRunners(preset).map((runner) => ({ id: `${runner.id}:${root}`, preset, runner, root, marker }));
  });
}

/** The suite of the runner that all of its tests are written for, where that is not the preset's usual one. */
function withStandIn(suite: Suite, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite {
  const { preset, root } = suite;
  const runner = preset.runners.find(({ insteadOf }) => insteadOf?.runner === suite.runner.id);
  if (!runner?.insteadOf) return suite;
  // It would leave out what lies in inner folders, where the outermost one is to stand for all.
  if (preset.roots === 'outermost' && runner.innerRoots === 'apart') return suite;
  const { tests, contains, lacks, unless, classes, commands = [] } = runner.insteadOf;
  const here = folderView(root, view, byName);
  if (unless.some((marker) => fits(marker, here))) return suite;
  const files = view.paths.filter(
    (path) =>
      isWithin(path, root) && matchesAny(path, suite.runner.units.tests) && classify(path, preset) !== 'generated',
  );
  const own = new Set(view.containing(files, contains));
  if (view.containing(files, lacks).length > 0) return suite;
  const others = view.containing(files, tests).filter((path) => !own.has(path));
  if (own.size + others.length === 0) return suite;
  if (others.length > 0 && !(classes && areHeirs(others, contains, classes, suite, view))) return suite;
  for (const path of others) own.add(path);
  const at = (...names: string[]) => [...(root === '.' ? [] : [root]), ...names].join('/');
  const special = commands.find(
    (one) =>
      !view.paths.includes(at(one.folder, one.lacks)) && [...own].every((path) => isWithin(path, at(one.folder))),
  );
  const typed = special ? { ...runner, command: special.command } : runner;
  return { ...suite, id: `${runner.id}:${root}`, runner: typed };
}

/** Bases of bases are looked for so far, and so many of one level. */
const MAX_BASES = 5;
const MAX_NAMES = 500;

/**
 * Whether each of these files has a class that comes, over whatever files of the suite's root, from one of a file that names
 * the suite's runner.
 * @param names what stands in such a file
 * @param pattern how a class is defined: its name, and what it is derived from
 */
function areHeirs(
  files: readonly string[],
  names: readonly string[],
  pattern: string,
  { preset, root }: Suite,
  view: FileView,
): boolean {
  const code = view.paths.filter((path) => isWithin(path, root) && /^(?:source|test)$/.test(classify(path, preset)));
  const naming = new Set(view.containing(code, names));
  const classesOf = (path: string) =>
    [...(view.read(path) ?? '').matchAll(new RegExp(pattern, 'gm'))].map(([, name = '', bases = '']) => ({
      name,
      bases: bases.match(/\w+/g) ?? [],
    }));
  if (naming.size === 0 || files.some((path) => classesOf(path).length === 0)) return false;
  const basesIn = files.map((path) => classesOf(path).flatMap(({ bases }) => bases));
  const found: { name: string; bases: readonly string[] }[][] = [];
  const derived = new Set<string>();
  const seen = new Set<string>();
  let wanted = new Set(basesIn.flat());
  for (let depth = 0; depth <= MAX_BASES && wanted.size > 0; depth++) {
    const level = [...wanted].slice(0, MAX_NAMES);
    for (const name of level) seen.add(name);
    const paths = view.containing(
      code,
      level.map((name) => `class ${name}`),
    );
    const defined = paths.flatMap((path) => classesOf(path).map((one) => ({ ...one, isOwn: naming.has(path) })));
    const here = defined.filter(({ name }) => wanted.has(name));
    for (const { name, isOwn } of here) if (isOwn) derived.add(name);
    found.push(here);
    wanted = new Set(here.flatMap(({ bases }) => bases).filter((name) => !seen.has(name)));
  }
  // A base may be of the same level as what comes from it.
  for (let depth = 0; depth <= MAX_BASES; depth++)
    for (const { name, bases } of found.flat()) if (bases.some((base) => derived.has(base))) derived.add(name);
  return basesIn.every((bases) => bases.some((base) => derived.has(base)));
}

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

/** Whether a path of the suite's root lies in a suite of the same runner whose root is further in. */
function isFurtherIn(path: string, { runner, root }: Suite, roots: ReturnType<typeof rootsAmong>): boolean {
  const alike = roots.get(runner.id);
  if (alike === undefined || alike.size < 2) return false;
  return [...foldersAbove(path), path].some(
    (folder) => alike.has(folder) && (root === '.' || folder.length > root.length),
  );
}

/** Those of the paths that lie in a suite's root; a repository of many suites is asked for all of their roots. */
const pathsOf = (suite: Suite, all: readonly Suite[], paths: readonly string[]) =>
  pathsWithin(paths, suite.root, () => all.map(({ root }) => root));

/** Units of a suite on some content: folders or files that hold its tests, relative to the repository, sorted. */
export function unitsOf(suite: Suite, all: readonly Suite[], view: FileView): string[] {
  const { units } = suite.runner;
  const roots = rootsAmong(all);
  let files: readonly string[] = pathsOf(suite, all, view.paths).filter(
    (path) =>
      matchesAny(path, units.tests) && classify(path, suite.preset) !== 'generated' && !isFurtherIn(path, suite, roots),
  );
  if (units.contains) files = view.containing(files, units.contains);
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
  const roots = rootsAmong(all);
  return pathsOf(suite, all, changed).some((path) => {
    if (isFurtherIn(path, suite, roots) || matchesAny(path, documents)) return false;
    const read = concerns(suite, path);
    if (read !== undefined) return read;
    const kind = classify(path, suite.preset);
    return kind === 'source' || kind === 'test' || kind === 'build';
  });
}
