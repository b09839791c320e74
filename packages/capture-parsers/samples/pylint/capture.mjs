import { pipTool } from '../../scripts/tools.mjs';

const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'pylint --version',
  tools: () => pipTool('pylint'),
  truth({ run, entry }) {
    const { output } = run('pylint -f json pkg');
    const issues = JSON.parse(output).map(({ path, line, column, symbol, type }) => ({
      file: path,
      line,
      ...(entry.columnless ? {} : { column: column + 1 }),
      ...(entry.ruleless ? {} : { rule: symbol }),
      severity: type === 'error' || type === 'fatal' ? 'error' : 'warning',
    }));
    return { issues };
  },
  cases: [
    { ...failing, name: 'fail', command: 'pylint pkg' },
    { ...failing, name: 'json', command: 'pylint -f json pkg' },
    { ...failing, name: 'json2', command: 'pylint -f json2 pkg' },
    { ...failing, name: 'parseable', command: 'pylint -f parseable pkg', columnless: true },
    { ...failing, name: 'msvs', command: 'pylint -f msvs pkg', columnless: true },
    { ...failing, name: 'github', command: 'pylint -f github pkg', ruleless: true },
    { ...clean, name: 'clean', command: 'pylint -E pkg/ok.py' },
    { ...clean, name: 'clean-rated', command: 'pylint --disable=all --enable=E pkg/ok.py' },
    { ...clean, name: 'rating-hidden', command: 'pylint --disable=all --enable=E pkg/ok.py | cat', outcome: 'unknown' },
  ],
};
