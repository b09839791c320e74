import type { Lease } from '@flow/core/workflow';
import {
  type Environment,
  eventsOf,
  formerNames,
  git,
  type Journal,
  type Repository,
  readHead,
  readJournal,
  rebasedBranch,
} from '@flow/evidence';
import { processesOf } from '../leases/life.js';
import { type Origins, originsIn } from '../leases/origins.js';
import { type EndedRun, endedRun, openRuns, type Run, renamed } from './run.js';

/** Returns the run that leads the work here; null where there is none. */
export function runHere(repository: Repository, environment: Environment): Run | null {
  return runIn(repository, readJournal(repository, environment));
}

/** Returns the run that ended last on the branch at work. */
export function endedHere(repository: Repository, environment: Environment): EndedRun | null {
  return endedRun(readJournal(repository, environment).events, branchHere(repository));
}

/**
 * Returns the run of the branch that is checked out, or that a rebase replays; else the run of the item that has this
 * work tree. One whose branch has another name since is followed where git itself remembers the renaming and the old
 * name is nobody's: whoever renames a branch leaves nothing behind.
 */
export function runIn(repository: Repository, { events }: Pick<Journal, 'events'>): Run | null {
  const branch = branchHere(repository);
  const runs = openRuns(events);
  if (runs.size === 0) return null;
  return (
    (branch === null ? null : runOfBranch(repository, branch, runs)) ?? leasedRun(repository, branch, events, runs)
  );
}

function runOfBranch(repository: Repository, branch: string, runs: ReadonlyMap<string, Run>): Run | null {
  const own = runs.get(branch);
  if (own) return own;
  const former = formerNames(repository, branch).find((name) => runs.has(name));
  if (former === undefined || branchExists(repository, former)) return null;
  return renamed(runs.get(former)!, branch, Number.POSITIVE_INFINITY);
}

/** Returns the run of an item that is worked on in this work tree, as long as its lease holds. */
function leasedRun(
  { root }: Repository,
  branch: string | null,
  events: Journal['events'],
  runs: ReadonlyMap<string, Run>,
): Run | null {
  if (!isLeased(events, root)) return null;
  return [...runs.values()].find((run) => holdsTree(originsIn(events, run), root, branch)) ?? null;
}

/** Tells whether any lease ever named a work tree: for the others nothing more is asked. */
export function isLeased(events: Journal['events'], root: string): boolean {
  return eventsOf(events, 'flow').some(
    ({ data: { what } }) => (what.lease as Partial<Lease> | undefined)?.worktree === root,
  );
}

/** Tells whether the lease that gives a work tree to an item holds. */
function holdsTree(origins: Origins, root: string, branch: string | null): boolean {
  const { leases } = origins;
  const tree = origins.treeAt(root, branch);
  if (tree === null) return false;
  const life = processesOf([tree.lease]);
  leases.lifeOf = ({ id }) => life[id];
  return leases.heldAt(tree.item, Date.now())?.id === tree.lease.id;
}

/** Returns the branch at work: the one that is checked out, else the one that a rebase replays. */
export function branchHere(repository: Repository): string | null {
  const head = readHead(repository);
  if (head) return head.branch ?? rebasedBranch(repository);
  const answer = git(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : rebasedBranch(repository);
}

/** Tells whether the journal lacks the run's present name, which stays in the journal whatever becomes of the old name. */
export function isNameUntold({ names }: Run): boolean {
  return names.filter(({ until }) => until === Number.POSITIVE_INFINITY).length > 1;
}

/** Tells whether there is a local branch of that name. */
export function branchExists(repository: Repository, branch: string): boolean {
  return git(repository, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]).status === 0;
}
