import { failing, none } from '../../scripts/shared.mjs';
import { pipTool } from '../../scripts/tools.mjs';

/** Runs the same tests with a result of its own, which writes what became of each. */
const WRITER = `import json, sys, unittest
class Result(unittest.TestResult):
    def out(self, test, state):
        if not test.id().startswith(('setUp', 'tearDown', 'unittest.')): print('@' + json.dumps([test.id(), state]))
    def addSuccess(self, test): self.out(test, 'pass')
    def addUnexpectedSuccess(self, test): self.out(test, 'pass')
    def addFailure(self, test, err): self.out(test, 'fail')
    def addError(self, test, err): self.out(test, 'fail')
    def addSkip(self, test, reason): self.out(test, 'skip')
    def addExpectedFailure(self, test, err): self.out(test, 'skip')
    def addSubTest(self, test, sub, err):
        if err: self.out(test, 'fail')
unittest.defaultTestLoader.discover('.').run(Result())
`;

const run = 'python -m unittest';
const all = { names: 'all' };
const PASS = { passed: 3, failed: 0, skipped: 1, errors: 0, xfailed: 1 };
const FAIL = { passed: 1, failed: 1, errors: 2, xpassed: 1 };

export default {
  version: 'python --version',
  tools: (entry) => pipTool(`python${entry.with ?? '3.11'}`, 'pip'),
  truth({ run, merge }) {
    const tests = {};
    for (const line of run(`python - <<'END'\n${WRITER}END`).output.split('\n')) {
      const at = line.indexOf('@[');
      if (at >= 0) merge(tests, ...JSON.parse(line.slice(at + 1)));
    }
    return tests;
  },
  cases: [
    ...['3.8', '3.11', '3.13'].flatMap((version) => [
      {
        name: `pass-v-${version}`,
        with: version,
        project: 'pass',
        command: `${run} -v`,
        outcome: 'passed',
        ...all,
        counts: PASS,
      },
      {
        name: `pass-${version}`,
        with: version,
        project: 'pass',
        command: run,
        outcome: 'passed',
        names: 'none',
        counts: PASS,
      },
      {
        name: `fail-v-${version}`,
        with: version,
        project: 'fail',
        command: `${run} discover -v`,
        ...failing,
        ...all,
        counts: FAIL,
      },
      {
        name: `fail-${version}`,
        with: version,
        project: 'fail',
        command: run,
        ...failing,
        names: 'failed',
        counts: FAIL,
      },
      { name: `none-${version}`, with: version, project: 'none', command: run, ...none },
    ]),
    {
      name: 'pass-tail',
      project: 'pass',
      command: `${run} 2>&1 | tail -3`,
      outcome: 'passed',
      names: 'none',
      counts: PASS,
    },
    {
      name: 'pass-or-true',
      project: 'pass',
      command: `${run} || true`,
      outcome: 'passed',
      names: 'none',
      counts: PASS,
    },
    {
      name: 'pass-head',
      project: 'pass',
      command: `${run} -v 2>&1 | head -2`,
      outcome: 'truncated',
      names: 'none',
      counts: { failed: 0 },
    },
    { name: 'fail-or-true', project: 'fail', command: `${run} || true`, ...failing, names: 'failed', counts: FAIL },
    {
      name: 'fail-tail',
      project: 'fail',
      command: `${run} 2>&1 | tail -1`,
      outcome: 'truncated',
      names: 'none',
      counts: {},
    },
    {
      name: 'subtests-v',
      project: 'subtests',
      command: `${run} -v`,
      ...failing,
      ...all,
      counts: { passed: 1, failed: 1 },
    },
    {
      name: 'load',
      project: 'load',
      command: run,
      outcome: 'collection-error',
      names: 'none',
      truth: {},
      counts: { passed: 0, errors: 1 },
    },
    {
      name: 'skip',
      project: 'skip',
      command: run,
      outcome: 'no-tests',
      names: 'none',
      counts: { passed: 0, skipped: 1 },
    },
    {
      name: 'prints',
      project: 'prints',
      command: `${run} -v`,
      ...failing,
      names: 'failed',
      decoys: ['test_prints.TestGhost.test_fake'],
      counts: { failed: 1 },
    },
  ],
};
