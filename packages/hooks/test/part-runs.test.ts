import { chmodSync } from 'node:fs';
import { defaultPolicy } from '@flow/core';
import { shellContext } from '@flow/engine/facts/shell-context';
import { PRESETS } from '@flow/engine/policy/presets/presets';
import { recognise } from '@flow/engine/recording/runs/recognise';
import { findRepository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { effectsOf } from '@flow/shell-effects';
import { expect, test } from 'vitest';
import { has, repository, start } from './kit.js';

/* Where a run of a part is booked, and which words make less than the whole of it. */

const PACKAGE = (scripts: Record<string, string>, more = {}) =>
  JSON.stringify({ scripts, devDependencies: { vitest: '5' }, ...more });

const FILES = {
  'package.json': JSON.stringify({
    workspaces: ['packages/*'],
    scripts: { test: 'vitest run --project web', 'test:changed': 'vitest run --changed', lint: 'eslint' },
    devDependencies: { vitest: '5' },
  }),
  Makefile: 'ARGS =\ntest:\n\tvitest run --project web $(ARGS)\n',
  'eslint.config.js': '',
  '.oxlintrc.json': '{}',
  'packages/a/package.json': PACKAGE({ test: 'vitest run' }, { name: 'a' }),
  'packages/a/tsconfig.json': '{}',
  'packages/b/package.json': PACKAGE({ test: 'vitest run' }, { name: 'b' }),
  'packages/b/tsconfig.json': '{}',
  'services/a/go.mod': 'module example.com/a\n',
  'services/b/go.mod': 'module example.com/b\n',
  'py/a/pyproject.toml': '[project]\nname = "a"\n',
  'py/a/tox.ini':
    '[testenv]\ncommands =\n    pytest {posargs}\n\n[testenv:fast]\ncommands = pytest {posargs:-k fast}\n',
  'py/b/pyproject.toml': '[project]\nname = "b"\n',
  'rust/Cargo.toml': '[workspace]\nmembers = ["one"]\n',
  'rust/one/Cargo.toml': '[package]\nname = "one"\n',
  'jest/package.json': '{ "devDependencies": { "jest": "30" } }',
  'java/pom.xml': '<project/>',
  'node/package.json': '{ "scripts": { "test": "node --import tsx --test" } }',
  'list/requirements.txt': '',
};

test('D29 a run of a part is booked to that part, and a selection is never the whole', () => {
  const repo = repository({ files: FILES });
  const beginning = { environment: repo.environment, deadline: Date.now() + 600_000 };
  const context = shellContext(repo.root, beginning);
  const disk = { readFile: readSmall };
  const runsOf = (command: string) =>
    recognise(effectsOf(command, context), findRepository(repo.root)!, defaultPolicy(PRESETS), disk, context).map(
      ({ suite, selection: { kind } }) => `${suite} ${kind}`,
    );
  const table: [command: string, ...runs: string[]][] = [
    ['tsc -p packages/a', 'tsc:packages/a whole'],
    [`tsc --noEmit --project ${repo.root}/packages/a/tsconfig.json`, 'tsc:packages/a whole'],
    ['tsc -p packages/a/tsconfig.build.json', 'tsc:packages/a names'],
    ['cd packages && tsc -p b', 'tsc:packages/b whole'],
    ['tsc -p ../elsewhere', 'tsc:. names'],
    ['vitest run --root packages/a', 'vitest:packages/a whole'],
    ['vitest run -r packages/a src/x.test.ts', 'vitest:packages/a units'],
    ['npx -w a vitest run', 'vitest:packages/a whole'],
    ['npx --workspace=packages/b vitest run', 'vitest:packages/b whole'],
    ['npx -ws vitest run'],
    ['npm exec -w a -- vitest run', 'vitest:packages/a whole'],
    // npm looks for the program there, and starts it here.
    ['npm --prefix packages/a exec vitest run', 'vitest:. whole'],
    ['npm --prefix packages/a test', 'vitest:packages/a whole'],
    ['npm test -w a', 'vitest:packages/a whole'],
    ['pnpm -C packages/a test', 'vitest:packages/a whole'],
    ['pnpm --filter a test', 'vitest:packages/a whole'],
    ['pnpm --filter ./packages/a exec vitest run', 'vitest:packages/a whole'],
    ['pnpm --dir packages/b exec vitest run', 'vitest:packages/b whole'],
    ['yarn workspace b test', 'vitest:packages/b whole'],
    ['yarn --cwd packages/b test', 'vitest:packages/b whole'],
    ['go -C services/a test ./...', 'go:services/a whole'],
    ['go -C=services/a test ./...', 'go:services/a whole'],
    ['go test -C services/a ./...', 'go:services/a whole'],
    ['go -C services/a test', 'go:services/a units'],
    ['go test ./services/a/...', 'go:services/a whole'],
    ['go test ./services/a/... ./services/b/...', 'go:services/a whole', 'go:services/b whole'],
    ['pytest py/a', 'pytest:py/a whole'],
    ['pytest py/a/tests py/a/more', 'pytest:py/a units'],
    ['pytest py', 'pytest:. units'],
    ['cd py/a && pytest', 'pytest:py/a whole'],
    ['cd node && node --import tsx --test', 'node-test:node whole'],
    ['cd node && npm test', 'node-test:node whole'],
    ['cd node && yarn run test', 'node-test:node whole'],
    ['cd node && bun run test', 'node-test:node whole'],
    ['pnpm --dir node run test', 'node-test:node whole'],
    ['cd node && npx tsx --test', 'node-test:node whole'],
    ['cd node && node --no-warnings --test test/a.test.ts', 'node-test:node units'],
    ['cd node && node --import tsx --test --test-only', 'node-test:node names'],
    ['cd node && node --import tsx run.js --test'],
    ['cd node && node -e 1 --test'],
    ['cd list && pytest', 'pytest:list whole'],
    ['cd list/src && pytest', 'pytest:list units'],
    // What fails and is tried again leaves nothing out.
    ['cd packages/a && vitest run --retry 2', 'vitest:packages/a whole'],
    ['cd packages/a && vitest run --retry=2', 'vitest:packages/a whole'],
    ['cd py/a && pytest --reruns 2 --reruns-delay 1', 'pytest:py/a whole'],
    ['cd py/a && pytest --retries 2', 'pytest:py/a whole'],
    ['cd py/a && python3 -m unittest discover -s tests -v', 'unittest:py/a whole'],
    ['cd py/a && python3 -m unittest discover -s ../b', 'unittest:py/a names'],
    ['pytest --rootdir py/a', 'pytest:. names'],
    ['cargo test --manifest-path rust/Cargo.toml', 'cargo:rust whole'],
    ['cargo test --manifest-path rust/one/Cargo.toml', 'cargo:rust unknown'],
    ['cargo --offline test --manifest-path=rust/Cargo.toml --lib', 'cargo:rust names'],
    ['cargo -q -C rust test', 'cargo:rust whole'],
    ['jest --rootDir jest', 'jest:. names'],
    ['jest -c jest/jest.config.js', 'jest:jest whole'],
    ['jest --projects jest', 'jest:jest whole'],
    ['mvn -f java/pom.xml test', 'maven:java whole'],
    ['mvn -f java/pom.xml -Dtest=A test', 'maven:java names'],
    // The project calls this its suite; what is given to its script besides, it does not.
    ['npm test', 'vitest:. whole'],
    ['make test', 'vitest:. whole'],
    ['CI=true npm test -- --coverage', 'vitest:. whole'],
    ['npm test -- --shard=1/2', 'vitest:. names'],
    ['npm test -- --shard 1/2', 'vitest:. names'],
    ['make test ARGS=--changed', 'vitest:. names'],
    ['pnpm test -t adds', 'vitest:. names'],
    ['npm run test:changed', 'vitest:. names'],
    ['npm run lint', 'eslint:. whole'],
    ['npm run lint -- packages/a', 'eslint:. units'],
    ['cd py/a && tox -e py311', 'pytest:py/a whole'],
    ['cd py/a && tox -e fast', 'pytest:py/a names'],
    ['cd py/a && tox -e py311 -- -k slow', 'pytest:py/a unknown'],
    ['npx oxlint', 'oxlint:. whole'],
    ['npx oxlint -f github --deny-warnings -D all .', 'oxlint:. whole'],
    ['npx oxlint -c .oxlintrc.json', 'oxlint:. whole'],
    ['npx oxlint src', 'oxlint:. units'],
    ['npx oxlint -A no-debugger', 'oxlint:. names'],
    ['npx oxlint --config=ci.json', 'oxlint:. names'],
    ['npx oxlint --ignore-pattern=src', 'oxlint:. names'],
    ['npx oxlint --rules', 'oxlint:. nothing'],
  ];
  expect(table.map(([command]) => [command, ...runsOf(command)])).toEqual(table);
});

test('D97 D103 what changes what is run, and where its results are not seen, is told of a run', () => {
  const files = {
    'py/pyproject.toml': '[project]\nname = "a"\n',
    'rust/Cargo.toml': '[package]\nname = "one"\n',
    'jest/package.json': '{ "devDependencies": { "jest": "30" } }',
    'node/package.json': '{ "scripts": { "test": "node --test" } }',
  };
  const repo = repository({ files });
  const context = shellContext(repo.root, { environment: repo.environment, deadline: Date.now() + 600_000 });
  const told = (command: string) =>
    recognise(
      effectsOf(command, context),
      findRepository(repo.root)!,
      defaultPolicy(PRESETS),
      { readFile: readSmall },
      context,
    ).map(({ suite, output, doubts }) => [suite, output, ...doubts].join(' '));
  const table: [command: string, run: string][] = [
    ['cd py && python3 -m pytest', 'pytest:py whole'],
    ['cd py && python3 -W error -X dev -m pytest', 'pytest:py whole'],
    // Without assertions nothing fails.
    ['cd py && python3 -O -m pytest', 'pytest:py whole environment'],
    ['cd py && python3 -bOO -m unittest', 'unittest:py whole environment'],
    ['cd py && PYTHONOPTIMIZE=1 pytest', 'pytest:py whole environment'],
    ['cd rust && CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=true cargo test', 'cargo:rust whole environment'],
    ['cd rust && CARGO_BUILD_RUSTC=./x cargo test', 'cargo:rust whole environment'],
    ['cd rust && CARGO_BUILD_JOBS=2 CARGO_PROFILE_TEST_DEBUG=0 cargo test', 'cargo:rust whole'],
    ['cd node && NODE_TEST_CONTEXT=child node --test', 'node-test:node whole environment'],
    // Their results are on standard error.
    ['cd py && python3 -m unittest 2>/dev/null; cat old.txt', 'unittest:py redirected'],
    ['cd py && python3 -m unittest 2>&1', 'unittest:py whole'],
    ['cd py && python3 -m pytest 2>/dev/null', 'pytest:py whole'],
    ['cd jest && npx jest 2>old.txt; cat old.txt', 'jest:jest redirected'],
    ['cd jest && npx jest --json 2>/dev/null', 'jest:jest whole'],
    ['cd jest && npx jest 2>&1 | tail -5', 'jest:jest filtered'],
  ];
  expect(table.map(([command]) => [command, ...told(command)])).toEqual(table);
});

test('D29 D97 a recursive pattern counts for what the shell that reads it gives the runner', () => {
  const files = {
    'package.json': '{ "scripts": { "test": "node --test test/**/*.test.js", "flat": "node --test test/*.test.js" } }',
    'test/a.test.js': '',
    'test/in/b.test.js': '',
    'test/in/deep/c.test.js': '',
    'one/test/a.test.js': '',
  };
  const repo = repository({ files });
  const unitsOf = (command: string, SHELL: string) => {
    const environment = { ...repo.environment, SHELL };
    const context = shellContext(repo.root, { environment, deadline: Date.now() + 600_000 });
    const analysis = effectsOf(command, context);
    const disk = { readFile: readSmall };
    const [run] = recognise(analysis, findRepository(repo.root)!, defaultPolicy(PRESETS), disk, context);
    return run?.selection.kind === 'units' ? run.selection.units : run?.selection.kind;
  };
  const all = ['test/a.test.js', 'test/in/b.test.js', 'test/in/deep/c.test.js'];
  const table: [command: string, shell: string, units: string[]][] = [
    ['npm test', '/bin/bash', ['test/in/b.test.js']],
    ['npm test', '/bin/zsh', ['test/in/b.test.js']],
    ['npm test -- test/a.test.js', '/bin/bash', ['test/a.test.js', 'test/in/b.test.js', 'test/a.test.js']],
    ['node --test test/**/*.test.js', '/bin/bash', ['test/in/b.test.js']],
    ['node --test test/**/*.test.js', '/bin/zsh', all],
    ['shopt -s globstar; node --test test/**/*.test.js', '/bin/bash', all],
    ['node --test "test/**/*.test.js"', '/bin/bash', ['test/**/*.test.js']],
    // Nothing matches for the shell: the runner itself is given the pattern.
    ['node --test one/test/**/*.test.js', '/bin/bash', ['one/test/a.test.js']],
    ['npm run flat', '/bin/bash', ['test/a.test.js']],
  ];
  expect(table.map(([command, shell]) => [command, shell, unitsOf(command, shell)])).toEqual(table);
});

test('D29 a run that tried a test again is whole, and told as flaky', () => {
  const files = {
    'package.json': '{ "name": "cart", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "5" } }\n',
    '.gitignore': 'node_modules\n',
    'total.js': 'export const total = (a, b) => a + b;\n',
    'total.test.js': "import { test } from 'vitest';\ntest('third time', () => {});\n",
  };
  const repo = repository({ files });
  // As Vitest 5 has printed it.
  const printed = ` RUN  v5.0.2 ${repo.root}

 ✓ total.test.js > third time (retry x2) 3ms

 Test Files  1 passed (1)
      Tests  1 passed (1)
   Start at  09:00:00
   Duration  120ms (transform 10ms, setup 0ms, import 12ms, tests 3ms, environment 0ms)

`;
  repo.write('node_modules/.bin/vitest', `#!/bin/sh\ncat <<'END'\n${printed}END\n`);
  chmodSync(repo.path('node_modules/.bin/vitest'), 0o755);
  repo.write('total.js', 'export const total = (a, b) => b + a;\n');
  repo.commit('Turn');
  const it = start(repo);
  expect(it.bash('npx vitest run --retry 2 --reporter verbose').exit).toBe(0);
  const pushed = it.bash('git push origin HEAD');
  expect(pushed.refused).toBeNull();
  expect(pushed.told.join()).toContain('both passed and failed on this exact content');
});

test.runIf(has('python3', '--version'))(
  'D29 a start folder of unittest is the whole only where all tests lie in it',
  () => {
    const test = 'import unittest\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        pass\n';
    const repo = repository({
      files: {
        'setup.py': '',
        'a.py': 'A = 1\n',
        'tests/test_a.py': test,
        'more/test_b.py': test,
        'test_data.py': 'B = 1\n',
      },
    });
    repo.write('.gitignore', '__pycache__\n');
    repo.write('a.py', 'A = 2\n');
    repo.commit('Two');
    const it = start(repo);
    const inFolder = (folder: string) => `python3 -m unittest discover -s ${folder}`;
    expect(it.bash(inFolder('tests')).exit).toBe(0);
    expect(it.bash('git push origin HEAD').refused).toContain('tests outside of tests');
    expect(it.bash(inFolder('more')).exit).toBe(0);
    expect(it.bash('git push origin HEAD').refused).toBeNull();
    repo.git('rm', '-q', '-r', 'more');
    repo.commit('One folder');
    expect(it.bash(inFolder('tests')).exit).toBe(0);
    expect(it.bash('git push origin HEAD').refused).toBeNull();
  },
);
