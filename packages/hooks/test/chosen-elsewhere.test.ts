import { describe, expect, test } from 'vitest';
import { needs, project, repository, STACKS, type Stack, start } from './kit.js';

/* What chooses tests outside of the command: settings of the user's, and build tags, which leave files out. */

const stack = (name: string) => STACKS.find((one) => one.name === name)!;
const [GO, PY] = [stack('go'), stack('pytest')];

const NOT_PROVEN = /PUSH_(UNTESTED|UNKNOWN|PARTIAL|RED)/;

interface Row {
  stack: Stack;
  commands: string[];
  environment?: Record<string, string>;
  files?: Record<string, string>;
}

const OTHER = { 'other_test.go': 'package cart\n\nimport "testing"\n\nfunc TestOther(t *testing.T) {}\n' };
const go = (commands: string[], more: Omit<Row, 'stack' | 'commands'> = {}): Row => ({ stack: GO, commands, ...more });

/** The tests fail, and these runs do not show it. */
const NOT_GREEN: Row[] = [
  go(['go env -w GOFLAGS=-run=TestOther', 'go test ./...']),
  go(['go env -w GOFLAGS=-run=TestOther && go test ./... && go env -u GOFLAGS']),
  go(["go env -w 'GOFLAGS=-mod=mod -skip=Total'", 'go test ./...']),
  go(['go env -w GOFLAGS=-exec=true', 'go test ./...']),
  go(['mkdir -p "$XDG_CONFIG_HOME/go" && echo GOFLAGS=-run=TestOther > "$XDG_CONFIG_HOME/go/env"', 'go test ./...']),
  go(['go test ./...'], { environment: { GOFLAGS: '-run=TestOther' } }),
  { stack: PY, commands: ['python3 -m pytest -q'], environment: { PYTEST_ADDOPTS: '-k other' } },
];

/** What looks like that, and changes nothing of what runs. */
const GREEN: Row[] = [
  go(['go env -w GOFLAGS=-count=1 GOPRIVATE=example.com', 'go test ./...']),
  go(["go env -w 'GOFLAGS=-mod=mod -buildvcs=false'", 'go test -v ./...']),
  go(['go env -w GOFLAGS=-run=TestOther', 'go env -u GOFLAGS', 'go test ./...']),
  go(['go env -w GOFLAGS=-run=TestOther', 'go test ./...', 'go env -u GOFLAGS', 'go test ./...']),
  go(['go test ./...'], { environment: { GOFLAGS: '-buildvcs=false -tags=netgo' } }),
  { stack: PY, commands: ['python3 -m pytest -q'], environment: { PYTEST_ADDOPTS: '-p no:cacheprovider --tb=short' } },
];

const titled = (rows: Row[]) =>
  rows.map((row) => ({
    ...row,
    name: row.stack.name,
    title: `${JSON.stringify(row.environment ?? {})} ${row.commands.join('; ')}`,
  }));

describe('D97 D103 settings outside of a command that choose tests', () => {
  test.for(titled(NOT_GREEN))('not green: $name: $title', (row, context) => {
    needs(row.stack, context);
    const files = row.stack === GO ? OTHER : { 'test_other.py': 'def test_other():\n    pass\n' };
    const repo = project(row.stack, { files });
    const it = start(repo, { environment: row.environment ?? {} });
    repo.write(...row.stack.broken);
    repo.commit('work');
    const told = row.commands.flatMap((command) => it.bash(command).told);
    expect(told.join('\n')).toMatch(/your own settings/);
    // What helps is this runner's: the command that takes the setting back, else who can.
    const [variable] = Object.keys(row.environment ?? {});
    const isAlone = row.commands.every((command) => !command.includes('&& go test'));
    const own = isAlone ? 'back (`go env -u GOFLAGS`), and run it again' : 'Run it in its own call';
    expect(told.join('\n')).toContain(variable ? `A person takes out of ${variable} what chooses tests` : own);
    expect(it.bash('git push -q origin HEAD').refused).toMatch(NOT_PROVEN);
  });

  test.for(titled(GREEN))('green: $name: $title', (row, context) => {
    needs(row.stack, context);
    const repo = project(row.stack, { files: row.stack === GO ? OTHER : {} });
    const it = start(repo, { environment: row.environment ?? {} });
    repo.write(...row.stack.fixed);
    repo.commit('work');
    for (const command of row.commands) it.bash(command);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });
});

describe.runIf(GO.available)('D97 D103 files that build tags leave out', () => {
  const TESTS = {
    'go.mod': GO.files['go.mod']!,
    'slow/slow.go': 'package slow\n',
    'slow/slow_test.go': `//go:build !quick && !windows\n\npackage slow\n\nimport "testing"\n\nfunc TestSlow(t *testing.T) {\n\tt.Fatal("slow")\n}\n`,
    'slow/fast_test.go': `package slow\n\nimport "testing"\n\nfunc TestFast(t *testing.T) {}\n`,
  };
  const ran = (...commands: string[]) => {
    const repo = project(GO, { files: TESTS });
    const it = start(repo);
    repo.write(...GO.fixed);
    repo.commit('work');
    for (const command of commands) expect(it.bash(command).exit, command).toBe(0);
    return it.bash('git push -q origin HEAD').refused;
  };

  test.each([
    ['go test -tags quick ./...'],
    ['go test -tags=other,quick -v ./...'],
    ['go test . -tags quick ./slow'],
    ['go env -w GOFLAGS=-tags=quick && go test ./...'],
  ])('not green: %s', (command) => expect(ran(command)).toMatch(/PUSH_PARTIAL[\s\S]*slow/));

  test('green: the tags of the script of the project', () => {
    const make = { Makefile: 'test:\n\tgo test -tags quick ./...\n' };
    const repo = project(GO, { files: { ...TESTS, ...make } });
    const it = start(repo);
    repo.write(...GO.fixed);
    repo.commit('work');
    expect(it.bash('make test').exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('green: other tags, and what is built only with the tag', () => {
    const repo = project(GO, {
      files: {
        'tax/tax_test.go': `//go:build integration || !windows\n\npackage tax\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {}\n`,
      },
    });
    const it = start(repo);
    repo.write(...GO.fixed);
    repo.commit('work');
    expect(it.bash('go test -tags integration,netgo ./...').exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('what the tags leave out may be run without them', () => {
    const repo = project(GO, {
      files: { ...TESTS, 'slow/slow_test.go': TESTS['slow/slow_test.go'].replace('t.Fatal("slow")', '') },
    });
    const it = start(repo);
    repo.write(...GO.fixed);
    repo.commit('work');
    it.bash('go test -tags quick ./...');
    it.bash('go test ./slow');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });
});

describe('D97 D103 a file of node:test that is left before its tests ran', () => {
  const HEAD = "import test from 'node:test';\nimport assert from 'node:assert';\n";
  const FINE = `${HEAD}test('fine', () => {});\n`;
  const FILES = {
    'package.json': '{ "name": "cart", "type": "module", "scripts": { "test": "node --test" } }\n',
    'main.js': 'export const main = () => 1;\n',
    'fine.test.js': FINE,
  };
  const ran = (files: Record<string, string>, command: string) => {
    const repo = repository({ files: { ...FILES, ...files } });
    const it = start(repo);
    repo.write('main.js', 'export const main = () => 2;\n');
    repo.commit('work');
    expect(it.bash(command).exit).toBe(0);
    return it.bash('git push -q origin HEAD').refused;
  };
  const failing = "test('fails', () => assert.equal(1, 2));\n";

  test.each([
    ['by itself', { 'a.test.js': `${HEAD}${failing}process.exit(0);\n` }, 'node --test --test-reporter=spec'],
    ['by itself', { 'a.test.js': `${HEAD}${failing}process.exit(0);\n` }, 'node --test --test-reporter=tap'],
    ['in a test', { 'a.test.js': `${HEAD}test('leaves', () => process.exit(0));\n${failing}` }, 'npm test'],
    [
      'by what it imports',
      {
        'a.test.js': `${HEAD}await import('./program.js');\n\n${failing}`,
        'program.js': 'process.exit();\n',
      },
      'npm test',
    ],
    [
      'by what a test without a name of the module loads',
      {
        'a.test.cjs': "require('./program.cjs');\nrequire('node:test')('fails', () => { throw new Error(); });\n",
        'program.cjs': 'process.exit();\n',
      },
      'npm test',
    ],
    [
      'by itself, with a group called at once',
      { 'a.test.cjs': "require('node:test').describe('all', () => {});\nprocess.exit(0);\n" },
      'npm test',
    ],
  ])('%s is not green: %j', (_, files, command) => expect(ran(files, command)).toMatch(NOT_PROVEN));

  test.each([
    [
      'a script without tests',
      { 'test/setup.js': 'globalThis.x = 1;\n', 'plain.test.js': "import assert from 'node:assert';\nassert.ok(1);\n" },
    ],
    [
      'tests on a condition',
      {
        'a.test.js': `${HEAD}if (process.platform === 'none') {\n  test('never', () => {});\n}\nif (process.env.NONE) test('neither', () => {});\n`,
      },
    ],
    [
      'a helper of tests',
      {
        'test/helper.js': `${HEAD}export const each = (names) => names.map((name) => test(name, () => {}));\n// test('x', () => {});\n`,
      },
    ],
    ['tests that are left out', { 'a.test.js': `${HEAD}test.skip('a', () => {});\ntest.todo('b');\n` }],
  ])('%s is green', (_, files) => expect(ran(files, 'npm test')).toBeNull());
});
