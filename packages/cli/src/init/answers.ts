/** The answers about pushes: each is a set of rules of `flow.config.yaml`. */
export const STRICTNESS = {
  strict: 'every rule blocks (default)',
  lenient: 'untested and failing pushes are blocked; everything else warns',
  monitor: 'nothing is blocked: report only',
} as const;

export type Strictness = keyof typeof STRICTNESS;
export type Tier = 1 | 2 | 3;

/** The answers about results beside tests by which a push is judged; tests always count. */
export const RESULTS = {
  lint: 'linters',
  types: 'type checkers',
  format: 'formatters',
  analysis: 'static analysis (semgrep)',
  build: 'builds',
} as const;

export type Result = keyof typeof RESULTS;

/** The answers of `flow init` (features D6, D7), asked or taken from what was found. */
export interface Answers extends StackAnswers {
  tier: Tier;
  /** The branch that work is merged into; null: found from the remote at each use. */
  baseBranch: string | null;
  /** Tests that detection cannot know, or not so: a folder and its command. */
  suites: { root: string; command: string }[];
  strictness: Strictness;
  results: Result[];
  /** Runners whose runs are not recorded. */
  notCaptured: string[];
  /** The agent's test commands run through `flow-hooks exec`. */
  exact: boolean;
  /** Presets whose conventions for added lines are asked for. */
  conventions: string[];
  /** Phases and agents of the ceremony that are left out (feature D7). */
  without: Parts;
  /** Agents and skills come as files of the project, or from the plugin of the client. */
  agentsFrom: AgentsFrom;
}

/** A person's answers about the stacks that were found, by the ids of their presets. */
export interface StackAnswers {
  /** Found, and not what the project is made of. */
  notOurs: string[];
  /** The package of a file is the outermost folder of the stack around it, not the nearest. */
  outermost: string[];
}

/** Parts are names of phases, and of agents that judge. */
export interface Parts {
  phases: string[];
  agents: string[];
}

/** The places that agents and skills of Tier 3 come from. */
export const AGENTS_FROM = {
  files: 'files under .claude/, committed, so teammates share them',
  plugin: 'the plugin, which each person adds to their client',
} as const;

export type AgentsFrom = keyof typeof AGENTS_FROM;

/** The results that count when nobody says otherwise: builds do not, as the tests build, too. */
export const USUAL_RESULTS: Result[] = ['lint', 'types', 'format', 'analysis'];
