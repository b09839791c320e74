import { FAKES } from '../../scripts/shared.mjs';
import { goTool } from '../../scripts/tools.mjs';
import go from '../go/capture.mjs';

const FORMATS = [
  'dots',
  'pkgname',
  'testname',
  'testdox',
  'standard-quiet',
  'standard-verbose',
  'pkgname-and-test-fails',
];
const named = (format) => /^(?:testname|standard-verbose)$/.test(format);
const pass = { project: 'pass', outcome: 'passed', decoys: FAKES };
const fail = { project: 'fail', outcome: 'failed', decoys: FAKES };

export default {
  version: 'go version',
  tools: ({ name, with: version = name.endsWith('testdox') ? '1.13.0' : '1.8.2' }) =>
    goTool(`gotest.tools/gotestsum@v${version}`),
  truth: go.truth,
  cases: [
    ...FORMATS.flatMap((format) => [
      {
        ...pass,
        name: `pass-${format}`,
        command: `gotestsum --format ${format}`,
        names: named(format) ? 'all' : 'none',
      },
      {
        ...fail,
        name: `fail-${format}`,
        command: `gotestsum --format ${format}`,
        names: named(format) ? 'all' : 'failed',
      },
    ]),
    { ...fail, name: 'fail-v1.6.4', with: '1.6.4', command: 'gotestsum -f testname', names: 'all' },
    { ...fail, name: 'fail-v1.10.1', with: '1.10.1', command: 'gotestsum -- -count=1 ./...', names: 'failed' },
    { ...pass, name: 'pass-tail', command: 'gotestsum | tail -n 1', names: 'none', counts: { failed: 0 } },
    {
      ...fail,
      name: 'fail-tail',
      command: 'gotestsum | tail -n 12',
      names: 'none',
      counts: { passed: 3, failed: 6, skipped: 1 },
    },
    {
      project: 'turns',
      name: 'turns-standard-verbose',
      command: 'gotestsum --format standard-verbose -- -count=1 -p 2 ./...',
      outcome: 'passed',
      names: 'all',
    },
    {
      project: 'loud',
      name: 'prints-words-standard-verbose',
      command: 'gotestsum --format standard-verbose',
      outcome: 'passed',
      decoys: ['TestFake', 'TestPackages/ghost'],
      names: 'all',
    },
    { ...fail, name: 'fail-or-true', command: 'gotestsum || true', names: 'failed' },
    { ...fail, name: 'fail-no-summary', command: 'gotestsum --no-summary=all', names: 'none' },
    { project: 'none', name: 'none', command: 'gotestsum', outcome: 'no-tests', names: 'none', truth: {} },
    { project: 'skip', name: 'skip', command: 'gotestsum', outcome: 'no-tests', names: 'none' },
    {
      project: 'build',
      name: 'build',
      command: 'gotestsum --format testname',
      outcome: 'build-error',
      names: 'all',
      counts: { failed: 0, errors: 2 },
    },
  ].map((entry) => ({ samples: 'go', ...entry })),
};
