import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  detectPresets,
  type FileView,
  findSuites,
  isWithin,
  type Preset,
  packageManagerOf,
  presetCommand,
  type Question,
  type Suite,
  scriptCommand,
} from '@flow/core';
import { readSmall } from '../../disk/read-small.js';
import { PRESETS } from '../../presets/presets.js';
import { fieldOf } from '../../record.js';
import { clean } from '../../text/clean.js';
import { type NamedTests, unreadTests } from './unread-tests.js';

/** One place where tests can be run, as found by its marker file. */
export interface DetectedStack {
  /** Id of the preset: `go`, `python`. */
  preset: string;
  /** What people call it: that of `typescript` is JavaScript's, too. */
  title: string;
  /** Folder relative to the repository's root, `/` on every system, `.` for the root. */
  root: string;
  /** The file that gave it away. */
  marker: string;
  /** What a person types in that folder to run all tests; null when the stack is known but no runner is. */
  command: string | null;
  /** No runner that a preset knows is there: `command` is what the project calls its tests, and no push asks for it. */
  isUnread: boolean;
}

/** A runner that has a suite somewhere in a work tree: what of it is recorded, and asked for at a push. */
export interface DetectedRunner {
  id: string;
  preset: string;
  question: Question;
  /** Where its suites are, relative to the repository's root. */
  roots: string[];
}

const SKIPPED = new Set(['node_modules', 'vendor', 'target', '.git', '.venv', 'venv', '__pycache__']);
const DEEPEST = 4;
/** Enough for a large monorepo; a home folder under git must not keep an installation busy. */
const MOST_FOLDERS = 20_000;

/** What a work tree is made of. */
export interface DetectedProject {
  /** Sorted by folder; several entries when a folder has several stacks, none for an unknown one. */
  stacks: DetectedStack[];
  /** By preset, then by name. */
  runners: DetectedRunner[];
  /** Tests that no push asks for, and that can be named without a loss. */
  unread: NamedTests[];
}

/**
 * Finds the stacks of a work tree by the markers of presets, and the runners that have suites there, down to four folders
 * deep. Reads only.
 * @param root absolute path of the work tree
 * @param presets those in force; those that the program ships when left out
 */
export function detectProject(root: string, presets: readonly Preset[] = PRESETS): DetectedProject {
  const view = diskView(root);
  const suites = findSuites(view, presets);
  const stacks = stacksIn(root, view, presets, suites);
  return { stacks, runners: runnersIn(suites, presets), unread: unreadIn(stacks, suites, view) };
}

/** Named in the configuration, each would take the place of all that is found inside of it. */
function unreadIn(stacks: readonly DetectedStack[], suites: readonly Suite[], view: FileView): NamedTests[] {
  const scripts = stacks.flatMap(({ root, command, isUnread }) =>
    isUnread && command !== null ? [{ root, command }] : [],
  );
  const folders = stacks.map(({ root }) => root);
  const all = [...scripts, ...unreadTests(view, folders)];
  return all.filter(
    ({ root }) =>
      !suites.some((suite) => isWithin(suite.root, root)) &&
      !all.some((outer) => outer.root !== root && isWithin(root, outer.root)),
  );
}

function stacksIn(root: string, view: FileView, presets: readonly Preset[], suites: readonly Suite[]): DetectedStack[] {
  const tests = suites.filter(({ runner }) => (runner.question ?? 'test') === 'test');
  const found = detectPresets(view, presets).flatMap(({ folder, others, ...first }) =>
    [first, ...others].map(({ preset, markers }) => {
      // Which program runs the script of a package is the lock file's to say.
      const isScript = markers.includes('package.json') && !preset.commands?.test;
      const command = isScript ? packageCommand(root, folder) : testCommand(preset, folder, tests);
      const isUnread = isScript && command !== null && !tests.some((suite) => mayStart(folder, preset, suite));
      return { preset: preset.id, title: preset.title, root: folder, marker: markers[0]!, command, isUnread };
    }),
  );
  // `npm i -D @flow/hooks` has made a package.json in a project of another language, which no package of it is.
  const foreign = found.filter(({ root: at, marker }) => !isOnlyOurs(join(root, at), marker));
  return foreign.length > 0 ? foreign : found;
}

/** Whether the script of a package may start the suite: any one in that folder, those of its own stack further in. */
const mayStart = (folder: string, preset: Preset, suite: Suite): boolean =>
  suite.root === folder || (suite.preset.id === preset.id && isWithin(suite.root, folder));

/** A stack as an installation tells it: what it is called in the configuration, and what else it is where that says less. */
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

/** The files of a work tree without its dependencies, down to four folders deep. */
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

function packageCommand(root: string, folder: string): string | null {
  const manifest = readManifest(join(root, folder));
  const script = fieldOf(fieldOf(manifest, 'scripts'), 'test');
  // `npm init` writes a test script that only fails; it tests nothing.
  if (typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified')) {
    const at = (inner: string) => ({
      has: (name: string) => existsSync(join(root, inner, name)),
      read: (name: string) => readSmall(join(root, inner, name)),
    });
    return scriptCommand('test', packageManagerOf(folder, at));
  }
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
