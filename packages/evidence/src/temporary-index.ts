import { constants, copyFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, refuseLinks, removeOrphans, uniqueName } from './atomic.js';
import { type GitOptions, type GitResult, git } from './git.js';
import type { Repository } from './repository.js';

/** Why there is no tree, for people. */
export interface Failed {
  failed: string;
}

/** Runs git on the copy of the index; a git that fails ends the whole attempt. */
export type IndexGit = (args: readonly string[], options?: Pick<GitOptions, 'input' | 'directory'>) => GitResult;

/**
 * Lets `work` run git commands on a copy of the repository's index, so that the real one and its lock are left alone.
 * Objects that git writes meanwhile stay in the repository until it collects garbage, as those of an undone `git add`.
 */
export function withTemporaryIndex<T>(
  repository: Repository,
  deadline: number | undefined,
  work: (run: IndexGit) => T,
): T | Failed {
  const folder = join(repository.evidence, 'tmp');
  const index = join(folder, `index-${uniqueName()}`);
  try {
    refuseLinks(repository.commonDir, folder);
    makeFolder(folder);
    removeOrphans(folder, 'index-');
    copyIndex(join(repository.gitDir, 'index'), index);
    return work((args, options) => {
      const limits = deadline === undefined ? {} : { deadline };
      const result = git(repository, args, { ...options, ...limits, env: { GIT_INDEX_FILE: index } });
      if (result.status === 0) return result;
      throw new Error(`git ${args[0]} (exit code ${result.status}): ${result.stderr.trim().slice(0, 500)}`);
    });
  } catch (error) {
    return { failed: String(error instanceof Error ? error.message : error) };
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

/**
 * The copy gets the original's time, rounded down: git looks again at files that are not older than the index, and a
 * younger copy would let an edit within the same second pass unseen.
 */
function copyIndex(from: string, to: string): void {
  const stat = statSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return;
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const time = Math.floor(stat.mtimeMs / 1000);
  utimesSync(to, time, time);
}
