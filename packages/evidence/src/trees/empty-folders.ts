import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { git, splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import { submoduleAt } from './submodules.js';

/** An empty folder holds no file: git stores nothing of it, and a checkout lacks it. */
export interface EmptyFolder {
  /** Relative to the root. */
  path: string;
  /** When it came to be, in milliseconds by the clock of its file system; 0 where that does not keep it. */
  born: number;
  /** The submodule that it is in, relative to the root. */
  submodule?: string;
}

/**
 * Lists folders without any file; ignored ones are not among them. A folder of folders counts as one.
 * @param paths all that git lists of the work tree, with a slash behind a repository within
 * @param submodules those of which it lists the files, too
 */
export function emptyFolders(
  repository: Repository,
  paths: readonly string[],
  submodules: readonly string[] = [],
  deadline?: number,
): EmptyFolder[] {
  const { root } = repository;
  // Only where more folders are counted than git knows is one of them read.
  const unknown = [...foldersOf(paths)].flatMap(([folder, known]) =>
    mayHoldOthers(root, folder, known) ? others(root, folder, known) : [],
  );
  const empty = unknown.filter((folder) => isEmpty(`${root}/${folder}`));
  if (empty.length === 0) return [];
  // A submodule that is not checked out is listed by its own name.
  const listed = new Set(paths);
  const found = empty.filter((folder) => !listed.has(folder)).map((path) => ({ path, ...innermost(path, submodules) }));
  const limits = deadline === undefined ? {} : { deadline };
  return [...new Set(found.map(({ submodule }) => submodule))].flatMap((submodule) => {
    const own = found.filter((one) => one.submodule === submodule);
    // Of what is in a submodule, only its own git tells.
    const where = submodule === undefined ? repository : submoduleAt(repository, submodule);
    if (where === undefined) return [];
    const nameOf = (path: string) => (submodule === undefined ? path : path.slice(submodule.length + 1));
    const input = own.map(({ path }) => `${nameOf(path)}/\0`).join('');
    const ignored = new Set(splitZ(git(where, ['check-ignore', '-z', '--stdin'], { ...limits, input }).stdout));
    return own.flatMap((one) => {
      const stat = lstatSync(`${root}/${one.path}`, { throwIfNoEntry: false });
      return stat === undefined || ignored.has(`${nameOf(one.path)}/`) ? [] : [{ ...one, born: stat.birthtimeMs }];
    });
  });
}

/** Returns the submodule that a path is in, the innermost of several. */
function innermost(path: string, submodules: readonly string[]): { submodule?: string } {
  const around = submodules.filter((submodule) => path.startsWith(`${submodule}/`));
  const submodule = around.toSorted((one, other) => other.length - one.length)[0];
  return submodule === undefined ? {} : { submodule };
}

/** Gathers the folders that hold something git lists, with the names of those in it; the root's name is empty. */
function foldersOf(paths: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['', new Set(['.git'])]]);
  const add = (folder: string): Set<string> => {
    const known = folders.get(folder);
    if (known) return known;
    const inner = new Set<string>();
    folders.set(folder, inner);
    add(parentOf(folder)).add(posix.basename(folder));
    return inner;
  };
  let around = '/';
  for (const path of paths) {
    // Paths come in the order of their folders, so that most lie where the one before did.
    if (path.startsWith(around) && path.indexOf('/', around.length) < 0) continue;
    if (!path.endsWith('/')) around = path.includes('/') ? `${parentOf(path)}/` : '/';
    // A repository within is a folder of which nothing else is listed.
    if (path.endsWith('/')) add(parentOf(path.slice(0, -1))).add(posix.basename(path));
    else add(parentOf(path));
  }
  return folders;
}

const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

/**
 * Tells whether a folder may hold folders that are not known: most file systems count a folder's folders in its links:
 * itself, its name, and `..` in each.
 */
function mayHoldOthers(root: string, folder: string, known: ReadonlySet<string>): boolean {
  const stat = lstatSync(`${root}/${folder}`, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return stat.nlink < 2 || process.platform !== 'linux' || stat.nlink - 2 !== known.size;
}

function others(root: string, folder: string, known: ReadonlySet<string>): string[] {
  return (list(`${root}/${folder}`) ?? [])
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
}

function isEmpty(folder: string): boolean {
  const entries = list(folder);
  if (entries === undefined || !entries.every((entry) => entry.isDirectory())) return false;
  return entries.every(({ name }) => isEmpty(`${folder}/${name}`));
}

/** Lists the entries of a folder; undefined for a folder that cannot be read, which may hold anything. */
function list(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
