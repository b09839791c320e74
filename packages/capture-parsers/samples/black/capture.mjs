import { pipTool } from '../../scripts/tools.mjs';

const issues = [
  { file: 'pkg/a.py', severity: 'error' },
  { file: 'pkg/fmt.py', severity: 'error' },
  { file: 'pkg/syntax.py', line: 1, severity: 'error' },
];
const failing = { project: 'shop', outcome: 'failed', names: 'none', truth: { issues } };
const clean = { project: 'shop', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'black --version',
  tools: (entry) => pipTool(entry.with ? `black==${entry.with}` : 'black'),
  /** It has no machine format; the project has two files to format and one that cannot be parsed. */
  truth: () => ({}),
  cases: [
    { ...failing, name: 'check', command: 'black --check .' },
    { ...failing, name: 'check-v22.12.0', command: 'black --check .', with: '22.12.0' },
    { ...failing, name: 'or-true', command: 'black --check . || true' },
    { ...clean, name: 'clean', command: 'black --check pkg/ok.py' },
    { ...clean, name: 'clean-tail', command: 'black --check pkg/ok.py 2>&1 | tail -n 1' },
    { ...clean, name: 'bad-path', command: 'black --check nope', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
