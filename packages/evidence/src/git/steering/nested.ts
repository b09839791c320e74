import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readFileBounded } from '../../disk/read-bounded.js';
import { findRepository, openNamed, type Repository } from '../repository.js';

const MOST = 200;
const MAX_INDEX = 512 * 1024 * 1024;
/** The mode of a submodule in an index of any version (gitformat-index). */
const MODE = Buffer.from([0, 0, 0xe0, 0]);

/**
 * Finds the repositories that git enters by itself when it looks at a work tree: submodules, by what the index has and by what
 * is kept in the git folder. Usually none, which one look at the index's bytes tells.
 */
export function nestedIn(repository: Repository, paths: SubmodulePaths): Repository[] {
  const found = new Map<string, Repository>();
  const add = (one: Repository | undefined) => {
    if (one === undefined || one.gitDir === repository.gitDir || found.has(one.gitDir) || found.size >= MOST) return;
    found.set(one.gitDir, one);
    for (const inner of nestedIn(one, paths)) add(inner);
  };
  for (const gitDir of keptModules(join(repository.commonDir, 'modules'))) add(openNamed(gitDir));
  for (const path of submodulesIn(repository, paths)) {
    const folder = join(repository.root, path);
    const one = findRepository(folder);
    if (one?.root === folder) add(one);
  }
  return [...found.values()];
}

/** Asks git, which starts nothing for it, for the paths of a repository's submodules. */
export type SubmodulePaths = (repository: Repository) => string[];

/** Answers of this process, by git folder and the stamps of its index. */
const known = new Map<string, string[]>();

function submodulesIn(repository: Repository, paths: SubmodulePaths): string[] {
  const files = indexFiles(repository);
  const stamps = files.map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return `${stat?.ino} ${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`;
  });
  const key = [repository.gitDir, ...files, ...stamps].join('\n');
  if (!known.has(key)) known.set(key, files.some(mayHoldSubmodules) ? paths(repository) : []);
  return known.get(key)!;
}

/** Returns git folders below one that keeps those of submodules; names of submodules may hold slashes. */
function keptModules(folder: string, depth = 0): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  if (names.includes('HEAD')) return [folder];
  return depth > 8 ? [] : names.slice(0, MOST).flatMap((name) => keptModules(`${folder}${sep}${name}`, depth + 1));
}

/** Returns the files of the index, with those that a split one shares. */
function indexFiles({ gitDir }: Repository): string[] {
  try {
    const names = readdirSync(gitDir).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
    return names.map((name) => join(gitDir, name));
  } catch {
    return [];
  }
}

function mayHoldSubmodules(file: string): boolean {
  const read = readFileBounded(file, MAX_INDEX, { follow: true });
  return read.kind === 'ok' ? read.bytes.includes(MODE) : read.kind !== 'missing';
}
