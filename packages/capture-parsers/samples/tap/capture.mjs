import { failing } from '../../scripts/shared.mjs';

/** What the sample files say; prove has no machine format beside TAP. */
const pass = {
  project: 'pass',
  outcome: 'passed',
  truth: { adds: 'pass', 'has a # sign': 'pass', ships: 'skip', 'cart > totals': 'pass', 'cart > empties': 'pass' },
  counts: { passed: 4, failed: 0, skipped: 1, todo: 1 },
  names: 'all',
};
const fail = {
  project: 'fail',
  ...failing,
  decoys: ['fake'],
  truth: { adds: 'pass', subtracts: 'fail', 'cart > totals': 'pass', 'cart > empties': 'fail' },
  names: 'all',
};
const quiet = { names: 'none', truth: {} };
const unknown = { outcome: 'unknown', ...quiet, counts: {} };

export default {
  version: 'prove --version',
  cases: [
    { name: 'pass', ...pass, ...quiet, command: 'prove t', counts: { passed: 5, failed: 0 } },
    { name: 'pass-verbose', ...pass, command: 'prove -v t' },
    {
      name: 'pass-file',
      ...pass,
      command: 'prove -v t/b.t',
      truth: { 'cart > totals': 'pass', 'cart > empties': 'pass' },
      counts: { passed: 2 },
    },
    { name: 'pass-or-true', ...pass, ...quiet, command: 'prove t || true', counts: { failed: 0 } },
    { name: 'pass-tail', ...pass, ...quiet, command: 'prove t | tail -2', counts: { failed: 0 } },
    { name: 'fail', ...fail, ...quiet, command: 'prove t 2>/dev/null', counts: {} },
    { name: 'fail-verbose', ...fail, command: 'prove -v t/a.t 2>/dev/null', counts: { passed: 2, failed: 2 } },
    { name: 'fail-plan', ...fail, ...quiet, command: 'prove -v t/short.t', counts: {}, also: { first: 'pass' } },
    { name: 'fail-or-true', ...fail, command: 'prove -v t/a.t || true', counts: { passed: 2, failed: 2 } },
    { name: 'fail-tail', ...fail, ...quiet, command: 'prove t | tail -2', counts: {} },
    { name: 'none', project: 'none', outcome: 'no-tests', ...quiet, command: 'prove t', counts: { passed: 0 } },
    {
      name: 'bail',
      project: 'bail',
      outcome: 'crashed',
      ...quiet,
      command: 'prove -v t',
      counts: { errors: 1 },
      also: { first: 'pass' },
    },
    {
      name: 'no-file',
      project: 'none',
      ...quiet,
      outcome: 'no-tests',
      command: 'prove nosuch.t',
      counts: { passed: 0 },
    },
    {
      name: 'imitation',
      project: 'pass',
      ...unknown,
      command: 'printf "1..1\\nok 1 - fake\\n"',
      decoys: [],
      also: { fake: 'pass' },
    },
  ],
};
