import type { Policy } from '@flow/core';
import { git, type RefValue, type Repository, readRefs } from '@flow/evidence';
import { soleRemote } from './remotes.js';

export interface Base {
  /** Short name: `main`. */
  branch: string;
  /** The remote-tracking ref, `refs/remotes/origin/main`, and its commit. */
  ref: string;
  commit: string;
}

/** What a base branch is called where nothing names one. */
export const USUAL_BASES = ['main', 'master', 'trunk', 'develop'];

/**
 * The branch that work is merged into, as the remote has it: the policy's word, else what the remote calls its HEAD,
 * else the usual names. Null when the remote has none of them (an empty remote, no remote).
 */
export function findBase(repository: Repository, policy: Policy, remote: string | null, deadline: number): Base | null {
  const usual = [...new Set([remote, 'origin', 'upstream'].filter((name): name is string => Boolean(name)))];
  const found = baseIn(usual, repository, policy, deadline);
  if (found) return found;
  // The only remote that there is may have any name.
  const sole = soleRemote(repository);
  return sole === null || usual.includes(sole) ? null : baseIn([sole], repository, policy, deadline);
}

function baseIn(remotes: readonly string[], repository: Repository, policy: Policy, deadline: number): Base | null {
  const names = policy.baseBranch ? [policy.baseBranch] : ['HEAD', ...USUAL_BASES];
  const asked = remotes.flatMap((name) => names.map((branch) => `refs/remotes/${name}/${branch}`));
  const refs = readRefs(repository, asked) ?? askedOfGit(repository, asked, deadline);
  if (refs === null) return null;
  const commits = new Map<string, string>();
  const heads = new Map<string, string>();
  for (const [name, { commit, symref }] of refs) {
    if (symref) heads.set(name, symref);
    commits.set(symref ?? name, commit);
  }
  for (const name of remotes) {
    const prefix = `refs/remotes/${name}/`;
    const candidates = policy.baseBranch
      ? [prefix + policy.baseBranch]
      : [heads.get(`${prefix}HEAD`), ...USUAL_BASES.map((branch) => prefix + branch)];
    for (const ref of candidates) {
      const commit = ref && commits.get(ref);
      if (ref && commit) return { branch: ref.slice(prefix.length), ref, commit };
    }
  }
  return null;
}

/** As `readRefs`, of repositories whose refs are not files. */
function askedOfGit(
  repository: Repository,
  patterns: readonly string[],
  deadline: number,
): Map<string, RefValue> | null {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const answer = git(repository, ['for-each-ref', format, ...patterns], { deadline });
  if (answer.status !== 0) return null;
  const refs = new Map<string, RefValue>();
  for (const line of answer.stdout.toString('utf8').split('\n')) {
    const [name, commit, symref] = line.split('\0');
    if (name && commit) refs.set(name, { commit, symref: symref || null });
  }
  return refs;
}

/** The commit at which what is checked out left the base branch; null when there is no base or nothing in common. */
export function findFork(repository: Repository, policy: Policy, deadline: number): string | null {
  const base = findBase(repository, policy, null, deadline);
  const answer = base && git(repository, ['merge-base', base.commit, 'HEAD'], { deadline });
  return answer?.status === 0 ? answer.stdout.toString('utf8').trim() || null : null;
}
