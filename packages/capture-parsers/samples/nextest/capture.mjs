import { failing, none } from '../../scripts/shared.mjs';
import { cargoTool } from '../../scripts/tools.mjs';

const STATES = { ok: 'pass', failed: 'fail', timeout: 'fail', ignored: 'skip' };

/** What is not run is only counted, unless the status level asks for its names. */
const ran = { names: 'ran' };
const loud = { ...failing, ...ran, project: 'fail', args: '--test loud', decoys: ['ghost'] };
const unbuilt = { project: 'build', samples: 'cargo', outcome: 'build-error', names: 'none', truth: {} };
/** What a filter left out is counted as skipped in the summary, but not in the JSON lines. */
const ranOnly = (passed, failed = 0) => ({ counts: { passed, failed } });
const stopped = { names: 'none', counts: {} };

const NEWEST = '0.9.151';
const nextest = (version) =>
  cargoTool(`cargo-nextest@${version}`, '--no-default-features', '--features', 'default-no-update');

export default {
  version: 'cargo nextest --version',
  tools: (entry) => nextest(entry.with ?? NEWEST),
  /** Older versions have no JSON: then the newest one tells of the same project. */
  truth({ run, merge, entry }) {
    const tests = {};
    const { env = '', args = '' } = entry;
    const { output } = run(
      `export PATH=${nextest(NEWEST).bin}:$PATH; ${env} NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 cargo nextest run --no-fail-fast --message-format libtest-json ${args} 2>/dev/null`,
    );
    for (const line of output.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { type, event, name } = JSON.parse(line);
      if (type === 'test' && STATES[event])
        merge(tests, name.replace(/^[^$]*\$/, '').replace(/#\d+$/, ''), STATES[event]);
    }
    return tests;
  },
  cases: [
    { name: 'pass', project: 'pass', command: 'cargo nextest run', outcome: 'passed', ...ran },
    { name: 'pass-or-true', project: 'pass', command: 'cargo nextest run || true', outcome: 'passed', ...ran },
    {
      name: 'pass-all-levels',
      project: 'pass',
      command: 'cargo nextest run --status-level all --final-status-level all',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-verbose',
      project: 'pass',
      command: 'cargo nextest run --verbose --success-output immediate',
      outcome: 'passed',
      ...ran,
    },
    {
      name: 'pass-no-capture',
      project: 'pass',
      command: 'cargo nextest run --no-capture',
      outcome: 'passed',
      ...ran,
    },
    {
      name: 'pass-quiet',
      project: 'pass',
      command: 'cargo nextest run --status-level none --cargo-quiet',
      outcome: 'passed',
      names: 'none',
    },
    { name: 'pass-color', project: 'pass', color: true, command: 'cargo nextest run', outcome: 'passed', ...ran },
    {
      name: 'pass-ci',
      project: 'pass',
      command: 'CI=true cargo nextest run --show-progress counter',
      outcome: 'passed',
      ...ran,
    },
    {
      name: 'pass-json',
      project: 'pass',
      command: 'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 cargo nextest run --message-format libtest-json 2>/dev/null',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-json-plus',
      project: 'pass',
      command: 'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 cargo nextest run --message-format libtest-json-plus',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-junit',
      project: 'junit',
      command: 'cargo nextest run >/dev/null 2>&1; cat target/nextest/default/junit.xml',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    {
      name: 'pass-tail',
      project: 'pass',
      command: 'cargo nextest run 2>&1 | tail -n 3',
      outcome: 'passed',
      names: 'none',
    },
    {
      ...stopped,
      name: 'pass-head',
      project: 'pass',
      command: 'cargo nextest run 2>&1 | head -n 6',
      outcome: 'truncated',
    },
    {
      name: 'pass-grep',
      project: 'pass',
      command: "cargo nextest run 2>&1 | grep -E 'Summary|FAIL'",
      outcome: 'unknown',
      names: 'none',
    },
    {
      name: 'pass-ignored',
      project: 'pass',
      command: 'cargo nextest run --run-ignored all -E "package(shop)"',
      args: '--run-ignored all',
      outcome: 'passed',
      ...ran,
    },
    {
      name: 'pass-partition',
      project: 'pass',
      command: 'cargo nextest run --partition slice:1/2',
      args: '--partition slice:1/2',
      ...ranOnly(4),
      outcome: 'passed',
      ...ran,
    },
    {
      name: 'fail',
      project: 'fail',
      command: 'cargo nextest run --no-fail-fast',
      ...failing,
      ...ran,
      decoys: ['ghost'],
    },
    {
      ...failing,
      ...stopped,
      name: 'fail-fast',
      project: 'fail',
      command: 'cargo nextest run -j1',
      truth: { 'tests::a_passes': 'pass', 'tests::b_fails': 'fail' },
      names: 'all',
      counts: { passed: 1, failed: 1 },
    },
    {
      ...failing,
      name: 'fail-final',
      project: 'fail',
      command: 'cargo nextest run --no-fail-fast --failure-output final --status-level fail --final-status-level pass',
      ...ran,
      decoys: ['ghost'],
    },
    {
      ...failing,
      name: 'fail-never',
      project: 'fail',
      command: 'cargo nextest run --no-fail-fast --failure-output never || true',
      ...ran,
    },
    {
      ...failing,
      name: 'fail-tail',
      project: 'fail',
      command: 'cargo nextest run --no-fail-fast 2>&1 | tail -n 8',
      names: 'failed',
    },
    {
      ...failing,
      name: 'fail-json',
      project: 'fail',
      command:
        'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 cargo nextest run --no-fail-fast --message-format libtest-json 2>/dev/null',
      names: 'all',
      decoys: ['ghost'],
    },
    { ...loud, name: 'loud', command: 'cargo nextest run --test loud --no-fail-fast' },
    {
      ...loud,
      name: 'loud-immediate',
      command: 'LOUD_OK=1 cargo nextest run --test loud --success-output immediate-final',
      env: 'LOUD_OK=1',
      outcome: 'passed',
    },
    {
      ...loud,
      name: 'loud-no-capture',
      command: 'LOUD_OK=1 cargo nextest run --test loud --no-capture',
      env: 'LOUD_OK=1',
      outcome: 'passed',
    },
    { ...loud, name: 'loud-no-capture-fail', command: 'cargo nextest run --test loud --no-capture --no-fail-fast' },
    {
      name: 'flaky',
      project: 'flaky',
      command: 'cargo nextest run --retries 2',
      args: '--retries 2',
      outcome: 'passed',
      ...ran,
    },
    {
      ...failing,
      name: 'flaky-fail',
      project: 'flaky',
      command: 'cargo nextest run --retries 1 --no-fail-fast',
      args: '--retries 1',
      ...ran,
    },
    {
      ...failing,
      name: 'timeout',
      project: 'slow',
      command: "cargo nextest run --no-fail-fast -E 'not test(leaves)'",
      args: "-E 'not test(leaves)'",
      ...ran,
      ...ranOnly(2, 1),
    },
    {
      name: 'timeout-passes',
      project: 'slow',
      command: "cargo nextest run -P lenient -E 'not test(leaves)'",
      args: "-P lenient -E 'not test(leaves)'",
      outcome: 'passed',
      ...ran,
      ...ranOnly(3),
    },
    {
      name: 'slow',
      project: 'slow',
      command: "cargo nextest run -P patient -E 'test(quick) + test(takes)'",
      args: "-P patient -E 'test(quick) + test(takes)'",
      outcome: 'passed',
      ...ran,
      ...ranOnly(2),
    },
    {
      name: 'leak',
      project: 'slow',
      command: "cargo nextest run -E 'test(leaves) + test(quick)'",
      args: "-E 'test(leaves) + test(quick)'",
      outcome: 'passed',
      ...ran,
      ...ranOnly(2),
    },
    {
      ...failing,
      name: 'leak-fail',
      project: 'slow',
      command: "cargo nextest run -P strict -E 'test(leaves) + test(quick)' --no-fail-fast",
      args: "-P strict -E 'test(leaves) + test(quick)'",
      ...ran,
      ...ranOnly(1, 1),
    },
    {
      name: 'global-timeout',
      project: 'slow',
      command: "cargo nextest run -P hurry -E 'test(quick) + test(hangs)'",
      outcome: 'timed-out',
      names: 'none',
      truth: { 'tests::quick': 'pass', 'tests::hangs': 'fail' },
      counts: { passed: 1 },
    },
    {
      ...failing,
      name: 'interrupted',
      project: 'slow',
      command: "timeout -s INT 3 cargo nextest run -P patient -E 'test(quick) + test(hangs)'",
      before: 'cargo test --no-run',
      outcome: 'timed-out',
      names: 'none',
      truth: { 'tests::quick': 'pass', 'tests::hangs': 'fail' },
      counts: { passed: 1 },
    },
    {
      name: 'stress',
      project: 'workspace',
      command: 'cargo nextest run -p api --stress-count 2',
      args: '-p api',
      outcome: 'passed',
      ...ran,
      ...ranOnly(4),
    },
    {
      ...failing,
      name: 'stress-fail',
      project: 'workspace',
      command: 'cargo nextest run --stress-count 2 --no-fail-fast',
      either: ['same'],
      ...ran,
      counts: {},
    },
    {
      ...failing,
      name: 'workspace',
      project: 'workspace',
      command: 'cargo nextest run --workspace --no-fail-fast',
      ...ran,
      counts: { passed: 2, failed: 1, skipped: 0 },
    },
    {
      name: 'script',
      project: 'script',
      command: 'cargo nextest run',
      outcome: 'passed',
      ...ran,
    },
    {
      ...failing,
      name: 'script-fails',
      project: 'script',
      command: 'DATABASE_CODE=3 cargo nextest run',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0 },
    },
    { ...unbuilt, name: 'build', command: 'cargo nextest run', problem: 'src/lib.rs:2' },
    { ...unbuilt, name: 'build-tail', command: 'cargo nextest run 2>&1 | tail -n 4' },
    { ...none, name: 'none', project: 'none', command: 'cargo nextest run' },
    { ...none, name: 'none-match', project: 'pass', command: 'cargo nextest run nosuchname' },
    { ...none, name: 'none-match-allowed', project: 'pass', command: 'cargo nextest run nosuchname --no-tests pass' },
    { ...none, name: 'list', project: 'pass', command: 'cargo nextest list' },
    { ...none, name: 'no-run', project: 'pass', command: 'cargo nextest run --no-run' },
    {
      ...stopped,
      name: 'option',
      project: 'pass',
      command: 'cargo nextest run --nosuch',
      outcome: 'unknown',
      truth: {},
    },
    {
      ...stopped,
      name: 'filter',
      project: 'pass',
      command: "cargo nextest run -E 'nosuch(x)'",
      outcome: 'unknown',
      truth: {},
    },
    {
      ...stopped,
      name: 'profile',
      project: 'pass',
      command: 'cargo nextest run -P nosuch',
      outcome: 'unknown',
      truth: {},
    },
    ...[
      { name: 'pass', project: 'pass', command: 'cargo nextest run', outcome: 'passed', ...ran, ...ranOnly(7) },
      {
        name: 'pass-no-capture',
        project: 'pass',
        command: 'cargo nextest run --no-capture',
        outcome: 'passed',
        ...ran,
        ...ranOnly(7),
      },
      {
        ...failing,
        name: 'fail',
        project: 'fail',
        command: 'cargo nextest run --no-fail-fast',
        ...ran,
        ...ranOnly(3, 6),
        decoys: ['ghost'],
      },
      { ...failing, name: 'fail-tail', project: 'fail', command: 'cargo nextest run 2>&1 | tail -n 4', ...stopped },
      {
        ...loud,
        name: 'loud-immediate',
        command: 'LOUD_OK=1 cargo nextest run --test loud --success-output immediate-final',
        env: 'LOUD_OK=1',
        outcome: 'passed',
      },
      {
        // It does not tell a test which attempt it is yet.
        ...failing,
        name: 'retry-fail',
        project: 'flaky',
        command: 'cargo nextest run --retries 1 --no-fail-fast',
        names: 'all',
        truth: { 'tests::first': 'pass', 'tests::second_time': 'fail', 'tests::third_time': 'fail' },
      },
      { ...none, name: 'none-match', project: 'pass', command: 'cargo nextest run nosuchname' },
    ].map((entry) => ({ ...entry, name: `${entry.name}-v0.9.64`, with: '0.9.64' })),
  ],
};
