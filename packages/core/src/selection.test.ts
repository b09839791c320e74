import { describe, expect, test } from 'vitest';
import { go } from '../../preset-go/src/index.js';
import { python } from '../../preset-python/src/index.js';
import { rust } from '../../preset-rust/src/index.js';
import { typescript } from '../../preset-typescript/src/index.js';
import type { RunnerSpec } from './preset.js';
import { readSelection, type SelectionContext } from './selection.js';

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
  ['gotestsum', '', { kind: 'whole' }],
  ['gotestsum', '--format testname ./...', { kind: 'whole' }],
  ['gotestsum', '-- -race', { kind: 'units', units: ['.'] }],
  ['gotestsum', '--format dots -- -race ./...', { kind: 'whole' }],
  ['gotestsum', '--rerun-fails ./...', { kind: 'names' }],
  ['golangci-lint', '', { kind: 'whole' }],
  ['golangci-lint', '', { kind: 'units', units: ['cart/**'] }, { directory: 'cart' }],
  ['golangci-lint', '--new-from-rev=HEAD~1', { kind: 'names' }],
  ['golangci-lint', '--disable-all -E errcheck', { kind: 'names' }],
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
  ['tsc', '-p tsconfig.json', { kind: 'names' }, { directory: 'web' }],
  ['tsc', '-p tsconfig.json -p tsconfig.build.json', { kind: 'names' }],
  ['tsc', '-p /tsconfig.json', { kind: 'names' }],
  ['tsc', '-p', { kind: 'names' }],
  ['tsc', '-p tsconfig.json src/a.ts', { kind: 'names' }],
  ['tsc', '-p tsconfig.json', { kind: 'names' }, { markerText: '{ "references": [] }' }],
  ['vitest', '--config vitest.config.ts --root .', { kind: 'whole' }],
  ['vitest', '--config vitest.unit.config.ts', { kind: 'names' }],
  ['vitest', '--root packages/a', { kind: 'names' }],
  ['jest', '-c jest.config.js', { kind: 'whole' }],
  ['jest', '--config={"testMatch":[]}', { kind: 'names' }],
  ['eslint', '-c eslint.config.mjs .', { kind: 'whole' }],
  ['eslint', '-c strict.config.mjs .', { kind: 'names' }],
  ['biome', '--config-path=. .', { kind: 'whole' }],
  ['cargo', '--manifest-path Cargo.toml', { kind: 'whole' }],
  ['cargo', '--manifest-path sub/Cargo.toml', { kind: 'names' }],
  ['tsc', '--noEmit', { kind: 'unknown', why: 'ran in web' }, { directory: 'web' }],
  ['tsc', '--noEmit', { kind: 'names' }, { markerText: '{ "files": [], "references": [] }' }],
  ['tsc', '-b', { kind: 'whole' }, { markerText: '{ "files": [], "references": [] }' }],
  ['tsc', '--watch', { kind: 'nothing' }],
  ['clippy', '--all-targets', { kind: 'whole' }],
  ['clippy', '-p cart', { kind: 'names' }],
  ['jest', '', { kind: 'whole' }],
  ['jest', 'src/cart.test.ts', { kind: 'units', units: ['src/cart.test.ts'] }],
  ['jest', '-t adds', { kind: 'names' }],
  ['pytest', '', { kind: 'whole' }],
  ['pytest', '-q -x --tb short', { kind: 'whole' }],
  ['pytest', '-n 4', { kind: 'whole' }],
  ['pytest', 'tests', { kind: 'units', units: ['tests/**'] }],
  ['pytest', 'tests/test_a.py tests/test_b.py', { kind: 'units', units: ['tests/test_a.py', 'tests/test_b.py'] }],
  ['pytest', 'tests/test_a.py::test_one', { kind: 'names' }],
  ['pytest', '-k nothing', { kind: 'names' }],
  ['pytest', '-knothing', { kind: 'names' }],
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
  ['vitest', 'list', { kind: 'nothing' }],
  ['vitest', '--passWithNoTests', { kind: 'whole' }],
  ['cargo', '', { kind: 'whole' }],
  ['cargo', '--offline --release', { kind: 'whole' }],
  ['cargo', '--no-run', { kind: 'nothing' }],
  ['cargo', 'adds_prices', { kind: 'names' }],
  ['cargo', '--lib', { kind: 'names' }],
  ['cargo', '-- --skip slow', { kind: 'names' }],
  ['cargo', '-- --test-threads 1', { kind: 'whole' }],
  ['cargo', '', { kind: 'names' }, { markerText: '[workspace]\n[package]' }],
  ['cargo', '--workspace', { kind: 'whole' }, { markerText: '[workspace]\n[package]' }],
];

describe('what the words of a runner select', () => {
  test.each(rows)('%s %s is %o', (runner, words, expected, context) => {
    const argv = words.split(' ').filter(Boolean);
    expect(readSelection(argv, specs[runner]!, { root: '.', directory: '.', ...context })).toEqual(expected);
  });

  test('a word that cannot be known proves nothing', () => {
    expect(readSelection([undefined], specs.go!, { root: '.', directory: '.' }).kind).toBe('unknown');
  });
});
