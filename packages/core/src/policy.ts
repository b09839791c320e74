import type { Preset, Question } from './preset.js';

export type Severity = 'block' | 'warn' | 'off';

/** What each rule of the push guard does when it is broken. The keys are the rules. */
export interface PushRules {
  /** A needed suite has no result for any content of this kind. */
  untested: Severity;
  /** Relevant files changed since the newest run. */
  stale: Severity;
  /** The newest result on this content is a failure. */
  red: Severity;
  /** Runs were seen, but none proves anything (cut output, hidden exit code, zero tests). */
  unknown: Severity;
  /** Green partial runs leave out some units. */
  partial: Severity;
  /** The push goes to the default branch. */
  defaultBranch: Severity;
}

/** Answers other than tests that a push needs where the tool for them is configured. */
export type Check = Exclude<Question, 'test'>;

/**
 * How severe a broken rule may be at most for each check. Builds are recorded and not asked for: the tests build, too.
 */
export const CHECKS: Readonly<Record<Check, Severity>> = {
  lint: 'block',
  types: 'block',
  format: 'warn',
  analysis: 'warn',
  build: 'off',
};

/** A suite that a person names because detection cannot know it. */
export interface CustomSuite {
  /** Folder relative to the repository's root, `.` for the root itself. */
  root: string;
  /** The command as it is typed at that folder. */
  command: string;
}

/** What the guards go by: compiled from `flow.config.yaml` and presets, kept outside every repository. */
export interface Policy {
  version: 1;
  /** The exact text it was compiled from; null when it is the built-in policy. */
  source: string | null;
  mode: 'enforce' | 'monitor';
  /** Name without remote; undefined means: find out. */
  baseBranch?: string;
  push: PushRules & {
    /** Branch globs (without `refs/heads/`) for which every push rule is at most this severe. */
    branches: Record<string, Severity>;
    /** Severities in place of `CHECKS`. */
    checks?: Partial<Record<Check, Severity>>;
  };
  /** Further globs that the agent may not write. */
  protect: string[];
  /** Further globs that are documents: they make no suite necessary and no evidence stale. */
  documents: string[];
  suites: CustomSuite[];
  /** Whether results are also written as files to `develop/<branch>/` for people and other tools. */
  views: boolean;
  presets: Preset[];
}

/** The policy of a repository without `flow.config.yaml`. `presets` are those that the program ships. */
export function defaultPolicy(presets: readonly Preset[]): Policy {
  return {
    version: 1,
    source: null,
    mode: 'enforce',
    push: {
      untested: 'block',
      stale: 'block',
      red: 'block',
      unknown: 'block',
      partial: 'block',
      defaultBranch: 'block',
      branches: {},
    },
    protect: [],
    documents: [],
    suites: [],
    views: true,
    presets: [...presets],
  };
}
