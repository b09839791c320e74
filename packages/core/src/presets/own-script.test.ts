import { describe, expect, test } from 'vitest';
import { typescript } from '../../../preset-typescript/src/index.js';
import { ofPlainCall } from './own-script.js';
import type { RunnerSpec } from './preset.js';
import { unitsOf } from './suite-paths.js';
import { findSuites } from './suites.js';

const spec = (id: string): RunnerSpec => typescript.runners.find((runner) => runner.id === id)!;

const here = (files: Record<string, string>) => ({
  has: (file: string) => file in files,
  read: (file: string) => files[file],
  hasAbove: () => false,
});

const plain = (runner: string, scripts: Record<string, string>, files: Record<string, string> = {}, root = '.') =>
  ofPlainCall(
    { kind: 'whole' },
    spec(runner),
    root,
    here({ 'package.json': JSON.stringify({ scripts, devDependencies: { [runner]: '1' } }), ...files }),
  );

const DEFAULT = { kind: 'units', units: ['test/*.{js,cjs,mjs}'] };
const UNKNOWN = { kind: 'unknown', why: 'the test script of the project names other tests' };
const WHOLE = { kind: 'whole' } as const;

describe('what a call without words runs', () => {
  test.each<[runner: string, script: string, expected: unknown, files?: Record<string, string>]>([
    ['mocha', 'mocha', WHOLE],
    ['mocha', 'NODE_ENV=test nyc mocha --reporter dot > out.txt 2>&1', WHOLE],
    ['mocha', 'npm run lint && mocha --exit', WHOLE],
    ['mocha', 'mocha test/ test/acceptance/', DEFAULT],
    ['mocha', "mocha 'test/**/*.spec.js'", DEFAULT],
    ['mocha', 'make test', DEFAULT],
    ['mocha', 'make test', WHOLE, { '.mocharc.yml': 'spec: test/**/*.js\n' }],
    ['mocha', 'make test', DEFAULT, { '.mocharc.yml': 'timeout: 5000\n' }],
    ['mocha', 'mocha', WHOLE, { '.mocharc.json': '{ "spec": "spec" }' }],
    ['mocha', 'mocha test/acceptance', UNKNOWN, { '.mocharc.json': '{ "spec": "spec" }' }],
    ['mocha', 'mocha --config ci/mocha.json', UNKNOWN],
    ['mocha', 'mocha --config .mocharc.yml', WHOLE],
    ['node-test', 'node --test', WHOLE],
    ['node-test', 'node --import tsx --test --test-reporter spec', WHOLE],
    ['jest', 'jest', WHOLE],
    ['jest', 'jest src', WHOLE],
    ['jest', 'jest --config jest.config.js', WHOLE],
    ['jest', 'jest --config ci/jest.json', UNKNOWN],
    ['jest', 'jest -c jest.unit.config.js && jest -c jest.integration.config.js', UNKNOWN],
    ['vitest', 'vitest run --coverage', WHOLE],
    ['vitest', 'vitest run --config vitest.config.ts', WHOLE],
    ['vitest', 'vitest run --config ci/vitest.config.ts', UNKNOWN],
  ])('%s where the project’s own script is `%s`', (runner, script, expected, files) => {
    expect(plain(runner, { test: script }, files)).toEqual(expected);
  });

  test('scripts that the test script runs are read as well', () => {
    const parts = { unit: 'mocha', acceptance: 'mocha test/acceptance' };
    expect(plain('mocha', { test: 'npm run unit', ...parts })).toEqual(WHOLE);
    expect(plain('mocha', { test: 'npm run unit && npm run acceptance', ...parts })).toEqual(DEFAULT);
    expect(plain('mocha', { test: 'npm run a', a: 'npm run test' })).toEqual(DEFAULT);
  });

  test('paths are those of the suite’s root', () => {
    expect(plain('mocha', { test: 'mocha spec/' }, {}, 'web')).toEqual({
      kind: 'units',
      units: ['web/test/*.{js,cjs,mjs}'],
    });
    const { units } = plain('node-test', { test: 'node --test spec/*.js' }, {}, 'web') as { units: string[] };
    expect(units).toContain('web/test/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}');
    expect(units).toContain('web/**/*.test.{ts,tsx,mts,cts,js,jsx,mjs,cjs}');
  });

  test('any other selection stays', () => {
    expect(ofPlainCall({ kind: 'names' }, spec('mocha'), '.', here({}))).toEqual({ kind: 'names' });
  });
});

describe('a test script that runs tests with another program as well', () => {
  const parts = { unit: 'borp -p "test/*.js"', 'test:jest': 'cross-env NODE_V8_COVERAGE= jest' };

  test.each<[script: string, program: string | null]>([
    ['npm run unit && npm run test:jest', 'borp'],
    ['jest && node test/wpt/runner.mjs', 'node'],
    ['NODE_ENV=test npx tape "spec/**/*.js" && jest', 'tape'],
    ['jest && tsd', 'tsd'],
    ['npm run build && jest', null],
    ['eslint src test/ && tsc -p test/tsconfig.json && jest', null],
    ['node scripts/prepare.js && jest', null],
    ['jest && vitest run test/', null],
    ['c8 jest', null],
  ])('%s', (script, program) => {
    const scripts = { test: script, ...parts };
    const manifest = { 'package.json': JSON.stringify({ scripts }) };
    expect(ofPlainCall(WHOLE, spec('jest'), '.', here(manifest), typescript.runners)).toEqual(
      program === null ? WHOLE : { kind: 'units', units: [], leftOut: `tests that ${program} runs` },
    );
  });

  test('parts of the one runner do not add up to it', () => {
    const manifest = { 'package.json': JSON.stringify({ scripts: { test: 'borp && jest' } }) };
    const part = ofPlainCall({ kind: 'units', units: ['a.test.js'] }, spec('jest'), '.', here(manifest));
    expect(part).toMatchObject({ units: [], leftOut: 'tests that borp runs' });
  });
});

describe('the suite of a project whose own script names its tests', () => {
  const suiteOf = (runner: string, script: string, files: Record<string, string> = {}) => {
    const manifest = JSON.stringify({ scripts: { test: script }, devDependencies: { [runner]: '1' } });
    const texts: Record<string, string> = { 'package.json': manifest, 'test/a.js': "it('adds')", ...files };
    const view = {
      paths: Object.keys(texts),
      read: (path: string) => texts[path],
      containing: (paths: readonly string[], strings: readonly string[]) =>
        paths.filter((path) => strings.some((part) => texts[path]?.includes(part))),
    };
    const suites = findSuites(view, [typescript]);
    const suite = suites.find((one) => one.runner.id === runner)!;
    return { command: suite.runner.command, units: unitsOf(suite, suites, view) };
  };

  test('it is run by that script, and what the script names belongs to it', () => {
    const spec = { 'spec/b.js': "it('adds')", 'spec/help.js': '' };
    expect(suiteOf('mocha', 'mocha test spec', spec)).toEqual({
      command: 'npm test',
      units: ['spec/b.js', 'test/a.js'],
    });
    expect(suiteOf('mocha', 'mocha', spec)).toEqual({ command: 'npx mocha', units: ['test/a.js'] });
    expect(suiteOf('jest', 'jest -c ci/jest.json').command).toBe('npm test');
    expect(suiteOf('jest', 'node --experimental-vm-modules node_modules/jest/bin/jest.js').command).toBe('npm test');
    expect(suiteOf('jest', 'NODE_OPTIONS=--experimental-vm-modules jest').command).toBe('npm test');
    expect(suiteOf('jest', 'node node_modules/jest/bin/jest.js').command).toBe('npx jest');
    expect(suiteOf('jest', 'jest src').command).toBe('npx jest');
    expect(suiteOf('mocha', 'mocha -g fast').command).toBe('npx mocha');
  });
});
