import { describe, expect, test } from 'vitest';
import { typescript } from '../../../preset-typescript/src/index.js';
import type { FileView } from './file-view.js';
import { unitsOf } from './suite-paths.js';
import { findSuites } from './suites.js';
import { folderOfGlob, testsInSettings } from './test-settings.js';

const unitsFor = (runner: string) => typescript.runners.find(({ id }) => id === runner)!.units;
const named = (runner: string, files: Record<string, string>) =>
  testsInSettings(unitsFor(runner), {
    has: (file) => file in files,
    read: (file) => files[file],
    hasAbove: () => false,
  });

describe('the tests that settings name', () => {
  test.each<[text: string, globs: string[]]>([
    ["test: { include: ['src/**/test.ts'], isolate: false }", ['src/**/test.ts']],
    [
      'test: {\n // it’s: "isn\'t"\n isolate: false, browser: { include: ["x"] },\n include: ["./a/*.ts", `b/[ab].ts`] }',
      ['a/*.ts', 'b/[ab].ts'],
    ],
    ["optimizeDeps: { include: ['x'] }, test: { coverage: { include: ['src/**'] } }", []],
    ["test: { include: [...defaults, 'checks/**/*.ts', '!checks/slow.ts'] }", ['checks/**/*.ts']],
    ['test: { include: patterns }', []],
    ["projects: [{ test: { include: ['a/*.ts'] } }, { 'test': { \"include\": 'b/*.ts' } }]", ['a/*.ts', 'b/*.ts']],
    ["// test: { include: ['a/*.ts'] }\n /* test: { include: ['b/*.ts'] } */", []],
    ["test: { include: ['a/**/*.ts', /* none */ 'b.ts'], url: 'http://x' }", ['a/**/*.ts', 'b.ts']],
    ['test: { include: [', []],
  ])('vitest: %s', (text, globs) => {
    expect(named('vitest', { 'vitest.config.ts': `export default defineConfig({ ${text} })` })).toEqual(globs);
  });

  test.each<[text: string, globs: string[]]>([
    ["testMatch: ['<rootDir>/test/unit/**', '!**/fixtures/**']", ['test/unit/**']],
    ['testRegex: "/assets/test/.*_check\\\\.js$"', ['**/assets/test/**/*_check.js']],
    [
      "testRegex: '(/__tests__/.*|(\\\\.|/)(test|spec))\\\\.[jt]sx?$'",
      ['__tests__/**/*', '*.test', '*.spec', 'test', 'spec'].flatMap((name) =>
        ['jsx', 'js', 'tsx', 'ts'].map((ending) => `**/${name}.${ending}`),
      ),
    ],
    ["testRegex: ['^.+\\\\.check\\\\.ts$', 'checks/']", ['**/*.check.ts', '**/*checks/*']],
    ["testRegex: '(?<!x)\\\\w+\\\\.js$'", []],
    ['testRegex: /check/', []],
  ])('jest: %s', (text, globs) => {
    expect(named('jest', { 'jest.config.js': `module.exports = { ${text} }` }).toSorted()).toEqual(globs.toSorted());
  });

  test('a manifest can be the settings of Jest', () => {
    const manifest = JSON.stringify({ jest: { testMatch: ['<rootDir>/test/jest/**'] } });
    expect(named('jest', { 'package.json': manifest })).toEqual(['test/jest/**']);
  });

  test('the folder of a glob ends where it is not spelled out', () => {
    expect(['a/b/*.ts', 'a/@(b|c)/d.ts', '**/a.ts', 'a.ts'].map(folderOfGlob)).toEqual(['a/b', 'a', '.', '.']);
  });
});

describe('suites whose tests settings name', () => {
  const unitsIn = (files: Record<string, string>) => {
    const view: FileView = {
      paths: Object.keys(files),
      read: (path) => files[path],
      containing: (paths, strings) => paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
    };
    const suites = findSuites(view, [typescript]).filter(({ runner }) => (runner.question ?? 'test') === 'test');
    return Object.fromEntries(suites.map((suite) => [suite.id, unitsOf(suite, suites, view)]));
  };
  const vitest = '{"devDependencies":{"vitest":"5"}}';
  const includes = (...globs: string[]) => `export default { test: { include: ${JSON.stringify(globs)} } }`;

  test('they have tests under any name', () => {
    expect(
      unitsIn({ 'package.json': vitest, 'vitest.config.ts': includes('src/**/test.ts'), 'src/add/test.ts': '' }),
    ).toEqual({ 'vitest:.': ['src/add/test.ts'] });
    expect(
      unitsIn({ 'web/package.json': vitest, 'web/vite.config.ts': includes('checks/*.ts'), 'web/checks/a.ts': '' }),
    ).toEqual({ 'vitest:web': ['web/checks/a.ts'] });
    expect(unitsIn({ 'package.json': '{"devDependencies":{"jest":"30"}}', 'src/add/test.js': '' })).toEqual({
      'jest:.': ['src/add/test.js'],
    });
  });

  test('they hold those of an inner package that cannot run them by itself', () => {
    const files = {
      'package.json': vitest,
      'vitest.config.js': includes('packages/a/**/*.test.ts', 'packages/a/tests/*/test.ts'),
      'packages/a/package.json': vitest,
      'packages/a/src/x.test.ts': '',
      'packages/a/tests/y/test.ts': '',
      'packages/b/package.json': vitest,
      'packages/b/z.test.ts': '',
    };
    const inner = ['packages/a/src/x.test.ts', 'packages/a/tests/y/test.ts'];
    expect(unitsIn(files)).toEqual({ 'vitest:.': inner, 'vitest:packages/b': ['packages/b/z.test.ts'] });
    expect(unitsIn({ ...files, 'packages/a/package.json': '{"scripts":{"test":"vitest run"}}' })).toMatchObject({
      'vitest:packages/a': [inner[0]],
    });
    expect(unitsIn({ ...files, 'packages/a/vitest.config.ts': 'export default {}' })).toMatchObject({
      'vitest:packages/a': [inner[0]],
    });
  });
});
