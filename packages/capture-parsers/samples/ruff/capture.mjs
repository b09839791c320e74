import path from 'node:path';
import { pipTool } from '../../scripts/tools.mjs';

const version = '0.16.9';
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', lints: 'pkg/ok.py', outcome: 'passed', names: 'none' };
const lost = { names: 'none', truth: {} };
const check = 'ruff check --no-cache';
const format = 'ruff format --no-cache';

export default {
  version: 'ruff --version',
  tools: (entry) => pipTool(`ruff==${entry.with ?? version}`),
  truth({ folder, run, entry }) {
    const { output } = run(`${check} --output-format json ${entry.lints ?? '.'} 2> /dev/null`);
    const issues = JSON.parse(output).map(({ filename, location, code }) => ({
      file: path.relative(folder, filename),
      ...(entry.lines && !location.row ? {} : { line: location.row }),
      ...(entry.lines ? {} : { column: location.column }),
      ...(code ? { rule: code } : {}),
      severity: 'error',
    }));
    return { issues };
  },
  cases: [
    ...['0.0.292', '0.1.15', '0.4.10', '0.9.10', '0.12.12', version].flatMap((tool) => [
      { ...failing, name: `fail-v${tool}`, command: `${check} .`, with: tool },
      { ...clean, name: `clean-v${tool}`, command: `${check} pkg/ok.py`, with: tool },
      { ...failing, name: `grouped-v${tool}`, command: `${check} --output-format grouped .`, with: tool },
    ]),
    ...['concise', 'json', 'json-lines', 'github', 'gitlab', 'junit', 'azure', 'rdjson'].map((kind) => ({
      ...failing,
      name: `fail-${kind}`,
      command: `${check} --output-format ${kind} .`,
    })),
    { ...failing, name: 'fail-pylint', command: `${check} --output-format pylint .`, lines: true },
    // Older versions give no column there, and the rule only in the words.
    {
      ...failing,
      name: 'fail-gitlab-v0.4.10',
      command: `${check} --output-format gitlab .`,
      with: '0.4.10',
      lines: true,
    },
    {
      ...failing,
      name: 'github-syntax-v0.4.10',
      project: 'syntax',
      command: `${check} --output-format github .`,
      with: '0.4.10',
    },
    { ...failing, name: 'syntax-v0.4.10', project: 'syntax', command: `${check} .`, with: '0.4.10' },
    { ...failing, name: 'syntax', project: 'syntax', command: `${check} --output-format concise .` },
    {
      ...failing,
      name: 'fail-sarif',
      command: `${check} --output-format sarif --select F821 .`,
      lints: '--select F821 .',
    },
    { ...failing, name: 'exit-zero', command: `${check} --exit-zero .` },
    { ...failing, name: 'or-true', command: `${check} -q . || true` },
    { ...failing, name: 'color', command: `${check} .`, color: true },
    { ...failing, name: 'statistics', command: `${check} --statistics .`, truth: {}, counts: { errors: 8 } },
    { ...failing, name: 'cut-tail', command: `${check} . | tail -n 2`, truth: {}, counts: { errors: 8 } },
    { ...lost, name: 'fixed', project: 'shop', command: `${check} --fix .`, outcome: 'failed', counts: { errors: 4 } },
    { ...clean, name: 'clean-tail', command: `${check} pkg/ok.py | tail -n 1` },
    { ...clean, name: 'clean-json', command: `${check} --output-format json pkg/ok.py` },
    { ...clean, name: 'clean-quiet-hidden', command: `${check} -q pkg/ok.py | cat`, outcome: 'unknown' },
    { ...lost, name: 'no-files', project: 'bare', command: `${check} .`, outcome: 'no-tests', counts: { errors: 0 } },
    {
      ...lost,
      name: 'bad-option',
      project: 'shop',
      command: `${check} --nope .`,
      outcome: 'crashed',
      counts: { errors: 1 },
    },
    {
      ...lost,
      name: 'bad-config',
      project: 'shop',
      command: `echo "[tool.ruff" > pyproject.toml; ${check} .`,
      outcome: 'crashed',
      counts: { errors: 1 },
    },
    {
      ...lost,
      name: 'format',
      project: 'shop',
      command: `${format} --check .`,
      outcome: 'failed',
      counts: { errors: 2 },
    },
    {
      ...lost,
      name: 'format-v0.4.10',
      project: 'syntax',
      command: `${format} --check .`,
      outcome: 'failed',
      counts: { errors: 3 },
      with: '0.4.10',
    },
    {
      ...lost,
      name: 'format-diff',
      project: 'shop',
      command: `${format} --diff .`,
      outcome: 'failed',
      counts: { errors: 2 },
    },
    { ...clean, name: 'format-clean', command: `${format} --check pkg/ok.py` },
  ],
};
