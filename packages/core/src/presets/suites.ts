import { baseOf, folderOf, isOfClass, isWithin, matchesAny } from '../paths.js';
import { type FileView, folderView, pathsByName } from './file-view.js';
import { type FolderView, fits, isCalled, type MarkerRules, markersIn, scriptCalling, scriptsOf } from './markers.js';
import { withOwnScope } from './own-scope.js';
import { isChoosing, isOwnProgram, namedFiles, ownCalls, testsBeside } from './own-script.js';
import { packageManagerOf, scriptCommand } from './package-manager.js';
import { isOnlyInPreCommit } from './pre-commit.js';
import type { Marker, Preset, RunnerSpec } from './preset.js';
import { withStandIn } from './stand-in.js';
import type { Suite } from './suite.js';
import { withoutTestData } from './test-data.js';
import { folderOfGlob, testsInSettings } from './test-settings.js';

/** Returns the runners of a preset that its own markers make suites of. */
const makers = ({ runners }: Preset) => runners.filter((runner) => !runner.countsFor && !runner.insteadOf);
const ownRunners = (preset: Preset) => makers(preset).filter((runner) => !runner.configured && !runner.markers);

/** Returns the names of files that markers of these presets ask for, as markers. */
export function markerNames(presets: readonly Preset[]): Marker[] {
  return presets.flatMap(({ markers, looseMarkers }) => [
    ...markers,
    ...(looseMarkers?.files ?? []).map((file) => ({ file })),
  ]);
}

/** Returns the loose markers of a preset that make their folders projects of the stack, the outer ones first. */
export function looseMarkersIn(
  preset: Preset,
  view: FileView,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const { looseMarkers, markers } = preset;
  const isOurs = (path: string) => !isOfClass(path, preset, 'generated');
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

function depthOf(path: string): number {
  let depth = 1;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

const outerFirst = (a: string, b: string) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1);

/** Files that make suites of some runners, and how they lie to each other. */
interface Making extends MarkerRules {
  runners: readonly RunnerSpec[];
  /** An outer root takes an inner one in: always, or when its marker's text contains this string. */
  takesIn: 'always' | string | undefined;
}

/** Returns the preset's own runners by its markers, and each configured tool by its configuration. */
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

/** Tells whether the text of a marker decides anything. */
function readsMarker(making: Making, marker: Marker): boolean {
  const { takesIn, runners } = making;
  const takes = takesIn !== undefined && takesIn !== 'always';
  const decides = runners.some(({ selection, configuredCommand }) =>
    Boolean(selection.everythingNeededWhen || configuredCommand),
  );
  return Boolean(marker.contains || marker.lacks || takes || decides);
}

/** Lists suites of some content, sorted by id. Files that the preset calls generated make no suite. */
export function findSuites(view: FileView, presets: readonly Preset[]): Suite[] {
  const suites = new Map<string, Suite>();
  const markers = presets.flatMap((preset) => makingsOf(preset).flatMap((making) => making.markers));
  const speaking = presets.flatMap(({ runners }) => runners.flatMap(({ insteadOf }) => insteadOf?.unless ?? []));
  const launching = presets.flatMap(({ launchers = [] }) => launchers);
  const denying = markers.flatMap(({ unless = [] }) => unless);
  const telling = settingNames(presets).map((file) => ({ file }));
  const known = [...markers, ...denying, ...markerNames(presets), ...speaking, ...launching, ...telling];
  const byName = pathsByName(view, known);
  // They lie in every folder, and one question is for all of them.
  view.announce?.(readMarkerNames(presets).flatMap((name) => [...(byName.get(name) ?? [])]));
  for (const preset of presets) {
    const made = makingsOf(preset).flatMap((making) => madeBy(making, preset, view, byName));
    for (const one of [...made, ...madeLoosely(preset, view, byName)]) {
      const suite = launched(withStandIn(one, view, byName), view, byName);
      if (!suites.has(suite.id)) suites.set(suite.id, suite);
    }
  }
  return withoutTestData([...suites.values()], view).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const settingNames = (presets: readonly Preset[]): string[] =>
  presets.flatMap(({ runners }) => runners.flatMap(({ units }) => units.settings?.files ?? []));

/** Lists the names of the files whose texts decide what suites there are, and which tests belong to them. */
export function readMarkerNames(presets: readonly Preset[]): string[] {
  const read = presets.flatMap((preset) =>
    makingsOf(preset).flatMap((making) => making.markers.filter((marker) => readsMarker(making, marker))),
  );
  return [...new Set([...read.map(({ file }) => file), ...settingNames(presets)])];
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
    .filter((path) => !isOfClass(path, preset, 'generated'))
    .filter((path) => making.match !== 'all' || markersIn(making, folderView(folderOf(path), view, byName)).length > 0);
  found.sort(outerFirst);
  const takers: string[] = [];
  const tellers: string[] = [];
  const made: Suite[] = [];
  for (const path of found) {
    const root = folderOf(path);
    if (takers.some((outer) => isWithin(root, outer))) continue;
    const here = folderView(root, view, byName);
    const fitting = markers.find((marker) => isCalled(baseOf(path), marker.file) && fits(marker, here));
    if (!fitting) continue;
    // The settings of an outer folder name the tests of one that cannot run them by itself.
    if (tellers.some((outer) => isWithin(root, outer)) && !runners.some((runner) => startsItself(runner, here)))
      continue;
    const text = readsMarker(making, fitting) ? view.read(path) : undefined;
    if (takesIn === 'always' || (takesIn && text?.includes(takesIn))) takers.push(root);
    for (const spec of runners) {
      if (isOnlyInPreCommit(spec, root, view)) continue;
      const told = testsInSettings(spec.units, here).map((glob) => inside(root, glob));
      tellers.push(...told.map(folderOfGlob).filter((folder) => folder !== root && isWithin(folder, root)));
      const whole = withTests(spec, told);
      const scripted = withOwnScript(whole, fitting, root, view, preset.runners);
      const runner = named(asBuilt(asConfigured(scripted, root, text, view), root, view), path);
      const id = `${runner.id}:${root}`;
      made.push({ id, preset, runner, root, marker: path, ...(text === undefined ? {} : { markerText: text }) });
    }
  }
  return made;
}

const inside = (root: string, glob: string): string => (root === '.' ? glob : `${root}/${glob}`);

/** Tells whether a package has settings of a runner, or a script that calls it. */
const startsItself = ({ id, units }: RunnerSpec, here: FolderView): boolean =>
  (units.settings?.files ?? []).some((file) => file !== 'package.json' && here.has(file)) ||
  scriptsOf(here.read('package.json') ?? '').some(({ text }) => text.includes(id));

/** Returns a runner that has more tests than its own names say. */
const withTests = (runner: RunnerSpec, more: readonly string[]): RunnerSpec =>
  more.length === 0 ? runner : { ...runner, units: { ...runner.units, tests: [...runner.units.tests, ...more] } };

/** Returns a runner whose command names the file by which the suite was found, where it asks for it as `{marker}`. */
const named = (runner: RunnerSpec, marker: string): RunnerSpec =>
  runner.command.includes('{marker}')
    ? { ...runner, command: runner.command.replaceAll('{marker}', baseOf(marker)) }
    : runner;

/** Returns a runner that looks at what its configuration says, or else at what the project's own calls of it name. */
function asConfigured(runner: RunnerSpec, root: string, text: string | undefined, view: FileView): RunnerSpec {
  const { sections, keys, command } = runner.configuredCommand ?? {};
  if (!sections || !keys || !command || text === undefined) return withOwnScope(runner, root, view);
  let isInside = false;
  for (const line of text.split('\n')) {
    const section = /^\[([^[\]]+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isInside = sections.includes(section.trim());
    else if (isInside && keys.includes(line.split('=')[0]!.trim()) && line.includes('=')) return { ...runner, command };
  }
  return withOwnScope(runner, root, view);
}

/** Returns a runner with the command that the build files of its root ask for. */
function asBuilt(runner: RunnerSpec, root: string, view: FileView): RunnerSpec {
  const { files, contains, command } = runner.commandWhere ?? {};
  if (!files || !contains || !command) return runner;
  const named = view.paths.filter((path) => isWithin(path, root) && files.includes(baseOf(path)));
  return view.containing(named, contains).length > 0 ? { ...runner, command } : runner;
}

/** A suite whose programs are not the machine's own: what is typed begins with how they are started. */
function launched(suite: Suite, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite {
  const { preset, runner, root } = suite;
  if (!preset.launchers) return suite;
  const [program] = runner.command.split(' ');
  for (let folder = root; ; folder = folderOf(folder)) {
    const { has } = folderView(folder, view, byName);
    const found = preset.launchers.find((one) => has(one.file) && ('command' in one || one.insteadOf === program));
    if (found) return { ...suite, runner: { ...runner, command: launching(found, folder, suite) } };
    if (folder === '.') return suite;
  }
}

/** The command of a suite as it is started by what lies in a folder at its root or above. */
function launching(
  launcher: NonNullable<Preset['launchers']>[number],
  folder: string,
  { runner: { command }, root }: Suite,
): string {
  if ('command' in launcher) return `${launcher.command} ${command}`;
  const [, ...words] = command.split(' ');
  const up = root === folder ? './' : '../'.repeat(depthOf(root) - (folder === '.' ? 0 : depthOf(folder)));
  return [`${up}${launcher.file}`, ...words].join(' ');
}

/**
 * A script that says more than the bare call knows what its tests need: a loader, a configuration, where they lie, or another
 * program that runs them. The files that it names are units as well.
 */
function withOwnScript(
  runner: RunnerSpec,
  { file, script }: Marker,
  root: string,
  view: FileView,
  known: readonly RunnerSpec[],
): RunnerSpec {
  const { looksAt, configures } = runner.selection;
  if (file !== 'package.json' || !(script || looksAt || configures)) return runner;
  const pathOf = (folder: string, name: string) => (folder === '.' ? name : `${folder}/${name}`);
  const manifest = view.read(pathOf(root, file)) ?? '';
  const calls = ownCalls(manifest, runner, root);
  const named = namedFiles(calls, runner, root);
  const whole = withTests(runner, named);
  const own = script
    ? scriptCalling(manifest, script)
    : calls.some((call) => isChoosing(call, runner)) ||
        testsBeside(manifest, runner, known) !== undefined ||
        isOwnProgram(manifest, known)
      ? { name: 'test', text: '' }
      : undefined;
  if (!own || own.text === runner.command || !/^[\w:.-]+$/.test(own.name)) return whole;
  const manager = packageManagerOf(root, (folder) => ({
    has: (name) => view.paths.includes(pathOf(folder, name)),
    read: (name) => view.read(pathOf(folder, name)),
  }));
  return { ...whole, command: scriptCommand(own.name, manager) };
}

function madeLoosely(preset: Preset, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite[] {
  return looseMarkersIn(preset, view, byName).flatMap((marker) => {
    const root = folderOf(marker);
    return ownRunners(preset).map((runner) => ({ id: `${runner.id}:${root}`, preset, runner, root, marker }));
  });
}
