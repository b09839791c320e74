import {
  type Environment,
  formerNames,
  git,
  type Journal,
  type Repository,
  readHead,
  readJournal,
  rebasedBranch,
} from '@flow/evidence';
import { type EndedRun, endedRun, openRuns, type Run, renamed } from './run.js';

/** The run that leads the work here; null where there is none. */
export function runHere(repository: Repository, environment: Environment): Run | null {
  return runIn(repository, readJournal(repository, environment));
}

/** The run that ended last on the branch at work. */
export function endedHere(repository: Repository, environment: Environment): EndedRun | null {
  return endedRun(readJournal(repository, environment).events, branchHere(repository));
}

/**
 * The run of the branch that is checked out, or that a rebase replays. One whose branch has another name since is followed
 * where git itself remembers the renaming and the old name is nobody's: whoever renames a branch leaves nothing behind.
 */
export function runIn(repository: Repository, { events }: Pick<Journal, 'events'>): Run | null {
  const branch = branchHere(repository);
  if (branch === null) return null;
  const runs = openRuns(events);
  const own = runs.get(branch);
  if (own || runs.size === 0) return own ?? null;
  const former = formerNames(repository, branch).find((name) => runs.has(name));
  if (former === undefined || branchExists(repository, former)) return null;
  return renamed(runs.get(former)!, branch, Number.POSITIVE_INFINITY);
}

/** The branch at work: the one that is checked out, else the one that a rebase replays. */
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
