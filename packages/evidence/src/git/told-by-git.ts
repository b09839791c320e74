import { join, resolve } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { realPath } from '../disk/real-path.js';
import type { Environment } from '../environment.js';
import { findRepository, openNamed, type Repository } from './repository.js';

/**
 * Returns the repository that git works in when it starts a program (githooks(5)): the one that its variables name,
 * else that of the folder in which the program starts. With `--git-dir`, that folder may lie in another repository, or
 * in none.
 * @param environment as git hands it on; no one else's, as whoever sets it chooses whose evidence counts
 * @returns undefined where git names no repository that is there, or parts of two
 */
export function repositoryToldByGit(directory: string, environment: Environment): Repository | undefined {
  const { GIT_DIR: named, GIT_COMMON_DIR: shared } = environment;
  const here = findRepository(directory);
  const told = named ? openNamed(resolve(directory, named)) : here;
  if (told === undefined || (shared && placeOf(resolve(directory, shared)) !== told.commonDir)) return undefined;
  const isIt = (other: Repository | undefined): other is Repository => other?.gitDir === told.gitDir;
  if (isIt(here)) return here;
  const top = findRepository(told.root === told.gitDir ? settingsTop(told.gitDir) : told.root);
  // A folder that is the top of another repository by now, or of none, would have git answer for that one.
  return isIt(top) ? top : { ...told, root: told.gitDir };
}

/** Returns the work tree that a git folder's own settings name, as a submodule's do; else itself. */
function settingsTop(gitDir: string): string {
  const named = /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/m.exec(readText(join(gitDir, 'config')) ?? '');
  return resolve(gitDir, named?.[1] ?? '.');
}

function placeOf(path: string): string | undefined {
  try {
    return realPath(path);
  } catch {
    return undefined;
  }
}
