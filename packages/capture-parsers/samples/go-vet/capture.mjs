/** Every finding of the objects that `go vet -json` prints, one a package. */
function findings(output) {
  const objects = output.split(/^(?=\{)/m).filter((text) => text.startsWith('{'));
  return objects
    .flatMap((text) => Object.values(JSON.parse(text.replace(/^#.*$/gm, ''))))
    .flatMap(Object.values)
    .flat();
}

export default {
  version: 'go version',
  truth({ run, folder }) {
    const issues = findings(run('go vet -json ./...').output).map(({ posn }) => {
      const [file, line, column] = posn.replace(`${folder}/`, '').split(':');
      return { file, line: +line, column: +column, severity: 'error' };
    });
    return { issues };
  },
  cases: [
    { project: 'vet', name: 'fail', command: 'go vet ./...', outcome: 'failed', names: 'none' },
    { project: 'vet', name: 'fail-json', command: 'go vet -json ./... 2>&1', outcome: 'failed', names: 'none' },
    { project: 'vet', name: 'fail-tail', command: 'go vet ./... | tail -n 1', outcome: 'failed', names: 'none' },
    { project: 'pass', name: 'pass', command: 'go vet ./...', outcome: 'passed', names: 'none' },
    { project: 'pass', name: 'pass-hidden', command: 'go vet ./... || true', outcome: 'unknown', names: 'none' },
  ].map((entry) => ({ samples: 'go', ...entry })),
};
