import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@flow/capture-parsers';
import { defaultPolicy } from '@flow/core';
import { shellContext } from '@flow/engine/facts/shell-context';
import { keepAskedCommands } from '@flow/engine/policy/asked-commands';
import { PRESETS } from '@flow/engine/policy/presets/presets';
import { isUntold, resultsOfParts } from '@flow/engine/recording/runs/part-results';
import { recognise } from '@flow/engine/recording/runs/recognise';
import { remarksOn } from '@flow/engine/recording/runs/remarks';
import { nothingProven } from '@flow/engine/recording/runs/run-result';
import { findRepository, readJournal } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { effectsOf } from '@flow/shell-effects';
import { describe, expect, test } from 'vitest';
import { cli, has, packageRoot, repository, start, workspaceRoot } from './kit.js';

/*
 * One command over the packages of a workspace proves each package that its output shows, and no other. The outputs in
 * `fixtures/parts` are what the real programs printed in a workspace of these files.
 */

const member = (name: string, script: string, more = {}) =>
  JSON.stringify({ name: `@shop/${name}`, version: '1.0.0', type: 'module', scripts: { test: script }, ...more });
const VITEST = { devDependencies: { vitest: '5' } };

const SHOP = {
  'package.json': '{ "name": "shop", "private": true, "workspaces": ["packages/*"] }',
  'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n",
  'turbo.json': '{ "tasks": { "test": {} } }\n',
  '.gitignore': 'node_modules\n.turbo\n',
  'packages/cart/package.json': member('cart', 'vitest run', VITEST),
  'packages/cart/cart.js': 'export const empty = () => [];\n',
  'packages/cart/cart.test.js':
    "import { expect, test } from 'vitest';\nimport { empty } from './cart.js';\ntest('starts empty', () => expect(empty()).toEqual([]));\n",
  'packages/prices/package.json': member('prices', 'vitest run', VITEST),
  'packages/prices/total.js': 'export const total = (a, b) => a + b;\n',
  'packages/prices/total.test.js':
    "import { expect, test } from 'vitest';\nimport { total } from './total.js';\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
  'packages/stock/package.json': member('stock', 'node --test'),
  'packages/stock/stock.test.js':
    "import assert from 'node:assert';\nimport test from 'node:test';\ntest('counts', () => assert.equal(1, 1));\n",
};

const SUITES = ['vitest:packages/cart', 'vitest:packages/prices', 'node-test:packages/stock'];

/** The workspace, with programs that print what the real ones printed, changed by `edit`, and end with this code. */
function shop(fixture: string, exit: number, edit: (text: string) => string = (text) => text) {
  const repo = repository({ files: SHOP });
  // Where a manager has put them: elsewhere they would stand in the place of others.
  const bin = repo.path('node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(repo.area, 'output'), edit(recorded(fixture)));
  for (const name of ['pnpm', 'npm', 'turbo']) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\ncat '${repo.area}/output'\nexit ${exit}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  for (const name of ['cart', 'prices', 'stock']) repo.write(`packages/${name}/more.js`, 'export {};\n');
  repo.commit('change');
  return { repo, it: start(repo, { environment: { PATH: `${bin}:${repo.environment.PATH}` } }) };
}

const recorded = (name: string) => readFileSync(path.join(packageRoot, 'test/fixtures/parts', `${name}.txt`), 'utf8');

/** What is known of the packages, in the order of SUITES, after a command. */
function statesAfter({ repo, it }: ReturnType<typeof shop>, command: string) {
  const { told } = it.bash(command);
  const { suites } = JSON.parse(cli(repo, ['status', '--json']).stdout);
  const states = SUITES.map((id) => suites.find((one: { suite: string }) => one.suite === id)?.state);
  return { states: states.join(' '), told: told.join('\n') };
}

const ALL = 'tested tested tested';

describe('D29 one command over the packages of a workspace', () => {
  test.each([
    ['pnpm-green', 0, 'pnpm -r test', ALL],
    ['pnpm10-green', 0, 'pnpm -r test', ALL],
    ['pnpm-filtered', 0, 'pnpm --filter ./packages/cart --filter ./packages/stock test', 'tested untested tested'],
    ['turbo-green', 0, 'turbo run test --force', ALL],
    ['npm-green', 0, 'npm run test --workspaces', ALL],
    // A red one is red for itself, and explains why the command failed.
    ['pnpm-red', 1, 'pnpm -r --no-bail test', 'tested red tested'],
    ['turbo-red', 1, 'turbo run test --continue', 'tested red tested'],
  ])('%s: %i by `%s` proves %s', (fixture, exit, command, states) => {
    expect(statesAfter(shop(fixture, exit), command)).toEqual({ states, told: '' });
  });

  // 36: such a line is the command of a task as well, in its own words or behind a script's.
  test.each([
    ['pnpm-green', 'pnpm -r test', 'pnpm -r test'],
    ['npm-green', 'npm run test --workspaces', 'npm run test --workspaces'],
    ['turbo-green', 'turbo run test --force', 'turbo run test --force'],
    ['pnpm-green', 'make test', 'make test'],
  ])('36 %s: a task that asks for `%s` has passed by it, and so has each package', (fixture, asked, command) => {
    const made = shop(fixture, 0);
    const { repo } = made;
    repo.write('Makefile', 'test:\n\tpnpm -r test\n');
    repo.commit('make');
    keepAskedCommands(findRepository(repo.root)!, repo.environment, 'main', [asked]);
    expect(statesAfter(made, command)).toEqual({ states: ALL, told: '' });
    const ran = readJournal(findRepository(repo.root)!, repo.environment).events.flatMap(({ type, data }) =>
      type === 'run' ? [`${data.suite} ${data.outcome}`] : [],
    );
    expect(ran[0]).toBe(`command:.:${asked} passed`);
    expect(ran).toHaveLength(4);
  });

  test("36 beside another run, the output is still nobody's", () => {
    const made = shop('pnpm-green', 0);
    keepAskedCommands(findRepository(made.repo.root)!, made.repo.environment, 'main', [
      'cat package.json',
      'pnpm -r test',
    ]);
    const { states, told } = statesAfter(made, 'cat package.json; pnpm -r test');
    expect(states).toBe('untested untested untested');
    expect(told).toContain('mixed with that of another run');
  });

  test('a single package, of which pnpm tells no scope, is known by its script', () => {
    const ofStock = (text: string) => (text.match(/^packages\/stock .*$/gm) ?? []).join('\n');
    const made = shop('pnpm-filtered', 0, ofStock);
    made.repo.git('rm', '-rqf', 'packages/cart', 'packages/prices');
    made.repo.git('commit', '-qm', 'one package');
    expect(statesAfter(made, 'pnpm --stream -r test')).toEqual({ states: expect.stringMatching(/ tested$/), told: '' });
  });

  const inLane = (lane: string, printed: string) => (text: string) =>
    text.replace(new RegExp(`^(${lane} test:) Done$`, 'm'), `${printed}\n$1 Done`);
  /** What pnpm prints of a package, as a test could print it. */
  const forged = (front: string) =>
    recorded('pnpm-green')
      .split('\n')
      .filter((line) => line.startsWith('packages/prices '))
      .map((line) => front + line)
      .join('\n');
  const header = '> @shop/prices@1.0.0 test\n> vitest run\n\n RUN  v5.1.1 /r\n\n      Tests  1 passed (1)\n\n';
  const two = 'pnpm --filter ./packages/cart --filter "./packages/{stock,x}" test';

  interface Case {
    fixture: string;
    exit?: number;
    command: string;
    /** What the output is, where it is not the recorded one. */
    edit?: (text: string) => string;
    shows: string;
    told?: RegExp;
  }
  const none = '- - -';
  const mixed = /cannot count for .* \(its output has lines that could be from several packages\)/;
  const CASES: Record<string, Case> = {
    'a test prints the lines of another package': {
      ...{ fixture: 'pnpm-filtered', command: two, shows: 'passed - passed' },
      edit: inLane('packages/stock', forged('packages/stock test: ')),
    },
    'the same behind a carriage return': {
      ...{ fixture: 'pnpm-filtered', command: two, shows: 'passed - passed' },
      edit: inLane('packages/stock', forged('packages/stock test: x\r')),
    },
    'the same where a setting hides the names': {
      ...{ fixture: 'pnpm-filtered', command: two, shows: none, told: mixed },
      edit: inLane('packages/stock', `one line\n${forged('')}`),
    },
    'the same in a package that runs alone, under its own heading': {
      ...{ fixture: 'pnpm-filtered', command: 'pnpm -r test', shows: none, told: mixed },
      edit: () => `Scope: 1 of 4 workspace projects\n$ node forge.js\n${forged('')}`,
    },
    'lines of a package without a heading': {
      ...{ fixture: 'pnpm-filtered', command: 'pnpm -r test', shows: none, told: mixed },
      edit: inLane('packages/stock', 'packages/prices test: Done'),
    },
    'a package whose end is missing': {
      ...{
        fixture: 'pnpm-green',
        command: 'pnpm -r test',
        shows: 'passed unknown passed',
        told: /for `@shop\/prices`/,
      },
      edit: (text) => text.replace('packages/prices test: Done\n', ''),
    },
    'lines without a scope where several packages run': {
      ...{ fixture: 'pnpm-green', command: 'pnpm --stream -r test', shows: none, told: /does not say which package/ },
      edit: (text) => text.replace(/^Scope: .*$/m, ''),
    },
    'names are not printed': {
      ...{ fixture: 'pnpm-unnamed', command: 'pnpm -r --workspace-concurrency=1 test', shows: none },
      told: /Run `pnpm --stream -r --workspace-concurrency=1 test`/,
    },
    'one that was ended behind the failure of another is not red': {
      ...{ fixture: 'pnpm-red-bail', exit: 1, command: 'pnpm -r test', shows: 'passed failed unknown' },
      told: /for `@shop\/stock`/,
    },
    'all look green and the command failed': {
      ...{ fixture: 'pnpm-green', exit: 1, command: 'pnpm -r test', shows: 'unknown unknown unknown' },
      told: /the command failed, and its output does not show that another package did/,
    },
    'the exit code is hidden': {
      ...{ fixture: 'pnpm-green', command: 'pnpm -r test; true', shows: 'unknown unknown unknown' },
      told: /hid its exit code/,
    },
    'the output is filtered': {
      ...{ fixture: 'pnpm-green', command: 'pnpm -r test | tail -60', shows: none, told: /its output was filtered/ },
    },
    'two commands in a line': {
      ...{ fixture: 'pnpm-green', command: 'pnpm -r test && pnpm -r test', shows: none, told: /cannot count/ },
      edit: (text) => text + text,
    },
    'words handed to the scripts select': {
      ...{ fixture: 'pnpm-green', command: 'pnpm -r test -t adds', shows: 'passed:names passed:names passed:units' },
    },
    'replayed logs': {
      ...{ fixture: 'turbo-cached', command: 'npx turbo run test -- --silent', shows: 'unknown unknown unknown' },
      told: /Run `npx turbo run test --force -- --silent`/,
    },
    'some replayed logs': {
      ...{ fixture: 'turbo-some-cached', command: 'npx turbo run lint test', shows: 'unknown passed unknown' },
      told: /an earlier run of `@shop\/cart`, `@shop\/stock` from its cache/,
    },
    'a turbo without names': {
      ...{ fixture: 'turbo-green', command: 'npx turbo run test', shows: none, told: mixed },
      edit: (text) => text.replaceAll(/^@shop\/\w+:test: /gm, ''),
    },
    'the heading of another package': {
      ...{ fixture: 'npm-green', command: 'npm test -ws', shows: none, told: mixed },
      edit: (text) => text.replace('> @shop/prices@', `${header}> @shop/prices@`),
    },
    'the heading of a package that was not asked for': {
      ...{ fixture: 'npm-green', command: 'npm test -w @shop/cart -w packages/stock', shows: none, told: mixed },
    },
    'npm that failed': {
      ...{ fixture: 'npm-red', exit: 1, command: 'npm test -ws', shows: 'unknown failed unknown' },
      told: /does not show that another/,
    },
    'options that may mean anything': {
      ...{ fixture: 'pnpm-green', command: 'pnpm -r --reporter-hide-prefix test', shows: none },
    },
    'names that npm may not know': {
      ...{ fixture: 'npm-green', command: 'npm test -w cart -w prices -w stock', shows: none },
    },
    'a program of the repository': {
      ...{ fixture: 'pnpm-green', command: './bin/pnpm -r test', shows: none },
    },
  };

  test('is a run of a suite that a person named, and of none beside it', () => {
    const config = 'suites:\n  - { root: ., command: pnpm -r test, name: all }\n';
    const repo = repository({ files: { ...SHOP, 'flow.config.yaml': config } });
    const { testRuns } = JSON.parse(cli(repo, ['explain', '--json', 'pnpm -r test']).stdout);
    expect(testRuns.map(({ suite }: { suite: string }) => suite)).toEqual(['command:.:pnpm -r test']);
  });

  test.each(Object.entries(CASES))(
    '%s: it proves what it shows',
    (_, { fixture, exit = 0, command, edit, shows, told }) => {
      const repo = repository({ files: SHOP });
      const context = shellContext(repo.root, { environment: repo.environment, deadline: Date.now() + 600_000 });
      const policy = defaultPolicy(PRESETS);
      const analysis = effectsOf(command, context);
      const runs = recognise(analysis, findRepository(repo.root)!, policy, { readFile: readSmall }, context);
      const text = edit ? edit(recorded(fixture)) : recorded(fixture);
      const seen = { command, text, exit, interrupted: false, cut: null, report: null, unseen: false };
      // The parsers are a bundle of their own, which only built programs load.
      const read: Parameters<typeof resultsOfParts>[2] = (own, { text, exit }) =>
        own.map(({ argv, runner }) => {
          const [report] = parse({
            argv,
            output: text,
            ...(exit === null ? { exitHidden: true } : { exitCode: exit }),
          });
          return nothingProven(runner, 'a reason', report?.outcome);
        });
      const byRun = resultsOfParts(runs, { ...seen, redirected: () => undefined }, read);
      const results = runs.map((run) => byRun.get(run)!);
      const shown = SUITES.map((suite) => {
        const at = runs.findIndex((run) => run.suite === suite);
        if (at < 0 || isUntold(runs[at]!, results[at]!)) return '-';
        const { kind } = runs[at]!.selection;
        return `${results[at]!.outcome}${kind === 'whole' ? '' : `:${kind}`}`;
      });
      expect(shown.join(' ')).toBe(shows);
      const settled = {
        settled: true,
        changed: [],
        isPutBack: false,
        leftOut: [],
        hidden: [],
        submodules: [],
        ahead: [],
      };
      const remarks = remarksOn(
        runs.map((run, at) => ({ run, result: results[at]!, ...settled })),
        command,
      ).join('\n');
      if (told) expect(remarks).toMatch(told);
      else expect(remarks).toBe('');
    },
  );
});

/** The workspace with programs that are really there; nothing of the repository around the tests may be written to. */
function realShop(program: 'npm' | 'pnpm', more: Record<string, string> = {}) {
  const { 'pnpm-workspace.yaml': workspace, ...shared } = SHOP;
  const own = { 'pnpm-workspace.yaml': `${workspace}verifyDepsBeforeRun: false\n` };
  const files = { ...shared, ...(program === 'pnpm' ? own : {}), ...more };
  const repo = repository({ files });
  const modules = path.join(workspaceRoot, 'node_modules');
  mkdirSync(repo.path('node_modules/.bin'), { recursive: true });
  symlinkSync(path.join(modules, 'vitest'), repo.path('node_modules/vitest'));
  const bin = (name: string, code: string) =>
    writeFileSync(repo.path('node_modules/.bin', name), `#!/bin/sh\nexec ${code} "$@"\n`, { mode: 0o755 });
  bin('vitest', `'${process.execPath}' '${modules}/vitest/vitest.mjs'`);
  bin('turbo', `'${modules}/.bin/turbo'`);
  for (const name of ['cart', 'prices', 'stock']) repo.write(`packages/${name}/more.js`, 'export {};\n');
  repo.commit('change');
  return { repo, it: start(repo, { environment: { TURBO_TELEMETRY_DISABLED: '1' } }) };
}

const commandsIn = (refused: string | null) => [
  ...new Set([...(refused ?? '').matchAll(/Run `([^`]+)`/g)].map(([, command]) => command!)),
];

describe('D29 a refusal in a workspace', () => {
  test.for<['npm' | 'pnpm', string]>([
    ['pnpm', 'pnpm --filter ./packages/cart --filter ./packages/prices --filter ./packages/stock --stream test'],
    ['npm', 'npm test -w packages/cart -w packages/prices -w packages/stock'],
  ])('names one command of %s for all packages, which leads to an allowed push', ([program, command], { skip }) => {
    skip(!has(program, '--version'), `${program} is not on this machine`);
    const { it } = realShop(program);
    const { refused } = it.bash('git push origin HEAD');
    expect(commandsIn(refused)).toEqual([command]);
    const run = it.bash(command);
    expect(run).toMatchObject({ refused: null, exit: 0, told: [] });
    expect(it.bash('git push origin HEAD').refused).toBeNull();
  });

  test('names the command that ran them all before, which counts through exec as well', () => {
    const { repo, it } = realShop('npm');
    expect(it.bash('npm test --workspaces').exit).toBe(0);
    for (const name of ['cart', 'prices']) repo.write(`packages/${name}/more.js`, 'export { };\n');
    repo.commit('again');
    expect(commandsIn(it.bash('git push origin HEAD').refused)).toEqual(['npm test --workspaces']);
    const exact = cli(repo, ['exec', '--', 'npm', 'test', '--workspaces']);
    expect(exact).toMatchObject({ status: 0, stderr: expect.stringContaining('vitest:packages/cart: passed') });
    expect(it.bash('git push origin HEAD').refused).toBeNull();
  });

  test('D29 does not take what turbo replays for a run, and names the way', () => {
    const lock = (name: string) => [`packages/${name}`, { name: `@shop/${name}`, version: '1.0.0' }];
    const packages = { '': { name: 'shop', workspaces: ['packages/*'] } };
    const { repo, it } = realShop('npm', {
      'package.json':
        '{ "name": "shop", "private": true, "packageManager": "npm@11.0.0", "workspaces": ["packages/*"], "scripts": { "test": "turbo run test" } }',
      'package-lock.json': JSON.stringify({
        ...{ name: 'shop', lockfileVersion: 3, requires: true },
        packages: { ...packages, ...Object.fromEntries(['cart', 'prices', 'stock'].map(lock)) },
      }),
      'README.md': '',
    });
    expect(it.bash('npm test')).toMatchObject({ exit: 0, told: [] });
    // A file that no cache of turbo's knows of, and any test may read.
    repo.write('data.json', '{}');
    repo.commit('data');
    const replayed = it.bash('npm test');
    expect(replayed.output).toContain('FULL TURBO');
    const [way] = /npx turbo run test --force/.exec(replayed.told.join()) ?? [];
    expect(it.bash(way!)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git push origin HEAD').refused).toBeNull();
  });
});

describe.skipIf(!has('go', 'version'))('D29 one go test over the modules of a go.work', () => {
  const module = (name: string, gives = 1) => ({
    [`${name}/go.mod`]: `module example.com/${name}\n\ngo 1.19\n`,
    [`${name}/one.go`]: `package x\n\nfunc One() int { return ${gives} }\n`,
    [`${name}/one_test.go`]:
      'package x\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  });
  const WORK = { 'go.work': 'go 1.19\n\nuse (\n\t./cart // the cart\n\t./cart/prices\n\t./stock\n)\n' };
  const files = { ...WORK, ...module('cart'), ...module('cart/prices'), ...module('stock') };
  const changed = (gives: number) => {
    const repo = repository({ files });
    for (const name of ['cart', 'cart/prices', 'stock']) repo.write(`${name}/two.go`, 'package x\n');
    for (const [file, text] of Object.entries(module('stock', gives))) repo.write(file, text);
    repo.commit('change');
    const it = start(repo);
    const states = () => {
      const { suites } = JSON.parse(cli(repo, ['status', '--json']).stdout);
      return Object.fromEntries(suites.map(({ suite, state }: Record<string, string>) => [suite, state]));
    };
    return { it, states };
  };

  test('is a run of each module that its words reach, and the refusal names it', () => {
    const { it, states } = changed(1);
    expect(it.bash('go test ./cart/... ./cart/prices/... ./stock')).toMatchObject({ exit: 0, told: [] });
    expect(states()).toEqual({ 'go:cart': 'tested', 'go:cart/prices': 'tested', 'go:stock': 'tested' });
    // The pattern of a folder ends where a module in it begins.
    const some = changed(1);
    expect(some.it.bash('go test ./cart/... ./stock/...').exit).toBe(0);
    expect(some.states()).toMatchObject({ 'go:cart': 'tested', 'go:cart/prices': 'untested', 'go:stock': 'tested' });
    const other = changed(1);
    const [command, ...more] = commandsIn(other.it.bash('git push origin HEAD').refused);
    expect([command, more]).toEqual(['go test ./cart/... ./cart/prices/... ./stock/...', []]);
    expect(other.it.bash(command!)).toMatchObject({ exit: 0, told: [] });
    expect(other.it.bash('git push origin HEAD').refused).toBeNull();
  });

  test('is red for the module that is, and selects in each what it selects', () => {
    const { it, states } = changed(2);
    expect(it.bash('go test ./cart/... ./cart/prices ./stock/...').exit).toBe(1);
    expect(states()).toEqual({ 'go:cart': 'tested', 'go:cart/prices': 'tested', 'go:stock': 'red' });
    const named = changed(1);
    expect(named.it.bash('go test -run Nothing ./cart/... ./stock/...').exit).toBe(0);
    expect(Object.values(named.states())).not.toContain('tested');
  });
});

test('U16: what runs in a package that nobody names is explained in plain words; a plain script is not', () => {
  const repo = repository({ files: SHOP });
  const said = (command: string) => cli(repo, ['explain', command]).stdout;
  expect(said('pnpm --filter "$1" test')).toContain('\n  cannot tell which package `pnpm test` runs in\n');
  expect(said('pnpm --filter @shop/cart test')).not.toContain('cannot tell');
});
