import fs from 'node:fs';
import path from 'node:path';
import { FAKES, failing, none } from '../../scripts/shared.mjs';
import { pipTool } from '../../scripts/tools.mjs';

const XDIST = 'python3 -c "import xdist"';
const TIMEOUT = 'python3 -c "import pytest_timeout"';

/** What a case asks for with `with`: pytest in a version, and its plugins. */
const TOOLS = {
  3.1: ['python3.7', 'pytest==3.10.1'],
  4.6: ['python3.7', 'pytest==4.6.11'],
  5.4: ['python3.7', 'pytest==5.4.3', 'pytest-xdist==1.34.0'],
  6.2: ['python3.9', 'pytest==6.2.5'],
  7.2: ['python3.11', 'pytest==7.2.1', 'pytest-sugar==0.9.6', 'pytest-subtests==0.9.0', 'pytest-rerunfailures==10.2'],
  9.1: ['python3.11', 'pytest==9.1.1', 'pytest-cov', 'pytest-json-report', 'pytest-reportlog', 'pytest-pretty'],
};
const FAIL = { passed: 3, failed: 4, skipped: 1, errors: 2, xfailed: 1, xpassed: 1 };

/** A case of a version, with the counts of the failing project. */
const old = (version, name, flags, more = {}) => ({
  name: `v${String(version).replace('.', '')}-${name}`,
  with: version,
  project: 'fail',
  command: `pytest ${flags}`.trim(),
  ...failing,
  names: 'failed',
  counts: FAIL,
  ...more,
});

const versions = [
  ...[3.1, 4.6, 5.4].flatMap((version) => [
    old(version, 'fail', ''),
    ...(version === 5.4 ? [old(version, 'fail-q', '-q')] : []),
    old(version, 'fail-v', '-v', { names: 'all' }),
    old(version, 'pass', '', { project: 'pass', outcome: 'passed', names: 'none', counts: { passed: 7, skipped: 1 } }),
  ]),
  old(3.1, 'fail-ra', '-ra --tb=no'),
  old(5.4, 'xdist-v', '-n 2 -v', { names: 'all' }),
  old(6.2, 'fail-rN', '-rN'),
  old(6.2, 'fail-rs-native', '-rs --tb=native'),
  old(6.2, 'fail-tail', '-rA | tail -4', { names: 'none' }),
  ...['', '-v'].flatMap((flag) => [
    old(7.2, `sugar${flag}`, `--force-sugar ${flag}`, { names: flag ? 'all' : 'failed' }),
    old(7.2, `sugar-pass${flag}`, `--force-sugar ${flag}`, {
      project: 'pass',
      outcome: 'passed',
      names: flag ? 'all' : 'none',
      counts: { passed: 7, failed: 0, skipped: 1 },
    }),
  ]),
  old(7.2, 'rerun-v', '-p no:sugar --reruns 2 -v', {
    project: 'flaky',
    outcome: 'passed',
    names: 'all',
    truth: { 'test_flaky.py::test_second_time': 'pass', 'test_flaky.py::test_fine': 'pass' },
    counts: { passed: 2, failed: 0 },
  }),
  old(7.2, 'subtests', '-p no:sugar -v', {
    project: 'subtests',
    names: 'all',
    truth: {
      'test_subtests.py::test_mixed': 'fail',
      'test_subtests.py::test_fine': 'pass',
      'test_subtests.py::test_plain': 'pass',
    },
    counts: { passed: 3, failed: 1 },
  }),
  ...['', '-v'].map((flag) =>
    old(9.1, `subtests${flag}`, `-p no:pretty ${flag}`, {
      project: 'subtests',
      names: flag ? 'all' : 'failed',
      truth: {
        'test_subtests.py::test_mixed': 'fail',
        'test_subtests.py::test_fine': 'pass',
        'test_subtests.py::test_plain': 'pass',
      },
      counts: { passed: 2, failed: 2 },
    }),
  ),
  old(9.1, 'subtests-s-v', '-p no:pretty -s -v', {
    project: 'subtests',
    names: 'all',
    truth: {
      'test_subtests.py::test_mixed': 'fail',
      'test_subtests.py::test_fine': 'pass',
      'test_subtests.py::test_plain': 'pass',
    },
    counts: { passed: 2, failed: 2 },
  }),
  // Pytest says PASSED of a test case whose subtest has failed; its report of the test, as in JUnit XML, is a failure.
  old(9.1, 'subtest-case-v', '-p no:pretty -v', {
    project: 'subtest-case',
    names: 'all',
    truth: { 'test_case.py::CartTest::test_prices': 'fail', 'test_case.py::CartTest::test_empty': 'pass' },
    counts: { passed: 2, failed: 1 },
  }),
  old(9.1, 'subtests-grep', '-p no:pretty | grep FAILED', {
    project: 'subtests',
    names: 'failed',
    truth: { 'test_subtests.py::test_mixed': 'fail' },
    counts: {},
  }),
  old(9.1, 'pretty', '--tb=short', { names: 'failed' }),
  old(9.1, 'times', '-p no:pretty -v -o console_output_style=times', { names: 'all' }),
  old(9.1, 'count', '-p no:pretty -v -o console_output_style=count', { names: 'all' }),
  old(9.1, 'no-summary', '-p no:pretty --no-header --no-summary', { names: 'none' }),
  old(9.1, 'qq', '-p no:pretty -qq --tb=short'),
  old(9.1, 'qq-pass', '-p no:pretty -qq', {
    project: 'pass',
    outcome: 'passed',
    names: 'none',
    counts: { passed: 7, skipped: 1 },
  }),
  old(9.1, 'head-whole', '-p no:pretty -q | head -20', {
    project: 'pass',
    outcome: 'passed',
    names: 'none',
    counts: { passed: 7, skipped: 1 },
  }),
  old(9.1, 'cov', '-p no:pretty -q --cov=shop', {
    project: 'cov',
    outcome: 'passed',
    names: 'none',
    counts: { passed: 1 },
  }),
  ...['', ' || true'].map((mask) =>
    old(9.1, `cov-missed${mask && '-or-true'}`, `-p no:pretty --cov=shop --cov-fail-under=100${mask}`, {
      project: 'cov',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    }),
  ),
  // Where a teardown breaks, the document has one outcome for the test and pytest's own totals have two.
  old(9.1, 'json-report', '-q --json-report --json-report-file=out.json > /dev/null; cat out.json', {
    names: 'all',
    counts: { ...FAIL, passed: 2 },
  }),
  old(9.1, 'report-log-pass', '-q --report-log=out.json > /dev/null && cat out.json', {
    project: 'pass',
    outcome: 'passed',
    names: 'all',
    counts: { passed: 7, skipped: 1 },
  }),
];

const endings = [
  ...['', ' | tail -3'].map((pipe) => ({
    name: `interrupt${pipe && '-tail'}`,
    project: 'interrupt',
    command: `pytest -v${pipe}`,
    outcome: 'crashed',
    names: 'none',
    truth: { 'test_interrupt.py::test_before': 'pass' },
    counts: { passed: 1, failed: 0 },
  })),
  {
    name: 'exit-zero',
    project: 'exit',
    command: 'pytest',
    outcome: 'unknown',
    names: 'none',
    truth: {},
    counts: { passed: 1, failed: 0 },
  },
  {
    name: 'internal',
    project: 'internal',
    command: 'pytest --tb=no || true',
    outcome: 'crashed',
    names: 'none',
    truth: {},
    counts: { failed: 0 },
  },
  {
    name: 'doctest-v',
    project: 'doctest',
    command: 'pytest -v --doctest-modules --doctest-glob="*.txt"',
    ...failing,
    names: 'all',
    truth: { 'shop.py::shop': 'pass', 'shop.py::shop.total': 'fail', 'guide.txt::guide.txt': 'pass' },
    counts: { passed: 2, failed: 1 },
  },
  {
    name: 'testcase-v',
    project: 'testcase',
    command: 'python3 -m pytest -v',
    ...failing,
    names: 'all',
    counts: { passed: 1, failed: 1, skipped: 1, errors: 1 },
  },
  {
    name: 'grep-names',
    project: 'fail',
    command: 'pytest -rA | grep -E "^(PASSED|FAILED|ERROR)|passed|failed"',
    ...failing,
    names: 'failed',
    counts: FAIL,
  },
];

export default {
  /** The first versions add where they are. */
  version: `set -o pipefail; pytest --version 2>&1 | sed -E 's/^(This is )?pytest (version )?([0-9.]+).*/pytest \\3/'`,
  tools: (entry) => (entry.with ? pipTool(...TOOLS[entry.with]) : {}),
  /** JUnit XML, whose class names are turned back into node ids. */
  truth({ folder, run, merge }) {
    const tests = {};
    const file = path.join(folder, 'truth.xml');
    run(`pytest -q --timeout 2 --junitxml=${file} || pytest -q --junitxml=${file}`);
    if (!fs.existsSync(file)) return tests;
    const script = `import sys, json, xml.etree.ElementTree as E
for c in E.parse('${file}').iter('testcase'):
    kinds = [k.tag for k in c]
    print(json.dumps([c.get('classname'), c.get('name'), 'fail' if 'failure' in kinds or 'error' in kinds else 'skip' if 'skipped' in kinds else 'pass']))`;
    for (const line of run(`python3 -c "${script.replace(/"/g, '\\"')}"`).output.split('\n')) {
      if (!line.startsWith('[')) continue;
      const [owner, name, state] = JSON.parse(line);
      if (!owner) continue;
      const parts = owner.split('.');
      const at = parts.findIndex((part) => /^[A-Z]/.test(part));
      const module = parts.slice(0, at < 0 ? parts.length : at);
      merge(tests, [`${module.join('/')}.py`, ...(at < 0 ? [] : parts.slice(at)), name].join('::'), state);
    }
    return tests;
  },
  cases: [
    ...versions,
    ...endings,
    ...['', '-q', '-v', '-vv', '-ra', '-rA', '--no-header --tb=short'].map((flags) => ({
      name: `pass${flags.replace(/[^A-Za-z]+/g, '-').replace(/-$/, '') || '-default'}`,
      project: 'pass',
      command: `pytest ${flags}`.trim(),
      outcome: 'passed',
      names: /-v/.test(flags) ? 'all' : 'none',
      counts: { passed: 7, failed: 0, skipped: 1, errors: 0 },
    })),
    ...['', '-q', '-v', '--tb=line', '--tb=no -q', '--tb=long -vv'].map((flags) => ({
      name: `fail${flags.replace(/[^A-Za-z]+/g, '-').replace(/-$/, '') || '-default'}`,
      project: 'fail',
      command: `pytest ${flags}`.trim(),
      ...failing,
      names: /-v/.test(flags) ? 'all' : 'failed',
      counts: { passed: 3, failed: 4, skipped: 1, errors: 2, xfailed: 1, xpassed: 1 },
    })),
    {
      name: 'pass-junit',
      project: 'pass',
      command: 'pytest -q --junitxml=out.xml > /dev/null && cat out.xml',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-junit-hidden',
      project: 'pass',
      command: 'pytest -q --junitxml=out.xml > /dev/null; cat out.xml',
      outcome: 'unknown',
      names: 'all',
    },
    {
      name: 'fail-junit',
      project: 'fail',
      command: 'pytest -q --junitxml=out.xml > /dev/null; cat out.xml',
      ...failing,
      names: 'all',
      counts: { failed: 4 },
    },
    {
      name: 'pass-color',
      project: 'pass',
      color: true,
      command: 'pytest -v --color=yes',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'fail-color',
      project: 'fail',
      color: true,
      command: 'pytest --color=yes',
      ...failing,
      names: 'failed',
      counts: { passed: 3, failed: 4 },
    },
    {
      name: 'pass-tail',
      project: 'pass',
      command: 'pytest 2>&1 | tail -3',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 7, failed: 0 },
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      command: 'pytest -q || true',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 7 },
    },
    {
      name: 'pass-head',
      project: 'pass',
      command: 'pytest | head -4',
      outcome: 'truncated',
      names: 'none',
      counts: { failed: 0 },
    },
    {
      name: 'pass-grep',
      project: 'pass',
      command: 'pytest -q | grep passed',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    // A filter that would have shown a failure or an error as well.
    ...['-q', '-v'].map((flag) => ({
      name: `pass-grep-both${flag === '-v' ? '-frame' : ''}`,
      project: 'pass',
      command: `pytest ${flag} 2>&1 | grep -E "passed|failed"`,
      outcome: 'passed',
      names: 'none',
      counts: { passed: 7, failed: 0 },
    })),
    // With CI set the summary has whole messages, of more lines than one.
    {
      name: 'fail-ci-tail',
      project: 'fail',
      command: 'CI=true pytest | tail -n 24',
      ...failing,
      names: 'failed',
      counts: {},
    },
    { name: 'fail-grep', project: 'fail', command: 'pytest | grep " in "', ...failing, names: 'none', counts: {} },
    {
      name: 'fail-grep-fake',
      project: 'fail',
      command: 'pytest -v | grep "7 passed"',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      command: 'pytest -q || true',
      ...failing,
      names: 'failed',
      counts: { passed: 3, failed: 4 },
    },
    {
      name: 'fail-maxfail',
      project: 'fail',
      command: 'pytest -x',
      ...failing,
      names: 'none',
      counts: { passed: 1, failed: 1 },
    },
    {
      name: 'module',
      project: 'pass',
      command: 'python3 -m pytest -q tests/test_math.py',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 6, skipped: 1 },
    },
    {
      name: 'collect-default',
      project: 'collect',
      command: 'pytest',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, errors: 2 },
      problem: 'test_import.py:1',
    },
    {
      name: 'collect-continue',
      project: 'collect',
      command: 'pytest --continue-on-collection-errors',
      outcome: 'collection-error',
      names: 'none',
      truth: { 'test_good.py::test_good': 'pass' },
      counts: { passed: 1, errors: 2 },
    },
    {
      name: 'conftest',
      project: 'conftest',
      command: 'pytest',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0 },
    },
    {
      name: 'missing-file',
      project: 'pass',
      command: 'pytest nowhere.py',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0 },
    },
    { name: 'none', project: 'none', command: 'pytest', ...none },
    { name: 'none-q', project: 'none', command: 'pytest -q', ...none },
    { name: 'deselected', project: 'pass', command: 'pytest -k nosuch', ...none },
    {
      name: 'some-deselected',
      project: 'pass',
      command: 'pytest -k add',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 1, filteredOut: 7 },
    },
    { name: 'collect-only', project: 'pass', command: 'pytest --collect-only -q', ...none },
    {
      name: 'skip',
      project: 'skip',
      command: 'pytest',
      outcome: 'no-tests',
      names: 'none',
      counts: { passed: 0, skipped: 1 },
    },
    {
      name: 'crash',
      project: 'crash',
      command: 'pytest -v',
      outcome: 'crashed',
      names: 'none',
      truth: { 'test_crash.py::test_before': 'pass', 'test_crash.py::test_dies': 'fail' },
      counts: {},
    },
    {
      name: 'crash-tail',
      project: 'crash',
      command: 'pytest -v -p no:faulthandler 2>&1 | tail -2',
      outcome: 'truncated',
      names: 'none',
      truth: { 'test_crash.py::test_before': 'pass' },
      counts: {},
    },
    {
      name: 'leave',
      project: 'leave',
      command: 'pytest -s',
      outcome: 'unknown',
      names: 'none',
      truth: { 'test_leave.py::test_before': 'pass' },
      counts: {},
    },
    {
      name: 'leave-tail',
      project: 'leave',
      command: 'pytest -s -q | tail -2',
      outcome: 'unknown',
      names: 'none',
      truth: { 'test_leave.py::test_before': 'pass' },
      counts: {},
    },
    {
      name: 'timeout-outside',
      project: 'timeout',
      command: 'timeout 2 pytest -v',
      outcome: 'timed-out',
      names: 'none',
      truth: { 'test_slow.py::test_quick': 'pass' },
      counts: {},
    },
    {
      name: 'prints-s',
      project: 'prints',
      command: 'pytest -s',
      outcome: 'passed',
      decoys: FAKES,
      names: 'none',
      counts: { passed: 2, failed: 0 },
    },
    {
      name: 'prints-s-v',
      project: 'prints',
      command: 'pytest -s -v',
      outcome: 'passed',
      decoys: FAKES,
      names: 'none',
      counts: { passed: 2, failed: 0 },
    },
    {
      name: 'xdist-pass',
      needs: XDIST,
      project: 'pass',
      command: 'pytest -n 2',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 7, skipped: 1 },
    },
    { name: 'xdist-pass-v', needs: XDIST, project: 'pass', command: 'pytest -n 2 -v', outcome: 'passed', names: 'all' },
    {
      name: 'xdist-fail-v',
      needs: XDIST,
      project: 'fail',
      command: 'pytest -n 2 -v',
      ...failing,
      names: 'all',
      counts: { passed: 3, failed: 4, errors: 2 },
    },
    {
      name: 'xdist-crash',
      needs: XDIST,
      project: 'crash',
      command: 'pytest -n 2',
      outcome: 'crashed',
      names: 'none',
      truth: {
        'test_crash.py::test_before': 'pass',
        'test_crash.py::test_never': 'pass',
        'test_crash.py::test_dies': 'fail',
      },
      counts: { failed: 1 },
    },
    {
      name: 'timeout-signal',
      needs: TIMEOUT,
      project: 'timeout',
      command: 'pytest --timeout 1',
      outcome: 'timed-out',
      names: 'failed',
      truth: { 'test_slow.py::test_quick': 'pass', 'test_slow.py::test_slow': 'fail' },
      counts: { passed: 1, failed: 1 },
    },
    {
      name: 'timeout-thread',
      needs: TIMEOUT,
      project: 'timeout',
      command: 'pytest --timeout 1 --timeout-method=thread',
      outcome: 'timed-out',
      names: 'none',
      truth: { 'test_slow.py::test_quick': 'pass', 'test_slow.py::test_slow': 'fail' },
      counts: {},
    },
    {
      name: 'setup',
      project: 'setup',
      command: 'pytest',
      ...failing,
      names: 'failed',
      counts: { passed: 1, failed: 0, errors: 1 },
    },
    {
      name: 'setup-tail',
      project: 'setup',
      command: 'pytest -q | tail -1',
      ...failing,
      names: 'none',
      counts: { passed: 1, failed: 0, errors: 1 },
    },
    {
      name: 'usage',
      project: 'pass',
      command: 'pytest --no-such-flag',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0 },
    },
    {
      name: 'no-runner',
      project: 'pass',
      command: 'echo "5 passed in 0.01s"',
      outcome: 'unknown',
      names: 'none',
      truth: {},
      counts: {},
    },
    {
      name: 'old-log',
      project: 'pass',
      before: 'pytest -q > old.log',
      command: 'cat old.log',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
  ],
};
