import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { go } from '../../../preset-go/src/index.js';
import { python } from '../../../preset-python/src/index.js';
import { rust } from '../../../preset-rust/src/index.js';
import { typescript } from '../../../preset-typescript/src/index.js';
import { classify, isRelevant, isWithin } from '../paths.js';
import type { FileView } from './file-view.js';
import { isNeeded, outerSuites, ownsPath, unitsOf } from './suite-paths.js';
import { findSuites } from './suites.js';

const presets = [go, python, typescript, rust];

function view(files: Record<string, string>): FileView {
  return {
    paths: Object.keys(files),
    read: (path) => files[path],
    containing: (paths, strings) => paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
  };
}

describe('suites of some content', () => {
  const files = view({
    'go.mod': 'module example.com/x',
    'a_test.go': '',
    'cart/cart.go': '',
    'cart/cart_test.go': '',
    'tools/go.mod': 'module example.com/tools',
    'tools/tools_test.go': '',
    'vendor/dep/go.mod': '',
    'web/package.json': '{"devDependencies":{"vitest":"5"}}',
    'web/src/a.test.ts': '',
    'node_modules/x/package.json': '{"devDependencies":{"vitest":"5"}}',
    'lib/package.json': '{}',
    'py/pyproject.toml': '',
    'py/tests/test_a.py': '',
    'Cargo.toml': '[workspace]',
    'crates/a/Cargo.toml': '[package]',
    'crates/a/src/lib.rs': '#[test] fn t() {}',
    'crates/a/src/main.rs': 'fn main() {}',
  });
  const suites = findSuites(files, presets);

  test('several stacks at once, inner modules apart, a Cargo workspace as one', () => {
    expect(suites.map((suite) => suite.id)).toEqual(['cargo:.', 'go:.', 'go:tools', 'pytest:py', 'vitest:web']);
  });

  test('units are folders for Go, files for the others, and only those that hold tests', () => {
    const units = (id: string) => unitsOf(suites.find((suite) => suite.id === id)!, suites, files);
    expect(units('go:.')).toEqual(['.', 'cart']);
    expect(units('go:tools')).toEqual(['tools']);
    expect(units('vitest:web')).toEqual(['web/src/a.test.ts']);
    expect(units('pytest:py')).toEqual(['py/tests/test_a.py']);
    expect(units('cargo:.')).toEqual(['crates/a/src/lib.rs']);
  });

  test.each<[script: string, others: Record<string, string>, units: string[]]>([
    ['node --test', { 'test/help.js': 'exports.port = 1;' }, ['test/a.test.js']],
    ['node --test', { 'test/b.js': "require('node:test')" }, ['test/a.test.js', 'test/b.js']],
    ['node --test', { 'test/plain.js': "require('assert').ok(1)" }, ['test/a.test.js', 'test/plain.js']],
    ['mocha', { 'test/help.js': 'exports.port = 1;' }, ['test/a.test.js']],
    ['mocha', { 'test/b.js': 'it("adds", () => {})' }, ['test/a.test.js', 'test/b.js']],
  ])('what tests share is no unit of %s: %j', (script, others, units) => {
    const manifest = JSON.stringify({ scripts: { test: script }, devDependencies: { [script]: '1' } });
    const files = view({ 'package.json': manifest, 'test/a.test.js': '', ...others });
    const suites = findSuites(files, presets);
    expect(suites.map((suite) => unitsOf(suite, suites, files))).toEqual([units]);
  });

  test('where no file says by name or text that it holds tests, all count', () => {
    const files = view({ 'package.json': '{"devDependencies":{"mocha":"1"}}', 'test/a.js': 'check(1);' });
    const suites = findSuites(files, presets);
    expect(suites.map((suite) => unitsOf(suite, suites, files))).toEqual([['test/a.js']]);
  });

  test.each([
    ['cart/cart.go', ['go:.']],
    ['tools/x.go', ['go:tools']],
    ['web/src/a.ts', ['vitest:web']],
    ['README.md', []],
    ['docs/guide.go', ['go:.']],
    ['go.sum', ['go:.']],
    ['crates/a/src/main.rs', ['cargo:.']],
  ])('a change of %s needs %o', (path, expected) => {
    expect(suites.filter((suite) => isNeeded(suite, suites, [path], [], view({}))).map((suite) => suite.id)).toEqual(
      expected,
    );
  });
});

test('a change of a submodule, whatever its name is, needs the suites that it lies in', () => {
  const files = view({
    'package.json': '{"devDependencies":{"vitest":"5"}}',
    'web/package.json': '{"devDependencies":{"vitest":"5"}}',
    'x.test.ts': '',
    'web/y.test.ts': '',
    '.gitmodules':
      '[submodule "one"]\n\tpath = shared\n\turl = ../shared\n[submodule "two"]\n\tpath = "web/inner one"\n',
  });
  const suites = findSuites(files, presets);
  const needs = (path: string, from = files) =>
    suites.filter((one) => isNeeded(one, suites, [path], [], from)).map(({ id }) => id);
  expect([needs('shared'), needs('web/inner one')]).toEqual([['vitest:.'], ['vitest:web']]);
  expect([needs('web/other'), needs('shared', view({ 'package.json': '' }))]).toEqual([[], []]);
  expect(needs('.gitmodules', view({}))).toEqual(['vitest:.']);
});

test('a folder of one letter is as much further in than the root as any', () => {
  const files = view({
    'package.json': '{"devDependencies":{"vitest":"5"}}',
    'a/package.json': '{"devDependencies":{"vitest":"5"}}',
    'a/x.test.ts': '',
    'x.test.ts': '',
  });
  const suites = findSuites(files, presets);
  const needs = (path: string) =>
    suites.filter((one) => isNeeded(one, suites, [path], [], view({}))).map(({ id }) => id);
  expect(suites.map((one) => unitsOf(one, suites, files))).toEqual([['x.test.ts'], ['a/x.test.ts']]);
  expect([needs('a/x.ts'), needs('x.ts')]).toEqual([['vitest:a'], ['vitest:.']]);
});

test('35.2 what is read of markers is said before the first of them is read, in however many folders they lie', () => {
  const packages = ['a', 'b', 'c', 'b/inner'].flatMap((folder) => [
    [`${folder}/package.json`, '{"devDependencies":{"vitest":"5","typescript":"6"}}'],
    [`${folder}/tsconfig.json`, '{}'],
    [`${folder}/pyproject.toml`, '[tool.ruff]'],
    [`${folder}/x.test.ts`, ''],
  ]);
  const files = view({ ...Object.fromEntries(packages), 'package.json': '{"private":true}' });
  const said = new Set<string>();
  const unsaid: string[] = [];
  const read = (path: string) => {
    if (files.paths.includes(path) && !said.has(path)) unsaid.push(path);
    return files.read(path);
  };
  const announce = (paths: readonly string[]) => paths.forEach((path) => void said.add(path));
  const suites = findSuites({ ...files, read, announce }, presets);
  expect(suites).toEqual(findSuites(files, presets));
  expect(suites.map(({ id }) => id)).toContain('vitest:b/inner');
  expect(unsaid).toEqual([]);
});

test('property: a file is a unit of the innermost suite of its runner', () => {
  const folder = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 3 }).map((parts) => parts.join('/'));
  const at = (parent: string, name: string) => (parent === '' ? name : `${parent}/${name}`);
  fc.assert(
    fc.property(fc.array(folder), fc.array(folder), (roots, folders) => {
      const marked = roots.map((root) => [at(root, 'package.json'), '{"devDependencies":{"vitest":"5"}}']);
      const tests = folders.map((one) => [at(one, 'x.test.ts'), '']);
      const files = view(Object.fromEntries([...marked, ...tests]));
      const suites = findSuites(files, presets);
      const depth = (root: string) => (root === '.' ? 0 : root.split('/').length);
      const tested = files.paths.filter((path) => path.endsWith('.test.ts'));
      for (const suite of suites) {
        const own = tested.filter((path) => {
          const around = suites.map(({ root }) => root).filter((root) => isWithin(path, root));
          return around.sort((a, b) => depth(b) - depth(a))[0] === suite.root;
        });
        expect(unitsOf(suite, suites, files)).toEqual(own.sort());
        expect(tested.filter((path) => ownsPath(suite, path, suites)).sort()).toEqual(own);
        const outer = suites.filter(
          (one) => one !== suite && one.runner.id === suite.runner.id && isWithin(suite.root, one.root),
        );
        expect(outerSuites(suite, suites)).toEqual(outer.sort((a, b) => depth(a.root) - depth(b.root)));
      }
    }),
  );
});

describe('D36 D41 what is asked where it is configured', () => {
  const files = view({
    'go.mod': 'module example.com/x',
    '.golangci.yml': '',
    'cart/cart.go': '',
    'cart/.golangci.yml': '',
    'py/pyproject.toml': '[tool.ruff]\nline-length = 100\n',
    'py/app.py': '',
    'web/package.json': '{"devDependencies":{"jest":"30"}}',
    'web/tsconfig.json': '{}',
    'web/admin/tsconfig.json': '{}',
    'web/a.test.ts': '',
    'node_modules/x/tsconfig.json': '{}',
  });
  const suites = findSuites(files, presets);
  const suite = (id: string) => suites.find((one) => one.id === id)!;

  test('the outermost configuration makes the suite; what is not configured is not asked', () => {
    expect(suites.map(({ id }) => id)).toEqual([
      'go:.',
      'golangci-lint:.',
      'jest:web',
      'pytest:py',
      'ruff:py',
      'tsc:web',
    ]);
  });

  test.each([
    ['cart/cart.go', ['go:.', 'golangci-lint:.']],
    ['.golangci.yml', ['golangci-lint:.']],
    ['py/app.py', ['pytest:py', 'ruff:py']],
    ['py/setup.cfg', ['pytest:py']],
    ['web/admin/x.ts', ['jest:web', 'tsc:web']],
    ['web/style.css', ['jest:web']],
    ['node_modules/x/index.ts', []],
    ['README.md', []],
  ])('a change of %s needs %o', (path, expected) => {
    expect(suites.filter((one) => isNeeded(one, suites, [path], [], view({}))).map(({ id }) => id)).toEqual(expected);
  });

  test('units are the files of the language', () => {
    expect(unitsOf(suite('ruff:py'), suites, files)).toEqual(['py/app.py']);
    expect(unitsOf(suite('tsc:web'), suites, files)).toEqual(['web/a.test.ts']);
  });
});

describe('what can change the outcome of a run', () => {
  test.each([
    ['README.md', true, false],
    ['cart.go', true, true],
    ['data.json', true, true],
    ['data.json', false, false],
    ['new.go', false, true],
    ['notes.txt', false, false],
  ])('%s (tracked: %s) is relevant to Go: %s', (path, tracked, expected) => {
    const isTracked = () => tracked;
    const embeds = () => false;
    expect(isRelevant(classify(path, go), isTracked, embeds)).toBe(expected);
  });

  test('the first class wins: a test below vendor is generated', () => {
    expect(classify('vendor/x/a_test.go', go)).toBe('generated');
    expect(classify('tests/__pycache__/test_a.cpython-311.pyc', python)).toBe('generated');
  });
});
