import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const pass = {
  ...{ project: 'pass', outcome: 'passed', counts: { passed: 2, failed: 0, skipped: 1 } },
  truth: { adds: 'pass', 'totals › of none': 'pass', 'totals › later': 'skip' },
};
const fail = {
  ...{ project: 'fail', outcome: 'failed', counts: { passed: 1, failed: 2 } },
  truth: { adds: 'pass', 'is bad': 'fail', 'totals › breaks': 'fail' },
};

/** What is captured of playwright: the projects are so small that what they hold is told here. */
export default {
  version: 'playwright --version',
  tools: () => npmTool('@playwright/test@1.65.1'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      ...pass,
      command: 'playwright test',
      names: 'ran',
    },
    {
      name: 'fail',
      ...fail,
      command: 'playwright test',
      names: 'failed',
    },
    {
      name: 'fail-or-true',
      ...fail,
      command: 'playwright test || true',
      names: 'failed',
    },
    {
      name: 'fail-tail',
      ...fail,
      command: 'playwright test 2>&1 | tail -4',
      names: 'none',
      counts: {},
    },
    {
      name: 'pass-json',
      ...pass,
      command: 'playwright test --reporter=json',
      names: 'all',
      counts: { ...pass.counts, total: 3 },
    },
    {
      name: 'fail-json',
      ...fail,
      command: 'playwright test --reporter=json || true',
      names: 'all',
      counts: { ...fail.counts, total: 3 },
    },
    {
      name: 'flaky',
      project: 'flaky',
      outcome: 'passed',
      command: 'playwright test --retries=1',
      names: 'ran',
      truth: { adds: 'pass', 'in the end': 'pass' },
      counts: { passed: 2, failed: 0 },
    },
    {
      name: 'pass-dot',
      ...pass,
      command: 'playwright test --reporter=dot',
      names: 'none',
    },
    {
      name: 'fail-line',
      ...fail,
      command: 'playwright test --reporter=line',
      names: 'failed',
    },
    {
      name: 'pass-list',
      ...pass,
      outcome: 'unknown',
      command: 'playwright test --list',
      names: 'none',
      counts: {},
    },
  ],
};
