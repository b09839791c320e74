import path from 'node:path';
import { goTool } from '../../scripts/tools.mjs';

const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'clean', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'staticcheck -version',
  tools: () => goTool('honnef.co/go/tools/cmd/staticcheck@v0.6.1'),
  truth({ folder, run }) {
    const { output } = run('staticcheck -f json ./...');
    const entries = output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const issues = entries.map(({ code, message, location }) => ({
      file: path.relative(folder, location.file),
      line: location.line,
      column: location.column,
      rule: code,
      severity: 'error',
      message,
    }));
    return { issues };
  },
  cases: [
    { ...failing, name: 'fail', command: 'staticcheck ./...' },
    { ...failing, name: 'or-true', command: 'staticcheck ./... || true' },
    { ...failing, name: 'stylish', command: 'staticcheck -f stylish ./...' },
    { ...failing, name: 'json', command: 'staticcheck -f json ./...' },
    { ...failing, name: 'echo', command: 'staticcheck ./...; echo "exit: $?"' },
    {
      ...failing,
      name: 'compile',
      project: 'broken',
      command: 'staticcheck ./...',
      // Its JSON has the compiler's line in the message.
      truth: { issues: [{ file: 'shop.go', line: 3, column: 41, rule: 'compile', severity: 'error' }] },
    },
    { ...clean, name: 'clean', command: 'staticcheck ./...' },
    { ...clean, name: 'clean-and', command: 'staticcheck ./... && echo linted' },
    { ...clean, name: 'clean-hidden', command: 'staticcheck ./... | cat', outcome: 'unknown' },
    {
      ...clean,
      name: 'no-packages',
      command: 'staticcheck ./nope/...',
      outcome: 'crashed',
      counts: { errors: 1 },
    },
    { ...clean, name: 'bad-option', command: 'staticcheck -nope ./...', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
