import type { RunnerSpec } from '@flow/core';

const SUFFIXES = '{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
const SPECS = [`*.test.${SUFFIXES}`, `*.spec.${SUFFIXES}`];

const JEST = [
  ...['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((ending) => `jest.config.${ending}`),
  'package.json',
];

/** Options of Node, and of tsx around it, whose value is the next word. https://nodejs.org/api/cli.html */
const NODE_VALUED = [
  ...['--import', '-r', '--require', '--loader', '--experimental-loader', '-C', '--conditions'],
  ...['--env-file', '--env-file-if-exists', '--tsconfig'],
  // https://nodejs.org/api/test.html
  ...['--test-name-pattern', '--test-skip-pattern', '--test-reporter', '--test-reporter-destination'],
  ...['--test-concurrency', '--test-timeout', '--test-shard', '--test-rerun-failures', '--test-isolation'],
  ...['--test-global-setup', '--test-coverage-include', '--test-coverage-exclude', '--test-coverage-lines'],
  ...['--test-coverage-branches', '--test-coverage-functions'],
];
const NODE_NAMES = ['*.test', '*-test', '*_test', 'test-*', 'test'].map((name) => `${name}.${SUFFIXES}`);
/** https://nodejs.org/api/test.html#running-tests-from-the-command-line */
const NODE_FILES = [...NODE_NAMES, `test/**/*.${SUFFIXES}`, `**/test/**/*.${SUFFIXES}`];
/** Options of bun, and of its tests, whose value is the next word. https://bun.com/docs/cli/test */
const BUN_VALUED = [
  ...['-r', '--preload', '--require', '--import', '-c', '--config', '--cwd', '--env-file', '--conditions', '--define'],
  ...['-d', '--loader', '-l', '--tsconfig-override', '-t', '--test-name-pattern', '--timeout', '--rerun-each'],
  ...['--retry', '--seed', '--coverage-reporter', '--coverage-dir', '--reporter', '--reporter-outfile'],
  ...['--max-concurrency', '--path-ignore-patterns', '--shard', '--timings', '--parallel-delay'],
];
/** https://mochajs.org/running/configuring/ */
const MOCHARC = ['cjs', 'js', 'mjs', 'yaml', 'yml', 'jsonc', 'json'].map((ending) => `.mocharc.${ending}`);
const MOCHA_SETTINGS = [
  ...MOCHARC.map((file) => ({ file, contains: ['spec', 'ignore', 'exclude', 'extension', 'recursive'] })),
  { file: 'package.json', contains: ['"spec":', '"ignore":', '"exclude":', '"extension":', '"recursive":'] },
];
const NO_OTHER = ['vitest', '"jest"', '"mocha"'];

/** Test runners of packages that do not use vitest. */
export const otherTests: readonly RunnerSpec[] = [
  {
    id: 'jest',
    command: 'npx jest',
    // Each package has settings of its own: a run at an outer one counts for it by the files that Jest names.
    markers: [{ file: 'package.json', contains: ['"jest"'], lacks: ['vitest'] }],
    invocations: [['jest']],
    selection: {
      // https://jestjs.io/docs/cli
      valued: [
        '-t',
        '--testNamePattern',
        '-c',
        '--config',
        '--rootDir',
        '--roots',
        '--projects',
        '--filter',
        '--selectProjects',
        '--ignoreProjects',
        '--shard',
        '--changedSince',
        '--reporters',
        '-w',
        '--maxWorkers',
        '--testTimeout',
        '--coverageDirectory',
        '--outputFile',
        '--env',
        '--testPathPattern',
        '--testPathPatterns',
        '--testPathIgnorePatterns',
        '--modulePathIgnorePatterns',
        '--testMatch',
        '--testRegex',
        '--seed',
      ],
      byName: ['-t', '--testNamePattern'],
      partial: [
        '-c',
        '--config',
        '--rootDir',
        '--roots',
        '--projects',
        '--filter',
        '--selectProjects',
        '--ignoreProjects',
        '--shard',
        '--changedSince',
        '-o',
        '--onlyChanged',
        '-f',
        '--onlyFailures',
        '--lastCommit',
        '--changedFilesWithAncestor',
        '--findRelatedTests',
        '--testPathPattern',
        '--testPathPatterns',
        '--testPathIgnorePatterns',
        '--modulePathIgnorePatterns',
        '--testMatch',
        '--testRegex',
        // They swap what runs the tests.
        '--runner',
        '--testRunner',
      ],
      configures: ['-c', '--config', '--rootDir', '--roots', '--projects', '--testMatch', '--testRegex'],
      usual: { '--rootDir': ['.'] },
      // The root of a project is the folder of its configuration.
      startsIn: { '-c': JEST, '--config': JEST, '--projects': [] },
      stops: { flags: ['-b', '--bail'], shown: '^Test Suites: .* of \\d+ total' },
      nothing: [
        '--listTests',
        '--showConfig',
        '--watch',
        '--watchAll',
        '--init',
        '--clearCache',
        '--help',
        '-h',
        '--version',
        '-v',
      ],
      everything: [],
      positional: 'filters',
    },
    // https://jestjs.io/docs/configuration#testmatch-arraystring
    units: {
      kind: 'file',
      tests: [...SPECS, `test.${SUFFIXES}`, `spec.${SUFFIXES}`, `**/__tests__/**/*.${SUFFIXES}`],
      settings: { files: JEST, globs: ['testMatch'], expressions: ['testRegex'] },
    },
    innerRoots: 'covered',
    reportOptions: ['--outputFile'],
    onStandardError: { unless: ['--json', '--listTests'] },
    environment: ['NODE_OPTIONS', 'NODE_PATH'],
  },
  {
    id: 'mocha',
    command: 'npx mocha',
    configured: [{ file: 'package.json', contains: ['"mocha"'], lacks: ['vitest', '"jest"'] }],
    invocations: [['mocha']],
    selection: {
      // https://mochajs.org/running/cli/
      valued: [
        '-g',
        '--grep',
        '-f',
        '--fgrep',
        '-R',
        '--reporter',
        '-O',
        '--reporter-option',
        '--reporter-options',
        '-r',
        '--require',
        '--config',
        '--package',
        '--spec',
        '--ignore',
        '--exclude',
        '--extension',
        '--file',
        '-t',
        '--timeout',
        '-s',
        '--slow',
        '-u',
        '--ui',
        '-j',
        '--jobs',
        '--retries',
        '-n',
        '--node-option',
      ],
      byName: ['-g', '--grep', '-f', '--fgrep', '-i', '--invert'],
      partial: [
        '--config',
        '--no-config',
        '--package',
        '--no-package',
        '--ignore',
        '--exclude',
        '--extension',
        '--spec',
      ],
      // Its configuration may end it, and it does not say so.
      stops: { flags: ['-b', '--bail'], unless: ['--no-bail'] },
      nothing: [
        '--dry-run',
        '--list-reporters',
        '--list-interfaces',
        '-w',
        '--watch',
        '--help',
        '-h',
        '--version',
        '-V',
        'init',
      ],
      everything: [],
      positional: 'filters',
      // Folders below one are left out, unless an option says otherwise: https://mochajs.org/running/cli/
      folder: '*.{js,cjs,mjs}',
      looksAt: { files: ['test/*.{js,cjs,mjs}'], unless: MOCHA_SETTINGS },
      configures: ['--config', '--package'],
      usual: { '--config': MOCHARC, '--package': ['package.json'] },
    },
    // A folder of tests holds what they share as well, which a project's own script may leave out.
    units: {
      kind: 'file',
      tests: [...SPECS, 'test/*.{js,cjs,mjs}', '**/test/*.{js,cjs,mjs}'],
      byName: SPECS,
      contains: ['describe', 'context', 'suite', 'feature', 'scenario', 'specify', 'it(', 'it.', 'test(', 'test.'],
    },
    innerRoots: 'covered',
    reportOptions: ['output'],
    environment: ['NODE_OPTIONS', 'MOCHA_OPTIONS', 'NODE_PATH'],
  },
  {
    id: 'node-test',
    command: 'node --test',
    configured: [
      {
        file: 'package.json',
        script: { programs: ['node', 'tsx'], option: '--test', valued: NODE_VALUED },
        lacks: NO_OTHER,
      },
      { file: 'package.json', contains: ['node --test'], lacks: NO_OTHER },
    ],
    invocations: [
      ['node', '--test'],
      ['tsx', '--test'],
    ],
    selection: {
      valued: NODE_VALUED,
      byName: ['--test-name-pattern', '--test-skip-pattern', '--test-only'],
      partial: ['--test-shard', '--test-rerun-failures', '--experimental-config-file'],
      stops: {},
      nothing: ['--watch', '--help', '-h', '--version', '-v', '-e', '--eval', '-p', '--print'],
      everything: [],
      positional: 'filters',
      looksAt: { files: NODE_FILES, unless: [] },
    },
    units: {
      kind: 'file',
      tests: NODE_FILES,
      byName: NODE_NAMES,
      contains: ['node:test', 'assert', 'expect'],
    },
    innerRoots: 'covered',
    reportOptions: ['--test-reporter-destination'],
    environment: ['NODE_OPTIONS', 'NODE_PATH', 'NODE_TEST_CONTEXT'],
  },
  {
    id: 'bun',
    command: 'bun test',
    configured: [
      { file: 'package.json', script: { programs: ['bun'], option: 'test', valued: BUN_VALUED }, lacks: NO_OTHER },
    ],
    invocations: [['bun', 'test']],
    selection: {
      // https://bun.com/docs/cli/test
      valued: BUN_VALUED,
      byName: ['-t', '--test-name-pattern', '--only'],
      partial: ['--shard', '--changed', '--path-ignore-patterns', '--config', '-c', '--pass-with-no-tests'],
      startsIn: { '--cwd': [] },
      stops: { flags: ['--bail'], shown: '^Bailed out after ' },
      nothing: ['--help', '-h', '--version', '-v', '--watch', '--hot', '--test-worker'],
      everything: [],
      positional: 'filters',
    },
    // https://bun.com/docs/test/discovery
    units: {
      kind: 'file',
      tests: ['test', 'spec'].flatMap((word) => [`*.${word}.${SUFFIXES}`, `*_${word}.${SUFFIXES}`]),
    },
    innerRoots: 'covered',
    reportOptions: ['--reporter-outfile'],
    onStandardError: { unless: [] },
    environment: ['BUN_OPTIONS', 'NODE_PATH', 'NODE_OPTIONS'],
  },
];
