import { definePreset, type PresetConvention } from '@flow/core';

const CONFIGS = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];

/** Options whose value is the next word. https://docs.phpunit.de/en/12.0/textui.html, https://pestphp.com/docs/cli-api-reference */
const VALUED = [
  ...['-c', '--configuration', '--bootstrap', '--include-path', '-d', '--extension', '--cache-directory'],
  ...['--testsuite', '--exclude-testsuite', '--group', '--exclude-group', '--covers', '--uses', '--filter'],
  ...['--exclude-filter', '--requires-php-extension', '--test-suffix', '--test-files-file', '--order-by'],
  ...['--random-order-seed', '--repeat', '--columns', '--default-time-limit', '--use-baseline', '--generate-baseline'],
  ...['--log-junit', '--log-otr', '--log-teamcity', '--log-events-text', '--log-events-verbose-text'],
  ...['--testdox-html', '--testdox-text', '--testdox-xml', '--coverage-clover', '--coverage-cobertura'],
  ...['--coverage-crap4j', '--coverage-html', '--coverage-php', '--coverage-xml', '--coverage-filter', '--whitelist'],
  // Of older versions.
  ...['--printer', '--loader', '--prepend', '--coverage-cache'],
  // Of Pest and ParaTest.
  ...[
    '--min',
    '--shard',
    '-p',
    '--processes',
    '--runner',
    '--tmp-dir',
    '--assignee',
    '--issue',
    '--pr',
    '--test-directory',
  ],
];
const NAMES = ['--filter', '--exclude-filter'];
const PARTIAL = [
  ...['-c', '--configuration', '--no-configuration', '--bootstrap', '--testsuite', '--exclude-testsuite', '--group'],
  ...['--exclude-group', '--covers', '--uses', '--requires-php-extension', '--test-suffix', '--test-files-file'],
  ...['--loader', '--prepend', '--whitelist', '--do-not-cache-result', '--extension', '--no-extensions'],
  // A run that one of these ends early may be green; those that end it for a failure are red.
  ...['skipped', 'incomplete', 'risky', 'warning', 'deprecation', 'notice'].map((state) => `--stop-on-${state}`),
];
const NOTHING = [
  ...['-h', '--help', '--version', '--atleast-version', '--check-version', '--check-php-configuration'],
  ...['--list-suites', '--list-groups', '--list-tests', '--list-tests-xml', '--list-test-files', '--list-test-ids'],
  ...['--generate-configuration', '--migrate-configuration', '--warm-coverage-cache', '--init'],
];
const REPORTS = ['--log-junit', '--log-teamcity', '--log-otr', '--testdox-xml'];
const USUAL = { '-c': CONFIGS, '--configuration': CONFIGS };
const UNITS = { kind: 'file', tests: ['*Test.php', '*.phpt'] } as const;
const ENVIRONMENT = ['PHPRC', 'PHP_INI_SCAN_DIR'];
const PHPSTAN = ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'];
const FILES = ['*.php'];

/** What reviewers of PHP say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
const conventions: readonly PresetConvention[] = [
  {
    name: 'no-dump',
    files: FILES,
    tests: true,
    message: 'A dump was left behind.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:var_dump|dump|dd|ray|xdebug_break|debug_print_backtrace)\\(', unless: '//' },
  },
  {
    name: 'no-exit',
    files: FILES,
    except: ['bin/**', 'public/**', 'scripts/**', 'index.php', 'artisan'],
    unlessFile: '#!/usr/bin/env php',
    tests: false,
    message: 'A class throws; ending the program is for its entry.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:die|exit)\\s*[(;]', unless: '//' },
  },
  {
    name: 'no-silenced-error',
    files: FILES,
    tests: false,
    message: '`@` hides every warning of a call: handle it, or say in a comment on the line why not.',
    severity: 'warn',
    how: { pattern: '(?:[=(,!]|return) *@\\w+\\(', unless: '//' },
  },
  {
    name: 'no-empty-catch',
    files: FILES,
    tests: true,
    message: 'An exception that is thrown away hides a failure: handle it, or say in the block why not.',
    severity: 'warn',
    how: { pattern: '\\bcatch ?\\([^()]*\\) ?\\{ *\\}' },
  },
  {
    name: 'no-sleep-in-tests',
    files: ['*Test.php', 'tests/**/*.php'],
    tests: true,
    message: 'A test that sleeps is slow, and fails on a busy machine: wait for what has to happen.',
    severity: 'warn',
    how: { pattern: '^\\s*u?sleep\\(', unless: '//' },
  },
];

/**
 * PHP projects that are tested with PHPUnit or Pest: a suite is a folder with PHPUnit's configuration or a `composer.json`
 * that names Pest, a unit is one test file.
 */
export const php = definePreset({
  id: 'php',
  title: 'PHP',
  version: '2',
  markers: [...CONFIGS.map((file) => ({ file })), { file: 'composer.json', contains: ['"pestphp/pest"'] }],
  classes: {
    generated: ['vendor/**', '**/vendor/**', '.phpunit.cache/**', '.phpunit.result.cache', 'coverage/**'],
    test: ['*Test.php', '*.phpt', 'tests/**', '**/tests/**'],
    build: [
      'composer.json',
      'composer.lock',
      ...CONFIGS,
      'phpstan.neon*',
      'rector.php',
      '.php-cs-fixer*',
      '.php-version',
    ],
    source: ['*.php', '*.phtml', '*.inc', '*.twig', '*.latte'],
    document: ['*.md', '*.rst', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', 'docs/**', '.gitignore'],
  },
  runners: [
    {
      id: 'phpunit',
      markers: CONFIGS.map((file) => ({ file, unless: { file: 'composer.json', contains: ['"pestphp/pest"'] } })),
      command: 'vendor/bin/phpunit',
      invocations: [['phpunit'], ['paratest'], ['php', 'vendor/bin/phpunit']],
      selection: {
        valued: VALUED,
        byName: NAMES,
        partial: PARTIAL,
        usual: USUAL,
        nothing: NOTHING,
        everything: [],
        positional: 'paths',
      },
      units: UNITS,
      innerRoots: 'apart',
      reportOptions: REPORTS,
      environment: ENVIRONMENT,
    },
    {
      id: 'pest',
      markers: [{ file: 'composer.json', contains: ['"pestphp/pest"'] }],
      command: 'vendor/bin/pest',
      invocations: [['pest'], ['php', 'vendor/bin/pest']],
      selection: {
        valued: VALUED,
        byName: NAMES,
        partial: [...PARTIAL, '--dirty', '--todos', '--notes', '--issue', '--pr', '--assignee', '--retry', '--shard'],
        usual: USUAL,
        nothing: [...NOTHING, '--mutate', '--type-coverage'],
        everything: [],
        positional: 'paths',
      },
      units: UNITS,
      innerRoots: 'apart',
      reportOptions: REPORTS,
      environment: ENVIRONMENT,
    },
    {
      id: 'phpstan',
      question: 'types',
      proof: 'exit',
      command: 'vendor/bin/phpstan analyse',
      configured: PHPSTAN.map((file) => ({ file })),
      concerns: ['*.php', 'composer.json', 'composer.lock', 'phpstan*.neon*'],
      invocations: [
        ['phpstan', 'analyse'],
        ['phpstan', 'analyze'],
        ['php', 'vendor/bin/phpstan', 'analyse'],
      ],
      selection: {
        // https://phpstan.org/user-guide/command-line-usage
        valued: [
          '-c',
          '--configuration',
          '-l',
          '--level',
          '-a',
          '--autoload-file',
          '--error-format',
          '--memory-limit',
          '-b',
          '--generate-baseline',
          '--tmp-file',
          '--instead-of',
          '--paths-file',
        ],
        byName: ['--tmp-file', '--instead-of', '--paths-file'],
        partial: ['-c', '--configuration', '-l', '--level', '-b', '--generate-baseline'],
        usual: { '-c': PHPSTAN, '--configuration': PHPSTAN },
        nothing: ['--help', '-h', '--version', '-V'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*.php'] },
      innerRoots: 'covered',
      environment: ENVIRONMENT,
    },
    {
      id: 'php-cs-fixer',
      question: 'format',
      proof: 'exit',
      command: 'vendor/bin/php-cs-fixer check',
      configured: [{ file: '.php-cs-fixer.php' }, { file: '.php-cs-fixer.dist.php' }],
      concerns: ['*.php', '.php-cs-fixer*'],
      invocations: [
        ['php-cs-fixer', 'check'],
        ['php-cs-fixer', 'fix', '--dry-run'],
      ],
      selection: {
        // https://cs.symfony.com/doc/usage.html
        valued: ['--config', '--rules', '--path-mode', '--cache-file', '--format', '--using-cache', '--show-progress'],
        byName: [],
        partial: ['--config', '--rules', '--path-mode'],
        stops: { flags: ['--stop-on-violation'] },
        nothing: ['--help', '-h', '--version', '-V'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*.php'] },
      innerRoots: 'covered',
      environment: ENVIRONMENT,
    },
  ],
  commands: { format: 'vendor/bin/php-cs-fixer fix' },
  coverage: { S: 70, M: 75, L: 80, XL: 85 },
  conventions,
});
