import { pipTool } from '../../scripts/tools.mjs';

const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'flake8 --version',
  tools: () => pipTool('flake8'),
  /** A format of our own, so that it is not the text that is read. */
  truth({ run, entry }) {
    const { output } = run("flake8 --format='%(code)s %(row)d %(col)d %(path)s' pkg");
    const issues = output
      .trim()
      .split('\n')
      .map((line) => {
        const [rule, row, column, file] = line.split(' ');
        return { file, line: +row, ...(entry.columnless ? {} : { column: +column }), rule, severity: 'error' };
      });
    return { issues };
  },
  cases: [
    { ...failing, name: 'fail', command: 'flake8 pkg' },
    { ...failing, name: 'source', command: 'flake8 --show-source --count pkg' },
    { ...failing, name: 'pylint', command: 'flake8 --format pylint pkg', columnless: true },
    { ...failing, name: 'statistics', command: 'flake8 -q --statistics pkg', truth: {}, counts: { errors: 11 } },
    { ...clean, name: 'clean', command: 'flake8 pkg/ok.py' },
    { ...clean, name: 'clean-hidden', command: 'flake8 pkg/ok.py | cat', outcome: 'unknown' },
  ],
};
