import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of cucumber: the projects are so small that what they hold is told here. */
export default {
  version: 'cucumber-js --version',
  tools: () => npmTool('@cucumber/cucumber@12.9.0'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: "cucumber-js --import 'features/steps/*.js'",
      names: 'none',
      truth: { adds: 'pass', 'stays empty': 'pass' },
      counts: { passed: 2, failed: 0, total: 2 },
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      outcome: 'passed',
      command: "cucumber-js --import 'features/steps/*.js' || true",
      names: 'none',
      truth: { adds: 'pass', 'stays empty': 'pass' },
      counts: { passed: 2, failed: 0, total: 2 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: "cucumber-js --import 'features/steps/*.js'",
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: { passed: 1, failed: 2, total: 3 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: "cucumber-js --import 'features/steps/*.js' || true",
      names: 'failed',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: { passed: 1, failed: 2, total: 3 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: "cucumber-js --import 'features/steps/*.js' 2>&1 | tail -3",
      names: 'none',
      truth: { adds: 'pass', 'is bad': 'fail', 'is not known': 'fail' },
      counts: {},
    },
  ],
};
