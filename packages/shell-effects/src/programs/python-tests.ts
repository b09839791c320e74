import type { ProgramFile } from '../program.js';

/** Test tools of Python write reports and snapshots. */
export const pythonTests: ProgramFile = {
  'coverage run': {
    wraps: {
      valued: '--rcfile --source --omit --include --data-file --context --concurrency',
      inner: (words, options) => (options.includes('-m') ? words : ['python3', ...words]),
    },
  },
  pytest: {
    writes: {
      out: '--junitxml --junit-xml --report-log --json-report-file --html --log-file --result-log --csv --self-contained-html',
      into: '--basetemp',
      valued: '-k -m -o -c -p -n --rootdir --cov --cov-report',
    },
    snapshots: /^--(?:snapshot-update|inline-snapshot=.*(?:create|fix|update).*|force-regen)$/,
  },
  'py.test': {
    writes: { out: '--junitxml --junit-xml --report-log --json-report-file --html --log-file', into: '--basetemp' },
  },
  'coverage json, coverage xml, coverage lcov': { writes: { out: '-o' } },
  'coverage html': { writes: { into: '-d --directory' } },
  nosetests: { writes: { out: '--xunit-file' } },
};
