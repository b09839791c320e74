import { readJournal } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { openRuns, type Run } from './run.js';
import { branchExists, runIn } from './run-here.js';

/** A run of any branch, as an overview names it. */
export interface KnownRun extends Pick<Run, 'branch' | 'workflow' | 'dials' | 'started'> {
  /** True where the run leads the work in this work tree. */
  isHere: boolean;
  /**
   * True where the branch of the run is gone: the run holds nothing up, and comes to life again with a branch of that name.
   */
  isOrphan: boolean;
}

/** All runs of the repository that have not ended, the newest first. */
export function knownRuns({ repository, start }: Surroundings): KnownRun[] {
  const journal = readJournal(repository, start.environment);
  const here = runIn(repository, journal);
  return [...openRuns(journal.events).values()]
    .map((run) => (run.id === here?.id ? here : run))
    .toSorted((one, other) => other.n - one.n)
    .map(({ id, branch, workflow, dials, started }) => {
      const isHere = id === here?.id;
      return { branch, workflow, dials, started, isHere, isOrphan: !isHere && !branchExists(repository, branch) };
    });
}
