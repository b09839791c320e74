import { pipTool } from '../../scripts/tools.mjs';

/** What is captured of behave: the projects are so small that what they hold is told here. */
export default {
  version: 'behave --version',
  tools: () => pipTool('behave==1.3.3'),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: 'behave',
      names: 'none',
      truth: { adds: 'pass', 'stays empty': 'pass' },
      counts: { passed: 2, failed: 0, skipped: 0 },
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      outcome: 'passed',
      command: 'behave || true',
      names: 'none',
      truth: { adds: 'pass', 'stays empty': 'pass' },
      counts: { passed: 2, failed: 0, skipped: 0 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: 'behave',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: { passed: 1, failed: 1, errors: 1 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: 'behave || true',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: { passed: 1, failed: 1, errors: 1 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: 'behave 2>&1 | tail -14',
      names: 'none',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: {},
    },
  ],
};
