import type { FileView, Suite } from '@flow/core';
import type { RunSource } from './run-source.js';

/** A push asks for its suites: on which content, and where runs of the suites are looked up. */
export interface SuitesAsked {
  suites: readonly Suite[];
  /** The files of what is pushed. */
  view: FileView;
  source: RunSource;
  /** The tree that a commit made by the same command would have. */
  planned: string | null;
  /** Commit that the work began at; null where that is not known. */
  fork: string | null;
  /** Files of that commit, read when somebody asks. */
  viewOfFork: () => FileView | null;
  /** Id of the tree of that commit, read when somebody asks. */
  treeOfFork: () => string | null;
}
