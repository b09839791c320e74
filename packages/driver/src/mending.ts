import { ask, commitOf, type RunGit } from './git.js';

/*
 * Work that is done is made to hold on what has landed by a merge. Where the agent's own commands cannot make one, as its sandbox
 * keeps them out of git's folder, the driver begins it before the session and ends it behind it.
 */

/**
 * Merges what has landed into an item's work tree without a commit: files that both sides changed have the marks of the
 * conflict. One that an earlier session left is gone on with.
 * @throws GitUnknown
 */
export async function beginMerge(git: RunGit, worktree: string, tip: string): Promise<void> {
  if ((await commitOf(git, worktree, 'MERGE_HEAD')) !== null) return;
  // A conflict is what the session is for.
  await git(worktree, 'merge', '--quiet', '--no-commit', '--no-ff', tip);
}

/**
 * Commits the merge once no mark of a conflict is left.
 * @returns why it is not committed; null where it is, or where there is none
 * @throws GitUnknown
 */
export async function endMerge(git: RunGit, worktree: string): Promise<string | null> {
  if ((await commitOf(git, worktree, 'MERGE_HEAD')) === null) return null;
  const { stdout } = await git(worktree, 'diff', '--check');
  if (stdout.includes('leftover conflict marker')) return 'marks of a conflict are left in its files';
  await ask(git, worktree, 'add', '--update');
  await ask(git, worktree, 'commit', '--quiet', '--no-edit');
  return null;
}
