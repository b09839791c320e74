import { definePreset, type PresetConvention } from '@flow/core';

/** Options whose value is the next word. https://hexdocs.pm/mix/Mix.Tasks.Test.html */
const VALUED = [
  ...['--exclude', '--include', '-i', '--only', '--exit-status', '--export-coverage', '--formatter', '--max-cases'],
  ...['--max-failures', '--max-requires', '--name-pattern', '--partitions', '--profile-require'],
  ...['--repeat-until-failure', '--seed', '--slowest', '--slowest-modules', '--timeout'],
];

const FILES = ['*.ex', '*.exs'];
const CODE = ['*.ex', '*.exs', '*.heex', '*.eex'];

/** What reviewers of Elixir say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
const conventions: readonly PresetConvention[] = [
  {
    name: 'no-inspect',
    files: FILES,
    except: ['lib/mix/**', '**/lib/mix/**', 'priv/repo/**'],
    tests: true,
    message: 'An inspection was left behind.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:\\|> ?)?(?:IO\\.inspect|dbg)\\(|\\bIEx\\.pry\\b', unless: '#' },
  },
  {
    name: 'no-io-puts',
    files: ['*.ex'],
    except: ['lib/mix/**', '**/lib/mix/**', '**/cli/**', 'cli.ex', 'release.ex'],
    tests: false,
    message: 'A module logs or returns; printing is for tasks.',
    severity: 'warn',
    how: { pattern: '^\\s*IO\\.(?:puts|write)\\(', unless: '#' },
  },
  {
    name: 'no-string-to-atom',
    files: ['*.ex'],
    tests: false,
    message:
      'Atoms are never freed: use String.to_existing_atom, or say in a comment on the line where the text is from.',
    severity: 'warn',
    how: { text: 'String.to_atom(', unless: '#' },
  },
  {
    name: 'no-skipped-test-without-reason',
    files: ['*_test.exs'],
    tests: true,
    message: 'A test that is skipped says why: @tag skip: "…".',
    severity: 'warn',
    how: { pattern: '^\\s*@(?:module)?tag :skip\\s*$' },
  },
  {
    name: 'no-sleep-in-tests',
    files: ['*_test.exs'],
    tests: true,
    message: 'A test that sleeps is slow, and fails on a busy machine: wait for what has to happen.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:Process\\.sleep|:timer\\.sleep)\\(', unless: '#' },
  },
];

/** Elixir projects: a suite is one `mix.exs`, that of an umbrella for all of its applications; a unit is one test file. */
export const elixir = definePreset({
  id: 'elixir',
  title: 'Elixir',
  version: '2',
  markers: [{ file: 'mix.exs' }],
  takesIn: 'apps_path',
  classes: {
    generated: [
      '_build/**',
      '**/_build/**',
      'deps/**',
      '**/deps/*/mix.exs',
      'cover/**',
      '.elixir_ls/**',
      'erl_crash.dump',
    ],
    test: ['*_test.exs', 'test/**', '**/test/**'],
    build: ['mix.exs', 'mix.lock', '.formatter.exs', '.credo.exs', '.tool-versions'],
    source: ['*.ex', '*.exs', '*.erl', '*.hrl', '*.eex', '*.heex', '*.leex'],
    document: ['*.md', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', 'docs/**', '.gitignore'],
  },
  runners: [
    {
      id: 'exunit',
      command: 'mix test',
      invocations: [['mix', 'test']],
      selection: {
        valued: VALUED,
        byName: ['--only', '--name-pattern'],
        partial: ['--exclude', '--failed', '--stale', '--partitions', '--exit-status', '--no-compile', '--no-start'],
        stops: { flags: ['--max-failures'] },
        nothing: ['--help', '-h', '--dry-run', '--listen-on-stdin'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*_test.exs'] },
      innerRoots: 'covered',
      environment: ['MIX_EXS', 'MIX_TEST_PARTITION', 'ELIXIR_ERL_OPTIONS', 'ERL_FLAGS', 'ERL_LIBS'],
    },
    {
      id: 'mix-format',
      question: 'format',
      proof: 'exit',
      command: 'mix format --check-formatted',
      configured: [{ file: '.formatter.exs' }],
      concerns: [...CODE, '.formatter.exs'],
      invocations: [['mix', 'format', '--check-formatted']],
      selection: {
        // https://hexdocs.pm/mix/Mix.Tasks.Format.html
        valued: ['--dot-formatter', '--stdin-filename'],
        byName: ['--stdin-filename'],
        partial: ['--dot-formatter', '--no-exit'],
        nothing: ['--help', '-h'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: CODE },
      innerRoots: 'covered',
      environment: ['MIX_EXS', 'ELIXIR_ERL_OPTIONS', 'ERL_FLAGS', 'ERL_LIBS'],
    },
    {
      id: 'credo',
      question: 'lint',
      proof: 'exit',
      command: 'mix credo',
      configured: [{ file: '.credo.exs' }],
      concerns: [...FILES, '.credo.exs'],
      invocations: [['mix', 'credo']],
      selection: {
        // https://hexdocs.pm/credo/mix_tasks.html
        valued: [
          '--config-file',
          '--config-name',
          '-C',
          '--checks',
          '-c',
          '--ignore-checks',
          '-i',
          '--min-priority',
          '--format',
          '--files-included',
          '--files-excluded',
          '--checks-with-tag',
          '--checks-without-tag',
        ],
        byName: ['--checks', '-c', '--checks-with-tag', '--only'],
        partial: [
          '--config-file',
          '--config-name',
          '-C',
          '--ignore-checks',
          '-i',
          '--ignore',
          '--checks-without-tag',
          '--files-included',
          '--files-excluded',
          '--min-priority',
          '--mute-exit-status',
          '--first-run',
        ],
        // Tasks of its own, such as `diff`, `gen.config` and `explain`, are words: only the bare call is of the whole.
        nothing: ['--help', '-h', '--version', '-v'],
        everything: [],
        positional: 'names',
      },
      units: { kind: 'file', tests: FILES },
      innerRoots: 'covered',
      environment: ['MIX_EXS', 'ELIXIR_ERL_OPTIONS', 'ERL_FLAGS', 'ERL_LIBS'],
    },
  ],
  commands: { format: 'mix format', coverage: 'mix test --cover' },
  coverage: { S: 70, M: 75, L: 80, XL: 85 },
  conventions,
});
