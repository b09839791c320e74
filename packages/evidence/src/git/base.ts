import type { Policy } from '@flow/core';
import { type PublishedPlace, readPublished } from '../commits/published.js';
import type { Environment } from '../environment.js';
import { mergeBase } from './ancestry.js';
import { git } from './git.js';
import { soleRemote } from './remotes.js';
import { type RefValue, type Repository, readRefs } from './repository.js';

export interface Base {
  /** Short name: `main`. */
  branch: string;
  /** The remote-tracking ref, `refs/remotes/origin/main`, and its commit. */
  ref: string;
  commit: string;
}

/** Whose record of what is published is asked, and until when. */
export interface Asking {
  environment: Environment;
  /** Epoch milliseconds. */
  deadline: number;
}

/** What a base branch is called where nothing names one. */
export const USUAL_BASES = ['main', 'master', 'trunk', 'develop'];

/**
 * Returns the branch that work is merged into, with a commit that counts as published. What remote-tracking refs say
 * counts where a remote that was accepted is known to have it; else the older commit holds that is known of one
 * (`confirmBase` asks). Null where nothing is known: then nothing is published.
 */
export function findBase(
  repository: Repository,
  policy: Policy,
  remote: string | null,
  { environment, deadline }: Asking,
): Base | null {
  const fetched = fetchedBase(repository, policy, remote, deadline);
  const places = readPublished(repository, environment);
  if (places === null || fetched === null) return fetched;
  if (places === 'forged') return null;
  return isPublished(fetched, places, policy) ? fetched : olderBase(fetched, places, policy);
}

/** Tells whether an accepted remote is known to have what was fetched, as the branch that work is merged into. */
export function isPublished(fetched: Base, places: readonly PublishedPlace[], policy: Policy): boolean {
  return places.some(
    (place) => baseNameIn(place, policy) === fetched.branch && knownOf(place, fetched.branch) === fetched.commit,
  );
}

/** Returns the branch of an accepted remote that work is merged into. */
export function baseNameIn(place: PublishedPlace, { baseBranch }: Policy): string | undefined {
  return baseBranch ?? place.head ?? USUAL_BASES.find((name) => knownOf(place, name) !== undefined);
}

const knownOf = ({ branches }: PublishedPlace, name: string) =>
  Object.hasOwn(branches, name) ? branches[name] : undefined;

/** Returns the name of the remote that a base was fetched from. */
export const remoteOf = ({ ref, branch }: Base) => ref.slice('refs/remotes/'.length, -branch.length - 1);

/** Tells what is known for sure: of the remote that has the name, else of any other. */
function olderBase(fetched: Base, places: readonly PublishedPlace[], policy: Policy): Base | null {
  const named = places.filter(({ remote }) => remote === remoteOf(fetched));
  for (const place of [...named, ...places]) {
    const branch = baseNameIn(place, policy);
    // A branch that the policy has just begun to name is not known yet.
    const commit = branch && (knownOf(place, branch) ?? (place.head ? knownOf(place, place.head) : undefined));
    if (branch && commit) return { branch, ref: `refs/remotes/${place.remote}/${branch}`, commit };
  }
  return null;
}

/**
 * Returns the branch that work is merged into, as it was last fetched, from wherever that was: the policy's word, else
 * what the remote calls its HEAD, else the usual names. Null when no remote has any of them (an empty remote, no
 * remote). For what is only told, or compared with the work at hand: whoever may run git may move it.
 */
export function fetchedBase(
  repository: Repository,
  policy: Policy,
  remote: string | null,
  deadline: number,
): Base | null {
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
  const refs = refsNow(repository, asked, deadline);
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

/** Tells what refs hold now, wherever git keeps them; null where it cannot tell. */
export function refsNow(
  repository: Repository,
  names: readonly string[],
  deadline: number,
): Map<string, RefValue> | null {
  return readRefs(repository, names) ?? askedOfGit(repository, names, deadline);
}

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

/**
 * Returns the commit at which what is checked out left the base branch as it was fetched; null when there is no base or
 * nothing in common.
 */
export function findFork(repository: Repository, policy: Policy, deadline: number): string | null {
  const base = fetchedBase(repository, policy, null, deadline);
  return base && mergeBase(repository, base.commit, 'HEAD', deadline);
}
