import { pipTool } from '../../scripts/tools.mjs';

const version = '2.4.0';
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', checks: 'c.py', outcome: 'passed', names: 'none' };
const lost = { names: 'none', truth: {} };
const mypy = 'mypy --cache-dir=/dev/null';
const ROW = /^(.+?):(\d+):(?:(\d+):)? error: .*?(?: {2}\[([\w-]+)\])?$/;

export default {
  version: 'mypy --version',
  tools: (entry) => pipTool(`mypy==${entry.with ?? version}`),
  /** `columns`: the case shows them. */
  truth({ run, entry }) {
    const { output } = run(`${mypy} --show-column-numbers --no-pretty ${entry.checks ?? '.'}`);
    const rows = output.split('\n').map((line) => ROW.exec(line));
    const issues = rows.filter(Boolean).map(([, file, line, column, rule]) => ({
      file,
      line: +line,
      ...(entry.columns && column ? { column: +column } : {}),
      ...(rule && !entry.codeless ? { rule } : {}),
      severity: 'error',
    }));
    return { issues };
  },
  cases: [
    ...['0.991', '1.4.1', '1.11.2', version].flatMap((tool) => [
      { ...failing, name: `fail-v${tool}`, command: `${mypy} .`, with: tool },
      { ...failing, name: `pretty-v${tool}`, command: `${mypy} --pretty .`, with: tool },
      { ...clean, name: `clean-v${tool}`, command: `${mypy} c.py`, with: tool },
    ]),
    { ...failing, name: 'columns', command: `${mypy} --show-column-numbers .`, columns: true },
    { ...failing, name: 'ends', command: `${mypy} --show-error-end .`, columns: true },
    { ...failing, name: 'json', command: `${mypy} --output json .`, columns: true },
    { ...failing, name: 'context', command: `${mypy} --show-error-context --no-error-summary .` },
    { ...failing, name: 'no-codes', command: `${mypy} --hide-error-codes .`, codeless: true },
    { ...failing, name: 'syntax', project: 'syntax', command: `${mypy} .` },
    { ...failing, name: 'or-true', command: `${mypy} . || true` },
    { ...failing, name: 'cut-tail', command: `${mypy} . | tail -n 1`, truth: {}, counts: { errors: 8 } },
    { ...failing, name: 'strict', command: `${mypy} --strict .`, checks: '--strict .' },
    { ...clean, name: 'notes', project: 'notes', checks: '.', command: `${mypy} .` },
    { ...clean, name: 'clean-tail', command: `${mypy} c.py | tail -n 1` },
    { ...clean, name: 'clean-no-summary', command: `${mypy} --no-error-summary c.py` },
    { ...clean, name: 'clean-hidden', command: `${mypy} --no-error-summary c.py | cat`, outcome: 'unknown' },
    { ...lost, name: 'no-file', project: 'shop', command: 'mypy nope.py', outcome: 'failed', counts: { errors: 1 } },
    {
      ...lost,
      name: 'no-files',
      project: 'shop',
      command: 'mkdir e; mypy e',
      outcome: 'no-tests',
      counts: { errors: 0 },
    },
    {
      ...lost,
      name: 'bad-option',
      project: 'shop',
      command: 'mypy --nope .',
      outcome: 'crashed',
      counts: { errors: 1 },
    },
  ],
};
