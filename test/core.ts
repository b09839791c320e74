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
  suite: 'tests' | 'journeys' | 'walks' | 'client';
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
    stays: 'walks',
    files: [
      'packages/cli/test/package.test.ts',
      'packages/hooks/test/package.test.ts',
      'packages/hooks/test/preset-package.test.ts',
    ],
  },
  {
    idea: 'the push with each runner; that with vitest is played on the bare machine',
    suite: 'tests',
    stays: 'packages/hooks/test/push.test.ts',
    titles: { 'packages/hooks/test/push.test.ts': rows('D2 D33 D35 ', 'go:', 'vitest:', 'cargo:') },
  },
  {
    idea: 'runs with vitest that prove or do not, as those with pytest and Go do',
    suite: 'tests',
    stays: 'packages/hooks/test/capture.test.ts',
    titles: {
      'packages/hooks/test/capture.test.ts': [
        'D28 which runs prove a suite green: vitest: CLAUDECODE',
        'D28 which runs prove a suite green: vitest: npx vitest run --reporter=json',
        'D28 which runs prove a suite D97 never green: vitest: npx vitest list',
        'D28 which runs prove a suite D97 never green: vitest: npx vitest run -t',
      ],
    },
  },
  {
    idea: 'settings of a client in which hooks are switched off, and places of git’s hooks',
    suite: 'tests',
    stays: 'packages/hooks/test/doctor.test.ts',
    titles: {
      'packages/hooks/test/doctor.test.ts': [
        'X61 what is broken is named, with the command that repairs it disableAllHooks, local',
        'X61 what is broken is named, with the command that repairs it disableAllHooks, user',
        'X61 what is broken is named, with the command that repairs it broken local',
        'X61 what is broken is named, with the command that repairs it core.hooksPath s',
        'X61 what is broken is named, with the command that repairs it neither bundle',
        'X61 what is broken is named, with the command that repairs it a foreign git hook',
      ],
    },
  },
  // What differs by runner alone.
  ofRunners('packages/hooks/test/exec.test.ts', 'exec of ', 'tests', ['go', 'cargo', 'rspec', 'jest', 'gotestsum']),
  ofRunners(
    'packages/hooks/test/flaky.test.ts',
    '37.3 what passed and failed on one content is not green 37.3 each policy with the real runner: ',
    'tests',
    ['go', 'vitest', 'cargo', 'jest'],
  ),
  ofRunners('packages/hooks/test/known-red.test.ts', 'C73 tests that a person lets be red '),
  ofRunners('packages/hooks/test/exec-rewrite.test.ts', 'D22 the rewritten command of '),
  ofRunners('packages/hooks/test/verify.test.ts', '--rerun of '),
  ofRunners('packages/hooks/test/prove-red.test.ts', 'T4 D56, D61: prove-red with ', 'journeys', [
    'RSpec',
    'mocha',
    'bun',
  ]),
  ofRunners('packages/hooks/test/prove-binding.test.ts', '37.2 prove-binding 37.2 with ', 'journeys', [
    'go',
    'rspec',
    'maven',
  ]),
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
        'configuration outside of the repository E5: looks and markers',
        'configuration outside of the repository E5: a pyproject.toml',
        'configuration outside of the repository E5: proxies',
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
        'U5: a variable that the project’s own script sets U5: FORCE_COLOR',
        'U5: a variable that the project’s own script sets U5: export CI',
        'U5: a command is named as it is typed where the reader stands U5: run from src with',
      ],
    },
  },
  {
    idea: 'commands that exec takes over, or leaves',
    suite: 'journeys',
    stays: 'packages/hooks/test/exec-rewrite.test.ts',
    titles: {
      'packages/hooks/test/exec-rewrite.test.ts': [
        'which commands are rewritten rewritten: python3 -m pytest -q 2',
        'which commands are rewritten rewritten: python3 -m pytest -q test',
        'which commands are rewritten rewritten: timeout',
        'which commands are rewritten left alone, and read by the hook as before: python3 -m pytest -q >',
        'which commands are rewritten left alone, and read by the hook as before: python3 -m pytest -q -',
        'which commands are rewritten left alone, and read by the hook as before: A=1',
        'which commands are rewritten left alone, and read by the hook as before: sh',
      ],
    },
  },
  {
    idea: 'what a submodule hides, by other commands',
    suite: 'journeys',
    stays: 'packages/hooks/test/swapped-content.test.ts',
    titles: {
      'packages/hooks/test/swapped-content.test.ts': [
        'content that is swapped within the call E1: inside a submodule, with node --test: a file moved',
        'content that is swapped within the call E1: inside a submodule, with node --test: its update',
      ],
      'packages/hooks/test/unlike-checkout.test.ts': [
        'a disk that a checkout would write otherwise: node E4: inside a submodule: line ends',
        'a disk that a checkout would write otherwise: node E4: inside a submodule: an empty',
        'a disk that a checkout would write otherwise: node E4: inside a submodule: a file',
      ],
    },
  },
  {
    idea: 'settings of Go and words of tests that choose or leave',
    suite: 'journeys',
    stays: 'packages/hooks/test/chosen-elsewhere.test.ts',
    titles: {
      'packages/hooks/test/chosen-elsewhere.test.ts': [
        'D97 D103 settings outside of a command that choose tests green: go: {} go env -w GOFLAGS=-run',
        "D97 D103 settings outside of a command that choose tests green: go: {} go env -w 'GOFLAGS",
        'D97 D103 files that build tags leave out not green: go test -tags=other',
        'D97 D103 files that build tags leave out not green: go test . ',
        'D97 D103 files that build tags leave out green: other tags',
      ],
    },
  },
  {
    idea: 'an item that is begun in another container',
    suite: 'journeys',
    stays: 'packages/cli/test/leases.test.ts',
    titles: {
      'packages/cli/test/leases.test.ts': [
        'F6 G10 an item that is begun in another container R32 stays with it until its time is over, whoever lives there: that sees',
        'F6 G10 an item that is begun in another container R32 stays with it until its time is over, whoever lives there: of another',
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
        'check and show F14 a configuration with no YAML',
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
    idea: 'a loop led to its end, of which one of each workflow stays',
    suite: 'journeys',
    stays: 'packages/cli/test/loops.test.ts',
    files: ['packages/cli/test/plan-of-stages.test.ts'],
    titles: {
      'packages/cli/test/loops.test.ts': [
        'documents that a person approves, then task by task a bug: ',
        'a plan, stage by stage V28 ',
      ],
      'packages/cli/test/items.test.ts': ['X43 V18 stories '],
    },
  },
  {
    idea: 'work of several machines, whose parts stay',
    suite: 'journeys',
    stays: 'packages/cli/test/machines.test.ts',
    titles: { 'packages/cli/test/machines.test.ts': ['one item of a run M1 ', 'the recipes '] },
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
  {
    idea: 'programs of other languages that are put together, of which those of Node stay',
    suite: 'journeys',
    stays: 'packages/shell-effects/test/differential/programs.test.ts',
    titles: {
      'packages/shell-effects/test/differential/programs.test.ts': [
        'D100 a push by a program that is put together is told: python',
        'D100 a program that starts git for something else is read: python',
      ],
    },
  },
  // Walks: kinds of projects, and remedies to their end.
  {
    idea: 'kinds of projects, of which npm, pnpm, pytest, Go, make, RSpec, PHPUnit and bun stay',
    suite: 'walks',
    stays: 'packages/hooks/test/walks/make.walk.test.ts',
    files: [
      'packages/hooks/test/walks/gradle-wrapper.walk.test.ts',
      'packages/hooks/test/walks/deno.walk.test.ts',
      'packages/hooks/test/walks/just-rust.walk.test.ts',
      'packages/hooks/test/walks/mix.walk.test.ts',
      'packages/hooks/test/walks/maven-wrapper.walk.test.ts',
      'packages/hooks/test/walks/tox.walk.test.ts',
      'packages/hooks/test/walks/minitest-rake.walk.test.ts',
    ],
  },
  {
    idea: 'remedies walked to a push that arrives, of which those of every code stay',
    suite: 'walks',
    stays: 'packages/hooks/test/walks/codes.walk.test.ts',
    files: ['packages/hooks/test/walks/reasons.walk.test.ts'],
  },
  // Real clients.
  {
    idea: 'a loop led to the pull request, which an agent of the test kit leads with each workflow',
    suite: 'client',
    stays: 'packages/cli/test/develop.client.test.ts',
    files: ['packages/cli/test/loops-go.client.test.ts', 'packages/cli/test/loops-typescript.client.test.ts'],
  },
  {
    idea: 'hosts, of which Claude Code and Codex stay',
    suite: 'client',
    stays: 'packages/hooks/test/codex.client.test.ts',
    files: [
      'packages/hooks/test/copilot.client.test.ts',
      'packages/hooks/test/qwen-droid.client.test.ts',
      'packages/hooks/test/gemini.client.test.ts',
    ],
  },
  {
    idea: 'sessions of a driver, with another host or killed',
    suite: 'client',
    stays: 'packages/cli/test/driver.client.test.ts',
    files: ['packages/cli/test/driver-codex.client.test.ts'],
    titles: { 'packages/cli/test/driver.client.test.ts': ['M1 X27 R36 R44 five sessions '] },
  },
  {
    idea: 'ways of a run to end out of sight, each of which the built hook is asked about too',
    suite: 'client',
    stays: 'packages/hooks/test/push.client.test.ts',
    titles: {
      'packages/hooks/test/push.client.test.ts': [
        'a run in the background counts once its end is announced, not before: red',
        'D31 trap: a run with more than 30,000 characters of output a failing one that is cut',
      ],
    },
  },
  {
    idea: 'a version of the client without the event of skills',
    suite: 'client',
    stays: 'packages/hooks/test/skill-texts.test.ts',
    titles: {
      'packages/hooks/test/skill-texts.client.test.ts': ['Scope 8a Claude Code 2.1.331'],
    },
  },
  {
    idea: 'the ceremony to its review, which another session leads to its pull request, and tdd, which a sealed one leads',
    suite: 'client',
    stays: 'packages/cli/test/develop.client.test.ts',
    files: ['packages/cli/test/ceremony.client.test.ts'],
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
  // What is long, and has its parts tried one by one or its kind led once.
  {
    idea: 'what a driver does with a session that ends badly, which its simulation plays in worlds',
    suite: 'journeys',
    stays: 'packages/driver/test/simulation.test.ts',
    titles: {
      'packages/cli/test/driver.test.ts': [
        'R46 R47 R51 landing a conflict',
        'R46 R47 R51 landing what is green alone',
        'R46 R47 R51 landing what nobody',
        'R3 R22 the end of a session a session that a person',
        'R36 R44 whoever is killed M1 a driver',
        'R28 R34 limits X66 money',
        'R36 R44 whoever is killed of two drivers',
        'R3 R22 the end of a session what a session said',
        'R3 R22 the end of a session an honest session',
        'R28 R34 limits a quota',
      ],
    },
  },
  {
    idea: 'the way of another clone to the end of a run, whose parts are tried one by one',
    suite: 'journeys',
    stays: 'packages/cli/test/leases.test.ts',
    titles: {
      'packages/cli/test/machines.test.ts': ['a run among several machines R36 R82 another clone'],
    },
  },
  {
    idea: 'stories led to their end, as a plan of stages is',
    suite: 'journeys',
    stays: 'packages/cli/test/loops.test.ts',
    titles: {
      'packages/cli/test/loops.test.ts': ['stories, test first '],
    },
  },
  {
    idea: 'gates and documents of a plan, which loops go through',
    suite: 'journeys',
    stays: 'packages/cli/test/loops.test.ts',
    files: [
      'packages/cli/test/gates-of-the-plan.test.ts',
      'packages/cli/test/research.test.ts',
      'packages/cli/test/checklist.test.ts',
    ],
  },
  {
    idea: 'what doctor says of another version',
    suite: 'journeys',
    stays: 'packages/hooks/test/doctor.test.ts',
    titles: {
      'packages/cli/test/tier3.test.ts': [
        'D42 D99 who changes the words of a reviewer decides what it finds what a program did is told',
      ],
    },
  },
  {
    idea: 'mends of a contract, of which approval, lapse and refusal stay',
    suite: 'journeys',
    stays: 'packages/cli/test/contract.test.ts',
    titles: {
      'packages/cli/test/contract.test.ts': ['X65 a run is paused', 'R68 a person takes a proposal'],
    },
  },
  {
    idea: 'sections of the report whose texts are made without a program',
    suite: 'journeys',
    stays: 'packages/cli/test/report-text.test.ts',
    titles: {
      'packages/cli/test/report.test.ts': [
        'the report of a run D72 D89 D94 each round',
        'the report of a run D81 tests that came',
        'the report of a run D17 D82 a picture',
      ],
    },
  },
  {
    idea: 'steps of shipping that the one call goes through',
    suite: 'journeys',
    stays: 'packages/cli/test/ship.test.ts',
    titles: {
      'packages/cli/test/ship.test.ts': [
        'D73 ship D73 each step can be the last',
        'D73 ship D73 the body keeps what people wrote',
        'D73 what a forge may answer FORGE_BEHIND',
        'D73 what CI may say --no-wait looks once',
        'D73 what CI may say who breaks off while CI runs',
        'D4 D73 what the forge says of a commit is a fact of the run D73 a forge that only an option names',
      ],
    },
  },
  {
    idea: 'bounds and reruns of what CI verifies',
    suite: 'journeys',
    stays: 'packages/hooks/test/verify.test.ts',
    titles: {
      'packages/hooks/test/verify.test.ts': [
        'an attestation of two clones at once',
        'an attestation is made of many commits at once',
        'on a machine that saw no run one of another commit is none here',
        'on a machine that saw no run a note of 10,000 lines',
        'on a machine that saw no run newer statements crowd out',
        'on a machine that saw no run one of a clock that runs ahead',
      ],
    },
  },
  {
    idea: 'variables in front of exec',
    suite: 'journeys',
    stays: 'packages/hooks/test/first-remedies.test.ts',
    titles: {
      'packages/hooks/test/first-remedies.test.ts': [
        'U5: what the line of `flow-hooks exec` sets is judged as in a plain call U5: PYTHONPATH',
        'U5: what the line of `flow-hooks exec` sets is judged as in a plain call U5: cd ml',
      ],
    },
  },
  {
    idea: 'waiting and branches, of which each kind stays once',
    suite: 'journeys',
    stays: 'packages/cli/test/await.test.ts',
    titles: {
      'packages/cli/test/await.test.ts': ['M49 M52 M55 flow await M49 with --watch'],
      'packages/cli/test/branch-life.test.ts': ['D62 a run goes along when'],
      'packages/cli/test/commit.test.ts': ['R57 in a work tree of its own'],
    },
  },
  {
    idea: 'tests that bind, with another runner',
    suite: 'journeys',
    stays: 'packages/hooks/test/prove-binding.test.ts',
    titles: {
      'packages/hooks/test/prove-binding.test.ts': [
        '37.2 prove-binding 37.2 with node:test too',
        '37.2 prove-binding 37.2 nothing is said where',
      ],
    },
  },
  {
    idea: 'a bench against an earlier tag, which a maintainer runs before a release',
    suite: 'journeys',
    stays: 'test/bench.test.ts',
    files: ['test/bench-against.test.ts'],
  },
  {
    idea: 'tdd in a sealed session, which the real client is led through',
    suite: 'tests',
    stays: 'packages/cli/test/sealed-run.test.ts',
    titles: {
      'packages/cli/test/sealed-run.test.ts': ['33.3b a sealed session 33.3b tdd is led'],
    },
  },
  {
    idea: 'linters and type checkers, of which red, stale and taken away stay once',
    suite: 'tests',
    stays: 'packages/hooks/test/checks.test.ts',
    titles: {
      'packages/hooks/test/checks.test.ts': [
        'D36 D41 checks that are configured are asked for D36 a linter is stale only',
        'D36 D41 checks that are configured are asked for D41 a type checker',
        'D36 D41 checks that are configured are asked for D15 D24 a linter leaves a file',
      ],
    },
  },
  {
    idea: 'commands of workspaces, of which pnpm’s stays',
    suite: 'tests',
    stays: 'packages/hooks/test/workspaces.test.ts',
    titles: {
      'packages/hooks/test/workspaces.test.ts': [
        'D29 a refusal in a workspace D29 does not take what turbo replays',
        'D29 a refusal in a workspace names the command that ran them all before',
        'D29 a refusal in a workspace names one command of npm',
      ],
    },
  },
  {
    idea: 'repositories without what a first push needs',
    suite: 'tests',
    stays: 'packages/hooks/test/named-trust.test.ts',
    titles: {
      'packages/hooks/test/named-trust.test.ts': [
        'U2: a line of `suites` names nothing until the policy is in force, and it is said what brings it there an empty',
        'U2: a line of `suites` names nothing until the policy is in force, and it is said what brings it there a remote',
      ],
    },
  },
  {
    idea: 'packs of agents, of which the reviewers stay',
    suite: 'client',
    stays: 'packages/hooks/test/reviews.client.test.ts',
    files: ['packages/cli/test/agents.client.test.ts'],
  },
  {
    idea: 'ways to tamper, each of which the built hook is asked about too',
    suite: 'client',
    stays: 'packages/hooks/test/tamper.client.test.ts',
    titles: {
      'packages/hooks/test/tamper.client.test.ts': [
        'D97 D99 evidence overwritten through python a receipt',
        'D97 D99 evidence overwritten through python the journal, emptied',
        'D97 D99 evidence overwritten through python D43 a captured result file',
        'D97 D99 evidence overwritten through python D97 a result file made by hand',
        'a policy written through python',
        'a wake-up with a forged',
        'a guard that does not work lets no push through, and locks nobody out the engine hangs',
      ],
    },
  },
  {
    idea: 'pushes and runs, each of which the built hook is asked about too',
    suite: 'client',
    stays: 'packages/hooks/test/push.client.test.ts',
    titles: {
      'packages/hooks/test/push.client.test.ts': [
        "Scope 8b D100 from a folder outside of any repository, where the client reads no hooks of the project, git's own hook judges: 2.1.331",
        'D60 where the session works a worktree entered later',
        'D60 a sub-agent meets',
        'a run in the background a run that the client moves to the background',
        'a run in the background a run that was stopped',
        'D31 trap: a run with more than 30,000 characters of output a failing one is not green',
        'D23 the client makes vitest',
        'D100 a dry run publishes',
        'D100 a push inside a program',
      ],
    },
  },
  {
    idea: 'detours of an agent in a workflow, of which one stays',
    suite: 'client',
    stays: 'packages/cli/test/detours.client.test.ts',
    titles: {
      'packages/cli/test/detours.client.test.ts': [
        'around the plan of a ceremony, go D97 what a person',
        'around the plan of a ceremony, go D60 D97 a sub-agent',
      ],
    },
  },
  {
    idea: 'a plugin that doctor mends, and texts that a person types',
    suite: 'client',
    stays: 'packages/cli/test/plugin.client.test.ts',
    titles: {
      'packages/cli/test/plugin.client.test.ts': ['D4 D68 the plugin in the client D68 a plugin whose program'],
      'packages/hooks/test/exec.client.test.ts': ['D22 what is more than one'],
      'packages/hooks/test/skill-texts.client.test.ts': ['Scope 8a Claude Code  a command that a person'],
    },
  },
  {
    idea: 'runs of commands that nobody asked a model for, and items in a work tree, which drivers do too',
    suite: 'journeys',
    stays: 'packages/cli/test/driver.test.ts',
    titles: {
      'packages/cli/test/next-run.test.ts': ['X28 R71 verifying items'],
      'packages/cli/test/leases.test.ts': [
        'F5 a work tree of an item finds its run',
        'F6 G10 an item that is begun is free as soon as',
      ],
      'packages/cli/test/commit.test.ts': ['X53 X54 next says when to push'],
    },
  },
  {
    idea: 'what a person decides, of which each kind stays once',
    suite: 'journeys',
    stays: 'packages/cli/test/people.test.ts',
    titles: {
      'packages/cli/test/people.test.ts': ['what only a person decides D62 a phase that is reopened'],
      'packages/cli/test/branch-life.test.ts': ['D62 a run that is done is not merged'],
      'packages/cli/test/await.test.ts': ['M49 M52 M55 flow await M52 behind its time'],
      'packages/cli/test/goal.test.ts': ['questions M13 R65 R73 a person answers'],
    },
  },
  {
    idea: 'proofs of red, in other folders and as they are shown',
    suite: 'journeys',
    stays: 'packages/hooks/test/prove-red.test.ts',
    titles: {
      'packages/hooks/test/prove-red.test.ts': [
        'D56, D61: prove-red with pytest it is shown line by line',
        'D56, D61: prove-red with pytest a suite in a folder',
      ],
    },
  },
  {
    idea: 'bounds of time in which a run is read',
    suite: 'journeys',
    stays: 'packages/hooks/test/workflow.test.ts',
    titles: {
      'packages/hooks/test/workflow.test.ts': [
        'a run is led by what is on disk and in the journal C14 runs tell the same',
        'a run is led by what is on disk and in the journal who runs out of time',
      ],
    },
  },
  {
    idea: 'ways to a forge that is slow or logged in',
    suite: 'journeys',
    stays: 'packages/cli/test/ship.test.ts',
    titles: {
      'packages/cli/test/ship.test.ts': [
        'D73 ship D73 gh is asked',
        'D73 what a forge may answer a connection that hangs',
        'D73 what a forge may answer a moment of trouble',
      ],
    },
  },
  {
    idea: 'faults of a configuration, of which that of its syntax stays',
    suite: 'journeys',
    stays: 'packages/cli/test/run.test.ts',
    titles: {
      'packages/cli/test/run.test.ts': ['check and show F14 a configuration with a workflow that could'],
    },
  },
  {
    idea: 'figures and words for people, made without a program elsewhere',
    suite: 'tests',
    stays: 'packages/cli/test/report-text.test.ts',
    titles: {
      'packages/cli/test/metrics.test.ts': ['C63 metrics C63 C76'],
      'packages/cli/test/completion.test.ts': ['completion in bash the ids of the run'],
    },
  },
  {
    idea: 'what a prompt is told anew, formatters that fail, and reviewers that end late',
    suite: 'tests',
    stays: 'packages/hooks/test/told-again.test.ts',
    titles: {
      'packages/hooks/test/told-again.test.ts': ['P1 D63 a prompt is told anew behind P1 another program'],
      'packages/hooks/test/format.test.ts': [
        'C33 a formatter that fails harms nothing it hangs',
        'C33 a formatter that fails harms nothing what a wrapper started',
      ],
      'packages/hooks/test/reviews.test.ts': [
        'a reviewer ends with a verdict D70 a verdict for which',
        'a reviewer ends with a verdict C61 D94 D95 all rounds',
        'X35 a verdict on one of several items R69',
      ],
      'packages/hooks/test/doctor.test.ts': [
        'X61 what is broken is named, with the command that repairs it a slow guard',
        'X61 what is broken is named, with the command that repairs it a policy in the middle',
      ],
    },
  },
  {
    idea: 'hundreds of worlds and 64 workers, of which a driver that is killed behind each act stays',
    suite: 'tests',
    stays: 'packages/driver/test/simulation.test.ts',
    titles: {
      'packages/driver/test/simulation.test.ts': [
        'R6 R36 R44 R58 M1 a driver that is killed again and again',
        'R35 M27 64 workers ',
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

/** How the titles begin that the core leaves of a file. */
export const frontsLeft = (file: string): string[] => titles.flatMap(([one, fronts]) => (one === file ? fronts : []));

/** Whether the core leaves a test; a file is named from the root. */
export const isLeft = (file: string, title: string): boolean =>
  frontsLeft(file).some((front) => title.startsWith(front));

/** Titles stand behind those of their suites with a blank in reports, and with an arrow where vitest matches them. */
const matching = (title: string) => title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '(?: >)? ');

/** What vitest excludes and which titles it takes, where a run plays the core alone. */
export const CORE: { exclude: string[]; testNamePattern?: RegExp } = IS_CORE
  ? {
      exclude: filesLeft(),
      testNamePattern: new RegExp(`^\\s*(?!\\s|${titles.flatMap(([, fronts]) => fronts.map(matching)).join('|')})`),
    }
  : { exclude: [] };
