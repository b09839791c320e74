import fs from 'node:fs';
import path from 'node:path';
import { FAKES, failing, none } from '../../scripts/shared.mjs';
import { npmTool } from '../../scripts/tools.mjs';

const LATEST = '12.0.3';
const pass = {
  project: 'pass',
  outcome: 'passed',
  names: 'all',
  counts: { passed: 6, failed: 0, skipped: 0, total: 6 },
};
const mixed = {
  project: 'mixed',
  ...failing,
  names: 'failed',
  counts: { passed: 4, failed: 5, skipped: 3, total: 12 },
  decoys: [...FAKES, 'fake test'],
};

export default {
  version: 'mocha --version',
  tools: ({ with: version = LATEST }) => npmTool(`mocha@${version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0" }\n');
    const syntax = path.join(folder, 'test/a.js.txt');
    if (fs.existsSync(syntax)) fs.renameSync(syntax, path.join(folder, 'test/a.js'));
  },
  truth({ run, merge }) {
    const tests = {};
    const { output } = run('mocha -R json');
    const from = output.indexOf('{\n  "stats"');
    if (from < 0) return tests;
    const { passes, pending, failures } = JSON.parse(output.slice(from));
    for (const [state, list] of Object.entries({ pass: passes, skip: pending, fail: failures }))
      for (const { fullTitle } of list) merge(tests, fullTitle, state);
    return tests;
  },
  cases: [
    ...['6.2.3', '8.4.0', '10.8.2', LATEST].flatMap((version) => [
      { name: `pass-${version}`, with: version, command: 'npx mocha', ...pass },
      { name: `mixed-${version}`, with: version, command: 'npx mocha', ...mixed, names: 'all' },
    ]),
    ...['dot', 'min', 'progress'].map((reporter) => ({
      name: `pass-${reporter}`,
      command: `npx mocha -R ${reporter}`,
      ...pass,
      names: 'none',
    })),
    ...['dot', 'nyan', 'landing'].map((reporter) => ({
      name: `mixed-${reporter}`,
      command: `npx mocha --reporter=${reporter}`,
      ...mixed,
    })),
    ...['list', 'json', 'json-stream', 'tap', 'xunit'].flatMap((reporter) => [
      { name: `pass-${reporter}`, command: `npx mocha --reporter ${reporter}`, ...pass },
      {
        name: `mixed-${reporter}`,
        command: `npx mocha -R ${reporter}`,
        ...mixed,
        names: reporter === 'json-stream' ? 'failed' : 'all',
      },
    ]),
    ...['markdown', 'doc'].map((reporter) => ({
      name: `pass-${reporter}`,
      command: `npx mocha -R ${reporter}`,
      ...pass,
    })),
    { name: 'mixed-doc', command: 'npx mocha -R doc || true', ...mixed, counts: { passed: 4, failed: 5 } },
    { name: 'xunit-6.2.3', with: '6.2.3', command: 'npx mocha -R xunit', ...mixed, names: 'all' },
    { name: 'color', color: true, command: 'npx mocha --color', ...mixed, names: 'all' },
    { name: 'or-true', command: 'npx mocha || true', ...pass },
    { name: 'mixed-or-true', command: 'npx mocha || true', ...mixed, names: 'all' },
    { name: 'echo', command: 'npx mocha; echo "exit $?"', ...mixed, names: 'all' },
    { name: 'tail', command: 'npx mocha 2>&1 | tail -4', ...pass, names: 'none' },
    {
      name: 'head',
      command: 'npx mocha 2>&1 | head -5',
      project: 'pass',
      outcome: 'truncated',
      names: 'none',
      counts: { failed: 0 },
    },
    {
      name: 'mixed-head',
      command: 'npx mocha 2>&1 | head -5',
      ...mixed,
      names: 'none',
      counts: { failed: 1 },
    },
    {
      name: 'grep',
      command: 'npx mocha | grep passing',
      project: 'mixed',
      outcome: 'unknown',
      names: 'none',
      counts: {},
      decoys: ['fake test'],
    },
    {
      // The blank lines part an epilogue from the failures below it.
      name: 'mixed-grep-lines',
      command: "npx mocha | grep -v '^\\s*$'",
      project: 'roothook',
      ...failing,
      names: 'all',
      counts: { failed: 1 },
    },
    {
      name: 'skip-tail',
      project: 'skip',
      command: 'npx mocha -R dot 2>&1 | tail -2',
      outcome: 'truncated',
      names: 'none',
      counts: { failed: 0, skipped: 2 },
    },
    {
      name: 'bail',
      command: 'npx mocha --bail',
      ...mixed,
      names: 'none',
      counts: { passed: 1, failed: 1 },
    },
    { name: 'parallel', command: 'npx mocha --parallel --jobs 2', ...pass },
    {
      name: 'dry-run',
      project: 'pass',
      command: 'npx mocha --dry-run',
      outcome: 'no-tests',
      names: 'none',
      counts: { failed: 0 },
    },
    { name: 'none', project: 'none', command: 'npx mocha', ...none },
    { name: 'none-match', project: 'pass', command: 'npx mocha -g nosuchname', ...none },
    { name: 'empty', project: 'empty', command: 'npx mocha', ...none },
    {
      name: 'skip',
      project: 'skip',
      command: 'npx mocha',
      outcome: 'no-tests',
      names: 'all',
      counts: { passed: 0, skipped: 2 },
    },
    {
      name: 'raw',
      project: 'raw',
      command: 'npx mocha',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 1, total: 1 },
    },
    {
      name: 'raw-fail',
      project: 'raw-fail',
      command: 'npx mocha || true',
      ...failing,
      names: 'all',
      counts: { passed: 0, failed: 1 },
    },
    {
      name: 'exit',
      project: 'exit',
      command: 'npx mocha',
      outcome: 'unknown',
      names: 'none',
      truth: {},
      also: { 'before passes': 'pass' },
      counts: { failed: 0 },
    },
    {
      name: 'roothook',
      project: 'roothook',
      command: 'npx mocha',
      ...failing,
      names: 'all',
      counts: { passed: 2, failed: 1 },
    },
    {
      name: 'retries',
      project: 'retries',
      command: 'npx mocha',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'late',
      project: 'late',
      command: 'npx mocha',
      ...failing,
      names: 'none',
      counts: { passed: 2, failed: 1 },
      truth: { passes: 'pass', 'rejects later': 'pass', waits: 'fail' },
    },
    {
      name: 'many',
      project: 'many',
      command: 'npx mocha -R dot',
      ...failing,
      names: 'failed',
      counts: { passed: 117, failed: 3 },
    },
    ...['6.2.3', LATEST].flatMap((version) => [
      {
        name: `load-${version}`,
        with: version,
        project: 'load',
        command: 'npx mocha',
        outcome: 'collection-error',
        names: 'none',
        truth: {},
        counts: { passed: 0, errors: 1 },
      },
      {
        name: `only-${version}`,
        with: version,
        project: 'only',
        command: 'npx mocha --forbid-only',
        outcome: version === LATEST ? 'collection-error' : 'failed',
        names: 'none',
        truth: {},
        also: { chosen: 'fail' },
        counts: { passed: 0 },
      },
    ]),
    {
      name: 'syntax',
      project: 'syntax',
      command: 'npx mocha',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { errors: 1 },
    },
    {
      name: 'reporter',
      project: 'pass',
      command: 'npx mocha -R nosuch',
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, errors: 1 },
    },
    {
      name: 'watch',
      project: 'pass',
      command: 'timeout 4 npx mocha --watch',
      outcome: 'timed-out',
      names: 'none',
      counts: {},
    },
    {
      name: 'hang',
      project: 'hang',
      command: 'timeout 4 npx mocha',
      outcome: 'timed-out',
      names: 'none',
      truth: {},
      also: { passes: 'pass' },
      counts: { failed: 0 },
    },
    {
      name: 'npm-test',
      command: 'npm test',
      before: `node -e "fs.writeFileSync('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', scripts: { test: 'mocha' } }))"`,
      ...pass,
    },
    { name: 'twice', command: 'npx mocha test/a.js && npx mocha test/b.js', ...pass, names: 'none', counts: {} },
    ...['6.2.3', LATEST].map((version) => ({
      name: `order-${version}`,
      with: version,
      project: 'order',
      command: 'npx mocha',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 5, failed: 0, total: 5 },
      decoys: ['ghost passes', 'ghost fails', 'loud ghost passes', 'loud ghost fails'],
    })),
    {
      name: 'order-head',
      project: 'order',
      command: 'npx mocha 2>&1 | head -9',
      outcome: 'unknown',
      names: 'none',
      counts: { failed: 0 },
      also: { '*': 'pass' },
    },
  ],
};
