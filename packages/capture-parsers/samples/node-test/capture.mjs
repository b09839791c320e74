import fs from 'node:fs';
import path from 'node:path';
import { failing, none } from '../../scripts/shared.mjs';
import { npmTool } from '../../scripts/tools.mjs';

const VERSIONS = { 18: '18.20.8', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
const REPORTER = path.join(import.meta.dirname, 'events.mjs');

/** Results come with their own name only, each after those of its subtests. */
function pathsOf(events) {
  let waiting = [];
  const all = [];
  for (const event of events) {
    const inner = waiting.filter(({ depth }) => depth > event.nesting);
    waiting = waiting.filter(({ depth }) => depth <= event.nesting);
    for (const entry of inner) {
      entry.path.unshift(event.name);
      entry.depth = event.nesting;
    }
    const own = { path: [event.name], depth: event.nesting, event };
    waiting.push(own, ...inner);
    all.push(own);
  }
  return all;
}

const everywhere = [18, 22, 24, 26];
/** The tests of `pass`, `fail` and `load`. */
const PASS = { passed: 6, failed: 0, skipped: 2, todo: 1, total: 9 };
const FAIL = { passed: 5, failed: 4, errors: 2, todo: 1, total: 12 };
const SUITES = {
  cart: 'fail',
  'cart > nested': 'fail',
  nested: 'fail',
  'hook fails': 'fail',
  math: 'pass',
  'math > deep > inner': 'pass',
};
const passing = { project: 'pass', outcome: 'passed', names: 'all', counts: PASS, also: SUITES };
const failed = {
  project: 'fail',
  ...failing,
  names: 'all',
  counts: FAIL,
  also: { 'same name': ['pass', 'fail'], ...SUITES },
};
/** A todo that fails; the dots name no other test. */
const todo = (reporter) => ({
  project: 'todo',
  outcome: 'passed',
  ...(reporter === 'dot' ? { names: 'none', counts: {} } : { names: 'all', counts: { passed: 1, failed: 0, todo: 2 } }),
});
const load = { project: 'load', outcome: 'collection-error', names: 'all', counts: { passed: 1, failed: 2, total: 3 } };

export default {
  version: 'node --version',
  tools: ({ with: major }) => npmTool(`node@${VERSIONS[major]}`),
  prepare({ folder }) {
    const scripts = { test: 'node --test' };
    fs.writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', scripts }),
    );
  },
  truth({ run, merge, entry }) {
    const tests = {};
    const { output } = run(`node --test --test-reporter='${REPORTER}' ${entry.flags ?? ''}`);
    const events = output
      .split('\n')
      .filter((line) => line.startsWith('{"failed"'))
      .map((line) => JSON.parse(line));
    for (const { path: titles, event } of pathsOf(events)) {
      if (event.isSuite || event.name.endsWith('.test.js')) continue;
      merge(tests, titles.join(' > '), event.isLeft ? 'skip' : event.failed ? 'fail' : 'pass');
    }
    return tests;
  },
  cases: [
    ...everywhere.flatMap((version) =>
      ['spec', 'tap'].flatMap((reporter) => [
        {
          name: `pass-${reporter}-${version}`,
          with: version,
          ...passing,
          command: `node --test --test-reporter=${reporter}`,
        },
        {
          name: `fail-${reporter}-${version}`,
          with: version,
          ...failed,
          command: `node --test --test-reporter ${reporter}`,
        },
      ]),
    ),
    {
      name: 'load-spec-18',
      with: 18,
      ...load,
      command: 'node --test --test-reporter=spec',
      problem: 'syntax.test.js:3',
    },
    { name: 'load-tap-22', with: 22, ...load, command: 'node --test', problem: 'syntax.test.js:3' },
    { name: 'load-spec-26', with: 26, ...load, command: 'node --test', problem: 'syntax.test.js:3' },
    {
      name: 'pass-dot-22',
      with: 22,
      ...passing,
      names: 'none',
      counts: {},
      command: 'node --test --test-reporter=dot',
    },
    {
      name: 'fail-dot-24',
      with: 24,
      ...failed,
      names: 'none',
      counts: {},
      also: { '*': ['pass', 'fail', 'skip'] },
      command: 'node --test --test-reporter=dot',
    },
    { name: 'pass-junit-22', with: 22, ...passing, command: 'node --test --test-reporter=junit' },
    { name: 'fail-junit-26', with: 26, ...failed, command: 'node --test --test-reporter=junit' },
    { name: 'pass-color', with: 24, ...passing, color: true, command: 'node --test' },
    { name: 'pass-npm', with: 24, ...passing, command: 'npm test' },
    { name: 'pass-or-true', with: 24, ...passing, command: 'node --test || true' },
    {
      name: 'pass-tail',
      with: 22,
      ...passing,
      names: 'none',
      also: { '*': 'pass' },
      command: 'node --test 2>&1 | tail -12',
    },
    {
      name: 'pass-tail-short',
      with: 24,
      ...passing,
      outcome: 'unknown',
      names: 'none',
      counts: { passed: 0 },
      command: 'node --test | tail -4',
    },
    {
      name: 'pass-head',
      with: 24,
      ...passing,
      outcome: 'truncated',
      names: 'none',
      counts: {},
      also: SUITES,
      command: 'node --test | head -5',
    },
    {
      name: 'pass-grep',
      with: 22,
      ...passing,
      outcome: 'unknown',
      names: 'none',
      counts: { passed: 6, failed: 0 },
      command: "node --test | grep -E '^# (pass|fail|duration)'",
    },
    {
      name: 'fail-tail',
      with: 24,
      ...failed,
      names: 'none',
      also: { '*': 'fail' },
      counts: {},
      command: 'node --test 2>&1 | tail -20',
    },
    // Up to Node 18 a todo that fails makes the run fail, so that its exit code must be seen.
    ...['spec', 'tap', 'dot'].map((reporter) => ({
      name: `todo-${reporter}`,
      with: 22,
      ...todo(reporter),
      command: `node --test --test-reporter=${reporter}`,
    })),
    ...['spec', 'tap'].map((reporter) => ({
      name: `todo-${reporter}-or-true`,
      with: 22,
      ...todo(reporter),
      outcome: 'unknown',
      command: `node --test --test-reporter=${reporter} || true`,
    })),
    { name: 'fail-or-true', with: 22, ...failed, command: 'node --test || true' },
    { name: 'fail-echo', with: 26, ...failed, command: 'node --test; echo "exit $?"' },
    {
      name: 'one-file',
      with: 22,
      ...passing,
      flags: 'math.test.js',
      counts: { passed: 3, skipped: 2, todo: 1 },
      command: 'node math.test.js',
    },
    {
      name: 'cover',
      with: 24,
      project: 'cover',
      outcome: 'passed',
      names: 'all',
      command: 'node --test --experimental-test-coverage',
    },
    {
      name: 'cover-short',
      with: 24,
      project: 'cover',
      outcome: 'unknown',
      names: 'all',
      command: 'node --test --experimental-test-coverage --test-coverage-lines=90 || true',
    },
    {
      name: 'subtests-spec',
      with: 24,
      project: 'subtests',
      ...failing,
      names: 'all',
      counts: { passed: 3, failed: 2, skipped: 1, todo: 1, total: 7 },
      command: 'node --test',
    },
    {
      name: 'subtests-tap',
      with: 18,
      project: 'subtests',
      ...failing,
      names: 'all',
      counts: { passed: 3, failed: 2, skipped: 1, todo: 1, total: 7 },
      command: 'node --test',
    },
    {
      name: 'crash',
      with: 24,
      project: 'crash',
      outcome: 'collection-error',
      names: 'none',
      counts: { passed: 1, failed: 1 },
      command: 'node --test',
    },
    {
      name: 'crash-or-true',
      with: 22,
      project: 'crash',
      outcome: 'collection-error',
      names: 'none',
      counts: { passed: 1, failed: 1 },
      command: 'node --test || true',
    },
    { name: 'prints-spec', with: 24, project: 'prints', ...failing, names: 'all', command: 'node --test' },
    { name: 'prints-tap', with: 22, project: 'prints', ...failing, names: 'all', command: 'node --test' },
    {
      name: 'prints-file',
      with: 22,
      project: 'prints',
      ...failing,
      names: 'all',
      flags: 'prints.test.js',
      command: 'node prints.test.js || true',
    },
    {
      name: 'only',
      with: 24,
      project: 'only',
      outcome: 'passed',
      names: 'all',
      flags: '--test-only',
      command: 'node --test --test-only',
    },
    {
      name: 'timeout-test',
      with: 24,
      project: 'timeout',
      outcome: 'failed',
      names: 'none',
      counts: { passed: 1, failed: 0, errors: 1 },
      flags: '--test-timeout=300',
      command: 'node --test --test-timeout=300',
    },
    { name: 'none', with: 22, project: 'none', ...none, command: 'node --test' },
    { name: 'none-spec', with: 24, project: 'none', ...none, command: 'node --test' },
    {
      name: 'none-match',
      with: 24,
      project: 'pass',
      ...none,
      counts: { failed: 0 },
      command: 'node --test --test-name-pattern=nosuch',
    },
    { name: 'none-file', with: 22, project: 'pass', ...none, outcome: 'unknown', command: 'node --test nosuch.js' },
    {
      name: 'skip',
      with: 22,
      project: 'skip',
      outcome: 'no-tests',
      names: 'all',
      counts: { passed: 0, skipped: 1, todo: 1 },
      command: 'node --test',
    },
  ],
};
