import fs from 'node:fs';
import path from 'node:path';
import { FAKES, failing, none } from '../../scripts/shared.mjs';
import { npmTool } from '../../scripts/tools.mjs';

const LATEST = '30.5.2';
const STATES = { passed: 'pass', failed: 'fail' };
const pass = {
  project: 'pass',
  outcome: 'passed',
  names: 'none',
  counts: { passed: 10, failed: 0, skipped: 0, total: 10, errors: 0, files: 2 },
};
const mixed = {
  project: 'mixed',
  ...failing,
  names: 'failed',
  counts: { passed: 3, failed: 5, skipped: 2, todo: 1, total: 11, errors: 0, files: 3 },
  decoys: [...FAKES, 'ghost > fails', 'lies'],
};
const load = {
  project: 'load',
  outcome: 'collection-error',
  names: 'none',
  counts: { passed: 1, failed: 0, errors: 4, total: 1 },
};
/** The machine format names no test of a file that did not get that far. */
const cut = { outcome: 'truncated', names: 'none', counts: {} };

export default {
  version: 'jest --version',
  tools: ({ with: version = LATEST }) => npmTool(`jest@${version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0" }\n');
    const syntax = path.join(folder, 'syntax.test.txt');
    if (fs.existsSync(syntax)) fs.renameSync(syntax, syntax.replace('.txt', '.js'));
  },
  truth({ folder, run, merge }) {
    const tests = {};
    run('jest --ci --json --outputFile=truth.json');
    const file = path.join(folder, 'truth.json');
    if (!fs.existsSync(file)) return tests;
    for (const suite of JSON.parse(fs.readFileSync(file, 'utf8')).testResults)
      for (const { ancestorTitles, title, status } of suite.assertionResults)
        merge(tests, [...ancestorTitles, title].join(' > '), STATES[status] ?? 'skip');
    return tests;
  },
  cases: [
    ...['24.9.0', '27.5.1', LATEST].flatMap((version) => [
      { name: `pass-${version}`, with: version, command: 'npx jest', ...pass },
      { name: `mixed-${version}`, with: version, command: 'npx jest', ...mixed },
      { name: `verbose-${version}`, with: version, command: 'npx jest --verbose', ...mixed, names: 'all' },
      { name: `load-${version}`, with: version, command: 'npx jest', ...load },
    ]),
    { name: 'verbose-pass', command: 'npx jest --verbose', ...pass, names: 'all' },
    { name: 'silent', command: 'npx jest --silent', ...pass },
    { name: 'ci', command: 'CI=true npx jest --ci', ...pass },
    { name: 'color', color: true, command: 'npx jest --colors', ...mixed },
    { name: 'color-verbose', color: true, command: 'npx jest --colors --verbose', ...mixed, names: 'all' },
    { name: 'json', command: 'npx jest --json 2>/dev/null', ...mixed, names: 'all' },
    { name: 'json-both', command: 'npx jest --json', ...pass, names: 'all' },
    { name: 'json-file', command: 'npx jest --json --outputFile=out.json; cat out.json', ...pass, names: 'all' },
    { name: 'json-load', command: 'npx jest --json --silent 2>/dev/null', ...load, names: 'all' },
    { name: 'summary-reporter', command: 'npx jest --reporters=summary', ...pass },
    {
      name: 'bail',
      command: 'npx jest --bail -i ./cart ./prints',
      ...mixed,
      counts: { passed: 1, failed: 2 },
      truth: { 'cart > applies discount': 'fail', 'cart > nested > lies': 'fail' },
      decoys: FAKES,
    },
    { name: 'or-true', command: 'npx jest || true', ...pass },
    { name: 'mixed-or-true', command: 'npx jest || true', ...mixed },
    { name: 'echo', command: 'npx jest; echo "exit $?"', ...mixed },
    { name: 'tail', command: 'npx jest 2>&1 | tail -6', ...pass },
    { name: 'mixed-tail', command: 'npx jest 2>&1 | tail -6', ...mixed, names: 'none' },
    { name: 'head', command: 'npx jest 2>&1 | head -1', project: 'pass', ...cut },
    {
      name: 'grep',
      command: 'npx jest 2>&1 | grep "^Tests:"',
      project: 'pass',
      ...cut,
      counts: { passed: 10, failed: 0 },
    },
    { name: 'mixed-grep', command: 'npx jest 2>&1 | grep "^Tests:"', ...mixed, names: 'none', counts: { failed: 5 } },
    {
      name: 'grep-marks',
      command: 'npx jest --verbose 2>&1 | grep -E "✓|✕"',
      ...mixed,
      names: 'none',
      counts: {},
      also: { '*': ['pass', 'fail'] },
      decoys: [],
    },
    { name: 'none', project: 'none', command: 'npx jest', ...none },
    { name: 'none-pass', project: 'none', command: 'npx jest --passWithNoTests', ...none },
    { name: 'list', project: 'pass', command: 'npx jest --listTests', ...none },
    {
      name: 'none-match',
      project: 'pass',
      command: 'npx jest -t nosuchname',
      outcome: 'no-tests',
      names: 'none',
      counts: { passed: 0, failed: 0, skipped: 10 },
      also: { '*': 'skip' },
    },
    {
      name: 'skip',
      project: 'skip',
      command: 'npx jest --verbose',
      outcome: 'no-tests',
      names: 'all',
      counts: { passed: 0, skipped: 2, todo: 1 },
    },
    {
      name: 'raw',
      project: 'raw',
      command: 'npx jest',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 1, total: 1 },
      decoys: FAKES,
    },
    {
      name: 'raw-fail',
      project: 'raw-fail',
      command: 'npx jest || true',
      ...failing,
      names: 'failed',
      counts: { passed: 1, failed: 1 },
    },
    {
      name: 'snapshot',
      project: 'snapshot',
      command: 'npx jest --ci',
      ...failing,
      names: 'failed',
      counts: { passed: 1, failed: 1 },
    },
    {
      name: 'obsolete',
      project: 'obsolete',
      command: 'npx jest --ci',
      outcome: 'unknown',
      names: 'all',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'obsolete-or-true',
      project: 'obsolete',
      command: 'npx jest || true',
      outcome: 'unknown',
      names: 'all',
      counts: { passed: 1 },
    },
    {
      name: 'retry',
      project: 'retry',
      command: 'npx jest',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'failing',
      project: 'failing',
      command: 'npx jest',
      ...failing,
      names: 'all',
      counts: { passed: 2, failed: 1 },
    },
    {
      name: 'hooks',
      project: 'hooks',
      command: 'npx jest',
      ...failing,
      names: 'failed',
      counts: { failed: 1, passed: 1, errors: 1 },
    },
    {
      name: 'exit',
      project: 'exit',
      command: 'npx jest',
      outcome: 'unknown',
      names: 'none',
      truth: {},
      counts: { passed: 0 },
    },
    {
      name: 'crash',
      project: 'crash',
      command: 'npx jest --workerThreads=false -w 2',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      also: { fine: 'pass' },
      counts: { failed: 0, passed: 1, errors: 1 },
    },
    {
      name: 'timeout',
      project: 'timeout',
      command: 'npx jest',
      ...failing,
      names: 'all',
      counts: { failed: 1, passed: 1 },
    },
    {
      name: 'hang',
      project: 'hang',
      command: 'timeout 8 npx jest',
      outcome: 'timed-out',
      names: 'none',
      truth: {},
      counts: { passed: 0 },
    },
    {
      name: 'open',
      project: 'open',
      command: 'npx jest --detectOpenHandles',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 1 },
    },
    {
      name: 'teardown',
      project: 'teardown',
      command: 'npx jest',
      outcome: 'unknown',
      names: 'none',
      counts: { passed: 1 },
      truth: { fine: 'pass' },
    },
    {
      name: 'config',
      project: 'config',
      command: 'npx jest',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, errors: 1 },
    },
    {
      name: 'option',
      project: 'pass',
      command: 'npx jest --nosuch',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, errors: 1 },
    },
    {
      name: 'coverage',
      project: 'coverage',
      command: 'npx jest --coverage',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 2 },
    },
    {
      name: 'threshold',
      project: 'coverage',
      command: `npx jest --coverage --coverageThreshold='{"global":{"lines":100}}'`,
      outcome: 'unknown',
      names: 'all',
      counts: { passed: 2, failed: 0 },
    },
    {
      name: 'projects',
      project: 'projects',
      command: 'npx jest',
      ...failing,
      names: 'failed',
      counts: { passed: 2, failed: 1 },
    },
    {
      name: 'watch',
      project: 'pass',
      command: 'timeout 8 npx jest --watchAll',
      outcome: 'timed-out',
      names: 'none',
      counts: {},
    },
    {
      name: 'npm-test',
      command: 'npm test',
      before: `node -e "fs.writeFileSync('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', scripts: { test: 'jest' } }))"`,
      ...pass,
    },
    { name: 'twice', command: 'npx jest math && npx jest text', ...pass, counts: {} },
    { name: 'group-file', command: '(cd . && npx jest) > log.txt 2>&1; cat log.txt', ...pass },
  ],
};
