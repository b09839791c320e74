import fs from 'node:fs';
import path from 'node:path';
import { failing, none } from '../../scripts/shared.mjs';
import { npmTool } from '../../scripts/tools.mjs';

const VERSIONS = { 1: '1.6.1', 2: '2.1.9', 3.1: '3.1.4', 3: '3.2.7', 4: '4.1.11' };

export default {
  version: 'vitest --version',
  /** The repository's own Vitest, unless a case asks for an older one. */
  tools({ with: major }) {
    const version = VERSIONS[major];
    return version ? npmTool(`vitest@${version}`, `@vitest/coverage-v8@${version}`, 'typescript@5.9.3') : {};
  },
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  },
  truth({ folder, run, merge }) {
    const tests = {};
    run('vitest run --reporter=json --outputFile=truth.json');
    const file = path.join(folder, 'truth.json');
    if (!fs.existsSync(file)) return tests;
    for (const suite of JSON.parse(fs.readFileSync(file, 'utf8')).testResults)
      for (const { ancestorTitles, title, status } of suite.assertionResults)
        merge(
          tests,
          [...ancestorTitles, title].filter(Boolean).join(' > '),
          { passed: 'pass', failed: 'fail' }[status] ?? 'skip',
        );
    fs.rmSync(file);
    return tests;
  },
  cases: [
    ...['default', 'verbose', 'dot', 'minimal', 'tree'].flatMap((reporter) => [
      {
        name: `pass-${reporter}`,
        project: 'pass',
        command: `npx vitest run --reporter=${reporter}`,
        outcome: 'passed',
        decoys: ['fake.test.js'],
        names: /verbose|tree/.test(reporter) ? 'all' : 'none',
        counts: { passed: 5, failed: 0, skipped: 1, todo: 1, total: 7 },
      },
      {
        name: `fail-${reporter}`,
        project: 'fail',
        command: `npx vitest run --reporter=${reporter}`,
        ...failing,
        names: /verbose|tree/.test(reporter) ? 'all' : 'failed',
        counts: { failed: 2, total: 7 },
      },
      {
        name: `load-${reporter}`,
        project: 'load',
        command: `npx vitest run --reporter=${reporter}`,
        outcome: 'collection-error',
        names: 'none',
        counts: { passed: 1, failed: 0, errors: 2 },
      },
    ]),
    ...['json', 'junit'].flatMap((reporter) => [
      {
        name: `pass-${reporter}`,
        project: 'pass',
        command: `npx vitest run --reporter=${reporter} --outputFile=out.txt; cat out.txt`,
        outcome: 'passed',
        names: 'all',
        counts: { passed: 5, failed: 0 },
      },
      {
        name: `fail-${reporter}`,
        project: 'fail',
        command: `npx vitest run --reporter=${reporter} --outputFile=out.txt; cat out.txt`,
        ...failing,
        names: 'all',
        counts: { failed: 2 },
      },
    ]),
    {
      name: 'load-json',
      project: 'load',
      command: 'npx vitest run --reporter=json --outputFile=out.txt; cat out.txt',
      outcome: 'collection-error',
      names: 'all',
      counts: { passed: 1, failed: 0, errors: 2 },
    },
    {
      // Up to 3.1 the dot reporter lists the tests of files with failures, where it writes to no terminal.
      name: 'fail-dot-31',
      project: 'fail',
      with: 3.1,
      command: 'npx vitest run --reporter=dot',
      ...failing,
      names: 'failed',
      counts: { failed: 2 },
    },
    {
      // What a test prints ends at a blank line, which the filter has dropped.
      name: 'pass-grep-lines',
      project: 'pass',
      command: "npx vitest run --reporter=tree | grep -v '^$'",
      outcome: 'unknown',
      names: 'all',
      counts: { passed: 5, failed: 0, skipped: 1, todo: 1 },
    },
    {
      // The numbers of its document count skipped tests among those that passed.
      name: 'pass-json-1',
      project: 'pass',
      with: 1,
      command: 'npx vitest run --reporter=json',
      outcome: 'passed',
      names: 'all',
      counts: { passed: 5, failed: 0, skipped: 1, todo: 1, total: 7 },
    },
    {
      // One output with both: the text has no names of tests that passed, the document has.
      name: 'fail-default-json-4',
      project: 'fail',
      with: 4,
      command: 'npx vitest run --reporter=default --reporter=json',
      ...failing,
      names: 'all',
      counts: { failed: 2 },
    },
    {
      // The annotations, that of a suite too, come before the list of failures.
      name: 'fail-github-dot',
      project: 'fail',
      command: 'npx vitest run --reporter=github-actions --reporter=dot',
      ...failing,
      names: 'failed',
      counts: { failed: 2, total: 7 },
    },
    {
      name: 'pass-color',
      project: 'pass',
      color: true,
      command: 'npx vitest run',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 5, failed: 0 },
    },
    {
      name: 'fail-color',
      project: 'fail',
      color: true,
      command: 'npx vitest run',
      ...failing,
      names: 'failed',
      counts: { failed: 2 },
    },
    {
      name: 'pass-tail',
      project: 'pass',
      command: 'npx vitest run 2>&1 | tail -6',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 5 },
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      command: 'npx vitest run || true',
      outcome: 'passed',
      names: 'none',
      counts: { passed: 5 },
    },
    {
      name: 'pass-grep',
      project: 'pass',
      command: 'npx vitest run | grep Tests',
      outcome: 'truncated',
      names: 'none',
      counts: {},
    },
    {
      name: 'fail-or-true',
      project: 'fail',
      command: 'npx vitest run || true',
      ...failing,
      names: 'failed',
      counts: { failed: 2 },
    },
    {
      name: 'fail-tail',
      project: 'fail',
      command: 'npx vitest run 2>&1 | tail -6',
      ...failing,
      names: 'none',
      counts: { failed: 2 },
    },
    { name: 'none', project: 'none', command: 'npx vitest run', ...none },
    { name: 'none-pass', project: 'none', command: 'npx vitest run --passWithNoTests', ...none },
    {
      name: 'none-match',
      project: 'pass',
      command: 'npx vitest run -t nosuchname',
      outcome: 'no-tests',
      names: 'none',
      counts: { passed: 0 },
      truth: {},
    },
    {
      name: 'skip',
      project: 'skip',
      command: 'npx vitest run',
      outcome: 'no-tests',
      names: 'none',
      counts: { passed: 0, skipped: 1, todo: 1 },
    },
    {
      name: 'crash',
      project: 'crash',
      command: 'npx vitest run --pool=forks',
      outcome: 'crashed',
      names: 'none',
      truth: { other: 'pass', before: 'pass', dies: 'fail' },
      counts: {},
    },
    {
      name: 'unhandled',
      project: 'unhandled',
      command: 'npx vitest run',
      outcome: 'failed',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'unhandled-or-true',
      project: 'unhandled',
      command: 'npx vitest run || true',
      outcome: 'failed',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    { name: 'timeout-test', project: 'timeout', command: 'npx vitest run', ...failing, names: 'failed' },
    ...[1, 2, 3, 4].flatMap((version) => [
      {
        name: `pass-verbose-${version}`,
        with: version,
        project: 'pass',
        command: 'npx vitest run --reporter=verbose',
        outcome: 'passed',
        decoys: ['fake.test.js'],
        // Up to Vitest 2 skipped tests are not listed.
        names: version < 3 ? 'none' : 'all',
        counts: { passed: 5, failed: 0, skipped: 1, todo: 1, total: 7 },
      },
      {
        name: `fail-default-${version}`,
        with: version,
        project: 'fail',
        command: 'npx vitest run',
        ...failing,
        names: 'failed',
        counts: { failed: 2, total: 7 },
        // The tree of Vitest 4 leaves suites out.
        also: { totals: 'pass', 'known bug': 'pass', prints: 'pass', victim: 'skip' },
      },
    ]),
    ...['tap', 'tap-flat'].flatMap((reporter) => [
      {
        name: `pass-${reporter}`,
        project: 'pass',
        command: `npx vitest run --reporter=${reporter}`,
        outcome: 'passed',
        names: 'all',
        counts: { passed: 5, failed: 0 },
      },
      {
        name: `fail-${reporter}`,
        project: 'fail',
        command: `npx vitest run --reporter=${reporter}`,
        ...failing,
        names: 'all',
        counts: { failed: 2 },
      },
      {
        name: `load-${reporter}`,
        project: 'load',
        command: `npx vitest run --reporter=${reporter}`,
        outcome: 'collection-error',
        names: 'all',
        counts: { passed: 1, failed: 0, errors: 2 },
      },
    ]),
    {
      name: 'fail-github',
      project: 'fail',
      command: 'npx vitest run --reporter=default --reporter=github-actions',
      ...failing,
      names: 'failed',
      counts: { failed: 2 },
    },
    {
      name: 'projects',
      project: 'projects',
      command: 'npx vitest run',
      ...failing,
      names: 'failed',
      counts: { passed: 3, failed: 1, total: 4 },
    },
    {
      name: 'loud',
      project: 'loud',
      command: 'npx vitest run --reporter=verbose',
      outcome: 'passed',
      names: 'all',
      decoys: ['ghost', 'ghost2', 'ghost3', 'ghost4', 'ghost5'],
    },
    {
      name: 'loud-fail',
      project: 'loud-fail',
      command: 'npx vitest run --reporter=verbose || true',
      ...failing,
      names: 'all',
    },
    { name: 'list', project: 'pass', command: 'npx vitest list', ...none, counts: { passed: 0 } },
  ],
};
