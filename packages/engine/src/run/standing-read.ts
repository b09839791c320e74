import type { marksOf } from './kept-standing.js';
import type { Standing, Untold as UntoldOfRun } from './status.js';

/** Marks of journal and trail when the run was read, and the time of the reading in epoch milliseconds. */
export interface Looked extends ReturnType<typeof marksOf> {
  time: number;
}

/** The reason why nothing could be told of a run: no time, or a reason of `standingOf`. */
export type Untold = { why: 'time' } | UntoldOfRun;

/** A reading of the run of a branch. */
export interface StandingRead {
  /** Null where nothing runs, and where nothing could be told. */
  standing: Standing | null;
  /** Null where the reading is complete. */
  untold: Untold | null;
  looked: Looked;
}
