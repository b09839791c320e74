import type { Policy } from '@flow/core';
import { git, type Repository } from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { fetchedBase } from '@flow/evidence/git/base';

/**
 * Returns the work on what is checked out that the base branch does not have, as it was last fetched. Commits that it
 * has under other names (a rebase, a cherry-pick) are there, and so is work whose files it has as they are here (a
 * squash).
 * @returns the base as git names it (`origin/main`); null where it has all of it, or nobody can tell
 */
export function unmergedWork(repository: Repository, policy: Policy, deadline: number): { base: string } | null {
  const base = fetchedBase(repository, policy, null, deadline);
  if (base === null) return null;
  const ask = (words: string[]) => {
    const answer = git(repository, words, { deadline });
    return answer.status === 0 ? answer.stdout.toString('latin1') : null;
  };
  const told = ask(['cherry', base.commit, 'HEAD']);
  if (!told?.split('\n').some((line) => line.startsWith('+'))) return null;
  const fork = mergeBase(repository, base.commit, 'HEAD', deadline);
  const changed = fork && ask(['diff', '--name-only', '-z', '--no-renames', '--end-of-options', fork, 'HEAD']);
  if (!changed && changed !== '') return null;
  const apart = new Set(
    ask(['diff', '--name-only', '-z', '--no-renames', '--end-of-options', base.commit, 'HEAD'])?.split('\0'),
  );
  const isThere = changed.split('\0').every((path) => path === '' || !apart.has(path));
  return isThere ? null : { base: base.ref.replace(/^refs\/remotes\//, '') };
}
