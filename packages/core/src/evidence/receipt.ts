import type { Question } from '../presets/preset.js';
import type { Outcome } from './outcome.js';

export type TestState = 'passed' | 'failed' | 'skipped';

/** A selection tells what a run was asked to cover, read from its command before it started. */
export type Selection =
  /**
   * All of the suite; `under`: with this flag, under which the runner leaves something out, and these `values`; `below`: all
   * that lies below this folder, relative to the repository's root.
   */
  | { kind: 'whole'; under?: string; values?: string[]; below?: string }
  /**
   * Only these units (folders or files relative to the repository's root; a trailing `/**` means all below).
   * `sparse`: it was asked for all of them, and some of the suite's files were not on disk.
   * `leftOut`: it ran all that its runner runs, which leaves these out. `under`, `values`: as above.
   */
  | { kind: 'units'; units: string[]; sparse?: true; leftOut?: string; under?: string; values?: string[] }
  /** Tests chosen by name: proves those tests and no suite. */
  | { kind: 'names' }
  /** Nothing runs (`--collect-only`). */
  | { kind: 'nothing' }
  /** Cannot be told; proves nothing green. */
  | { kind: 'unknown'; why: string };

/**
 * A run result tells what one run of one runner showed, bounded in size. A Report of the parsers fits it and has more.
 */
export interface RunResult {
  runner: string;
  outcome: Outcome;
  complete: boolean;
  /** A test failed first and passed when it was run again. */
  flaky?: true;
  /** Failed tests that were not reached: what comes before them broke, a hook or a fixture. */
  unreached?: string[];
  /** Stable codes: why it is not complete, or not green. */
  reasons: string[];
  counts: { passed: number; failed: number; skipped: number; errors: number };
  /** Linters and type checkers only; their errors are in `counts`. */
  warnings?: number;
  /** State by full name, as the runner prints it. */
  tests: Record<string, TestState>;
  /** Names left out of `tests` by the cap. */
  testsCut: number;
  /** Units (folders or files relative to the repository's root) that ran and were green, where the run shows it. */
  greenUnits: string[];
  /** How many test files (or packages) the runner says it ran, where it says so. */
  unitsTotal?: number;
  /** Lines (else statements) that the run covered, in percent, where it printed a total. */
  coverage?: number;
  /** Names of what failed: tests, or files and packages that did not build or load. */
  failing: string[];
  /** A run that went on to its end, in which nothing failed but the tests in `failing`. */
  onlyTests?: true;
}

/** What holds a call's shell: a sandbox of the client's own, our wrapper, or nothing that was proven for the call. */
export type SealedBy = 'host' | 'prefix' | 'none';

/** The record of one observed run: written only by code that saw it . */
export interface Receipt {
  version: 1;
  id: string;
  kind: Question;
  /** `runner:root`, for example `go:.` or `vitest:packages/web`. */
  suite: string;
  command: string;
  /** Folder that it ran in, relative to the repository's root. */
  directory: string;
  exitCode: number | null;
  /** Git tree ids of what was on disk before and after; null when it could not be taken. */
  treeBefore: string | null;
  treeAfter: string | null;
  /** Untracked paths in `treeAfter`, so that relevance can be told later. */
  untracked: string[];
  /**
   * Paths of the programs of the project that started it, and of what these load, relative to the root: they are relevant
   * whatever their class. One with a slash at its end is a folder. Left out where there are none.
   */
  programs?: string[];
  head: string | null;
  branch: string | null;
  /** Epoch milliseconds at which its end was seen. */
  time: number;
  durationMs: number | null;
  selection: Selection;
  result: RunResult;
  /** The last part of the output, at most 2,000 characters, without control sequences. */
  tail: string;
  seen: 'hook' | 'exec' | 'ci';
  /** The seal that the call is proven to have run in; left out where nobody has sealed the project. */
  seal?: SealedBy;
  session: string | null;
  agent: string | null;
  /** Codes of what is to be told of the content, and the trees do not show: a sparse checkout, an unfetched file. */
  notices?: string[];
  /** Configuration outside of the repository that took the place of its own: absolute paths. */
  above?: string[];
  /** Empty folders that came to be while it ran and nothing stood beside it, so that it makes them wherever it runs. */
  made?: string[];
}
