import { failing, none } from '../shared.mjs';

export default {
  version: 'cargo --version',
  truth({ run, merge }) {
    const tests = {};
    const { output } = run('RUSTC_BOOTSTRAP=1 cargo test --no-fail-fast -- -Z unstable-options --format json');
    for (const line of output.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { type, event, name } = JSON.parse(line);
      const state = { ok: 'pass', failed: 'fail', ignored: 'skip' }[event];
      if (type === 'test' && state) merge(tests, name.replace(/ - (?:should panic|compile fail|compile)$/, ''), state);
    }
    return tests;
  },
  cases: [
    { name: 'pass-default', project: 'pass', command: 'cargo test', outcome: 'passed', names: 'all' },
    { name: 'pass-quiet', project: 'pass', command: 'cargo test -q', outcome: 'passed', names: 'none' },
    {
      name: 'pass-json',
      project: 'pass',
      command: 'RUSTC_BOOTSTRAP=1 cargo test -- -Z unstable-options --format json',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-nocapture',
      project: 'prints',
      command: 'cargo test -- --nocapture --test-threads=1',
      outcome: 'passed',
      decoys: ['ghost'],
      names: 'none',
      counts: { passed: 2, failed: 0 },
    },
    {
      name: 'pass-color',
      project: 'pass',
      color: true,
      command: 'cargo test --color always -- --color always',
      outcome: 'passed',
      names: 'all',
    },
    {
      name: 'pass-tail',
      project: 'pass',
      command: 'cargo test 2>&1 | tail -3',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    { name: 'pass-or-true', project: 'pass', command: 'cargo test || true', outcome: 'unknown', names: 'all' },
    {
      name: 'pass-doc',
      project: 'pass',
      command: 'cargo test --doc',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'fail-default',
      project: 'fail',
      command: 'cargo test',
      ...failing,
      names: 'failed',
      counts: { failed: 3, passed: 1, skipped: 1 },
    },
    { name: 'fail-all', project: 'fail', command: 'cargo test --no-fail-fast', ...failing, names: 'all' },
    {
      name: 'fail-quiet',
      project: 'fail',
      command: 'cargo test -q',
      ...failing,
      names: 'failed',
      counts: { failed: 3 },
    },
    {
      name: 'fail-json',
      project: 'fail',
      command: 'RUSTC_BOOTSTRAP=1 cargo test --no-fail-fast -- -Z unstable-options --format json',
      ...failing,
      names: 'all',
    },
    { name: 'fail-or-true', project: 'fail', command: 'cargo test --no-fail-fast || true', ...failing, names: 'all' },
    {
      name: 'fail-tail',
      project: 'fail',
      command: 'cargo test --no-fail-fast 2>&1 | tail -3',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    {
      name: 'build',
      project: 'build',
      command: 'cargo test',
      outcome: 'build-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0 },
      problem: 'src/lib.rs:2',
    },
    { name: 'none', project: 'none', command: 'cargo test', ...none },
    {
      name: 'none-match',
      project: 'pass',
      command: 'cargo test nosuchname',
      ...none,
      counts: { passed: 0, filteredOut: 6 },
    },
    { name: 'no-run', project: 'pass', command: 'cargo test --no-run', ...none },
    { name: 'skip', project: 'skip', command: 'cargo test', outcome: 'no-tests', names: 'all' },
    {
      name: 'crash',
      project: 'crash',
      command: 'cargo test -- --test-threads=1',
      outcome: 'crashed',
      names: 'none',
      truth: { a_before: 'pass', b_aborts: 'fail' },
      counts: {},
    },
    {
      name: 'no-runner',
      project: 'pass',
      command: 'echo "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s"',
      outcome: 'unknown',
      names: 'none',
      truth: {},
      counts: {},
    },
  ],
};
