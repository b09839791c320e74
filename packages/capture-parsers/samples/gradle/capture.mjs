import fs from 'node:fs';
import path from 'node:path';
import { none } from '../../scripts/shared.mjs';

const passed = { 'CartTest > adds': 'pass', 'CartTest > totals': 'pass', 'CartTest > later': 'skip' };
const failed = { ...passed, 'CartTest > totals': 'fail', 'CartTest > breaks': 'fail' };
const pass = { project: 'pass', truth: passed };
const fail = { project: 'fail', outcome: 'failed', truth: failed, counts: { failed: 2, skipped: 1, total: 4 } };

/** What is captured of Gradle, as Debian has it, without a network: the projects are so small that what they hold is told here. */
export default {
  version: 'gradle --version 2>/dev/null | grep -o "Gradle [0-9.]*"',
  // All projects are built in the same way.
  prepare: ({ folder }) =>
    fs.copyFileSync(path.join(import.meta.dirname, 'build.gradle'), path.join(folder, 'build.gradle')),
  cases: [
    {
      name: 'pass-loud',
      ...pass,
      outcome: 'passed',
      names: 'all',
      command: 'gradle --offline test -Ploud',
      counts: { passed: 2, failed: 0, skipped: 1, total: 3 },
    },
    // Nobody says that a test has run.
    { name: 'pass', ...pass, outcome: 'unknown', names: 'none', command: 'gradle --offline test', counts: {} },
    { name: 'pass-quiet', ...pass, outcome: 'unknown', names: 'none', command: 'gradle --offline -q test', counts: {} },
    {
      name: 'pass-xml',
      ...pass,
      outcome: 'passed',
      names: 'none',
      also: { '*': ['pass', 'skip'] },
      command: 'gradle --offline -q test 2>/dev/null && cat build/test-results/test/*.xml',
      counts: { passed: 2, failed: 0, skipped: 1 },
    },
    { name: 'fail', ...fail, names: 'failed', command: 'gradle --offline test' },
    { name: 'fail-loud', ...fail, names: 'all', command: 'gradle --offline test -Ploud' },
    { name: 'fail-or-true', ...fail, names: 'failed', command: 'gradle --offline test || true' },
    { name: 'fail-lenient', ...fail, names: 'failed', command: 'gradle --offline test -Plenient' },
    { name: 'fail-tail', ...fail, names: 'none', command: 'gradle --offline test 2>&1 | tail -20', counts: {} },
    { ...none, name: 'compile', project: 'compile', outcome: 'collection-error', command: 'gradle --offline test' },
    { ...none, name: 'none', project: 'none', command: 'gradle --offline test' },
    { ...none, name: 'none-filter', project: 'pass', command: "gradle --offline test --tests '*Nope'" },
  ],
};
