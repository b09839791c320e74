import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of jasmine: the projects are so small that what they hold is told here. */
export default {
  version: 'jasmine -v',
  tools: () => npmTool('jasmine@7.0.0'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: "jasmine 'spec/*_spec.js'",
      names: 'none',
      truth: { 'cart adds': 'pass', 'cart totals': 'pass', 'cart later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1, total: 3 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: "jasmine 'spec/*_spec.js'",
      names: 'failed',
      truth: { 'cart adds': 'pass', 'cart is bad': 'fail', 'cart breaks': 'fail' },
      counts: { passed: 1, failed: 2, total: 3 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: "jasmine 'spec/*_spec.js' || true",
      names: 'failed',
      truth: { 'cart adds': 'pass', 'cart is bad': 'fail', 'cart breaks': 'fail' },
      counts: { passed: 1, failed: 2, total: 3 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: "jasmine 'spec/*_spec.js' 2>&1 | tail -4",
      names: 'none',
      truth: { 'cart adds': 'pass', 'cart is bad': 'fail', 'cart breaks': 'fail' },
      counts: {},
    },
    {
      name: 'none',
      project: 'pass',
      command: "jasmine 'none/*.js'",
      outcome: 'no-tests',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0 },
    },
  ],
};
