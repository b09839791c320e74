import { failing, none } from '../../scripts/shared.mjs';

/** Names that the sample prints, and that a reader of the tree may take for examples at worst. */
const decoys = ['Fake example', 'Cart fake passes', 'Cart fake fails', 'fake passes', 'fake fails'];
const fail = { project: 'fail', ...failing, decoys };
const load = { outcome: 'collection-error', names: 'none', truth: {}, counts: { passed: 0, failed: 0 } };
const unknown = { outcome: 'unknown', names: 'none', truth: {}, counts: {} };
const pass = { project: 'pass', outcome: 'passed' };
/** Progress names what failed or is pending and no more. */
const shown = { names: 'none', counts: { passed: 4, failed: 10, skipped: 4, total: 18 } };

export default {
  version: 'rspec --version | head -1',
  truth({ run, merge }) {
    const tests = {};
    const { output } = run('rspec --format json --out .truth.json >/dev/null 2>&1; cat .truth.json');
    for (const { full_description: name, status } of JSON.parse(output).examples)
      merge(tests, name, { passed: 'pass', failed: 'fail', pending: 'skip' }[status]);
    return tests;
  },
  cases: [
    { name: 'pass-progress', ...pass, command: 'rspec', names: 'none' },
    { name: 'pass-doc', ...pass, command: 'rspec --format documentation', names: 'all' },
    { name: 'pass-doc-color', ...pass, command: 'rspec -fd --force-color', names: 'all' },
    { name: 'pass-json', ...pass, command: 'rspec --format json', names: 'all' },
    {
      name: 'pass-html',
      ...pass,
      command: 'rspec --format html | sed "/<style/,/<\\/style>/d;/<script/,/<\\/script>/{/totals/!d}"',
      outcome: 'unknown',
      names: 'none',
      counts: {},
    },
    { name: 'pass-profile', ...pass, command: 'rspec --profile 2', names: 'none' },
    { name: 'pass-seed', ...pass, command: 'rspec --order rand:42 -f d', names: 'all' },
    { name: 'pass-tail', ...pass, command: 'rspec 2>&1 | tail -3', names: 'none' },
    { name: 'pass-or-true', ...pass, command: 'rspec || true', names: 'none' },
    { name: 'pass-echo', ...pass, command: 'rspec; echo "exit $?"', names: 'none' },
    { name: 'pass-grep', ...pass, command: 'rspec | grep examples', outcome: 'unknown', names: 'none' },
    { name: 'pass-ci', ...pass, command: 'CI=true rspec --no-color -fp', names: 'none' },
    {
      name: 'pass-filter',
      ...pass,
      command: 'rspec -e adds -fd',
      names: 'none',
      counts: { passed: 2, failed: 0, total: 2 },
    },
    {
      name: 'pass-line',
      ...pass,
      command: 'rspec spec/calc_spec.rb:2',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'pass-rake',
      project: 'rake',
      outcome: 'passed',
      command: 'rake spec',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    { name: 'fail-progress', ...fail, command: 'rspec', ...shown },
    {
      name: 'fail-doc',
      ...fail,
      either: ['Cart same name'],
      command: 'rspec --format documentation',
      names: 'failed',
      counts: shown.counts,
    },
    {
      name: 'fail-doc-or-true',
      ...fail,
      either: ['Cart same name'],
      command: 'rspec -fd || true',
      names: 'failed',
      counts: shown.counts,
    },
    {
      name: 'fail-json',
      project: 'shared',
      ...failing,
      command: 'rspec --format json',
      names: 'all',
      counts: { passed: 5, failed: 1 },
    },
    {
      name: 'fail-failures',
      ...fail,
      command: 'rspec --format failures',
      names: 'none',
      counts: { failed: 10 },
      also: { '*': 'fail' },
    },
    { name: 'fail-backtrace', ...fail, command: 'rspec -b | head -150', names: 'none', counts: {} },
    {
      name: 'fail-seed',
      ...fail,
      either: ['Cart same name'],
      command: 'rspec --seed 1234 -f d',
      names: 'failed',
      counts: shown.counts,
    },
    {
      name: 'fail-fast',
      ...fail,
      command: 'rspec --fail-fast=3 -fd',
      names: 'none',
      counts: { passed: 1, failed: 3, skipped: 3 },
    },
    { name: 'fail-exit-0', ...fail, command: 'rspec --failure-exit-code 0', ...shown },
    { name: 'fail-tail', ...fail, command: 'rspec | tail -5', names: 'none', counts: {} },
    { name: 'fail-head', ...fail, command: 'rspec -fd | head -12', names: 'none', counts: {} },
    { name: 'fail-grep', ...fail, command: 'rspec | grep "examples,"', names: 'none', counts: {}, outcome: 'failed' },
    {
      name: 'shared',
      project: 'shared',
      ...failing,
      command: 'rspec -fd',
      names: 'all',
      counts: { passed: 5, failed: 1 },
    },
    {
      name: 'hooks',
      project: 'setup',
      ...failing,
      command: 'rspec -fd',
      names: 'failed',
      counts: { passed: 1, failed: 2, errors: 2 },
    },
    {
      name: 'hooks-json',
      project: 'setup',
      ...failing,
      command: 'rspec -fj',
      names: 'all',
      counts: { passed: 1, failed: 2, errors: 2 },
    },
    {
      name: 'load',
      project: 'outside',
      ...load,
      command: 'rspec',
      counts: { passed: 0, errors: 2 },
      problem: 'spec/b_spec.rb:1',
    },
    {
      name: 'load-json',
      project: 'outside',
      ...load,
      command: 'rspec -fj',
      counts: { passed: 0, errors: 2 },
      problem: 'spec/c_spec.rb:1',
    },
    { name: 'syntax', project: 'syntax', ...load, command: 'rspec -fd', problem: 'spec/a_spec.rb:4' },
    { name: 'no-file', project: 'pass', ...load, command: 'rspec spec/nosuch_spec.rb' },
    { name: 'none', project: 'none', ...none, command: 'rspec' },
    { name: 'none-match', project: 'pass', ...none, command: 'rspec -e nosuch' },
    { name: 'dry-run', project: 'pass', ...none, command: 'rspec --dry-run -fd', also: { '*': 'skip' } },
    { name: 'skip', project: 'skip', outcome: 'no-tests', command: 'rspec', names: 'all' },
    { name: 'skip-doc', project: 'skip', outcome: 'no-tests', command: 'rspec -fd', names: 'all' },
    {
      name: 'crash',
      project: 'crash',
      ...unknown,
      outcome: 'crashed',
      command: 'rspec -fd',
      also: { 'Crash goes first': 'pass' },
    },
    { name: 'exit-early', project: 'exit', ...unknown, command: 'rspec -fd', also: { 'Exit goes first': 'pass' } },
    { name: 'timeout', project: 'slow', ...unknown, outcome: 'timed-out', command: 'timeout 3 rspec -fd' },
    { name: 'timeout-or-true', project: 'slow', ...unknown, command: 'timeout 3 rspec -fd || true' },
    { name: 'wrong-option', project: 'pass', ...unknown, command: 'rspec --nosuch' },
    { name: 'help', project: 'pass', ...unknown, command: 'rspec --help' },
    {
      name: 'imitation',
      project: 'pass',
      ...unknown,
      command: 'echo "Finished in 0.1 seconds (files took 0.1 seconds to load)"; echo "5 examples, 0 failures"',
    },
    {
      name: 'fail-make',
      ...fail,
      command: 'make test',
      before: "printf 'test:\\n\\trspec --force-color\\n' > Makefile",
      names: 'failed',
      counts: shown.counts,
    },
  ],
};
