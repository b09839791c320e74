import type { Policy } from '@flow/core';
import { git, type Repository } from '@flow/evidence';

export interface Base {
  /** Short name: `main`. */
  branch: string;
  /** The remote-tracking ref, `refs/remotes/origin/main`, and its commit. */
  ref: string;
  commit: string;
}

const USUAL = ['main', 'master', 'trunk', 'develop'];

/**
 * The branch that work is merged into, as the remote has it: the policy's word, else what the remote calls its HEAD,
 * else the usual names. Null when the remote has none of them (an empty remote, no remote).
 */
export function findBase(repository: Repository, policy: Policy, remote: string | null, deadline: number): Base | null {
  const remotes = [...new Set([remote, 'origin', 'upstream'].filter((name): name is string => Boolean(name)))];
  const names = policy.baseBranch ? [policy.baseBranch] : ['HEAD', ...USUAL];
  const patterns = remotes.flatMap((name) => names.map((branch) => `refs/remotes/${name}/${branch}`));
  const refs = git(repository, ['for-each-ref', '--format=%(refname)%00%(objectname)%00%(symref)', ...patterns], {
    deadline,
  });
  if (refs.status !== 0) return null;
  const commits = new Map<string, string>();
  const heads = new Map<string, string>();
  for (const line of refs.stdout.toString('utf8').split('\n')) {
    const [name, commit, symref] = line.split('\0');
    if (!name || !commit) continue;
    if (symref) {
      heads.set(name, symref);
      commits.set(symref, commit);
    } else commits.set(name, commit);
  }
  for (const name of remotes) {
    const prefix = `refs/remotes/${name}/`;
    const candidates = policy.baseBranch
      ? [prefix + policy.baseBranch]
      : [heads.get(`${prefix}HEAD`), ...USUAL.map((branch) => prefix + branch)];
    for (const ref of candidates) {
      const commit = ref && commits.get(ref);
      if (ref && commit) return { branch: ref.slice(prefix.length), ref, commit };
    }
  }
  return null;
}

/** The commit at which what is checked out left the base branch; null when there is no base or nothing in common. */
export function findFork(repository: Repository, policy: Policy, deadline: number): string | null {
  const base = findBase(repository, policy, null, deadline);
  const answer = base && git(repository, ['merge-base', base.commit, 'HEAD'], { deadline });
  return answer?.status === 0 ? answer.stdout.toString('utf8').trim() || null : null;
}
