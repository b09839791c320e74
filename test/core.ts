/*
 * The core of the suites: what `.ci/run`, which has one machine of two cores, plays of what tries one idea several times (by
 * runner, manager, host, version, language). `FLOW_PLAYS=core` asks for it. The rest is tried by jobs of `ci.yml` and by the
 * nightly, and is never counted here: it is named at the end of a run (`scripts/suite.mjs`). What guards, evidence, seals
 * and approvals promise stays. `test/core.test.ts` holds the list.
 */

/** An idea that is tried more than once names what stays of it in the core, and what does not. */
export interface Tried {
  idea: string;
  /** The suite that has all of it. */
  suite: 'tests' | 'journeys' | 'client';
  /** A file, or a script of the workspace, that tries the idea in the core. */
  stays: string;
  /** Whole files that are left. */
  files?: readonly string[];
  /** Tests that are left, by file: how their full titles begin. */
  titles?: Readonly<Record<string, readonly string[]>>;
}

const rows = (front: string, ...names: readonly string[]) => names.map((name) => `${front}${name}`);

/** The same with each runner: the quickest of those that CI installs stays, which is pytest or node:test. */
const ofRunners = (
  file: string,
  front: string,
  suite: Tried['suite'] = 'journeys',
  names: readonly string[] = ['go', 'vitest', 'cargo'],
): Tried => ({ idea: 'the same with each runner', suite, stays: file, titles: { [file]: rows(front, ...names) } });

export const TRIED: readonly Tried[] = [
  // What another step of `.ci/run` plays.
  {
    idea: 'kinds of projects, which the walks walk',
    suite: 'journeys',
    stays: 'walks',
    files: ['packages/hooks/test/walks/npm-workspaces.test.ts', 'packages/hooks/test/walks/script.test.ts'],
  },
  {
    idea: 'random work of an agent, of which sequences play more',
    suite: 'journeys',
    stays: 'sequences',
    files: ['packages/hooks/test/sequences/sequences.test.ts'],
  },
  {
    idea: 'a package is packed, installed and used, which the release and the walks do as well',
    suite: 'journeys',
    stays: 'packages/hooks/test/package.test.ts',
    files: ['packages/cli/test/package.test.ts', 'packages/hooks/test/preset-package.test.ts'],
  },
  {
    idea: 'the push with each runner; that with vitest is played on the bare machine',
    suite: 'tests',
    stays: 'packages/hooks/test/push.test.ts',
    titles: { 'packages/hooks/test/push.test.ts': rows('D2 D33 D35 ', 'go:', 'vitest:', 'cargo:') },
  },
  // What differs by runner alone.
  ofRunners('packages/hooks/test/exec.test.ts', 'exec of ', 'tests', ['go', 'cargo', 'rspec', 'jest', 'gotestsum']),
  ofRunners(
    'packages/hooks/test/flaky.test.ts',
    '37.3 what passed and failed on one content is not green 37.3 each policy with the real runner: ',
    'tests',
    ['go', 'vitest', 'cargo'],
  ),
  ofRunners('packages/hooks/test/known-red.test.ts', 'C73 tests that a person lets be red '),
  ofRunners('packages/hooks/test/exec-rewrite.test.ts', 'D22 the rewritten command of '),
  ofRunners('packages/hooks/test/verify.test.ts', '--rerun of '),
  ofRunners('packages/hooks/test/prove-red.test.ts', 'T4 D56, D61: prove-red with ', 'journeys', [
    'RSpec',
    'mocha',
    'bun',
  ]),
  ofRunners('packages/hooks/test/prove-binding.test.ts', '37.2 prove-binding 37.2 with ', 'journeys', ['go']),
  ofRunners('packages/hooks/test/caches.test.ts', 'U5: caches that nobody ignores: ', 'journeys', [
    'coverage',
    'pytest with',
    'node',
    'phpunit',
  ]),
  ofRunners(
    'packages/hooks/test/unlike-checkout.test.ts',
    'a disk that a checkout would write otherwise: ',
    'journeys',
    ['pytest'],
  ),
  ofRunners(
    'packages/hooks/test/swapped-content.test.ts',
    'content that is swapped within the call E1: inside a submodule, with ',
    'journeys',
    ['python3'],
  ),
  ofRunners(
    'packages/hooks/test/published.test.ts',
    'E2: what counts as published E2: refs that were moved here publish nothing ',
    'journeys',
    ['(pytest)'],
  ),
  // What differs by the name that the same thing has elsewhere.
  {
    idea: 'files above the repository that configure pytest',
    suite: 'journeys',
    stays: 'packages/hooks/test/configuration-above.test.ts',
    titles: {
      'packages/hooks/test/configuration-above.test.ts': [
        'configuration outside of the repository E5: pytest: pyproject.toml',
        'configuration outside of the repository E5: pytest: tox.ini',
        'configuration outside of the repository E5: pytest: setup.cfg',
      ],
    },
  },
  {
    idea: 'variables in front of exec',
    suite: 'journeys',
    stays: 'packages/hooks/test/first-remedies.test.ts',
    titles: {
      'packages/hooks/test/first-remedies.test.ts': [
        'U5: what the line of `flow-hooks exec` sets is judged as in a plain call U5: export ',
        'U5: what the line of `flow-hooks exec` sets is judged as in a plain call U5: cd ml && env ',
      ],
    },
  },
  {
    idea: 'managers of hooks, of which husky stays',
    suite: 'journeys',
    stays: 'packages/hooks/test/hook-managers.test.ts',
    titles: {
      'packages/hooks/test/hook-managers.test.ts': [
        'D2 lefthook ',
        'D2 simple-git-hooks ',
        'D2 the pre-commit framework ',
      ],
    },
  },
  {
    idea: 'answers of a forge that are failures',
    suite: 'journeys',
    stays: 'packages/cli/test/ship.test.ts',
    titles: {
      'packages/cli/test/ship.test.ts': [
        'D73 what a forge may answer 403',
        'D73 what a forge may answer 404',
        'D73 what a forge may answer 429',
        'D73 what a forge may answer 500',
      ],
    },
  },
  {
    idea: 'ways to the forge, for whom a push goes to another remote or through a proxy',
    suite: 'journeys',
    stays: 'packages/cli/test/ship.test.ts',
    files: ['packages/cli/test/ship-proxy.test.ts'],
    titles: {
      'packages/cli/test/ship-remotes.test.ts': [
        "D73 the remote of a branch D73 the branch's own word",
        'D73 the remote of a branch D73 the branch of the same name',
        'D73 the remote of a branch D73 the one remote',
      ],
    },
  },
  {
    idea: 'faults of a configuration, each of which its reader is asked about too',
    suite: 'journeys',
    stays: 'packages/cli/test/run.test.ts',
    titles: {
      'packages/cli/test/run.test.ts': [
        'check and show F14 a configuration with a key',
        'check and show F14 a configuration with a value',
        'check and show F14 a configuration with a workflow that is not',
        'check and show F14 a configuration with a phase',
        'check and show F14 a configuration with a workflow under',
        'check and show F14 a configuration with a check',
      ],
    },
  },
  {
    idea: 'guides to workflows, of which those to ceremony and tdd stay',
    suite: 'journeys',
    stays: 'apps/docs/test/examples.test.ts',
    titles: {
      'apps/docs/test/examples.test.ts': [
        'D3: what the guide to plan ',
        'D3: what the guide to spec ',
        'D3: what the guide to stories ',
      ],
    },
  },
  // What another journey leads as well.
  {
    idea: 'tasks of several agents, whose leases are tried one by one',
    suite: 'journeys',
    stays: 'packages/cli/test/leases.test.ts',
    files: ['packages/cli/test/loops-together.test.ts'],
  },
  {
    idea: 'a plan of stages, led to its end',
    suite: 'journeys',
    stays: 'packages/cli/test/loops.test.ts',
    files: ['packages/cli/test/plan-of-stages.test.ts'],
  },
  {
    idea: 'a driver and its sessions, by another protocol or as a page tells them',
    suite: 'journeys',
    stays: 'packages/cli/test/driver.test.ts',
    files: ['packages/cli/test/driver-acp.test.ts', 'apps/docs/test/overnight.test.ts'],
  },
  {
    idea: 'faulty workflows, which the checker is tried on',
    suite: 'journeys',
    stays: 'packages/workflows/test/full-play.test.ts',
    files: ['packages/cli/test/faulty-workflows.test.ts'],
  },
  {
    idea: 'a program of a test kit that answers as the program which it stands for',
    suite: 'journeys',
    stays: 'packages/test-kit/src/start-small.test.ts',
    files: ['packages/cli/test/kept-program.test.ts'],
  },
  // Real clients.
  {
    idea: 'a loop led to the pull request, which an agent of the test kit leads with each workflow',
    suite: 'client',
    stays: 'packages/cli/test/loops-typescript.client.test.ts',
    files: ['packages/cli/test/loops-go.client.test.ts'],
    titles: {
      'packages/cli/test/loops-typescript.client.test.ts': ['from the goal to the pull request, in TypeScript X1 '],
    },
  },
  {
    idea: 'hosts, of which Claude Code, Codex and Copilot stay',
    suite: 'client',
    stays: 'packages/hooks/test/copilot.client.test.ts',
    files: ['packages/hooks/test/qwen-droid.client.test.ts', 'packages/hooks/test/gemini.client.test.ts'],
  },
  {
    idea: 'sessions of a driver, with another host or killed',
    suite: 'client',
    stays: 'packages/cli/test/driver.client.test.ts',
    files: ['packages/cli/test/driver-codex.client.test.ts'],
    titles: { 'packages/cli/test/driver.client.test.ts': ['M1 X27 R36 R44 five sessions '] },
  },
  {
    idea: 'tdd, which is led in a sealed session too',
    suite: 'client',
    stays: 'packages/cli/test/sealed-run.client.test.ts',
    titles: { 'packages/cli/test/ceremony.client.test.ts': ['tdd, '] },
  },
  {
    idea: 'faults of a guard that is loaded, of which an error, an end and a halt stay',
    suite: 'client',
    stays: 'packages/hooks/test/tamper.client.test.ts',
    titles: {
      'packages/hooks/test/tamper.client.test.ts': [
        'a guard that does not work lets no push through, and locks nobody out the engine throws null',
        'a guard that does not work lets no push through, and locks nobody out the engine is no JavaScript',
        'a guard that does not work lets no push through, and locks nobody out the dispatcher throws',
        'a guard that does not work lets no push through, and locks nobody out the launcher throws',
      ],
    },
  },
  {
    idea: 'a plugin that doctor mends',
    suite: 'client',
    stays: 'packages/cli/test/plugin.client.test.ts',
    titles: {
      'packages/cli/test/plugin.client.test.ts': ['D4 D68 the plugin in the client D68 a plugin of an older '],
    },
  },
  {
    idea: 'pages of the site',
    suite: 'client',
    stays: 'packages/cli/test/accessible.client.test.ts',
    titles: {
      'packages/cli/test/accessible.client.test.ts': [
        '36.8 nobody is kept out of the site page /start',
        '36.8 nobody is kept out of the site page /reference',
        '36.8 nobody is kept out of the site page /deciding',
      ],
    },
  },
];

/** Whether this run plays the core alone. */
export const IS_CORE = process.env.FLOW_PLAYS === 'core';

/** The files that the core leaves, of one suite or of all. */
export const filesLeft = (suite?: Tried['suite']): string[] =>
  TRIED.filter((one) => suite === undefined || one.suite === suite).flatMap(({ files = [] }) => files);

const titles = TRIED.flatMap(({ titles = {} }) => Object.entries(titles));

/** Whether the core leaves a test; a file is named from the root. */
export const isLeft = (file: string, title: string): boolean =>
  titles.some(([one, fronts]) => one === file && fronts.some((front) => title.startsWith(front)));

/** Titles stand behind those of their suites with a blank in reports, and with an arrow where vitest matches them. */
const matching = (title: string) => title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '(?: >)? ');

/** What vitest excludes and which titles it takes, where a run plays the core alone. */
export const CORE: { exclude: string[]; testNamePattern?: RegExp } = IS_CORE
  ? {
      exclude: filesLeft(),
      testNamePattern: new RegExp(`^\\s*(?!\\s|${titles.flatMap(([, fronts]) => fronts.map(matching)).join('|')})`),
    }
  : { exclude: [] };
