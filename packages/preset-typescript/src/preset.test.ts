import { type FileView, findSuites } from '@flow/core';
import { testPreset } from '@flow/core/testing';
import { describe, expect, test } from 'vitest';
import { typescript } from './index.js';

describe('M7 M9 M10 36.4 the TypeScript preset', () => {
  const tests = testPreset(typescript, {
    projects: [{ 'package.json': '{ "devDependencies": { "vitest": "5" } }' }, { 'apps/web/package.json': '{}' }],
    others: [{ 'node_modules/x/package.json': '{}' }, { 'dist/package.json': '{}' }],
    paths: {
      source: ['src/cart.ts', 'src/app.config.ts', 'src/contest/a.ts', 'web/page.tsx', 'lib/a.cjs', 'page.css'],
      test: [
        'src/cart.test.ts',
        'e2e/a.spec.tsx',
        '__tests__/a.js',
        'src/api/__mocks__/client.ts',
        'test/helpers/build-cart.ts',
        'packages/web/cypress/support/commands.ts',
        'src/cart.test-d.ts',
        'src/setupTests.ts',
        'jest.setup.ts',
      ],
      build: ['package.json', 'tsconfig.build.json', 'pnpm-lock.yaml', 'jest.config.js', 'playwright.config.ts'],
      generated: ['node_modules/x/index.js', 'packages/a/dist/index.js'],
      document: ['README.md', 'docs/a.txt'],
      other: ['.env'],
    },
    conventions: {
      'no-console': {
        file: 'src/cart.ts',
        breaks: ['  console.log(total);', 'console.debug(a)'],
        holds: [
          '  console.error(error);',
          '  // console.log(total);',
          '  console.log(x); // told at the start',
          '  log("console.log(")',
        ],
        leaves: ['src/cart.test.ts', 'scripts/build.mjs', 'src/cli.ts', 'src/cli/run.ts', 'vite.config.ts', 'cart.md'],
      },
      'no-debugger': {
        file: 'src/cart.ts',
        breaks: ['  debugger;', 'debugger'],
        holds: ['  const debuggers = 1;', '  // debugger'],
      },
      'no-focused-test': {
        file: 'src/cart.test.ts',
        breaks: ["  it.only('adds', () => {", "describe.only('cart', () => {", "fit('adds', () => {"],
        holds: ["  it('adds only', () => {", '  profit(1)', "  // it.only('adds')", '  readonly.only(1)'],
      },
      'no-ts-ignore': {
        file: 'src/cart.ts',
        breaks: ['  // @ts-ignore', '// @ts-nocheck', '  /* @ts-ignore */'],
        holds: ['  // @ts-expect-error the library has no types', "  const a = '@ts-ignore';"],
      },
      'no-empty-catch': {
        file: 'src/cart.ts',
        breaks: ['  } catch {}', '  } catch (error) { }'],
        holds: ['  } catch {', '  } catch { /* there is none yet */ }', '  } catch (error) { log(error); }'],
      },
    },
  });
  for (const { name, run } of tests) test(name, run);
});

test.each<[needs: string[], runner: string]>([
  [['jest'], 'jest'],
  [['mocha'], 'mocha'],
  [['jest', 'vitest'], 'vitest'],
  [['mocha', 'vitest'], 'vitest'],
  [['mocha', 'jest'], 'jest'],
])('M6 of %j the tests are those of %s', (needs, runner) => {
  const text = JSON.stringify({ devDependencies: Object.fromEntries(needs.map((name) => [name, '1'])) });
  const view: FileView = {
    paths: ['package.json'],
    read: () => text,
    containing: (paths, strings) => paths.filter(() => strings.some((part) => text.includes(part))),
  };
  const found = findSuites(view, [typescript]).map((suite) => suite.runner);
  expect(found.filter(({ question }) => (question ?? 'test') === 'test').map(({ id }) => id)).toEqual([runner]);
});

describe('M6 which script makes a suite of node:test', () => {
  test.each<[script: string, command: string | null]>([
    ['node --test', 'node --test'],
    ['tsx --test', 'npm test'],
    ['node --import tsx --test', 'npm test'],
    ['node --import=tsx --test src/**/*.test.ts', 'npm test'],
    ['node --test --experimental-strip-types', 'npm test'],
    ['npm run build && cross-env CI=1 c8 node -r dotenv/config --no-warnings --test test/', 'npm test'],
    ['./node_modules/.bin/tsx --tsconfig a.json --test', 'npm test'],
    ['node scripts/build.js --test', null],
    ['node --import ./setup.js scripts/run.js --test', null],
    ['ng build --test', null],
    ['vitest --test && node --import tsx --test', null],
  ])('%s: %s', (script, command) => {
    const text = JSON.stringify({ name: 'cart', scripts: { build: 'tsc', test: script } });
    const view: FileView = { paths: ['package.json'], read: () => text, containing: () => [] };
    const found = findSuites(view, [typescript]).filter(({ runner }) => runner.id === 'node-test');
    expect(found.map(({ runner }) => runner.command)).toEqual(command === null ? [] : [command]);
  });

  test.each<[files: Record<string, string>, command: string]>([
    [{}, 'npm run unit'],
    [{ 'pnpm-lock.yaml': '' }, 'pnpm run unit'],
    [{ 'yarn.lock': '' }, 'yarn run unit'],
    [{ 'bun.lock': '' }, 'bun run unit'],
    [{ 'apps/yarn.lock': '', 'package-lock.json': '' }, 'yarn run unit'],
    [{ 'package.json': '{ "packageManager": "pnpm@9.1.0+sha512.ab" }', 'yarn.lock': '' }, 'pnpm run unit'],
    [{ 'package.json': '{ "packageManager": "pip@1" }', 'other/yarn.lock': '' }, 'npm run unit'],
  ])('by the package manager that the project uses: %j, %s', (around, command) => {
    const scripts = { unit: 'node --import tsx --test' };
    const files: Record<string, string> = { ...around, 'apps/web/package.json': JSON.stringify({ scripts }) };
    const view: FileView = { paths: Object.keys(files), read: (path) => files[path], containing: () => [] };
    expect(findSuites(view, [typescript]).map(({ runner }) => runner.command)).toEqual([command]);
  });

  test('one of another name is called by it, and a manifest that cannot be read has none', () => {
    const suitesOf = (text: string) =>
      findSuites({ paths: ['package.json'], read: () => text, containing: () => [] }, [typescript]);
    const scripts = { build: 'tsc', unit: 'node --import tsx --test' };
    expect(suitesOf(JSON.stringify({ scripts })).map(({ runner }) => runner.command)).toEqual(['npm run unit']);
    for (const text of [
      '{ "scripts": { "test": "node --import tsx --test',
      '{ "scripts": "node -r x --test" }',
      'null',
    ])
      expect(suitesOf(text)).toEqual([]);
  });
});
