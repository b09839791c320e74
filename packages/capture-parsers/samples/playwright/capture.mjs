import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of playwright: the projects are so small that what they hold is told here. */
export default {
  version: 'playwright --version',
  tools: () => npmTool('@playwright/test@1.65.1'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: 'playwright test',
      names: 'ran',
      truth: { adds: 'pass', 'totals › of none': 'pass', 'totals › later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: 'playwright test',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'totals › breaks': 'fail' },
      counts: { passed: 1, failed: 2 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: 'playwright test || true',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'totals › breaks': 'fail' },
      counts: { passed: 1, failed: 2 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: 'playwright test 2>&1 | tail -4',
      names: 'none',
      truth: { adds: 'pass', 'is bad': 'fail', 'totals › breaks': 'fail' },
      counts: {},
    },
    {
      name: 'pass-dot',
      project: 'pass',
      outcome: 'passed',
      command: 'playwright test --reporter=dot',
      names: 'none',
      truth: { adds: 'pass', 'totals › of none': 'pass', 'totals › later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    {
      name: 'fail-line',
      project: 'fail',
      outcome: 'failed',
      command: 'playwright test --reporter=line',
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'totals › breaks': 'fail' },
      counts: { passed: 1, failed: 2 },
    },
    {
      name: 'pass-list',
      project: 'pass',
      outcome: 'unknown',
      command: 'playwright test --list',
      names: 'none',
      truth: { adds: 'pass', 'totals › of none': 'pass', 'totals › later': 'skip' },
      counts: {},
    },
  ],
};
