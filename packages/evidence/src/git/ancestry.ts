import { git } from './git.js';
import { askOnce } from './lasting.js';
import type { GitObject, Objects } from './objects.js';
import { type Repository, readHead } from './repository.js';

/** Among how many of the newest commits the base is looked for, before git is asked to look through all of them. */
const NEAR = 12;

/** Names the commits from which a tip's work grew, its own first, by names that git understands. */
const nearNames = (tip: string) => Array.from({ length: NEAR }, (_, at) => `${tip}~${at}`);

/** Says that a tip's newest commits will be asked for. */
export function announceAncestry(tip: string, objects: Objects): void {
  objects.announce(nearNames(tip));
}

/** Returns the tree of a commit; null when git does not have it. */
export function treeOf(commit: string, objects: Objects): string | null {
  return treeIn(objects.read(`${commit}~0`));
}

const treeIn = (commit: GitObject | null) =>
  (commit && /^tree ([0-9a-f]+)\n/.exec(commit.bytes.toString('utf8', 0, 100))?.[1]) ?? null;

/** A fork tells where work began, and its tree where that is known without asking for it. */
export interface Fork {
  commit: string;
  tree: string | null;
}

/**
 * Returns the commit at which a tip's work left the base; null when they have nothing in common. A base that is one of
 * the tip's own newest commits is that commit, whatever else was merged: then git is not asked to look for it.
 */
export function forkOf(
  repository: Repository,
  base: string,
  tip: string,
  objects: Objects,
  deadline: number,
): Fork | null {
  const near = nearNames(tip).map((name) => objects.read(name));
  const isNear = near.some((commit) => commit?.id === base);
  const commit = isNear ? base : mergeBase(repository, base, tip, deadline);
  return commit === null ? null : { commit, tree: treeIn(near.find((one) => one?.id === commit) ?? null) };
}

/**
 * Returns the newest commit that two have in common; null when they have none, or git lacks one of them.
 * @param b a commit by its id, or `HEAD`
 */
export function mergeBase(repository: Repository, a: string, b: string, deadline: number): string | null {
  const tip = b === 'HEAD' ? (readHead(repository)?.commit ?? b) : b;
  // Work that has not left the base yet.
  if (a === tip) return a;
  return askOnce(repository, 'merge-base', [a, tip], () => {
    const answer = git(repository, ['merge-base', a, tip], { deadline });
    return answer.status === 0 ? answer.stdout.toString('utf8').trim() || null : null;
  });
}
