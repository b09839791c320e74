import { matchesGlob, type Policy } from '@flow/core';
import { git, type Repository, readPublished, readRefs } from '@flow/evidence';
import { type Asking, findBase, USUAL_BASES } from '@flow/evidence/git/base';
import { remoteNames } from '@flow/evidence/git/remotes';
import type { PushTarget } from './push-target.js';

/** A branch that a push deletes and that may be the remote's default one, which is not known here. */
export interface UnsureDeletion {
  branch: string;
  /** The remote's name; missing where it has none. */
  remote?: string;
}

/** Deletions of a push, with those that are not surely spare. */
export interface Deletions {
  /** All that it does is to delete branches that nothing is merged into: it publishes nothing, so nothing needs proof. */
  isSpare: boolean;
  unsure: UnsureDeletion[];
}

/**
 * Judges the deletions of a push. A branch is spare that is neither the remote's default branch nor named in
 * `push.branches`; tags, notes and other refs never are.
 */
export function deletionsOf(
  targets: readonly PushTarget[],
  repository: Repository,
  policy: Policy,
  asking: Asking,
): Deletions {
  if (targets.length === 0 || !targets.every((target) => target.deletion)) return { isSpare: false, unsure: [] };
  const known = new Map<string | null, Defaults>();
  const unsure: UnsureDeletion[] = [];
  let isSpare = true;
  for (const { remote, destination, mayBeTag } of targets) {
    const branch = /^refs\/heads\/(.+)$/.exec(destination ?? '')?.[1];
    const defaults = known.get(remote) ?? defaultsOf(remote, repository, policy, asking);
    known.set(remote, defaults);
    if (branch === undefined || mayBeTag || isNamed(branch, policy) || defaults.sure.includes(branch)) isSpare = false;
    else if (defaults.unsure.includes(branch))
      unsure.push({ branch, ...(remote !== null && remoteNames(repository).includes(remote) && { remote }) });
  }
  return { isSpare: isSpare && unsure.length === 0, unsure };
}

const isNamed = (branch: string, { push }: Policy) =>
  Object.keys(push.branches).some((glob) => matchesGlob(branch, glob));

/** Branches that work is merged into. */
interface Defaults {
  sure: readonly string[];
  /**
   * Names that may be the default branch where the remote's own word is not known: the default branches of other remotes,
   * and the usual names.
   */
  unsure: readonly string[];
}

function defaultsOf(remote: string | null, repository: Repository, policy: Policy, asking: Asking): Defaults {
  const { environment, deadline } = asking;
  const named = policy.baseBranch === undefined ? [] : [policy.baseBranch];
  const own = remote === null ? undefined : headOf(remote, repository, deadline);
  if (own !== undefined)
    return { sure: [...named, own, ...acceptedHeads(remote, repository, environment)], unsure: [] };
  const base = findBase(repository, policy, remote, asking)?.branch ?? [];
  const others = remoteNames(repository).flatMap((name) => headOf(name, repository, deadline) ?? []);
  return { sure: named, unsure: [base, others, USUAL_BASES].flat() };
}

/** Branch that the HEAD of a remote stood for when the remote was last asked, whatever the refs here say. */
function acceptedHeads(remote: string | null, repository: Repository, environment: Asking['environment']): string[] {
  const places = readPublished(repository, environment);
  if (places === null || places === 'forged') return [];
  return places.flatMap((place) => (place.remote === remote && place.head !== null ? [place.head] : []));
}

/** Returns the branch that a remote's HEAD stands for, as it was when it was last asked. */
function headOf(remote: string, repository: Repository, deadline: number): string | undefined {
  const folder = `refs/remotes/${remote}/`;
  const refs = readRefs(repository, [`${folder}HEAD`]);
  const symref = refs ? refs.get(`${folder}HEAD`)?.symref : askedOfGit(`${folder}HEAD`, repository, deadline);
  return symref?.startsWith(folder) ? symref.slice(folder.length) : undefined;
}

/** Reads refs like `readRefs`, of repositories whose refs are not files, and for names that belong to no remote. */
function askedOfGit(ref: string, repository: Repository, deadline: number): string | undefined {
  const answer = git(repository, ['symbolic-ref', '--quiet', '--', ref], { deadline });
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : undefined;
}
