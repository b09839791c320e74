import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const ALL = {
  'cart adds': 'pass',
  'cart is bad': 'fail',
  'cart deep breaks': 'fail',
  'cart says so': 'pass',
  'cart later': 'skip',
};
const failing = { project: 'fail', outcome: 'failed', names: 'failed', truth: ALL };
const COUNTS = { passed: 2, failed: 2, skipped: 1, total: 5 };

/** What is captured of karma, in the Chromium of the machine: the projects are so small that what they hold is told here. */
export default {
  version: 'karma --version',
  tools: () =>
    npmTool(
      'karma@6.4.4',
      'karma-jasmine@5.1.0',
      'jasmine-core@5.12.0',
      'karma-chrome-launcher@3.2.0',
      'karma-mocha-reporter@2.2.5',
    ),
  prepare: ({ folder, modules }) => fs.symlinkSync(modules, path.join(folder, 'node_modules')),
  cases: [
    {
      name: 'pass',
      project: 'pass',
      outcome: 'passed',
      command: 'karma start',
      names: 'none',
      truth: { 'cart adds': 'pass', 'cart totals': 'pass', 'cart later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1, total: 3 },
    },
    {
      name: 'pass-dots',
      project: 'pass',
      outcome: 'passed',
      command: 'karma start --reporters dots --no-colors',
      names: 'none',
      truth: { 'cart adds': 'pass', 'cart totals': 'pass', 'cart later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1, total: 3 },
    },
    {
      name: 'pass-mocha',
      project: 'pass',
      outcome: 'passed',
      command: 'karma start --reporters mocha',
      names: 'none',
      truth: { 'cart adds': 'pass', 'cart totals': 'pass', 'cart later': 'skip' },
      counts: { passed: 2, failed: 0, skipped: 1, total: 3 },
    },
    { name: 'fail', command: 'karma start', counts: COUNTS, ...failing },
    { name: 'fail-dots', command: 'karma start --reporters dots', counts: COUNTS, ...failing },
    { name: 'fail-or-true', command: 'karma start --no-colors || true', counts: COUNTS, ...failing },
    { name: 'fail-mocha', command: 'karma start --reporters mocha', counts: COUNTS, ...failing, names: 'none' },
    { name: 'fail-tail', command: 'karma start 2>&1 | tail -1', counts: {}, ...failing, names: 'none' },
    {
      name: 'broken',
      project: 'broken',
      outcome: 'collection-error',
      command: 'karma start',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0 },
    },
    {
      name: 'none',
      project: 'pass',
      outcome: 'no-tests',
      command: 'rm spec/*; karma start',
      names: 'none',
      truth: {},
      counts: { passed: 0, failed: 0, total: 0 },
    },
  ],
};
