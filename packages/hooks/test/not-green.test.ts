import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { needs, project, STACKS, type Stack, start } from './kit.js';

/* What must not produce green evidence: each input of the threat model's list, run for real, and then a push. */

const stack = (name: string) => STACKS.find((one) => one.name === name)!;
const [GO, PY, TS] = [stack('go'), stack('pytest'), stack('vitest')];

/** A second unit, so that one of them is a part. */
const MORE: Record<string, Record<string, string>> = {
  go: { 'tax/tax_test.go': 'package tax\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {}\n' },
  pytest: { 'test_tax.py': 'def test_tax():\n    pass\n' },
  vitest: { 'tax.test.js': "import { test } from 'vitest';\ntest('tax', () => {});\n" },
};

interface Row {
  stack: Stack;
  command: string;
  /** The tests would fail. */
  red?: boolean;
  code: RegExp;
  files?: Record<string, string>;
}

const NOT_PROVEN = /PUSH_(UNTESTED|UNKNOWN|PARTIAL|RED)/;

const UNITTEST =
  'import unittest\nfrom total import total\n\n\nclass TestTotal(unittest.TestCase):\n    def test_total(self):\n        assert total(1, 2) == 3\n';
const JSON_OF_VITEST = JSON.stringify({
  numTotalTestSuites: 1,
  numPassedTests: 1,
  numFailedTests: 0,
  numTotalTests: 1,
  success: true,
  testResults: [],
});
const REPORT = '--reporter=json --outputFile=r.json';

const ROWS: Row[] = [
  // The words are there, no runner ran.
  { stack: GO, command: "echo 'go test ./...'; printf 'ok  \\texample.com/cart\\t0.1s\\n'", code: /PUSH_UNTESTED/ },
  { stack: PY, command: "echo '===== 5 passed in 0.01s ====='", code: /PUSH_UNTESTED/ },
  // Output or exit code edited.
  { stack: GO, command: 'go test ./... | sed s/FAIL/ok/', red: true, code: NOT_PROVEN },
  { stack: TS, command: "npx vitest run || echo '      Tests  5 passed (5)'", red: true, code: NOT_PROVEN },
  { stack: PY, command: 'python3 -m pytest -q; true', red: true, code: NOT_PROVEN },
  { stack: PY, command: "python3 -m pytest -q > /dev/null; echo '1 passed in 0.01s'", red: true, code: NOT_PROVEN },
  // Nothing ran.
  { stack: GO, command: "go test -run '^$' ./...", code: NOT_PROVEN },
  { stack: GO, command: 'go test -list . ./...', code: NOT_PROVEN },
  { stack: PY, command: 'python3 -m pytest -q -k nothing', code: NOT_PROVEN },
  { stack: PY, command: 'python3 -m pytest -q --collect-only', code: NOT_PROVEN },
  { stack: TS, command: 'npx vitest run --passWithNoTests nowhere', code: NOT_PROVEN },
  { stack: TS, command: 'npx vitest list', code: NOT_PROVEN },
  // A part.
  { stack: GO, command: 'go test ./tax', code: /PUSH_PARTIAL/ },
  { stack: TS, command: 'npx vitest run tax.test.js', code: /PUSH_PARTIAL/ },
  { stack: TS, command: 'npx vitest run -t tax', code: NOT_PROVEN },
  { stack: PY, command: 'python3 -m pytest -q test_tax.py', code: /PUSH_PARTIAL/ },
  // The runner is not the runner.
  { stack: GO, command: 'shopt -s expand_aliases\nalias go=true\ngo test ./...', red: true, code: NOT_PROVEN },
  {
    stack: GO,
    command: "go() { printf 'ok  \\texample.com/cart\\t0.1s\\n'; }; go test ./...",
    red: true,
    code: NOT_PROVEN,
  },
  { stack: GO, command: 'PATH="$PWD/bin:$PATH" go test ./...', red: true, code: NOT_PROVEN },
  // Selection or behaviour by the environment.
  { stack: GO, command: 'GOFLAGS=-run=^$ go test ./...', red: true, code: NOT_PROVEN },
  { stack: PY, command: "PYTEST_ADDOPTS='-k tax' python3 -m pytest -q", red: true, code: NOT_PROVEN },
  { stack: TS, command: 'NODE_OPTIONS=--require=./quiet.cjs npx vitest run', red: true, code: NOT_PROVEN },
  {
    stack: PY,
    command: 'python3 -O -m unittest',
    red: true,
    code: NOT_PROVEN,
    files: { 'test_total.py': UNITTEST },
  },
  // What an earlier run has left is shown.
  {
    stack: PY,
    command: 'python3 -m unittest 2>/dev/null; cat old.txt',
    red: true,
    code: NOT_PROVEN,
    files: { 'test_total.py': UNITTEST, 'old.txt': 'Ran 1 test in 0.000s\n\nOK\n' },
  },
  {
    stack: PY,
    command: 'python3 -m pytest -q --no-such-option; cat old.txt',
    red: true,
    code: NOT_PROVEN,
    files: { 'old.txt': '.\n1 passed in 0.01s\n' },
  },
  {
    stack: TS,
    command: `npx vitest run --no-such-option ${REPORT}; cat r.json`,
    red: true,
    code: NOT_PROVEN,
    files: { 'r.json': JSON_OF_VITEST },
  },
];

/** What is like that, and is a run of its own. */
const GREEN: Omit<Row, 'code'>[] = [
  { stack: TS, command: `npx vitest run ${REPORT}; cat r.json`, files: { '.gitignore': 'node_modules\nr.json\n' } },
  { stack: PY, command: 'python3 -m pytest -q; git status --short' },
  { stack: PY, command: 'python3 -m unittest 2>&1 | tail -4', files: { 'test_total.py': UNITTEST } },
];

describe('D97 D103 not green, and not pushed', () => {
  test.for(ROWS.map((row) => ({ ...row, name: row.stack.name })))('$name: $command', (row, context) => {
    needs(row.stack, context);
    const stand = 'bin/go';
    const swapped = { 'quiet.cjs': '', [stand]: "#!/bin/sh\nprintf 'ok  \\tx\\t0.1s\\n'\n" };
    const files = { ...(row.files ?? MORE[row.stack.name]), ...swapped };
    const repo = project(row.stack, { files });
    chmodSync(repo.path(stand), 0o755);
    const it = start(repo);
    repo.write(...(row.red ? row.stack.broken : row.stack.fixed));
    repo.commit('work');
    it.bash(row.command);
    expect(it.bash('git push -q origin HEAD').refused).toMatch(row.code);
  });

  test.for(GREEN.map((row) => ({ ...row, name: row.stack.name })))('green: $name: $command', (row, context) => {
    needs(row.stack, context);
    const repo = project(row.stack, row.files ? { files: row.files } : {});
    const it = start(repo);
    repo.write(...row.stack.fixed);
    repo.commit('work');
    expect(it.bash(row.command).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test.skipIf(!PY.available)('what a failing test prints changes nothing', () => {
    const repo = project(PY);
    const it = start(repo);
    const words = "print('1 passed in 0.01s'); print('=' * 20, '5 passed in 0.01s', '=' * 20)";
    repo.write('test_total.py', `def test_total():\n    ${words}\n    assert False\n`);
    repo.commit('work');
    it.bash('python3 -m pytest -q -s');
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_RED');
  });

  test.skipIf(!PY.available)('a run that was stopped behind its summary did not end', () => {
    const repo = project(PY);
    const it = start(repo);
    repo.write(...PY.fixed);
    repo.commit('work');
    const input = { command: 'python3 -m pytest' };
    const stdout = `${'='.repeat(20)} test session starts ${'='.repeat(20)}\ncollected 1 item\n\ntest_total.py .${' '.repeat(50)}[100%]\n\n${'='.repeat(20)} 1 passed in 0.01s ${'='.repeat(20)}\n`;
    const run = (id: string, response: object) => {
      it.send(it.events.preToolUse('Bash', input, id));
      it.send(it.events.postToolUse('Bash', input, { stdout, stderr: '', ...response }, id));
      return it.bash('git push -q origin HEAD').refused;
    };
    expect(run('t1', { interrupted: true })).toContain('its end was not seen');
    expect(run('t2', { timedOutAfterMs: 1000 })).toContain('its end was not seen');
    expect(run('t3', { interrupted: false })).toBeNull();
  });

  test.skipIf(!PY.available)('tests that are all gone are missed', () => {
    const repo = project(PY);
    const it = start(repo);
    repo.git('rm', '-q', 'test_total.py');
    repo.commit('less');
    it.bash('python3 -m pytest -q');
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_TESTS_REMOVED');
  });

  const drops: [string, string, string][] = [
    ['a test that is gone', 'test_tax.py', ''],
    ['a test that is skipped', 'test_tax.py', 'import pytest\n\n\n@pytest.mark.skip\ndef test_tax():\n    pass\n'],
    ['a file that the configuration leaves out', 'pytest.ini', '[pytest]\naddopts = --ignore=test_tax.py\n'],
  ];
  test.skipIf(!PY.available).each(drops)('%s: fewer tests than on the base branch are told', (_what, file, text) => {
    const repo = project(PY, { files: MORE.pytest! });
    const it = start(repo);
    it.bash(PY.test);
    repo.write(...PY.fixed);
    if (text) repo.write(file, text);
    else repo.git('rm', '-q', file);
    repo.commit('work');
    it.bash(PY.test);
    const push = it.bash('git push -q origin HEAD');
    expect(push.refused).toBeNull();
    expect(push.told.join()).toContain('1 here, 2 on the base branch');
  });

  test.skipIf(!PY.available)('as many tests as on the base branch, or more, are not worth a word', () => {
    const repo = project(PY);
    const it = start(repo);
    it.bash(PY.test);
    repo.write(...PY.fixed);
    repo.write('test_more.py', 'def test_more():\n    pass\n');
    repo.commit('work');
    it.bash(PY.test);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, told: [] });
    // What passed on the branch before, and not on the base, may go again.
    repo.git('rm', '-q', 'test_more.py');
    repo.commit('less again');
    it.bash(PY.test);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, told: [] });
  });
});
