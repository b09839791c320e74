import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { findRepository, git, type Repository, splitZ } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { installedAround, installedFolder } from '../installed/managers.js';
import type { RunPrograms } from './project-programs.js';

/** Facts about the programs of a run, once the content of the run was taken. */
export interface ProgramContent {
  /** Paths of the content that are relevant to the run whatever they are, relative to the root; one with a slash at its end is a folder. */
  paths: string[];
  /** Why the run proves nothing. */
  doubt?: 'program-ignored' | 'program-outside';
}

/**
 * Files that wrappers load beside themselves: `needed` starts nothing where the file is not there, so the file has to be
 * content, too.
 */
const LOADED: readonly { program: RegExp; beside: readonly string[]; needed?: string }[] = [
  { program: /^gradlew(?:\.bat)?$/, beside: ['gradle/wrapper/'], needed: 'gradle/wrapper/gradle-wrapper.jar' },
  { program: /^mvnw(?:\.cmd)?$/, beside: ['.mvn/'] },
  // A binstub of Bundler's may load another one, and settings that say which gems are there.
  {
    program: /^(?:rspec|rails|rake|rubocop|bundle|spring|minitest)$/,
    beside: ['bundle', 'spring', '../.bundle/', '../config/boot.rb'],
  },
];

/**
 * Sorts the programs of each run by the content of a tree: programs that are tracked, or new and not ignored, are relevant
 * content; programs that a package manager has installed in its own folder are not; any other program makes the run prove
 * nothing.
 */
export function programContents(
  runs: readonly RunPrograms[],
  repository: Repository,
  tree: string | null,
  untracked: readonly string[],
  deadline: number,
): ProgramContent[] {
  const found = runs.map((run) => placesOf(run, repository));
  const asked = [...new Set(found.flatMap(({ own, loaded }) => [...own, ...loaded]))];
  const held = tree === null || asked.length === 0 ? new Set<string>() : heldIn(repository, tree, asked, deadline);
  const isNew = new Set(untracked);
  return found.map(({ own, loaded, needed, doubt }) => {
    const isInstalled = (file: string) =>
      (!held.has(file) || isNew.has(file)) && installedFolder(path.join(repository.root, file)) !== null;
    const content = own.filter((file) => !isInstalled(file));
    const missing = [...content, ...needed].some((file) => !held.has(file));
    const why = doubt ?? (tree !== null && missing ? 'program-ignored' : undefined);
    const locks = own.filter(isInstalled).flatMap((file) => locksOf(file, repository));
    return { paths: [...new Set([...content, ...loaded, ...locks])], ...(why ? { doubt: why } : {}) };
  });
}

/** Lists files that say the version of an installed program. */
function locksOf(file: string, { root }: Repository): string[] {
  const installed = installedAround(path.join(root, file));
  if (!installed || !isWithinFolder(installed.folder, root)) return [];
  const project = path.relative(root, path.dirname(installed.folder)).split(path.sep).join('/');
  return installed.manager.locks.map((lock) => path.posix.join(project, lock));
}

interface Places {
  /** Relative to the root: the programs, and the links on the way to them. */
  own: string[];
  loaded: string[];
  needed: string[];
  doubt?: 'program-outside';
}

function placesOf({ programs = [], sourced = [] }: RunPrograms, repository: Repository): Places {
  const places: Places = { own: [], loaded: [], needed: [] };
  for (const program of programs) {
    const way = wayTo(program, repository.root);
    const end = way?.at(-1);
    if (way === null || end === undefined) {
      // A virtual environment's Python is a link to the machine's.
      if (installedFolder(program) !== null && isWithinFolder(program, repository.root)) continue;
      places.doubt = 'program-outside';
      continue;
    }
    places.own.push(...way);
    for (const { program: name, beside, needed } of LOADED) {
      if (!name.test(path.posix.basename(program))) continue;
      const folder = path.posix.dirname(end);
      const inside = (file: string) => path.posix.join(folder, file);
      places.loaded.push(...beside.map(inside).filter((file) => !file.startsWith('../')));
      if (needed !== undefined && isThere(path.join(repository.root, inside(needed))))
        places.needed.push(inside(needed));
    }
  }
  places.loaded.push(...sourced.flatMap((file) => wayTo(file, repository.root) ?? []), ...places.needed);
  return places;
}

const MAX_LINKS = 40;

/**
 * Returns a file of the repository, behind the links that lead to it, all relative to the root; null where the way
 * leaves the repository.
 */
function wayTo(file: string, root: string): string[] | null {
  const links: string[] = [];
  let at = file;
  for (let step = 0; step < MAX_LINKS; step++) {
    if (!isWithinFolder(at, root)) return null;
    const parts = path.relative(root, at).split(path.sep);
    const link = parts.map((_, end) => parts.slice(0, end + 1)).find((some) => isLink(path.join(root, ...some)));
    if (link === undefined) return [...links, parts.join('/')];
    const place = path.join(root, ...link);
    links.push(link.join('/'));
    at = path.resolve(path.dirname(place), readlinkSync(place), ...parts.slice(link.length));
  }
  return null;
}

const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isLink = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Keeps the paths that a tree holds, itself or in a submodule. */
function heldIn(repository: Repository, tree: string, paths: readonly string[], deadline: number): Set<string> {
  const files = paths.filter((file) => !file.endsWith('/'));
  const words = ['ls-tree', '-z', '--full-tree', tree, '--', ...files];
  const { stdout } = git(repository, words, { deadline });
  const held = new Set(splitZ(stdout).map((line) => line.slice(line.indexOf('\t') + 1)));
  for (const file of files) {
    const inner = held.has(file) ? undefined : findRepository(path.dirname(path.join(repository.root, file)));
    if (inner === undefined || inner.root === repository.root || !isWithinFolder(inner.root, repository.root)) continue;
    const at = path.relative(repository.root, inner.root).split(path.sep).join('/');
    const [entry] = splitZ(git(repository, ['ls-tree', '-z', '--full-tree', tree, '--', at], { deadline }).stdout);
    const id = /^160000 \w+ (\w+)\t/.exec(entry ?? '')?.[1];
    if (id && heldIn(inner, id, [file.slice(at.length + 1)], deadline).size > 0) held.add(file);
  }
  return held;
}
