import { failing, none } from '../../scripts/shared.mjs';

const pass = { project: 'pass', outcome: 'passed' };
const fail = { project: 'fail', ...failing, either: [] };
const failed = { passed: 2, failed: 2, skipped: 1, errors: 0, total: 5 };

/** A test's whole name in Bun's JUnit XML: its suites, from the outermost, stand around it. */
function testsIn(xml) {
  const tests = {};
  const suites = [];
  for (const [, close, name, text, empty] of xml.matchAll(
    /<(\/)?(testsuite|testcase|failure|skipped)\b([^>]*?)(\/)?>/g,
  )) {
    const title = /\bname="([^"]*)"/.exec(text)?.[1]?.replaceAll('&gt;', '>');
    if (name === 'testsuite') {
      if (close) suites.pop();
      else if (!empty) suites.push(title);
    } else if (name === 'testcase' && !close) {
      const whole = [...suites.slice(1), title].join(' > ');
      tests[whole] = 'pass';
      tests.last = whole;
    } else if (!close && tests.last) tests[tests.last] = name === 'skipped' ? 'skip' : 'fail';
  }
  delete tests.last;
  return tests;
}

export default {
  version: 'bun --version',
  truth: ({ run }) =>
    testsIn(run('bun test --reporter=junit --reporter-outfile=.truth.xml >/dev/null 2>&1; cat .truth.xml').output),
  cases: [
    {
      name: 'pass',
      ...pass,
      command: 'bun test',
      names: 'all',
      counts: { passed: 4, failed: 0, skipped: 1, todo: 1, total: 6 },
    },
    { name: 'pass-color', ...pass, command: 'bun test', color: true, names: 'ran', counts: { passed: 4, failed: 0 } },
    { name: 'pass-dots', ...pass, command: 'bun test --dots', names: 'none', counts: { passed: 4, failed: 0 } },
    { name: 'pass-agent', ...pass, command: 'CLAUDECODE=1 bun test', names: 'none', counts: { passed: 4, failed: 0 } },
    { name: 'pass-tail', ...pass, command: 'bun test 2>&1 | tail -7', names: 'none', counts: { passed: 4, failed: 0 } },
    { name: 'pass-or-true', ...pass, command: 'bun test || true', names: 'all', counts: { passed: 4, failed: 0 } },
    {
      name: 'pass-coverage',
      ...pass,
      command: 'bun test --coverage || true',
      outcome: 'unknown',
      names: 'ran',
      counts: { passed: 4, failed: 0 },
    },
    {
      name: 'pass-junit',
      ...pass,
      command: 'bun test --reporter=junit --reporter-outfile=r.xml >/dev/null 2>&1 && cat r.xml',
      names: 'none',
      also: { '*': ['pass', 'skip'] },
      counts: { passed: 4, failed: 0 },
    },
    { name: 'fail', ...fail, command: 'bun test', names: 'all', counts: failed },
    { name: 'fail-dots', ...fail, command: 'bun test --dots', names: 'failed', counts: failed },
    { name: 'fail-agent', ...fail, command: 'CLAUDECODE=1 bun test', names: 'failed', counts: failed },
    { name: 'fail-bail', ...fail, command: 'bun test --bail', names: 'none', counts: { failed: 1 } },
    { name: 'fail-tail', ...fail, command: 'bun test 2>&1 | tail -6', names: 'none', counts: failed },
    { name: 'fail-or-true', ...fail, command: 'bun test || true', names: 'failed', counts: failed },
    {
      name: 'fail-name',
      ...fail,
      command: "bun test -t 'adds'",
      outcome: 'passed',
      names: 'none',
      counts: { passed: 1, failed: 0 },
    },
    {
      name: 'load',
      project: 'load',
      outcome: 'collection-error',
      command: 'bun test',
      names: 'none',
      truth: {},
      also: { 'top level': 'pass' },
      counts: { passed: 1, failed: 0, errors: 1 },
    },
    { name: 'none-match', ...none, project: 'pass', command: 'bun test -t nosuch' },
    { name: 'none-file', ...none, project: 'pass', command: 'bun test nosuch' },
  ],
};
