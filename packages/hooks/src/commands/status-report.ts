import type { SealedBy, SuiteState, UnsteadyTest } from '@flow/core';
import type { RedFact } from '@flow/engine/red/red-facts';
import type { Notice } from '@flow/evidence';

/** The status tells how a suite stands for the content on disk. */
export interface SuiteStatus {
  suite: string;
  state: SuiteState | 'no-tests';
  command: string;
  lastRun?: { command: string; time: number; outcome: string; reasons: string[]; seal: SealedBy };
  failing: string[];
  missing: string[];
  changed: string[];
  /** Tests that passed and failed on the content. */
  unsteady?: UnsteadyTest[];
  /** Tested, but not by exact runs, for which the policy asks. */
  inexact?: true;
  /** The whole run of the suite saw a sparse checkout, so that it has to be disabled first. */
  sparse?: true;
}

/** The results that have been captured, and whether they hold for what is on disk now. */
export interface Status {
  version: 1;
  root: string;
  branch: string | null;
  /** The branch that a rebase replays; null where none is under way. */
  rebased: string | null;
  base: string | null;
  tree: string | null;
  /** The parts of the content that the tree does not show, or why there is no tree. */
  notices: { code: Notice['code'] | 'no-content'; text: string }[];
  suites: SuiteStatus[];
  /** Shells of new sessions are sealed; what holds for a run stands beside it. */
  isSealed: boolean;
  /** Why they are not, although the project has it so; null where nothing stands against it. */
  unsealed: string | null;
  /** The reason why pushes need no tests; null where they do, or where `policy` says it. */
  noRunner: string | null;
  /** Tests that were found and that no push asks for, where pushes ask for others; null where there are none. */
  unasked: string | null;
  /** Tests that the base has not, and what shows that they failed without the change. Only told, never asked for. */
  newTests: RedFact[];
  /** Why nobody looks, or could look, whether tests were weakened, as the push says it; null elsewhere: the push looks. */
  weakened: string | null;
  evidence: { runs: number; foreign: number; voided: boolean; damage: string[] };
  policy: string[];
  /** The calls that a person has let through since the day before yesterday, newest first: one line each. */
  overrides: string[];
}
