import { type FlowDeed, type Lease, newestLeaseOf, wouldHear } from '@flow/core/workflow';
import { readJournal } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { openRuns, type Run } from '../runs/run.js';
import { branchExists, runIn } from '../runs/run-here.js';
import type { Standing } from '../status.js';
import { originsIn } from './origins.js';
import { whereHere } from './where.js';
import { isApart } from './worktrees.js';

/** The run in which somebody begins an item here. */
export type RunToBegin =
  | { kind: 'run'; run: Run; apart: boolean }
  | { kind: 'none' }
  /** Several runs wait elsewhere: which of them is meant, nobody can tell. */
  | { kind: 'several'; branches: string[] };

/**
 * Finds the run of which an item is to be begun here: the one that leads the work here; in another work tree that leads none,
 * the only one that waits elsewhere, or the one of a branch that is named.
 */
export function runToBegin({ repository, start }: Surroundings, branch: string | null): RunToBegin {
  const journal = readJournal(repository, start.environment);
  const here = runIn(repository, journal);
  if (here) return { kind: 'run', run: here, apart: isApart(repository, here, journal, start.deadline) };
  const runs = [...openRuns(journal.events).values()].filter(
    (run) => (branch === null || run.branch === branch) && branchExists(repository, run.branch),
  );
  const [run, ...others] = runs.filter((one) => isApart(repository, one, journal, start.deadline));
  if (!run) return { kind: 'none' };
  return others.length > 0
    ? { kind: 'several', branches: [run, ...others].map((one) => one.branch) }
    : { kind: 'run', run, apart: true };
}

/** The newest lease of an item, whether or not it holds. */
export function newestLease({ workflow, facts }: Pick<Standing, 'workflow' | 'facts'>, item: string): Lease | null {
  return newestLeaseOf(workflow, facts, item);
}

/** The lease of a work tree that is not the run's, and the item that it is of. */
export interface OwnTree {
  item: string;
  lease: Lease;
}

/** Returns the item that this work tree speaks of alone; null in the run's own. */
export function ownTree({ repository, start }: Surroundings, run: Run): OwnTree | null {
  const { events } = readJournal(repository, start.environment);
  const { worktree, branch } = whereHere(repository, start.environment);
  return originsIn(events, run).treeAt(worktree, branch);
}

/**
 * `Hearing` tells whether a run would hear something that is said here and now; `lease`: under which somebody else
 * works on it.
 */
export interface Hearing {
  said: ReturnType<typeof wouldHear> | 'unarmed';
  tree: OwnTree | null;
  lease: (Lease & { item: string }) | null;
}

/** Tells whether a run would hear something that is said here and now. */
export function hearingOf(around: Surroundings, { run, workflow, facts }: Standing, deed: FlowDeed): Hearing {
  const { repository, start } = around;
  const { events } = readJournal(repository, start.environment);
  const where = whereHere(repository, start.environment);
  const origins = originsIn(events, run);
  const event = { ...deed, ...origins.at(where), n: 0, time: facts.now, at: -1 } as Parameters<typeof wouldHear>[2];
  const said = origins.isVoid(null, where) ? 'unarmed' : wouldHear(workflow, facts, event);
  const tree = origins.treeAt(where.worktree, where.branch);
  const late = said === 'late' ? lateFor((item) => newestLeaseOf(workflow, facts, item), event, deed) : null;
  return { said, tree, lease: late };
}

/** Returns the lease that came after the one under which something is said. */
function lateFor(
  newestOf: (item: string) => Lease | null,
  { scopedTo }: { scopedTo?: string },
  deed: FlowDeed,
): (Lease & { item: string }) | null {
  const named = 'item' in deed ? deed.item : 'subject' in deed ? deed.subject : undefined;
  const item = scopedTo ?? named;
  const lease = item === undefined ? null : newestOf(item);
  return lease && item !== undefined ? { ...lease, item } : null;
}
