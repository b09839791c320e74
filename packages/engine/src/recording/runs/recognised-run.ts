import type { Selection } from '@flow/core';
import type { ExitReach, PartRun, Run } from '@flow/shell-effects/effects';
import type { RunPrograms } from './project-programs.js';
import type { Setting } from './settings.js';

/** A run of a test runner, found in a command line before the run starts. Plain data: the run is kept until its end. */
export interface RecognisedRun extends RunPrograms {
  suite: string;
  runner: string;
  root: string;
  /** The runner's own words after its invocation. */
  words: (string | undefined)[];
  /** The whole argument list. */
  argv: string[];
  /** Folder relative to the repository. */
  directory: string;
  selection: Selection;
  /** Failures do not end it. */
  goesOn?: true;
  exit: ExitReach;
  output: Run['output'];
  outputFile: string | null;
  /** Files that it was told to write reports to, absolute; left out where there are none. */
  reports?: string[];
  background: boolean;
  /** Stable codes: why its result cannot count, whatever it prints. */
  doubts: string[];
  /** Configuration outside of the repository that takes the place of its own: absolute paths. */
  above?: string[];
  /** The setting of the doubt `settings`. */
  setting?: Setting;
  /** The run is that of one of several roots whose units one call runs. */
  joined?: true;
  /** Of one of several packages whose scripts one command starts: what of the output is its own. */
  part?: PartRun['part'];
}
