const ROW = /^(?:vet: )?(\S+\.go):(\d+):(\d+): /;
const issuesOf = (output) =>
  output
    .split('\n')
    .map((line) => ROW.exec(line))
    .filter(Boolean)
    .map(([, file, line, column]) => ({ file, line: +line, column: +column, severity: 'error' }));
const failing = { project: 'build', outcome: 'build-error', names: 'none' };

export default {
  version: 'go version',
  /** The events of `go build -json` say which package each line belongs to; the places are the compiler's own. */
  truth({ run }) {
    const events = run('go build -json ./...')
      .output.split('\n')
      .filter((line) => line.startsWith('{'));
    return { issues: issuesOf(events.map((line) => JSON.parse(line).Output ?? '').join('')) };
  },
  cases: [
    { ...failing, name: 'fail', command: 'go build ./...' },
    { ...failing, name: 'fail-json', command: 'go build -json ./...' },
    { ...failing, name: 'fail-or-true', command: 'go build ./... || true' },
    { project: 'pass', name: 'pass', command: 'go build ./...', outcome: 'passed', names: 'none' },
    { project: 'pass', name: 'pass-hidden', command: 'go build ./... | cat', outcome: 'unknown', names: 'none' },
    {
      project: 'pass',
      name: 'missing',
      command: 'go build ./nowhere',
      outcome: 'build-error',
      names: 'none',
      truth: {},
      counts: { errors: 1 },
    },
  ].map((entry) => ({ samples: 'go', ...entry })),
};
