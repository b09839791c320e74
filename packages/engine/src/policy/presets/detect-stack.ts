import { existsSync, readdirSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import {
  classify,
  detectPresets,
  type FileView,
  findSuites,
  isEnding,
  isTestData,
  isWithin,
  ownCalls,
  type Preset,
  packageManagerOf,
  presetCommand,
  type Question,
  type Suite,
  scriptCommand,
  scriptsOf,
} from '@flow/core';
import { fieldOf } from '@flow/core/record';
import { readSmall } from '@flow/evidence/disk/read-small';
import { clean } from '../../text/clean.js';
import { PRESETS } from './presets.js';
import { isMadeOfOthers, type NamedTests, testsByName, unreadTests } from './unread-tests.js';

/** A detected stack is a place where tests can be run, as found by its marker file. */
export interface DetectedStack {
  /** Id of the preset: `go`, `python`. */
  preset: string;
  /** Name that people use: the stack of `typescript` is JavaScript's, too. */
  title: string;
  /** Folder relative to the repository's root, `/` on every system, `.` for the root. */
  root: string;
  /** The file that gave it away. */
  marker: string;
  /** Command that a person types in that folder to run all tests; null when the stack is known but no runner is. */
  command: string | null;
  /** No runner that a preset knows is there: `command` is what the project calls its tests, and no push asks for it. */
  isUnread: boolean;
}

/** A runner that has a suite somewhere in a work tree: what of it is recorded, and asked for at a push. */
export interface DetectedRunner {
  id: string;
  preset: string;
  question: Question;
  /** Places of the stack's suites, relative to the repository's root. */
  roots: string[];
}

const SKIPPED = new Set(['node_modules', 'vendor', 'target', '.git', '.venv', 'venv', '__pycache__']);
const DEEPEST = 4;
/**
 * The most folders that are looked through: enough for a large monorepo; a home folder under git must not keep an
 * installation busy.
 */
const MOST_FOLDERS = 20_000;

/** Files that a work tree is made of. */
export interface DetectedProject {
  /** Sorted by folder; several entries when a folder has several stacks, none for an unknown one. */
  stacks: DetectedStack[];
  /** The runners, by preset, then by name. */
  runners: DetectedRunner[];
  /** Tests that no push asks for, and that can be named without a loss. */
  unread: NamedTests[];
  /**
   * Command that the project itself calls tests whose runner is known: a push asks for the runner, and for these where
   * named.
   */
  byName: NamedTests[];
}

/**
 * Finds the stacks of a work tree by the markers of presets, and the runners that have suites there, down to four folders
 * deep. Reads only.
 * @param root absolute path of the work tree
 * @param presets those in force; those that the program ships when left out
 * @param content files of the work tree, where a caller has them already
 */
export function detectProject(root: string, presets: readonly Preset[] = PRESETS, content?: FileView): DetectedProject {
  const view = content ? nearby(content) : diskView(root);
  const suites = findSuites(view, presets);
  const isSuite = (folder: string) => suites.some((suite) => suite.root === folder);
  const all = stacksIn(root, view, presets, suites).filter((stack) => isSuite(stack.root) || !isTestData(stack.root));
  const own = all.filter((stack) => !isHollow(stack, view, presets));
  const unread = unreadIn(own, suites, view, presets);
  // `npm i -D @flow/hooks` has made a package.json in a project of another language, or one is there for tools alone.
  const others = all.filter(
    (stack) => stack.marker !== 'package.json' || own.includes(stack) || isForItself(stack, all, unread),
  );
  const stacks = others.filter((stack) => others.length === 1 || !isOnlyOurs(join(root, stack.root), stack.marker));
  return { stacks, runners: runnersIn(suites, presets), unread, byName: byNameIn(own, suites, view) };
}

/**
 * Tells whether a stack has its marker alone, and no file that it would be made of: tools leave such files in projects
 * of every language, and their tests are others.
 */
function isHollow({ preset: id, root, marker, command }: DetectedStack, view: FileView, presets: readonly Preset[]) {
  const preset = presets.find((one) => one.id === id)!;
  if (marker === 'package.json' && command !== null) return false;
  return !hasCode(root, preset, view);
}

const hasCode = (root: string, preset: Preset, view: FileView): boolean =>
  view.paths.some((path) => isWithin(path, root) && /^(?:source|test)$/.test(classify(path, preset)));

/** Tells whether nothing else says what a folder is. */
const isForItself = ({ root, preset }: DetectedStack, all: readonly DetectedStack[], unread: readonly NamedTests[]) =>
  unread.length === 0 && all.every((other) => other.root !== root || other.preset === preset);

/**
 * Lists tests that are there and that detection does not read: named in the configuration, each would take the place of
 * all that is found inside of it.
 */
function unreadIn(
  stacks: readonly DetectedStack[],
  suites: readonly Suite[],
  view: FileView,
  presets: readonly Preset[],
): NamedTests[] {
  const hasOthers = stacks.some(({ root, command }) => command !== null && !isAside(root));
  const scripts = stacks.flatMap(({ root, command, isUnread }) =>
    isUnread && command !== null && !(hasOthers && isAside(root)) ? [{ root, command }] : [],
  );
  const tests = suites.filter(
    ({ runner, preset, root }) =>
      (runner.question ?? 'test') === 'test' &&
      hasCode(root, presets.find(({ id }) => id === preset.id) ?? preset, view),
  );
  // A stack whose tests nobody knows hides none that lie beside it, nor does a root that only starts those of its packages.
  const isOfPackages = tests.length > 0 && tests.every(({ root }) => root !== '.');
  const folders = stacks.flatMap(({ command, root }) =>
    command === null || (isOfPackages && root === '.') ? [] : [root],
  );
  const all = [...scripts, ...unreadTests(view, folders)];
  return all.filter(
    ({ root }) =>
      !tests.some((suite) => isWithin(suite.root, root)) &&
      !all.some((outer) => outer.root !== root && isWithin(root, outer.root)),
  );
}

/** Names of folders whose packages are examples, or what tests stand on: their tests are not those of the project. */
const ASIDE =
  /(?:^|\/)_?(?:examples?|samples?|demos?|playgrounds?|docs?|templates?|fixtures|__fixtures__|testdata)(?:\/|$)/;

const isAside = (root: string): boolean => ASIDE.test(root);

/** Lists what the project calls its tests at the folders whose tests are known, and at a root that only has such folders. */
function byNameIn(stacks: readonly DetectedStack[], suites: readonly Suite[], view: FileView): NamedTests[] {
  const known = stacks.filter(({ command, isUnread }) => command !== null && !isUnread);
  const isOther = ({ command }: NamedTests) => known.every((stack) => stack.command !== command);
  const ofRoot = known.length > 0 && stacks.every(({ root }) => root !== '.') ? unreadTests(view, []) : [];
  const opaque = known
    .filter((stack) => isOpaque(stack, suites, view))
    .map(({ root, command }) => ({ root, command: command! }));
  const roots = [...new Set(known.map(({ root }) => root))];
  const ofFolders = roots.flatMap((root) => testsByName(view, root) ?? opaque.find((one) => one.root === root) ?? []);
  const found = [...ofRoot.filter((one) => one.root === '.' && isOther(one)), ...ofFolders];
  return found.map((one) => (isMadeOfOthers(one, callsOf(one, suites), view) ? { ...one, isOther: true } : one));
}

/** Returns how a makefile calls the runners of the tests in a folder and below, or enters the folders that have some. */
function callsOf({ root: folder }: NamedTests, suites: readonly Suite[]): RegExp[] {
  const inside = suites.filter(({ root, runner }) => isWithin(root, folder) && (runner.question ?? 'test') === 'test');
  const escaped = (text: string) => text.replace(/[^\w/-]/g, '\\$&');
  return inside.flatMap(({ root, runner }) => [
    ...runner.invocations.map(
      ([program = '', ...words]) =>
        new RegExp(
          `(?:\\b${escaped(program)}|\\$[({]${escaped(program.toUpperCase())}[)}])\\s[^\\n]*${words.map(escaped).join('\\s+')}`,
        ),
    ),
    ...(root === '.' ? [] : [new RegExp(`(?:^|[\\s/='"])${escaped(root)}(?:[\\s/'";)]|$)`, 'm')]),
  ]);
}

/** Tells whether a package has a test script that calls none of the runners that are known there, as far as can be read. */
function isOpaque({ root, marker, command }: DetectedStack, suites: readonly Suite[], view: FileView): boolean {
  if (marker !== 'package.json') return false;
  const manifest = view.read(root === '.' ? marker : `${root}/${marker}`) ?? '';
  const here = suites.filter((suite) => suite.root === root && (suite.runner.question ?? 'test') === 'test');
  const hasScript = scriptsOf(manifest).some(({ name }) => name === 'test');
  const isOther = ({ runner }: Suite) => runner.command !== command && ownCalls(manifest, runner, root).length === 0;
  return hasScript && here.length > 0 && here.every(isOther);
}

function stacksIn(root: string, view: FileView, presets: readonly Preset[], suites: readonly Suite[]): DetectedStack[] {
  const tests = suites.filter(({ runner }) => (runner.question ?? 'test') === 'test');
  return detectPresets(view, presets).flatMap(({ folder, others, ...first }) =>
    [first, ...others].map(({ preset, markers }) => {
      // Which program runs the script of a package is the lock file's to say.
      const isScript = markers.includes('package.json') && !preset.commands?.test;
      const command = isScript ? packageCommand(root, folder, view) : testCommand(preset, folder, tests);
      const isRead = (suite: Suite) => mayStart(folder, preset, suite) || isPartOf(folder, preset, suite, view);
      const isUnread = isScript && command !== null && !tests.some(isRead);
      const marker = nameOf(markers[0]!, folder, view);
      return { preset: preset.id, title: preset.title, root: folder, marker, command, isUnread };
    }),
  );
}

/** The file that a marker stands for: of an ending, the first that is there. */
function nameOf(marker: string, folder: string, view: FileView): string {
  const isIt = (path: string) => posix.dirname(path) === folder && path.endsWith(marker.slice(1));
  return isEnding(marker) ? (view.paths.find(isIt)?.split('/').at(-1) ?? marker) : marker;
}

/**
 * Tells whether the script of a package may start the suite: any script in that folder, scripts of the suite's own
 * stack further in.
 */
const mayStart = (folder: string, preset: Preset, suite: Suite): boolean =>
  suite.root === folder || (suite.preset.id === preset.id && isWithin(suite.root, folder));

/** Tells whether the script of a package runs the share of a suite further out that lies in the package. */
const isPartOf = (folder: string, preset: Preset, { preset: { id }, root, runner }: Suite, view: FileView): boolean =>
  id === preset.id &&
  isWithin(folder, root) &&
  ownCalls(view.read(posix.join(folder, 'package.json')) ?? '', runner, folder).length > 0;

/**
 * Returns a stack as an installation tells it: what it is called in the configuration, and what else it is where that
 * says less.
 */
export function stackLine({ preset, title, root, marker, command, isUnread }: DetectedStack): string {
  const file = root === '.' ? marker : `${root}/${marker}`;
  const more = title.toLowerCase() === preset ? '' : `${clean(title, 60)}: `;
  return `found  ${preset.padEnd(11)} ${clean(file, 200)}  (${more}${clean(command ?? 'no test runner yet', 100)}${isUnread ? ', a runner that is not known here' : ''})`;
}

/** The preset's own word, else that of the runner whose suite is there. */
function testCommand(preset: Preset, folder: string, suites: readonly Suite[]): string | null {
  const here = suites.find((suite) => suite.root === folder && suite.preset.id === preset.id);
  return preset.commands?.test ?? here?.runner.command ?? presetCommand(preset, 'test');
}

/** A package.json that names packages of ours and says nothing else. */
function isOnlyOurs(folder: string, marker: string): boolean {
  if (marker !== 'package.json') return false;
  const { devDependencies, ...others } = (readManifest(folder) ?? {}) as Record<string, unknown>;
  const names = Object.keys(devDependencies ?? {});
  return names.length > 0 && names.every((name) => name.startsWith('@flow/')) && Object.keys(others).length === 0;
}

function runnersIn(suites: readonly Suite[], presets: readonly Preset[]): DetectedRunner[] {
  const runners = new Map<string, DetectedRunner>();
  for (const { runner, preset, root: folder } of suites) {
    const known = runners.get(runner.id);
    if (known) known.roots.push(folder);
    else
      runners.set(runner.id, {
        id: runner.id,
        preset: preset.id,
        question: runner.question ?? 'test',
        roots: [folder],
      });
  }
  const order = presets.map(({ id }) => id);
  return [...runners.values()].sort((a, b) => order.indexOf(a.preset) - order.indexOf(b.preset));
}

/** Returns the part of some content that a walk over the disk would see. */
function nearby(content: FileView): FileView {
  const isNear = (path: string) => {
    const folders = path.split('/').slice(0, -1);
    return folders.length <= DEEPEST && !folders.some((name) => SKIPPED.has(name));
  };
  return { ...content, paths: content.paths.filter(isNear) };
}

/** Returns the files of a work tree without its dependencies, down to four folders deep. */
function diskView(root: string): FileView {
  const paths: string[] = [];
  const queue = [{ folder: root, depth: 0 }];
  for (let index = 0; index < queue.length && index < MOST_FOLDERS; index += 1) {
    const entry = queue[index];
    if (!entry) break;
    const names = listFolder(entry.folder);
    // Another repository or worktree inside this one has suites of its own.
    if (index > 0 && [...names.files, ...names.folders].includes('.git')) continue;
    const at = relative(root, entry.folder).replaceAll('\\', '/');
    for (const name of names.files) paths.push(at === '' ? name : `${at}/${name}`);
    if (entry.depth === DEEPEST) continue;
    for (const name of names.folders) {
      if (!SKIPPED.has(name)) queue.push({ folder: join(entry.folder, name), depth: entry.depth + 1 });
    }
  }
  const read = (path: string) => readSmall(join(root, path));
  return {
    paths,
    read,
    containing: (candidates, strings) =>
      candidates.filter((path) => {
        const text = read(path);
        return strings.some((part) => text?.includes(part));
      }),
  };
}

function readManifest(folder: string): unknown {
  try {
    return JSON.parse(readSmall(join(folder, 'package.json')) ?? 'null');
  } catch {
    return null;
  }
}

/** Scripts in whose place something else is typed: `bun test` is no script of bun's, and `ng test` waits for changes. */
const ALONE: Readonly<Record<string, string>> = {
  'bun test': 'bun test',
  'ng test': 'npx ng test --watch=false',
};

function packageCommand(root: string, folder: string, view: FileView): string | null {
  const manifest = readManifest(join(root, folder));
  const script = fieldOf(fieldOf(manifest, 'scripts'), 'test');
  // `npm init` writes a test script that only fails; it tests nothing.
  const manager = packageManagerOf(folder, (inner: string) => ({
    has: (name: string) => existsSync(join(root, inner, name)),
    read: (name: string) => readSmall(join(root, inner, name)),
  }));
  if (typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified'))
    // People and agents type what the script says: of two spellings, only the one that is named counts.
    return ALONE[script.trim()] ?? scriptCommand('test', manager);
  const tests = view.paths.filter((path) => isWithin(path, folder) && /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path));
  if (view.containing(tests, ['bun:test']).length > 0) return 'bun test';
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies'];
  return kinds.some((kind) => fieldOf(fieldOf(manifest, kind), 'vitest') !== undefined) ? 'npx vitest run' : null;
}

function listFolder(folder: string): { files: string[]; folders: string[] } {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return {
      files: entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
      folders: entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
    };
  } catch {
    return { files: [], folders: [] };
  }
}
