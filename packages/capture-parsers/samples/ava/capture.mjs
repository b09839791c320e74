import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of ava: the projects are so small that what they hold is told here. */
export default {
  version: 'ava --version',
  tools: () => npmTool('ava@7.0.0'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: 'ava',
      names: 'ran',
      truth: { adds: 'pass', totals: 'pass', later: 'skip', someday: 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1, todo: 1 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: 'ava',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'breaks Error thrown in test': 'fail', known: 'skip' },
      counts: { passed: 1, failed: 2, xfailed: 1 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: 'ava || true',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'breaks Error thrown in test': 'fail', known: 'skip' },
      counts: { passed: 1, failed: 2, xfailed: 1 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: 'ava 2>&1 | tail -3',
      names: 'none',
      truth: { adds: 'pass', 'is bad': 'fail', 'breaks Error thrown in test': 'fail', known: 'skip' },
      counts: {},
    },
  ],
};
