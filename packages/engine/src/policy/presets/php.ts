import { definePreset } from '@flow/core';

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

/**
 * PHP projects that are tested with PHPUnit or Pest: a suite is a folder with PHPUnit's configuration or a `composer.json`
 * that names Pest, a unit is one test file.
 */
export const php = definePreset({
  id: 'php',
  title: 'PHP',
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
  ],
});
