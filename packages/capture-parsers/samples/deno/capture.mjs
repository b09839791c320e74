import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of deno: the projects are so small that what they hold is told here. */
export default {
  version: 'deno --version',
  tools: () => npmTool('deno@2.9.6'),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: 'deno test',
      names: 'ran',
      truth: { adds: 'pass', totals: 'pass', later: 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      outcome: 'passed',
      command: 'deno test || true',
      names: 'none',
      truth: { adds: 'pass', totals: 'pass', later: 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: 'deno test',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', totals: 'fail' },
      counts: { passed: 1, failed: 2 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: 'deno test || true',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', totals: 'fail' },
      counts: { passed: 1, failed: 2 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: 'deno test 2>&1 | tail -6',
      names: 'none',
      truth: { adds: 'pass', 'is bad': 'fail', totals: 'fail' },
      counts: {},
    },
    {
      name: 'none',
      project: 'none',
      command: 'deno test',
      outcome: 'no-tests',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0 },
    },
  ],
};
