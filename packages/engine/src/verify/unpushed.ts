import type { Unpushed } from '@flow/core/workflow';
import { git, readHead } from '@flow/evidence';
import { remotesOf } from '@flow/evidence/git/remotes';
import type { Surroundings } from '../places/surroundings.js';
import { isBaseBranch } from '../run/runs/base-name.js';
import type { Run } from '../run/runs/run.js';
import { branchHere } from '../run/runs/run-here.js';
import { commitsOfItems } from './checkpoints.js';

/** Commits that the remote does not have, and the command that pushes them. */
export interface UnpushedHere extends Unpushed {
  remote: string;
  branch: string;
  command: string;
}

/**
 * Counts the commits of the branch that no branch of its remote has, as far as is known here. Null where there is no remote, and on
 * the base branch, which is never pushed (X54).
 */
export function unpushedHere(around: Surroundings, run: Pick<Run, 'id'>): UnpushedHere | null {
  const { repository, policy, start } = around;
  const branch = branchHere(repository);
  const head = readHead(repository)?.commit ?? null;
  if (branch === null || head === null || isBaseBranch(around, branch)) return null;
  const { push: remote, names, follows } = remotesOf(repository, branch, policy, start.deadline);
  if (!names.includes(remote)) return null;
  const words = ['rev-list', '--count', head, '--not', `--remotes=${remote}`];
  const counted = git(repository, words, { deadline: start.deadline });
  const count = Number(counted.stdout.toString('latin1').trim());
  if (counted.status !== 0 || !Number.isSafeInteger(count)) return null;
  const made = count === 0 ? undefined : commitsOfItems(around, run).findLast(({ commit }) => commit === head);
  return {
    ...{ count, madeIn: made ? { phase: made.phase, group: made.group } : null, remote, branch },
    command: follows ? 'git push' : `git push -u ${remote} ${branch}`,
  };
}

/** Tells whether a branch of any remote has a commit already. */
export function isPushed({ repository, start }: Surroundings, commit: string): boolean {
  const words = ['for-each-ref', '--count=1', '--format=x', `--contains=${commit}`, 'refs/remotes'];
  const found = git(repository, words, { deadline: start.deadline });
  return found.status !== 0 || found.stdout.length > 0;
}
