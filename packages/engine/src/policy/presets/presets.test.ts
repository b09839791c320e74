import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '@flow/agents/roster';
import {
  classifier,
  classify,
  defaultPolicy,
  findSuites,
  type Policy,
  presetCommand,
  readSelection,
  unitsOf,
} from '@flow/core';
import { checkPreset } from '@flow/core/preset';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relevantOf } from '../../facts/relevance.js';
import { suitesOf } from '../suites.js';
import { PRESETS } from './presets.js';

describe('M6 M7 the presets that are built in', () => {
  test.each(PRESETS.map((preset) => [preset.id, preset]))('%s is what the schema describes', (_id, preset) => {
    expect(checkPreset(structuredClone(preset))).toMatchObject({ ok: true });
  });

  test('36.4 docs/presets.md says of each check whether it was run with its tool', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/presets.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| ([\w-]+) \| `([^`]+)` \| (.+) \|$/gm)].map(([, ...cells]) => cells);
    const checks = PRESETS.flatMap(({ id, runners }) =>
      runners.flatMap((one) =>
        one.question === undefined || one.question === 'test' ? [] : [[id, one.id, one.command]],
      ),
    );
    expect(rows.map((cells) => cells.slice(0, 3)).toSorted()).toEqual(checks.toSorted());
    for (const [, , , run] of rows) expect(run).toMatch(/^(?:not run(?:: .+)?|run, (?:\w+ )?\d+(?:\.\d+)+(?:, .+)?)$/);
  });

  test('each has its own name, and none outranks another', () => {
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
    expect(defaultPolicy(PRESETS).presets.map(({ id }) => id)).toEqual(PRESETS.map(({ id }) => id));
  });

  test('D96 Go, Python, Rust and TypeScript name the reviewers that know their idioms, each with a text for it', () => {
    const named = PRESETS.flatMap(({ id, reviewers = [] }) => reviewers.map((reviewer) => [id, reviewer]));
    expect(named).toEqual([
      ['go', 'go-idioms'],
      ['python', 'python-idioms'],
      ['typescript', 'typescript-idioms'],
      ['rust', 'rust-safety'],
    ]);
    for (const [preset, reviewer] of named) expect(agentOf(reviewer!)?.languages).toEqual([preset]);
  });

  test('C27 they name no secrets: what Go and Python keep is in the list of the guard', () => {
    // The fast path asks for globs of a project's own only where a configuration was compiled.
    expect(PRESETS.flatMap(({ sensitive = [] }) => sensitive)).toEqual([]);
  });

  test('M9 each stack has a command for its tests', () => {
    for (const preset of PRESETS.filter(({ markers }) => markers.length > 0)) {
      expect(presetCommand(preset, 'test'), preset.id).not.toBeNull();
    }
  });

  const folder = fc.constantFrom(
    'src',
    'vendor',
    'docs',
    'tests',
    '__tests__',
    'node_modules',
    'target',
    'a',
    'testdata',
  );
  const base = fc.constantFrom(
    ...['a.ts', 'a.test.ts', 'a_test.go', 'test_a.py', 'conftest.py', 'main.rs', 'README.md', 'go.mod', 'LICENSE'],
    ...['package.json', 'tsconfig.build.json', 'requirements-dev.txt', 'vitest.config.ts', 'x', 'pom.xml', 'a_spec.rb'],
  );
  const path = fc.tuple(fc.array(folder, { maxLength: 3 }), base).map(([parts, name]) => [...parts, name].join('/'));

  test('D98 a file has the same class whether one is asked of or thousands are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRESETS), fc.array(path), (preset, paths) => {
        expect(paths.map(classifier(preset))).toEqual(paths.map((one) => classify(one, preset)));
      }),
    );
  });

  test('D98 what matters of thousands of files is what matters of each', () => {
    const policy: Policy = defaultPolicy(PRESETS);
    const paths = fc.sample(path, { numRuns: 2000, seed: 7 });
    const view = { paths: ['go.mod', 'a_test.go'], read: () => undefined, containing: () => [] };
    const [suite] = suitesOf(view, policy);
    for (const [isTracked, embeds] of [
      [true, true],
      [true, false],
      [false, false],
    ]) {
      const asked = (some: readonly string[]) =>
        relevantOf(
          some,
          suite!,
          policy,
          () => isTracked!,
          () => embeds!,
        );
      expect(asked(paths)).toEqual(paths.flatMap((one) => asked([one])));
      expect(asked(paths).length === paths.length).toBe(isTracked && embeds);
    }
  });
});

test.each<[what: string, files: Record<string, string>, units: string[]]>([
  ['beginning with their kind', { 'test/spec_utils.rb': '', 'test/helper.rb': 'X = 1' }, ['test/spec_utils.rb']],
  ['in the style of a specification', { 'test/a/cart_spec.rb': '' }, ['test/a/cart_spec.rb']],
  ['by what they hold', { 'test/cart.rb': 'class T < Minitest::Test' }, ['test/cart.rb']],
  ['in the folder of another style', { 'spec/cart_spec.rb': '_(1).must_equal 1' }, ['spec/cart_spec.rb']],
  ['that RSpec runs', { 'spec/cart_spec.rb': 'expect(1).to eq 1' }, []],
])('U15 D35 a task of Rake has tests %s', (_, files, units) => {
  const all: Record<string, string> = { Rakefile: 'Rake::TestTask.new', 'lib/cart.rb': '', ...files };
  const view = {
    paths: Object.keys(all),
    read: (path: string) => all[path],
    containing: (paths: readonly string[], texts: readonly string[]) =>
      paths.filter((path) => texts.some((text) => all[path]?.includes(text))),
  };
  const suites = findSuites(view, PRESETS);
  expect(suites.map(({ id }) => id)).toEqual(['minitest:.']);
  expect(unitsOf(suites[0]!, suites, view)).toEqual(units);
});

describe('T4 what leaves tests out', () => {
  const RUNNERS = Object.fromEntries(PRESETS.flatMap(({ runners }) => runners.map((runner) => [runner.id, runner])));
  const kindOf = (id: string, words: string) =>
    readSelection(words.split(' ').filter(Boolean), RUNNERS[id]!, { root: '.', directory: '.' }).kind;

  test.each([
    ['phpunit', '--stop-on-skipped'],
    ['phpunit', '--stop-on-incomplete --colors=never'],
    ['phpunit', '--filter adds'],
    ['pest', '--stop-on-risky'],
    ['dotnet', '--filter Name=A'],
    ['dotnet', '-p:VSTestTestCaseFilter=A'],
    ['dotnet', '--property:VSTestTestCaseFilter=A'],
    ['dotnet', '--filter-method=A.B'],
    ['dotnet', '-- --filter-not-trait=slow'],
    ['dotnet', '--treenode-filter=/*/A'],
    ['exunit', '--only slow'],
    ['exunit', '--stale'],
  ])('%s %s is no run of all', (id, words) => {
    expect(kindOf(id, words)).not.toBe('whole');
  });

  test.each([
    ['phpunit', ''],
    ['phpunit', '--stop-on-failure'],
    ['pest', '--parallel'],
    ['dotnet', ''],
    ['dotnet', '-p:Configuration=Release --no-restore'],
    ['exunit', '--color'],
  ])('%s %s is one', (id, words) => {
    expect(kindOf(id, words)).toBe('whole');
  });
});
