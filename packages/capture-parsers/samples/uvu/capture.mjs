import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

/** What is captured of uvu: the projects are so small that what they hold is told here. */
export default {
  version: 'uvu --version',
  tools: () => npmTool('uvu@0.5.6'),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: "uvu . 'test.js$'",
      names: 'none',
      truth: { adds: 'pass' },
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    {
      name: 'fail',
      project: 'fail',
      outcome: 'failed',
      command: "uvu . 'test.js$'",
      names: 'failed',
      truth: { 'is bad': 'fail', 'totals breaks': 'fail' },
      counts: { passed: 1, failed: 2, skipped: 0 },
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      outcome: 'failed',
      command: "uvu . 'test.js$' || true",
      names: 'failed',
      truth: { 'is bad': 'fail', 'totals breaks': 'fail' },
      counts: { passed: 1, failed: 2, skipped: 0 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      outcome: 'failed',
      command: "uvu . 'test.js$' 2>&1 | tail -6",
      names: 'none',
      truth: { 'is bad': 'fail', 'totals breaks': 'fail' },
      counts: {},
    },
  ],
};
