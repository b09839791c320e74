import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findSuites } from '@flow/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { detectProject, stackLine } from './detect-stack.js';
import { PRESETS } from './presets.js';
import { PROPOSED } from './unread-tests.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stäck '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const manifest = (fields: object) => JSON.stringify(fields);
const cases: {
  name: string;
  files: Record<string, string>;
  found: [preset: string, root: string, command: string | null][];
}[] = [
  { name: 'nothing', files: { 'README.md': '' }, found: [] },
  { name: 'Go', files: { 'go.mod': '' }, found: [['go', '.', 'go test ./...']] },
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'tox.ini'].map((file) => ({
    name: `Python by ${file}`,
    files: { [file]: '' },
    found: [['python', '.', 'python3 -m pytest']] as [string, string, string][],
  })),
  ...[
    { where: 'in a folder', files: {}, command: 'python3 -m unittest discover -s tests' },
    { where: 'in a package', files: { 'tests/__init__.py': '' }, command: 'python3 -m unittest' },
  ].map(({ where, files, command }) => ({
    name: `Python that is tested with unittest alone, ${where}`,
    files: {
      'pyproject.toml': '',
      'tests/test_a.py': 'from unittest import TestCase\n\nclass TestA(TestCase):\n    def test_a(self): pass\n',
      ...files,
    },
    found: [['python', '.', command]] as [string, string, string][],
  })),
  { name: 'Rust', files: { 'Cargo.toml': '' }, found: [['rust', '.', 'cargo test']] },
  {
    name: 'a test script, npm by its lock file',
    files: { 'package.json': manifest({ scripts: { test: 'vitest run' } }), 'package-lock.json': '' },
    found: [['typescript', '.', 'npm test']],
  },
  {
    name: 'pnpm by the lock file of the workspace above',
    files: { 'packages/a/package.json': manifest({ scripts: { test: 'x' } }), 'pnpm-lock.yaml': '' },
    found: [['typescript', 'packages/a', 'pnpm test']],
  },
  {
    name: 'the manifest names the package manager',
    files: { 'package.json': manifest({ scripts: { test: 'x' }, packageManager: 'yarn@4.1.0' }), 'pnpm-lock.yaml': '' },
    found: [['typescript', '.', 'yarn test']],
  },
  {
    name: 'bun runs the script, not its own runner',
    files: { 'package.json': manifest({ scripts: { test: 'x' } }), 'bun.lock': '' },
    found: [['typescript', '.', 'bun run test']],
  },
  {
    name: 'U15 a script that is bun’s own runner, which is typed as it stands there',
    files: { 'package.json': manifest({ scripts: { test: 'bun test' } }), 'bun.lock': '' },
    found: [['typescript', '.', 'bun test']],
  },
  ...['', ' --coverage --timeout 9000'].map((more) => ({
    name: `bun’s own tests by the script \`bun test${more}\``,
    files: {
      'package.json': manifest({ scripts: { test: `bun test${more}` } }),
      'bun.lock': '',
      'a.test.ts': '',
    },
    found: [['typescript', '.', more ? 'bun run test' : 'bun test']] as [string, string, string][],
  })),
  {
    name: 'PHPUnit',
    files: { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "^12" } }', 'phpunit.xml.dist': '', 'a.php': '' },
    found: [['php', '.', 'vendor/bin/phpunit']],
  },
  {
    name: 'Pest, which has PHPUnit’s settings',
    files: { 'composer.json': '{ "require-dev": { "pestphp/pest": "^4" } }', 'phpunit.xml': '', 'a.php': '' },
    found: [['php', '.', 'vendor/bin/pest']],
  },
  {
    name: '.NET by its solution',
    files: { 'Shop.sln': '"Shop.Tests"', 'Shop/Shop.csproj': '', 'Shop.Tests/ATests.cs': '' },
    found: [['dotnet', '.', 'dotnet test']],
  },
  {
    name: 'a script that would wait for changes',
    files: { 'package.json': manifest({ scripts: { test: 'ng test' } }), 'angular.json': '' },
    found: [['typescript', '.', 'npx ng test --watch=false']],
  },
  {
    name: 'vitest without a script, and the script that npm init writes',
    files: {
      'package.json': manifest({
        scripts: { test: 'echo "Error: no test specified" && exit 1' },
        devDependencies: { vitest: '^5' },
      }),
    },
    found: [['typescript', '.', 'npx vitest run']],
  },
  {
    name: 'Go, with what installing the guard leaves',
    files: { 'go.mod': '', 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1' } }) },
    found: [['go', '.', 'go test ./...']],
  },
  {
    name: 'Go, beside a package that has the guard among others',
    files: { 'go.mod': '', 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1', vitest: '^5' } }) },
    found: [
      ['go', '.', 'go test ./...'],
      ['typescript', '.', 'npx vitest run'],
    ],
  },
  {
    name: 'a package that has nothing but the guard yet',
    files: { 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1' } }) },
    found: [['typescript', '.', null]],
  },
  { name: 'a package without tests', files: { 'package.json': '{}' }, found: [['typescript', '.', null]] },
  { name: 'a broken package.json', files: { 'package.json': '{' }, found: [['typescript', '.', null]] },
  {
    name: 'several at once and nested, without what is not theirs',
    files: {
      'go.mod': '',
      'pyproject.toml': '',
      'a/b/c/d/Cargo.toml': '',
      'a/b/c/d/e/go.mod': '',
      'node_modules/x/package.json': '{}',
      'vendor/x/go.mod': '',
      'target/x/Cargo.toml': '',
      '.venv/x/setup.py': '',
      '.git/x/go.mod': '',
      'worktrees/x/.git': 'gitdir: elsewhere',
      'worktrees/x/go.mod': '',
    },
    found: [
      ['go', '.', 'go test ./...'],
      ['python', '.', 'python3 -m pytest'],
      ['rust', 'a/b/c/d', 'cargo test'],
    ],
  },
];

test.each(cases)('D1 detects $name', ({ files, found }) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).stacks.map(({ preset, root: at, command }) => [preset, at, command])).toEqual(found);
});

test.each<[what: string, files: Record<string, string>, runners: string[]]>([
  ['bun', { 'package.json': manifest({ scripts: { test: 'bun test' } }) }, ['bun:.']],
  ['the script of another runner', { 'package.json': manifest({ scripts: { test: 'bun test:unit' } }) }, []],
  ['a script of bun', { 'package.json': manifest({ scripts: { test: 'bun run test/all.ts', a: 'bunx test' } }) }, []],
  [
    'bun beside another one',
    { 'package.json': manifest({ scripts: { test: 'bun test' }, devDependencies: { vitest: '5' } }) },
    ['vitest:.'],
  ],
  ['PHPUnit', { 'composer.json': '{}', 'phpunit.xml': '' }, ['phpunit:.']],
  [
    'Pest',
    { 'composer.json': '"pestphp/pest": "^4"', 'phpunit.xml': '', 'api/phpunit.xml': '' },
    ['pest:.', 'phpunit:api'],
  ],
  ['a plugin of Pest alone', { 'composer.json': '"pestphp/pest-plugin": true', 'phpunit.dist.xml': '' }, ['phpunit:.']],
  ['what packages bring', { 'vendor/a/phpunit.xml': '', 'deps/a/mix.exs': '' }, []],
  [
    'a solution, for all that lies in it',
    { 'Shop.sln': '"Shop.Tests"', 'src/A/A.csproj': '', 'tests/T/T.csproj': '"xunit"', 'tests/U/U.fsproj': '"NUnit"' },
    ['dotnet:.'],
  ],
  [
    'projects of tests alone, and a solution that names none',
    { 'Shop.slnx': 'Shop', 'src/A/A.csproj': '', 'tests/T/T.csproj': '"Microsoft.NET.Test.Sdk"', 'x.sln.txt': 'Test' },
    ['dotnet:tests/T'],
  ],
  ['the second of two solutions', { 'a.sln': '', 'b.sln': 'Tests' }, ['dotnet:.']],
  ['an umbrella of Elixir', { 'mix.exs': 'apps_path: "apps"', 'apps/a/mix.exs': '' }, ['exunit:.']],
  ['Elixir', { 'a/mix.exs': '', 'b/mix.exs': '' }, ['exunit:a', 'exunit:b']],
])(
  'D1 a push asks for the tests of bun, PHP, .NET and Elixir without a word in the configuration: %s',
  (_, files, runners) => {
    const view = { paths: Object.keys(files), read: (path: string) => files[path], containing: () => [] };
    const suites = findSuites(view, PRESETS).filter(({ runner }) => (runner.question ?? 'test') === 'test');
    expect(suites.map(({ id }) => id)).toEqual(runners);
  },
);

test('D1 a folder that is not there holds no stack', () => {
  expect(detectProject(join(root, 'missing')).stacks).toEqual([]);
});

/** Projects of which no preset knows the tests: what makes each known, and the command that runs its tests. */
const OTHERS: Record<string, { files: Record<string, string>; command: string }> = {
  bun: { files: { 'bun.lock': '', 'a.test.ts': "import { test } from 'bun:test';\n" }, command: 'bun test' },
  Make: { files: { Makefile: '.PHONY: test\nall test: a\n', 'a.c': '' }, command: 'make test' },
  autotools: { files: { Makefile: 'all:\n\ncheck:\n' }, command: 'make check' },
  automake: {
    files: { 'Makefile.am': 'bin_PROGRAMS = a\nTESTS = tests/a tests/b\n', 'configure.ac': '' },
    command: 'autoreconf -i && ./configure && make check',
  },
  'automake with its script': {
    files: { 'Makefile.am': 'check_PROGRAMS = a\n', configure: '' },
    command: './configure && make check',
  },
  just: { files: { justfile: 'build:\n\ntest *args: build\n' }, command: 'just test' },
  task: { files: { 'Taskfile.yml': 'version: 3\ntasks:\n  test:\n    cmds: [x]\n' }, command: 'task test' },
  deno: { files: { 'deno.json': '{}', 'a_test.ts': '' }, command: 'deno test' },
  'the Gradle wrapper': { files: { gradlew: '', 'build.gradle.kts': '' }, command: './gradlew test' },
  Gradle: { files: { 'settings.gradle': '', 'app/build.gradle': '' }, command: 'gradle test' },
  PHPUnit: { files: { 'composer.json': '{}', 'phpunit.xml.dist': '' }, command: 'vendor/bin/phpunit' },
  Pest: {
    files: { 'composer.json': '{ "require-dev": { "pestphp/pest": "^4" } }', 'phpunit.xml': '' },
    command: 'vendor/bin/pest',
  },
  mix: { files: { 'mix.exs': '' }, command: 'mix test' },
  '.NET': { files: { 'All.slnx': '', 'src/A/A.csproj': '' }, command: 'dotnet test' },
  ctest: {
    files: { 'CMakeLists.txt': 'project(a)\ninclude(CTest)\n' },
    command: 'cmake -B build && cmake --build build && ctest --test-dir build',
  },
  'a task of Rake': {
    files: { Gemfile: "gem 'bacon'\n", Rakefile: "task :test do\n  sh 'bacon -a'\nend\n", 'test/a_test.rb': '' },
    command: 'bundle exec rake test',
  },
  'Minitest alone': {
    files: { 'test/test_a.rb': '' },
    command: `ruby -Ilib -Itest -e 'Dir["./test/**/{*_test,test_*}.rb"].each { require _1 }'`,
  },
  Swift: { files: { 'Package.swift': '' }, command: 'swift test' },
  'bun by its settings': { files: { 'bunfig.toml': '[install]\n\n[test]\nroot = "x"\n' }, command: 'bun test' },
  AVA: { files: { 'ava.config.mjs': '' }, command: 'npx ava' },
  tape: {
    files: { 'test/unit/a.js': "import test from 'tape';\n" },
    command: "npx tape 'test/**/*.{js,cjs,mjs}'",
  },
  uvu: { files: { 'tests/a.js': "const { test } = require('uvu');\n" }, command: 'npx uvu tests' },
  Jasmine: { files: { 'spec/support/jasmine.mjs': '' }, command: 'npx jasmine' },
  Angular: {
    files: { 'angular.json': '{ "architect": { "test": {} } }', 'karma.conf.js': '' },
    command: 'npx ng test --watch=false',
  },
  Karma: { files: { 'karma.conf.cjs': '' }, command: 'npx karma start --single-run' },
  Testem: { files: { 'testem.js': '' }, command: 'npx testem ci' },
  Playwright: { files: { 'playwright.config.ts': '' }, command: 'npx playwright test' },
  Cypress: { files: { 'cypress.config.mjs': '' }, command: 'npx cypress run' },
  'Cucumber of Ruby': {
    files: { Gemfile: "gem 'cucumber', '~> 9'\n", 'features/a.feature': '' },
    command: 'bundle exec cucumber',
  },
  behave: { files: { 'features/steps/a.py': '' }, command: 'behave' },
  Bazel: { files: { 'MODULE.bazel': '', BUILD: '' }, command: 'bazel test //...' },
  'Bazel of old': { files: { WORKSPACE: '' }, command: 'bazel test //...' },
  nox: { files: { 'noxfile.py': '' }, command: 'nox' },
  'a script': { files: { 'test.sh': '#!/bin/sh\nset -e\n' }, command: 'sh test.sh' },
  'Python without a file that says so, tests of pytest': {
    files: { 'cart.py': '', 'tests/test_cart.py': 'def test_total():\n    assert True\n' },
    command: 'python3 -m pytest',
  },
  'Python, one file of tests that asks for pytest': {
    files: { 'cart_test.py': 'import unittest, os\nfrom pytest import raises\n' },
    command: 'python3 -m pytest',
  },
  'Python, settings of pytest beside tests of another style': {
    files: { 'tests/conftest.py': '', 'tests/test_cart.py': 'class T(unittest.TestCase): pass\n' },
    command: 'python3 -m pytest',
  },
  'Python, tests of unittest in a folder': {
    files: { 'cart.py': '', 'test/test_cart.py': 'class T(unittest.TestCase):\n    pass\n' },
    command: 'python3 -m unittest discover -s test',
  },
  'Python, a file of unittest': {
    files: { 'test_cart.py': 'class T(IsolatedAsyncioTestCase):\n    pass\n' },
    command: 'python3 -m unittest',
  },
  'a script for bash': { files: { 'run-tests.sh': '#!/usr/bin/env bash\n' }, command: 'bash run-tests.sh' },
};

const script = (test: string) => manifest({ scripts: { test } });
test.each<{ name: string; files: Record<string, string>; unread: [root: string, command: string][] }>([
  {
    name: 'a package whose script starts another runner',
    files: { 'package.json': script('ava') },
    unread: [['.', 'npm test']],
  },
  { name: 'a runner that is known', files: { 'package.json': script('vitest run') }, unread: [] },
  {
    name: 'a package of a workspace whose root has the runner',
    files: {
      'package.json': manifest({ scripts: { test: 'turbo run test' }, devDependencies: { mocha: '12' } }),
      'packages/a/package.json': script('mocha'),
    },
    unread: [],
  },
  {
    name: 'a package of a workspace with another runner than the root',
    files: {
      'package.json': manifest({ scripts: { test: 'turbo run test' }, devDependencies: { mocha: '12' } }),
      'packages/a/package.json': script('ava'),
    },
    unread: [['packages/a', 'npm test']],
  },
  { name: 'a script that only fails', files: { 'package.json': script('echo no test specified') }, unread: [] },
  {
    name: 'a script that starts those of its packages',
    files: { 'package.json': script('turbo run test'), 'packages/a/package.json': script('vitest run') },
    unread: [],
  },
  {
    name: 'packages inside of one, which is named for all',
    files: { 'package.json': script('turbo run test'), 'packages/a/package.json': script('ava') },
    unread: [['.', 'npm test']],
  },
  {
    name: 'U1 another tool beside the packages of a workspace, whose root only starts theirs',
    files: {
      'package.json': script('pnpm -r test'),
      'packages/web/package.json': script('vitest run'),
      'packages/web/total.test.js': '',
      'firmware/Makefile': 'test:\n\ttrue\n',
    },
    unread: [['firmware', 'make test']],
  },
  {
    name: 'U1 another tool below a root that has tests of its own, which may start it',
    files: { 'package.json': script('vitest run'), 'total.test.js': '', 'firmware/Makefile': 'test:\n\ttrue\n' },
    unread: [],
  },
  ...['examples/cdn', 'docs/_examples/rule', 'playground', 'packages/a/__fixtures__/b'].map((folder) => ({
    name: `an example beside the tests of the project: ${folder}`,
    files: { 'package.json': script('vitest run'), [`${folder}/package.json`]: script('sh check.sh') },
    unread: [] as [string, string][],
  })),
  {
    name: 'a package beside the tests of the project',
    files: { 'package.json': script('vitest run'), 'tools/a/package.json': script('sh check.sh') },
    unread: [['tools/a', 'npm test']],
  },
  {
    name: 'examples alone',
    files: { 'examples/a/package.json': script('sh check.sh') },
    unread: [['examples/a', 'npm test']],
  },
  {
    name: 'a folder beside a known stack',
    files: { 'api/go.mod': 'module a\n', 'web/mix.exs': '' },
    unread: [['web', 'mix test']],
  },
  {
    name: 'a known stack inside, which a name for the whole would take in',
    files: { 'package.json': script('ava'), 'api/go.mod': 'module a\n', 'api/a.go': '' },
    unread: [],
  },
  {
    name: 'what lies in a known stack',
    files: { 'go.mod': 'module a\n', 'a.go': '', Makefile: 'test:\n', 'x/mix.exs': '' },
    unread: [],
  },
  {
    name: 'the word of the project before its tools',
    files: { Makefile: 'all:\n\ntest: all\n', 'mix.exs': '' },
    unread: [['.', 'make test']],
  },
  ...['ava', '@cucumber/cucumber'].map((name) => ({
    name: `${name} without a script`,
    files: { 'package.json': manifest({ devDependencies: { [name]: '^7' } }) },
    unread: [['.', name === 'ava' ? 'npx ava' : 'npx cucumber-js']] as [string, string][],
  })),
  {
    name: 'programs in Python that are called tests and hold none, beside a stack and alone',
    files: { 'scripts/test_connection.py': 'import socket\n', 'test_speed.py': 'def main():\n    test()\n' },
    unread: [],
  },
  {
    name: 'tests of a package of another name, and settings of bun without tests',
    files: {
      'test/a.js': "import tape from './tape.js';\nimport 'uvuvu';\n// from tape\n",
      'bunfig.toml': '[install]\n',
      'package.json': manifest({ devDependencies: { 'ava-like': '^1' } }),
    },
    unread: [],
  },
  {
    name: 'a browser’s tests beside those of a runner that is known',
    files: { 'package.json': script('vitest run'), 'a.test.ts': '', 'playwright.config.ts': '' },
    unread: [],
  },
  { name: 'a target that is none', files: { Makefile: 'test := x\n\t@echo test:\nmytest:\n' }, unread: [] },
  {
    name: 'tests that have to be built',
    files: { 'CMakeLists.txt': 'project(a)\nenable_testing()\n' },
    unread: [['.', 'cmake -B build && cmake --build build && ctest --test-dir build']],
  },
  { name: 'Lua with busted', files: { 'spec/cart_spec.lua': '' }, unread: [['.', 'busted']] },
  { name: 'tests without a project file', files: { 'test/unit/a.bats': '' }, unread: [['.', 'bats -r test']] },
  ...(
    [
      ['the guard alone', { devDependencies: { '@flow/hooks': '^1' } }],
      ['the guard and husky', { scripts: { prepare: 'husky' }, devDependencies: { '@flow/cli': '^1', husky: '^9' } }],
      ['tools alone', { name: 'x', private: true, devDependencies: { prettier: '^3', '@commitlint/cli': '^20' } }],
      ['the script that npm init writes', { scripts: { test: 'echo "Error: no test specified" && exit 1' } }],
    ] as const
  ).flatMap(([what, fields]) =>
    Object.entries(OTHERS).map(([name, { files, command }]) => ({
      name: `U1 ${name}, beside a package.json for ${what}`,
      files: { ...files, 'package.json': manifest(fields) },
      unread: [['.', command]] as [string, string][],
    })),
  ),
  {
    name: 'U1 a pyproject.toml and an eslint.config.js for tools alone',
    files: {
      Makefile: 'test:\n',
      'main.c': '',
      'pyproject.toml': '[tool.codespell]\n',
      'package.json': manifest({ devDependencies: { eslint: '^10' } }),
      'eslint.config.js': 'export default [];\n',
    },
    unread: [['.', 'make test']],
  },
  {
    name: 'U1 a package with tests of its own hides what lies beside it',
    files: { Makefile: 'test:\n', 'package.json': script('vitest run'), 'a.test.ts': '' },
    unread: [],
  },
  { name: 'nothing of the kind', files: { 'README.md': 'make test', 'src/a.c': '' }, unread: [] },
])('D1 tests that no preset reads: $name', ({ files, unread }) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).unread.map(({ root: at, command }) => [at, command])).toEqual(unread);
});

test.each([
  ['tox', { 'pyproject.toml': '', 'tox.ini': '[tox]\nenvlist = py3\n', 'a.py': '' }, 'tox'],
  ['tox in a pyproject.toml', { 'pyproject.toml': '[tool.tox]\n', 'a.py': '' }, 'tox'],
  ['nox', { 'pyproject.toml': '', 'noxfile.py': '', 'a.py': '' }, 'nox'],
  ['hatch', { 'pyproject.toml': '[tool.hatch.envs.default]\n', 'a.py': '' }, 'hatch test'],
  ['make', { 'go.mod': '', 'a.go': '', Makefile: 'test:\n\tgo test ./...\n' }, 'make test'],
])('D1 what a project calls tests whose runner is known: %s', (_, files: Record<string, string>, command) => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  expect(detectProject(root)).toMatchObject({ unread: [], byName: [{ root: '.', command }] });
});

test.each<[why: string, script: string, byName: object[]]>([
  ['calls a program that is not read', 'gulp test', [{ root: '.', command: 'npm test' }]],
  ['is a program of the project, which pushes ask for', 'node Makefile.js test', []],
  ['calls the runner', 'npm run lint && mocha', []],
])('D1 the test script of a package whose runner is known: one that %s', (_, test, byName) => {
  const files = { 'package.json': manifest({ scripts: { test }, devDependencies: { mocha: '^11' } }), 'a.js': '' };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  expect(detectProject(root)).toMatchObject({ unread: [], byName });
});

test('D1 a root that would type what is typed in a folder anyway names nothing more', () => {
  const text = 'import pytest\n\ndef test_a(): pass\n';
  const files = { 'tests/requirements.txt': '', 'tests/http/test_a.py': text, 'tests/http/conftest.py': '', 'a.c': '' };
  mkdirSync(join(root, 'tests/http'), { recursive: true });
  for (const [path, one] of Object.entries(files)) writeFileSync(join(root, path), one);
  expect(detectProject(root)).toMatchObject({ stacks: [{ root: 'tests' }], byName: [] });
});

test.each([
  ['Bazel', { 'MODULE.bazel': '' }, 'bazel test //...'],
  ['Deno', { 'deno.json': '{ "tasks": { "test": "deno test" } }' }, 'deno task test'],
  ['make', { Makefile: 'test:\n\tgo test ./...\n' }, 'make test'],
])('D1 what a project calls tests at a root that only has folders with others: %s', (_, files, command) => {
  mkdirSync(join(root, 'api'));
  for (const [path, text] of Object.entries({ ...files, 'api/go.mod': 'module a\n', 'api/a.go': '' }))
    writeFileSync(join(root, path), text);
  expect(detectProject(root)).toMatchObject({ unread: [], byName: [{ root: '.', command }] });
});

test('D1 the page of the configuration names each command that is proposed', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/configuration.md'), 'utf8');
  const missing = PROPOSED.map((command) => command.replace('$1', 'test').replace('$0', 'test.sh')).filter(
    (command) => !page.includes(`\`${command.startsWith('ruby ') ? 'ruby -Ilib -Itest -e …' : command}\``),
  );
  expect(missing).toEqual([]);
});

test('D1 a stack that is known by the ending of a file is told with the file', () => {
  mkdirSync(join(root, 'net'));
  writeFileSync(join(root, 'net/Shop.sln'), 'Shop.Tests');
  writeFileSync(join(root, 'net/Shop.cs'), '');
  expect(detectProject(root).stacks.map(stackLine)).toEqual(['found  dotnet      net/Shop.sln  (.NET: dotnet test)']);
});

test('D1 the wrapper of Maven is typed in the place of what the machine has', () => {
  const files = { 'pom.xml': '<modules>', mvnw: '', 'src/main/java/A.java': '' };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).stacks).toMatchObject([{ preset: 'java', command: './mvnw test' }]);
  rmSync(join(root, 'mvnw'));
  expect(detectProject(root).stacks).toMatchObject([{ preset: 'java', command: 'mvn test' }]);
});

test.each<[why: string, files: Record<string, string>, byName: unknown, unread?: unknown]>([
  [
    'a makefile that calls another runner',
    { Makefile: 'test: all\n\t$(MAKE) -C t/ all\nall:\n\tcargo build\n' },
    [{ root: '.', command: 'make test', isOther: true }],
  ],
  [
    'a makefile that calls the known one',
    { Makefile: 'test:\n\t$(CARGO) +nightly test --all\n' },
    [{ root: '.', command: 'make test' }],
  ],
  [
    'a makefile that starts a script',
    { Makefile: 'test:\n\t./scripts/run-tests.sh\n' },
    [{ root: '.', command: 'make test' }],
  ],
])('D1 what a project calls its tests beside a runner that is known: %s', (_why, files, byName) => {
  const all = { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '#[test] fn a() {}\n', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).byName).toEqual(byName);
});

test('D1 packages beside known ones, in a folder of nothing but packages, are named', () => {
  const all = {
    'pkgs/native/android/build.gradle': '',
    'pkgs/http/pubspec.yaml': 'name: http\n',
    'pkgs/http/lib/a.dart': '',
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).unread).toEqual([{ root: 'pkgs/http', command: 'dart test' }]);
});

test.each([
  ['of several platforms', 'kotlin("multiplatform")', './gradlew check'],
  ['of one', 'kotlin("jvm")', './gradlew test'],
])('D1 a Gradle build %s is asked for a task that is there', (_what, plugin, command) => {
  const files: Record<string, string> = {
    'settings.gradle.kts': 'include(":core")',
    gradlew: '',
    'core/build.gradle.kts': `plugins { ${plugin} }`,
    'core/common/test/ATest.kt': '',
  };
  const view = {
    paths: Object.keys(files),
    read: (path: string) => files[path],
    containing: (paths: readonly string[], strings: readonly string[]) =>
      paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
  };
  expect(findSuites(view, PRESETS).find(({ id }) => id === 'gradle:.')?.runner.command).toBe(command);
});

test('M7 data of tests is no stack that is found', () => {
  for (const folder of ['.', 'tests/fixtures/a', 'tests/fixtures/b']) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'pyproject.toml'), '');
    writeFileSync(join(root, folder, 'a.py'), '');
  }
  expect(detectProject(root).stacks.map((stack) => stack.root)).toEqual(['.']);
});
