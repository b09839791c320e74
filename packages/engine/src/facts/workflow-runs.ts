import { type RunGoal, readGoal } from '@flow/core/goal';
import { eventsOf, type JournalEntry } from '@flow/evidence';

/** A workflow that was started on a branch, and has not ended. */
export interface Run {
  id: string;
  workflow: string;
  dials: Readonly<Record<string, string>>;
  /** The name that its branch has now. */
  branch: string;
  /** All names that its branch has had, newest first; documents and approvals may bear any of them. */
  names: readonly BranchName[];
  /** What it is for; left out where its start said nothing. */
  goal?: RunGoal;
  /** Place of its start in the journal. */
  n: number;
  /** Epoch milliseconds. */
  started: number;
}

/** A name of a run's branch, and the place in the journal from which on somebody else may bear it. */
export interface BranchName {
  name: string;
  until: number;
}

/** Type of the `flow` event that says which name a run's branch has from there on. No deed: it proves nothing. */
export const RENAMED = 'branch';

/** The run of a branch: the one that was started there and has not ended. */
export function runOf(events: readonly JournalEntry[], branch: string | null): Run | null {
  return branch === null ? null : (openRuns(events).get(branch) ?? null);
}

/** The workflow of the run that a branch has, else of the one that ended last on it; null where nothing was ever started. */
export function workflowOn(events: readonly JournalEntry[], branch: string | null): string | null {
  return (runOf(events, branch) ?? endedRun(events, branch))?.workflow ?? null;
}

/** A run that is over: how it ended, in the journal's word, and when. */
export interface EndedRun extends Run {
  how: string;
  /** Epoch milliseconds. */
  ended: number;
}

/** The run that ended last on a branch; what came of it can still be asked. */
export function endedRun(events: readonly JournalEntry[], branch: string | null): EndedRun | null {
  let last: EndedRun | null = null;
  openRuns(events, (run) => {
    if (run.branch === branch) last = run;
  });
  return last;
}

/**
 * Lists all runs that have not ended, by their branches. A branch has one: of two that were started at the same time
 * the first stays, whatever the other was told.
 * @param onEnded told each that has, in their order
 */
export function openRuns(events: readonly JournalEntry[], onEnded?: (run: EndedRun) => void): Map<string, Run> {
  const runs = new Map<string, Run>();
  for (const { n, time, data } of eventsOf(events, 'flow')) {
    const { what } = data;
    const begun = what.type === 'start' ? startOf(data.run, what, n, time) : null;
    if (begun && !runs.has(begun.branch)) runs.set(begun.branch, begun);
    if (what.type !== RENAMED && what.type !== 'end') continue;
    const run = [...runs.values()].find(({ id }) => id === data.run);
    if (!run) continue;
    runs.delete(run.branch);
    if (what.type === 'end') onEnded?.({ ...run, how: String(what.how), ended: time });
    const moved = what.type === RENAMED && typeof what.branch === 'string' ? renamed(run, what.branch, n) : null;
    if (moved) runs.set(moved.branch, moved);
  }
  return runs;
}

/**
 * The run with another name of its branch.
 * @param n from where on the names before are no longer its own
 */
export function renamed(run: Run, branch: string, n: number): Run {
  const before = run.names.map((one) => ({ ...one, until: Math.min(one.until, n) }));
  return { ...run, branch, names: [{ name: branch, until: Number.POSITIVE_INFINITY }, ...before] };
}

/** Tells whether a branch was the run's at a place in the journal. */
export function isOfRun({ names }: Run, branch: string | null, n: number): boolean {
  return names.some(({ name, until }) => name === branch && n < until);
}

function startOf(id: string, what: Record<string, unknown>, n: number, started: number): Run | null {
  const { workflow, dials, branch } = what;
  if (typeof workflow !== 'string' || typeof branch !== 'string' || typeof dials !== 'object' || dials === null)
    return null;
  const turned = Object.entries(dials).filter((one): one is [string, string] => typeof one[1] === 'string');
  const names = [{ name: branch, until: Number.POSITIVE_INFINITY }];
  const goal = readGoal(what.goal);
  return { id, workflow, dials: Object.fromEntries(turned), branch, names, ...(goal && { goal }), n, started };
}
