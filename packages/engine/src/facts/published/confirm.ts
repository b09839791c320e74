import path from 'node:path';
import type { Policy } from '@flow/core';
import {
  git,
  hasPublished,
  holdPublished,
  keepPublished,
  makeFolder,
  type PublishedPlace,
  type Repository,
  readPublished,
  repositoryState,
  writeFileAtomic,
} from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import {
  type Base,
  baseNameIn,
  fetchedBase,
  findBase,
  isPublished,
  refsNow,
  remoteOf,
  USUAL_BASES,
} from '@flow/evidence/git/base';
import { remoteNames } from '@flow/evidence/git/remotes';
import { lookAgain, type Start, type Surroundings } from '../../places/surroundings.js';
import { askRemote, bringBranch } from './ask.js';
import { addressOf, connectionsOf, pushAddressesOf, shownAddress } from './place.js';

/** A base doubt tells why the older base holds in place of what was fetched. */
export interface BaseDoubt {
  /** Ref that was fetched, as git names it: `origin/main`. */
  fetched: string;
  /**
   * `unlike`: the remote has something else; `renamed`: another branch is its HEAD; `unreached`: it could not be asked;
   * `address`: it is none that was accepted; `forged`: the record of what is published is not ours.
   */
  kind: 'unlike' | 'renamed' | 'unreached' | 'address' | 'forged';
  /** Why it could not be asked, the address that was not accepted, or the branch that is HEAD. */
  detail: string;
  /** The address that was accepted. */
  accepted: string;
}

/** Facts that a push is judged by, after a look at the fetched refs. */
export interface Confirmed {
  around: Surroundings;
  doubt: BaseDoubt | null;
}

/** A look tells what the fetched refs say. */
interface Look {
  /** The record has changed: a policy that was read before may be another one now. */
  isNew: boolean;
  doubt: BaseDoubt | null;
}

const NOTHING_NEW: Look = { isNew: false, doubt: null };

/** More remotes than that are not accepted by themselves. */
const MAX_REMOTES = 20;

/**
 * Accepts the remotes as they are when they are seen first, with what was fetched from them: later on, whoever may run git may
 * point them elsewhere.
 * @returns whether there was anything to accept
 */
export function acceptFirst(around: Surroundings): boolean {
  const { repository, policy, start } = around;
  if (hasPublished(repository, start.environment)) return false;
  const places = remotesNow(repository, start).map(
    (place): PublishedPlace => ({
      ...place,
      ...fetchedFrom(repository, place.remote, policy, start.deadline),
    }),
  );
  if (places.length === 0) return false;
  keepPublished(repository, places, start.environment);
  return true;
}

/** Addresses and connections of the remotes, as git's settings have them now. */
export function remotesNow(
  repository: Repository,
  { environment, deadline }: Start,
): Pick<PublishedPlace, 'remote' | 'address' | 'pushed' | 'settings'>[] {
  const names = remoteNames(repository).slice(0, MAX_REMOTES);
  if (names.length === 0) return [];
  const { leads } = connectionsOf(repository, environment, deadline);
  return names.flatMap((remote) => {
    const address = addressOf(repository, remote, deadline);
    if (address === null) return [];
    const pushed = pushAddressesOf(repository, remote, deadline);
    const isApart = pushed.length > 1 || (pushed.length === 1 && pushed[0] !== address);
    return [{ remote, address, ...(isApart && { pushed }), settings: leads }];
  });
}

/** Commits that were fetched of a remote's branches that work may be merged into. */
function fetchedFrom(
  repository: Repository,
  remote: string,
  { baseBranch }: Policy,
  deadline: number,
): Pick<PublishedPlace, 'head' | 'branches'> {
  const folder = `refs/remotes/${remote}/`;
  const named = baseBranch === undefined ? [] : [baseBranch];
  const refs = refsNow(
    repository,
    ['HEAD', ...named, ...USUAL_BASES].map((name) => folder + name),
    deadline,
  );
  const found = [...(refs ?? [])].map(([name, { commit, symref }]) => [(symref ?? name).slice(folder.length), commit]);
  const symref = refs?.get(`${folder}HEAD`)?.symref;
  return {
    head: symref?.startsWith(folder) ? symref.slice(folder.length) : null,
    branches: Object.fromEntries(found.filter(([name]) => name !== 'HEAD')),
  };
}

/**
 * Looks at what was fetched before a push is judged by it. Where it is as it was, nothing is asked; where it moved, the
 * remote is asked that was accepted, and what it has is kept.
 * @param remotes that the push has to do with, the one that it goes to last
 */
export function confirmBase(found: Surroundings, ...remotes: (string | null)[]): Confirmed {
  const looks = [...new Set(remotes)].map((remote) => lookAtBase(found, remote));
  return { around: looks.some(({ isNew }) => isNew) ? lookAgain(found) : found, doubt: looks.at(-1)?.doubt ?? null };
}

/**
 * Surroundings in which a configuration that was fetched is in force, if the remote that was accepted says that it has it. The
 * remote is asked only where the configuration waits for nothing else.
 */
export function confirmConfig(found: Surroundings): Surroundings {
  const isFetched = found.policyFindings.some(({ code, args }) => code === 'POLICY_PENDING' && args.isFetched === true);
  return isFetched ? confirmBase(found, null).around : found;
}

/** Name of the file, in the repository's folder of the user's state, that keeps the commit whose configuration was asked about. */
const ASKED = 'config-asked';

/**
 * Surroundings of a call before it is made, with the configuration that was fetched in force if the accepted remote has it.
 * The remote is asked once for each commit that was fetched, whether it answers or not: a call does not wait twice.
 */
export function confirmConfigOnce(found: Surroundings): Surroundings {
  if (!found.isPending) return found;
  const { repository, policy, start } = found;
  const fetched = fetchedBase(repository, policy, null, start.deadline);
  const places = readPublished(repository, start.environment);
  if (fetched === null || places === null || places === 'forged' || isPublished(fetched, places, policy)) return found;
  const folder = repositoryState(repository, start.environment);
  const file = path.join(folder, ASKED);
  if (readSmall(file) === fetched.commit) return found;
  try {
    makeFolder(folder);
    writeFileAtomic(file, fetched.commit);
  } catch {
    // Where nothing can be written, the session's start has asked.
    return found;
  }
  return confirmConfig(found);
}

function lookAtBase(around: Surroundings, remote: string | null): Look {
  const { repository, policy, start } = around;
  const { deadline, environment } = start;
  const places = readPublished(repository, environment);
  const fetched = fetchedBase(repository, policy, remote, deadline);
  if (fetched === null) return NOTHING_NEW;
  if (places === null) {
    holdPublished(repository, unseenRemotes(around), environment);
    return { ...lookAtBase(lookAgain(around), remote), isNew: true };
  }
  if (places === 'forged') return { isNew: false, doubt: doubtOf(fetched, 'forged', '', '') };
  if (isPublished(fetched, places, policy)) return NOTHING_NEW;
  const name = remoteOf(fetched);
  const named = places.find((one) => one.remote === name);
  const now = named ? null : addressOf(repository, name, deadline);
  const renamed = named ? undefined : places.find((one) => one.address === now);
  // Where one remote counts, that one is asked, however others are called.
  const place = named ?? renamed ?? (places.length === 1 ? places[0] : undefined);
  if (place === undefined) return { isNew: false, doubt: doubtOf(fetched, 'address', now ?? '', '') };
  const usual = baseNameIn(place, policy);
  const connections = connectionsOf(repository, environment, deadline);
  const branches = [...new Set([fetched.branch, ...(usual === undefined ? [] : [usual])])];
  const told = askRemote(repository, place, branches, connections, deadline);
  const elsewhere = () => {
    const address = addressOf(repository, name, deadline);
    return address !== null && address !== place.address ? address : null;
  };
  if ('failed' in told) {
    const other = elsewhere();
    const [kind, detail] = other === null ? (['unreached', told.failed] as const) : (['address', other] as const);
    return { isNew: false, doubt: doubtOf(fetched, kind, detail, place.address) };
  }
  const isThere = fetched.branch === usual && told.tips.has(usual);
  const branch = policy.baseBranch ?? (isThere ? usual : told.head) ?? fetched.branch;
  const tip = told.tips.get(branch);
  const commit = tip === undefined ? null : commitOn(repository, place, { branch, tip, remote: name }, deadline);
  if (commit !== null) {
    const asked: PublishedPlace = {
      ...place,
      ...(renamed && { remote: name }),
      head: policy.baseBranch === undefined ? branch : (place.head ?? told.head),
      branches: { ...place.branches, [branch]: commit },
    };
    keepPublished(
      repository,
      places.map((one) => (one === place ? asked : one)),
      environment,
    );
  }
  const base = findBase(repository, policy, remote, start);
  const isNew = commit !== null;
  if (base?.commit === fetched.commit) return { isNew, doubt: null };
  const other = elsewhere();
  if (other !== null) return { isNew, doubt: doubtOf(fetched, 'address', other, place.address) };
  const kind = branch === fetched.branch ? 'unlike' : 'renamed';
  return { isNew, doubt: doubtOf(fetched, kind, branch, place.address) };
}

/**
 * Returns the remotes of a repository that is seen first at a push: a copy or a clone that the same command may have
 * made. Where they lie is accepted, and nothing of what was fetched; kept is what they answer.
 */
const unseenRemotes = ({ repository, start }: Surroundings): PublishedPlace[] =>
  remotesNow(repository, start).map((place) => ({ ...place, head: null, branches: {} }));

function doubtOf(fetched: Base, kind: BaseDoubt['kind'], detail: string, accepted: string): BaseDoubt {
  const name = fetched.ref.replace(/^refs\/remotes\//, '');
  return { fetched: name, kind, detail: shownAddress(detail), accepted: shownAddress(accepted) };
}

/**
 * Returns the commit that is on a remote's branch for sure: what was fetched where the branch holds it, else the
 * branch's own.
 */
function commitOn(
  repository: Repository,
  place: PublishedPlace,
  { branch, tip, remote }: { branch: string; tip: string; remote: string },
  deadline: number,
): string | null {
  const ref = `refs/remotes/${remote}/${branch}`;
  const here = refsNow(repository, [ref], deadline)?.get(ref)?.commit ?? tip;
  if (here === tip && hasCommit(repository, tip, deadline)) return tip;
  if (!hasCommit(repository, tip, deadline)) bringBranch(repository, place, branch, deadline);
  if (!hasCommit(repository, tip, deadline)) return null;
  const isOn = git(repository, ['merge-base', '--is-ancestor', here, tip], { deadline }).status === 0;
  return isOn ? here : tip;
}

const hasCommit = (repository: Repository, commit: string, deadline: number) =>
  git(repository, ['cat-file', '-e', `${commit}^{commit}`], { deadline }).status === 0;
