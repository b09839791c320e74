import { describe, expect, test } from 'vitest';
import { go } from '../../../preset-go/src/index.js';
import { python } from '../../../preset-python/src/index.js';
import { rust } from '../../../preset-rust/src/index.js';
import { typescript } from '../../../preset-typescript/src/index.js';
import type { RunnerSpec } from '../presets/preset.js';
import { goesOn, readPlace, readSelection, type SelectionContext } from './selection.js';

const all = [go, python, typescript, rust].flatMap((preset): readonly RunnerSpec[] => preset.runners);
const specs = Object.fromEntries(all.map((spec) => [spec.id, spec]));

const rows: [runner: string, words: string, expected: unknown, context?: Partial<SelectionContext>][] = [
  ['go', './...', { kind: 'whole' }],
  ['go', '-v -count=1 -race ./...', { kind: 'whole' }],
  ['go', '-count 1 ./...', { kind: 'whole' }],
  ['go', '--timeout 5m ./...', { kind: 'whole' }],
  ['go', '', { kind: 'units', units: ['.'] }],
  ['go', './cart', { kind: 'units', units: ['cart'] }],
  ['go', './cart/... ./price', { kind: 'units', units: ['cart/**', 'price'] }],
  ['go', './...', { kind: 'units', units: ['cart/**'] }, { directory: 'cart' }],
  ['go', '../...', { kind: 'whole' }, { directory: 'cart' }],
  ['go', './...', { kind: 'whole' }, { root: 'services/a', directory: 'services/a' }],
  ['go', '-run TestX ./...', { kind: 'names' }],
  ['go', '-run=^$ ./...', { kind: 'names' }],
  ['go', '-skip TestSlow ./...', { kind: 'names' }],
  ['go', '-short ./...', { kind: 'names' }],
  ['go', '-list . ./...', { kind: 'nothing' }],
  ['go', '-c ./cart', { kind: 'nothing' }],
  ['go', 'example.com/shop/cart', { kind: 'unknown', why: 'package example.com/shop/cart' }],
  ['go', '../../x', { kind: 'unknown', why: 'outside the repository' }, { directory: 'cart' }],
  ['go', '-short=false ./...', { kind: 'whole' }],
  ['go', '-run=0 ./...', { kind: 'names' }],
  ['go', '-skip=false ./...', { kind: 'names' }],
  ['go', '-list=0 ./...', { kind: 'nothing' }],
  ['gotestsum', '', { kind: 'whole' }],
  ['gotestsum', '--format testname ./...', { kind: 'whole' }],
  ['gotestsum', '-- -race', { kind: 'units', units: ['.'] }],
  ['gotestsum', '--format dots -- -race ./...', { kind: 'whole' }],
  ['gotestsum', '--rerun-fails ./...', { kind: 'names' }],
  ['golangci-lint', '', { kind: 'whole' }],
  ['golangci-lint', '', { kind: 'units', units: ['cart/**'] }, { directory: 'cart' }],
  ['golangci-lint', '--new-from-rev=HEAD~1', { kind: 'names' }],
  ['golangci-lint', '--disable-all -E errcheck', { kind: 'names' }],
  ['golangci-lint', '--tests=false', { kind: 'names' }],
  ['golangci-lint', '--issues-exit-code=0', { kind: 'names' }],
  ['staticcheck', '-tests=false ./...', { kind: 'names' }],
  ['ruff', '', { kind: 'whole' }],
  ['ruff', 'src tests', { kind: 'units', units: ['src/**', 'tests/**'] }],
  ['ruff', '--select E .', { kind: 'names' }],
  ['ruff', '--exit-zero', { kind: 'names' }],
  ['eslint', '.', { kind: 'whole' }],
  ['eslint', '--rule semi:off .', { kind: 'names' }],
  ['tsc', '--noEmit', { kind: 'whole' }],
  ['tsc', '--noEmit src/a.ts', { kind: 'names' }],
  ['tsc', '-p tsconfig.build.json', { kind: 'names' }],
  ['tsc', '-p tsconfig.json --noEmit', { kind: 'whole' }],
  ['tsc', '--project=./tsconfig.json', { kind: 'whole' }],
  ['tsc', '-p .', { kind: 'whole' }],
  ['tsc', '-p tsconfig.json', { kind: 'whole' }, { root: 'web', directory: 'web' }],
  ['tsc', '-p tsconfig.json', { kind: 'unknown', why: 'ran in web' }, { directory: 'web' }],
  ['tsc', '-p web', { kind: 'unknown', why: 'ran in web' }],
  ['tsc', '-p web', { kind: 'whole' }, { root: 'web' }],
  ['tsc', '-p /r/web/tsconfig.json', { kind: 'whole' }, { root: 'web' }],
  ['tsc', '-p web/tsconfig.build.json', { kind: 'names' }, { root: 'web' }],
  ['tsc', '-p tsconfig.json -p tsconfig.build.json', { kind: 'names' }],
  ['tsc', '-p /tsconfig.json', { kind: 'names' }],
  ['tsc', '-p', { kind: 'names' }],
  ['tsc', '-p tsconfig.json src/a.ts', { kind: 'names' }],
  ['tsc', '-p tsconfig.json', { kind: 'names' }, { markerText: '{ "references": [] }' }],
  ['vitest', '--config vitest.config.ts --root .', { kind: 'whole' }],
  ['vitest', '--config vitest.unit.config.ts', { kind: 'names' }],
  ['vitest', '--root packages/a', { kind: 'unknown', why: 'ran in packages/a' }],
  ['vitest', '--root packages/a', { kind: 'whole' }, { root: 'packages/a' }],
  ['vitest', '--root=packages/a -t adds', { kind: 'names' }, { root: 'packages/a' }],
  ['vitest', '--dir packages/a', { kind: 'names' }],
  ['vitest', '--changed', { kind: 'names' }],
  ['vitest', '--shard=1/2', { kind: 'names' }],
  ['vitest', '--test-name-pattern=adds', { kind: 'names' }],
  ['vitest', '--typecheck.only', { kind: 'names' }],
  ['jest', '--rootDir packages/a', { kind: 'names' }],
  ['jest', '-c packages/a/jest.config.js', { kind: 'whole' }, { root: 'packages/a' }],
  ['jest', '--projects=packages/a', { kind: 'whole' }, { root: 'packages/a' }],
  ['jest', '--projects=packages/a', { kind: 'unknown', why: 'ran in packages/a' }],
  ['jest', '--projects=packages/a --projects=packages/b', { kind: 'names' }],
  ['jest', '--onlyChanged', { kind: 'names' }],
  ['jest', '--test-path-pattern=cart', { kind: 'names' }],
  ['jest', '--changedFilesWithAncestor', { kind: 'names' }],
  ['pytest', '-q -p no:cacheprovider', { kind: 'whole' }],
  ['pytest', '-pno:cacheprovider -o cache_dir=/tmp/x', { kind: 'whole' }],
  ['pytest', '--override-ini=log_cli=true --rootdir .', { kind: 'whole' }],
  ['pytest', '-p no:cacheprovider tests', { kind: 'units', units: ['tests/**'] }],
  ['pytest', '-p own_plugin', { kind: 'names' }],
  ['pytest', '-p no:python', { kind: 'names' }],
  ['pytest', '-o python_files=x.py', { kind: 'names' }],
  ['pytest', '--rootdir packages/a', { kind: 'names' }],
  ['pytest', '--group 1 --splits 3', { kind: 'names' }],
  ['go', '-C cart ./...', { kind: 'units', units: ['cart/**'] }],
  ['go', '-C cart ./...', { kind: 'whole' }, { root: 'cart' }],
  ['go-vet', '-C=cart ./...', { kind: 'whole' }, { root: 'cart' }],
  ['pyright', '-p web', { kind: 'whole' }, { root: 'web' }],
  ['cargo', '--all-targets', { kind: 'whole', under: '--all-targets' }],
  ['cargo', '--workspace --all-targets', { kind: 'whole', under: '--all-targets' }],
  ['cargo', '--bins', { kind: 'names' }],
  ['cargo', '--tests', { kind: 'names' }],
  ['cargo', '--no-default-features', { kind: 'names' }],
  ['nextest', '--partition count:1/2', { kind: 'names' }],
  ['nextest', '--manifest-path rust/Cargo.toml', { kind: 'whole' }, { root: 'rust' }],
  ['jest', '-c jest.config.js', { kind: 'whole' }],
  ['jest', '--config={"testMatch":[]}', { kind: 'names' }],
  ['eslint', '-c eslint.config.mjs .', { kind: 'whole' }],
  ['eslint', '-c strict.config.mjs .', { kind: 'names' }],
  ['biome', '--config-path=. .', { kind: 'whole' }],
  ['biome', '--linter-enabled=false', { kind: 'names' }],
  ['cargo', '--manifest-path Cargo.toml', { kind: 'whole' }],
  ['cargo', '--manifest-path sub/Cargo.toml', { kind: 'whole' }, { root: 'sub' }],
  ['cargo', '--manifest-path sub/Cargo.toml', { kind: 'unknown', why: 'ran in sub' }, { markerText: '[workspace]' }],
  ['cargo', '--manifest-path sub/other.toml', { kind: 'names' }, { root: 'sub' }],
  ['tsc', '--noEmit', { kind: 'unknown', why: 'ran in web' }, { directory: 'web' }],
  ['tsc', '--noEmit', { kind: 'names' }, { markerText: '{ "files": [], "references": [] }' }],
  ['tsc', '-b', { kind: 'whole' }, { markerText: '{ "files": [], "references": [] }' }],
  ['tsc', '--watch', { kind: 'nothing' }],
  ['clippy', '--all-targets', { kind: 'whole' }],
  ['clippy', '--all-targets -- -D warnings', { kind: 'whole' }],
  ['clippy', '-- -A clippy::all', { kind: 'names' }],
  ['clippy', '-- -Aclippy::all', { kind: 'names' }],
  ['clippy', '-p cart', { kind: 'names' }],
  ['clippy', '', { kind: 'unknown', why: 'ran in cart' }, { directory: 'cart', markerText: '[workspace]' }],
  ['jest', '', { kind: 'whole' }],
  ['jest', 'src/cart.test.ts', { kind: 'units', units: ['src/cart.test.ts'] }],
  ['jest', '-t adds', { kind: 'names' }],
  ['jest', '--watchAll=false --bail=0', { kind: 'whole' }],
  // Who is green has not stopped at a failure.
  ['jest', '--bail', { kind: 'whole' }],
  ['vitest', '--bail=1', { kind: 'whole' }],
  ['vitest', '--bail 1', { kind: 'whole' }],
  ['mocha', '-b', { kind: 'whole' }],
  [
    'mocha',
    'test/ test/acceptance',
    { kind: 'units', units: ['test/*.{js,cjs,mjs}', 'test/acceptance/*.{js,cjs,mjs}'] },
  ],
  ['mocha', './test --recursive', { kind: 'units', units: ['test/*.{js,cjs,mjs}'] }],
  ['mocha', '--extension ts test/', { kind: 'names' }],
  ['mocha', '--extension ts test/', { kind: 'units', units: ['test'] }, { declared: true }],
  ['mocha', 'test/cart.js test/*.js', { kind: 'units', units: ['test/cart.js', 'test/*.js'] }],
  ['unittest', '-f', { kind: 'whole' }],
  ['go', '-failfast ./...', { kind: 'whole' }],
  ['pytest', '', { kind: 'whole' }],
  ['pytest', '-q -x --tb short', { kind: 'whole' }],
  ['pytest', '-n 4', { kind: 'whole' }],
  ['pytest', 'tests', { kind: 'units', units: ['tests/**'] }],
  ['pytest', 'tests/test_a.py tests/test_b.py', { kind: 'units', units: ['tests/test_a.py', 'tests/test_b.py'] }],
  ['pytest', 'tests/test_a.py::test_one', { kind: 'names' }],
  ['pytest', '-k nothing', { kind: 'names' }],
  ['pytest', '-knothing', { kind: 'names' }],
  ['pytest', '-qknothing', { kind: 'names' }],
  ['pytest', '-xvk nothing', { kind: 'names' }],
  ['pytest', '-vvx', { kind: 'whole' }],
  ['pytest', '-m slow', { kind: 'names' }],
  ['pytest', '--lf', { kind: 'names' }],
  ['pytest', '--collect-only', { kind: 'nothing' }],
  ['pytest', '', { kind: 'units', units: ['tests/**'] }, { directory: 'tests' }],
  ['pytest', '.', { kind: 'whole' }],
  ['vitest', '', { kind: 'whole' }],
  ['vitest', '--reporter=json --outputFile x.json', { kind: 'whole' }],
  ['vitest', 'src/a.test.ts', { kind: 'units', units: ['src/a.test.ts'] }],
  ['vitest', '-t adds', { kind: 'names' }],
  ['vitest', '--project web', { kind: 'names' }],
  ['vitest', '--project web', { kind: 'whole' }, { declared: true }],
  ['vitest', '-t adds', { kind: 'names' }, { declared: true }],
  ['vitest', '--watch=false --retry=0 --bail=0', { kind: 'whole' }],
  ['vitest', '--retry=2', { kind: 'whole' }],
  ['vitest', '-t=0', { kind: 'names' }],
  ['vitest', 'list', { kind: 'nothing' }],
  ['vitest', '--passWithNoTests', { kind: 'whole' }],
  ['unittest', '-s tests', { kind: 'whole', below: 'tests' }],
  ['unittest', '--start-directory=tests', { kind: 'whole', below: 'tests' }],
  ['unittest', '-s ..', { kind: 'names' }],
  ['cargo', '', { kind: 'whole' }],
  ['cargo', '--offline --release', { kind: 'whole' }],
  ['cargo', '--no-run', { kind: 'nothing' }],
  ['cargo', 'adds_prices', { kind: 'names' }],
  ['cargo', '--lib', { kind: 'names' }],
  ['cargo', '-- --skip slow', { kind: 'names' }],
  ['cargo', '-- --skip=0', { kind: 'names' }],
  ['cargo', '-- --test-threads 1', { kind: 'whole' }],
  ['cargo', '', { kind: 'names' }, { markerText: '[workspace]\n[package]' }],
  ['cargo', '', { kind: 'names' }, { markerText: '[workspace]\ndefault-members = ["a"]' }],
  ['cargo', '', { kind: 'unknown', why: 'ran in cart' }, { directory: 'cart', markerText: '[workspace]' }],
  ['cargo', '--workspace', { kind: 'whole' }, { directory: 'cart', markerText: '[workspace]' }],
  ['cargo', '', { kind: 'whole' }, { directory: 'src', markerText: '[package]' }],
  ['cargo', '', { kind: 'whole' }, { root: 'rust', directory: 'rust', markerText: '[workspace]' }],
  ['cargo', '--workspace', { kind: 'whole' }, { markerText: '[workspace]\n[package]' }],
];

describe('what the words of a runner select', () => {
  test.each(rows)('%s %s is %o', (runner, words, expected, context) => {
    const argv = words.split(' ').filter(Boolean);
    const spec = specs[runner]!;
    const place = readPlace(argv, spec, context?.directory ?? '.', '/r');
    expect(readSelection(place.argv, spec, { root: '.', ...context, directory: place.directory })).toEqual(expected);
  });

  /** By the documentation of each: options under which something is left out, a failure passes, or something else is run. */
  const LESS: Record<string, string> = {
    go: '-run=x -skip=x -test.run=x -test.skip=x -short -test.short -fuzz=x -bench=. -exec=x -toolexec=x -overlay=x -modfile=x -C=a -list=x -c -n -help',
    gotestsum: '--packages=./a --raw-command --max-fails=1 --rerun-fails --watch --version',
    'golangci-lint':
      '--new -n --new-from-rev=HEAD --new-from-patch=x --new-from-merge-base=main -c=x --config=x --no-config -D=x --disable=x --disable-all --enable-only=x --default=none --fast --fast-only -p=x --presets=x --issues-exit-code=0 -e=x --exclude=x --tests=false --exclude-dirs=x --exclude-files=x --skip-dirs=x --skip-files=x',
    staticcheck: '-checks=none -fail=none -tests=false -matrix -explain=x -list-checks -merge',
    pytest:
      '-k=x --deselect=x --lf --last-failed --nf --ff --failed-first --sw --stepwise --sw-skip --stepwise-skip -m=x --ignore=x --ignore-glob=x -c=x --config-file=x -o=x --override-ini=x -p=x --rootdir=x --splits=2 --group=1 --num-shards=2 --shard-id=1 --testmon --picked --collect-only --co --fixtures --markers --setup-plan --setup-only --version --help --cache-show',
    unittest: '-k=x -p=x --pattern=x --help',
    ruff: '--select=E --ignore=E --extend-ignore=E --per-file-ignores=x --exclude=x --extend-exclude=x --config=x --isolated --exit-zero -e --diff --fix-only --show-files --watch',
    mypy: '-m=x --module=x -p=x --package=x -c=x --command=x --exclude=x --config-file=x --follow-imports=skip --disable-error-code=x --ignore-missing-imports --ignore-errors --no-strict-optional --shadow-file=x --python-version=3.9 --platform=x --version',
    pyright:
      '-p=x --project=x --level=error --skipunannotated --pythonplatform=x --pythonversion=3.9 --baselinefile=x --writebaseline --watch --createstub=x --verifytypes=x --dependencies',
    black:
      '-c=x --code=x --line-ranges=1-2 --exclude=x --extend-exclude=x --force-exclude=x --include=x --config=x --version',
    cargo:
      '--skip=x --exact --ignored -p=x --package=x --exclude=x --lib --bins --bin=x --examples --example=x --tests --test=x --benches --bench=x --doc --manifest-path=x --config=x -Z=x --no-default-features --no-run --list --version',
    nextest:
      '-E=x --filterset=x --filter-expr=x -R=x --rerun=x --run-ignored=only --partition=hash:1/2 --platform-filter=x --profile=x -P=x --archive-file=x --binaries-metadata=x --cargo-metadata=x --workspace-remap=x --config-file=x --user-config-file=x --tool-config-file=x --debugger=x --tracer=x --unit-graph',
    clippy:
      '-p=x --package=x --exclude=x --lib --bins --config=x --no-default-features -A=x --allow=x --cap-lints=allow --explain',
    vitest:
      '-t=x --testNamePattern=x --tagsFilter=x --project=x --shard=1/2 --changed --exclude=x --dir=x --root=x -r=x --config=x -c=x --mode=x --runner=x --allowOnly --typecheck.only --dangerouslyIgnoreUnhandledErrors --workspace=x --help --version --watch --standalone --ui --mergeReports --clearCache',
    jest: '-t=x --testNamePattern=x -c=x --config=x --rootDir=x --roots=x --projects=x --filter=x --selectProjects=x --ignoreProjects=x --shard=1/2 --changedSince=x -o --onlyChanged -f --onlyFailures --lastCommit --changedFilesWithAncestor --findRelatedTests --testPathPattern=x --testPathPatterns=x --testPathIgnorePatterns=x --modulePathIgnorePatterns=x --testMatch=x --testRegex=x --runner=x --testRunner=x --listTests --showConfig --watch --watchAll --init --version',
    mocha:
      '-g=x --grep=x -f=x --fgrep=x -i --invert --config=x --no-config --package=x --no-package --ignore=x --exclude=x --extension=x --spec=x --dry-run --list-reporters --list-interfaces --watch --version',
    'node-test':
      '--test-name-pattern=x --test-skip-pattern=x --test-only --test-shard=1/2 --test-rerun-failures=x --experimental-config-file=x --watch --eval=x --print=x',
    eslint:
      '--stdin -c=x --config=x --no-config-lookup --no-eslintrc --rule=x --rulesdir=x --ignore-path=x --ignore-pattern=x --suppress-all --suppress-rule=x --suppressions-location=x --no-error-on-unmatched-pattern --pass-on-no-patterns --fix-dry-run --init --print-config=x --env-info --inspect-config',
    biome:
      '--only=x --skip=x --changed --staged --stdin-file-path=x --config-path=x --since=x --diagnostic-level=error --linter-enabled=false --formatter-enabled=false --assist-enabled=false --no-errors-on-unmatched --suppress --skip-parse-errors --version',
    tsc: '-p=x --project=x --types=x --lib=x -t=x --target=x -m=x --module=x --moduleResolution=x --noCheck --noResolve --ignoreConfig --showConfig --listFilesOnly --init --all --watch --clean --dry',
    prettier:
      '--stdin-filepath=x --config=x --no-config --ignore-path=x --no-error-on-unmatched-pattern -u --ignore-unknown --write --find-config-path=x --file-info=x --support-info',
  };

  test.each(Object.entries(LESS))('no option of %s that leaves something out selects the whole', (runner, options) => {
    const kindOf = (option: string) =>
      readSelection(
        [option],
        { ...specs[runner]!, selection: { ...specs[runner]!.selection, bare: './...' } },
        { root: '.', directory: '.' },
      ).kind;
    const isWhole = options.split(' ').filter((option) => !['names', 'nothing'].includes(kindOf(option)));
    expect(isWhole).toEqual([]);
  });

  const VARIABLES: Record<string, string> = {
    go: 'GOFLAGS GOOS GOARCH GOROOT GOTOOLCHAIN GOWORK GO111MODULE GOENV',
    pytest: 'PYTEST_ADDOPTS PYTEST_PLUGINS PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTHONPATH PYTHONSTARTUP PYTHONHOME',
    ruff: 'RUFF_CONFIG',
    mypy: 'MYPYPATH PYTHONPATH MYPY_CONFIG_FILE_DIR',
    cargo: 'RUSTFLAGS RUSTC RUSTC_WRAPPER RUSTDOCFLAGS CARGO_BUILD_TARGET CARGO_TARGET_DIR',
    nextest: 'RUSTFLAGS CARGO_BUILD_TARGET NEXTEST_PROFILE NEXTEST_ARCHIVE_FILE NEXTEST_BINARIES_METADATA',
    vitest: 'NODE_OPTIONS NODE_PATH',
    jest: 'NODE_OPTIONS NODE_PATH',
    mocha: 'NODE_OPTIONS NODE_PATH MOCHA_OPTIONS',
    'node-test': 'NODE_OPTIONS NODE_PATH',
    eslint: 'NODE_OPTIONS ESLINT_USE_FLAT_CONFIG',
    biome: 'BIOME_CONFIG_PATH BIOME_BINARY',
  };
  test.each(Object.entries(VARIABLES))('what a variable makes of %s is in doubt', (runner, names) => {
    expect(names.split(' ').filter((name) => !specs[runner]!.environment.includes(name))).toEqual([]);
  });

  test('a word that cannot be known proves nothing', () => {
    expect(readSelection([undefined], specs.go!, { root: '.', directory: '.' }).kind).toBe('unknown');
  });
});

test.each<[runner: string, words: string, expected: boolean]>([
  ['pytest', '-q', true],
  ['pytest', '-x', false],
  ['pytest', '-xvs', false],
  ['pytest', '-qx', false],
  ['pytest', '-rx', true],
  ['pytest', '--maxfail=2', false],
  ['pytest', '--maxfail 0', true],
  ['pytest', '--exitfirst', false],
  ['go', './...', true],
  ['go', '-failfast ./...', false],
  ['go', '--failfast=false ./...', true],
  ['vitest', '--bail=1', false],
  ['vitest', '--bail=0', true],
  ['jest', '-b', false],
  ['cargo', '', false],
  ['cargo', '--no-fail-fast', true],
  ['node-test', '', true],
  // Nobody has said when this one ends.
  ['ruff', '', false],
])('C73 a failure does not end %s %s: %s', (runner, words, expected) => {
  expect(goesOn(words.split(' ').filter(Boolean), specs[runner]!)).toBe(expected);
});

test('C73 with a word that nobody knows, nobody knows either', () => {
  expect(goesOn([undefined], specs.pytest!)).toBe(false);
});
