import { fetchObjects, type Meeting } from './refs.js';
import { runGit } from './run-git.js';

/**
 * Publishes the work of an item: its branch, as it is. Hooks of the repository look at it as at any push, and nothing on the
 * remote is written over.
 * @returns why it could not be published; null where it is there
 */
export async function publishBranch(
  { folder, remote }: Meeting,
  branch: string,
  commit: string,
): Promise<string | null> {
  const words = ['push', '--quiet', '--no-follow-tags', '--', remote, `${commit}:refs/heads/${branch}`];
  const ran = await runGit(folder, words, { hooks: true });
  return ran.status === 0 ? null : ran.stderr.trim().slice(0, 400) || 'the push was refused';
}

/**
 * Takes the branch of an item from another machine over, where there is none of that name here. What is here is the work of
 * this machine and is gone on with; nothing is ever reset.
 * @returns true where the branch is there now
 */
export async function takeBranch(meeting: Meeting, branch: string, commit: string): Promise<boolean> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return false;
  const ref = `refs/heads/${branch}`;
  const { folder } = meeting;
  if ((await runGit(folder, ['show-ref', '--verify', '--quiet', ref])).status === 0) return true;
  if (!(await fetchObjects(meeting, new Map([[ref, commit]])))) return false;
  const isCommit = (await runGit(folder, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])).status === 0;
  return isCommit && (await runGit(folder, ['update-ref', ref, commit, '0'.repeat(commit.length)])).status === 0;
}
