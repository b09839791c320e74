import path from 'node:path';
import { npmTool, pipTool } from '../../scripts/tools.mjs';

const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'pyright --version',
  tools: (entry) =>
    entry.with === 'based' ? pipTool('basedpyright', 'pyright') : npmTool(`pyright@${entry.with ?? '1.1.414'}`),
  truth({ folder, run, entry }) {
    const { output } = run(`${entry.with === 'based' ? 'basedpyright' : 'pyright'} --outputjson .`);
    const issues = JSON.parse(output.slice(output.indexOf('{'))).generalDiagnostics.map(
      ({ file, severity, range, rule }) => ({
        file: path.relative(folder, file),
        line: range.start.line + 1,
        column: range.start.character + 1,
        ...(rule ? { rule } : {}),
        severity: severity === 'information' ? 'info' : severity,
      }),
    );
    return { issues };
  },
  cases: [
    { ...failing, name: 'fail', command: 'pyright .' },
    { ...failing, name: 'json', command: 'pyright --outputjson .' },
    { ...failing, name: 'fail-v1.1.300', command: 'pyright .', with: '1.1.300' },
    { ...failing, name: 'or-true', command: 'pyright . || true' },
    { ...clean, name: 'clean', command: 'pyright c.py' },
    { ...clean, name: 'clean-tail', command: 'pyright c.py | tail -n 1' },
    { ...clean, name: 'clean-json', command: 'pyright --outputjson c.py' },
    { ...clean, name: 'no-file', command: 'pyright nope.py', outcome: 'no-tests' },
  ],
};
