import { definePreset } from '@flow/core';

/** Options whose value is the next word. https://hexdocs.pm/mix/Mix.Tasks.Test.html */
const VALUED = [
  ...['--exclude', '--include', '-i', '--only', '--exit-status', '--export-coverage', '--formatter', '--max-cases'],
  ...['--max-failures', '--max-requires', '--name-pattern', '--partitions', '--profile-require'],
  ...['--repeat-until-failure', '--seed', '--slowest', '--slowest-modules', '--timeout'],
];

/** Elixir projects: a suite is one `mix.exs`, that of an umbrella for all of its applications; a unit is one test file. */
export const elixir = definePreset({
  id: 'elixir',
  title: 'Elixir',
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
  ],
});
