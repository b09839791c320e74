import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const version = '10.15.0';
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', lints: 'src/ok.js', outcome: 'passed', names: 'none' };
const warned = { project: 'shop', lints: 'src/warn.js', names: 'none' };
const lost = { names: 'none', truth: {} };
const broken = { ...lost, outcome: 'crashed', counts: { errors: 1 } };

export default {
  version: 'eslint --version',
  tools: (entry) => npmTool(`eslint@${entry.with ?? version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  },
  /** `lints`: what the case looks at, with its options, when it is not all of `src`. */
  truth({ folder, run, entry }) {
    const { output } = run(`eslint ${entry.lints ?? (entry.project === 'shop' ? 'src' : '.')} -f json 2> /dev/null`);
    const files = JSON.parse(output.slice(output.indexOf('[{'), output.lastIndexOf(']') + 1));
    const issues = files.flatMap(({ filePath, messages }) =>
      messages.map(({ line, column, ruleId, severity }) => ({
        file: path.relative(folder, filePath),
        ...(line === undefined ? {} : { line, column }),
        ...(ruleId ? { rule: ruleId } : {}),
        severity: severity === 2 ? 'error' : 'warning',
      })),
    );
    return { issues };
  },
  cases: [
    ...['6.8.0', '7.32.0', '8.57.1', '9.39.1', version].flatMap((tool) => [
      { ...failing, name: `fail-v${parseInt(tool, 10)}`, command: 'npx eslint src', with: tool },
      { ...broken, name: `crash-v${parseInt(tool, 10)}`, project: 'crash', command: 'npx eslint .', with: tool },
    ]),
    ...['compact', 'unix', 'json', 'checkstyle', 'junit', 'visualstudio', 'tap', 'codeframe'].map((format) => ({
      ...failing,
      name: `fail-${format}`,
      command: `npx eslint -f ${format} src`,
      with: '7.32.0',
    })),
    { ...failing, name: 'fail-table', command: 'npx eslint -f table src', with: '7.32.0' },
    { ...failing, name: 'fail-color', command: 'npx eslint --color src', color: true },
    { ...failing, name: 'quiet', command: 'npx eslint --quiet src', lints: '--quiet src' },
    { ...failing, name: 'or-true', command: 'npx eslint src || true' },
    { ...failing, name: 'npm-script', command: 'npm run lint' },
    { ...failing, name: 'make', command: 'make lint' },
    { ...failing, name: 'lines', project: 'lines', command: 'npx eslint .' },
    { ...failing, name: 'rows', project: 'rows', command: 'npx eslint .' },
    {
      ...failing,
      name: 'cut-tail',
      command: 'npx eslint src | tail -n 4',
      truth: {},
      counts: { errors: 5, warnings: 4 },
    },
    {
      ...lost,
      name: 'cut-head',
      project: 'shop',
      command: 'npx eslint src | head -n 4',
      outcome: 'failed',
      counts: {},
    },
    { ...clean, name: 'clean', command: 'npx eslint src/ok.js' },
    { ...clean, name: 'clean-and', command: 'npx eslint src/ok.js && echo linted' },
    { ...clean, name: 'clean-json', command: 'npx eslint -f json src/ok.js; true' },
    { ...clean, name: 'clean-hidden', command: 'npx eslint src/ok.js | cat', outcome: 'unknown' },
    { ...warned, name: 'warnings', command: 'npx eslint src/warn.js', outcome: 'passed' },
    { ...warned, name: 'warnings-max', command: 'npx eslint --max-warnings 0 src/warn.js', outcome: 'failed' },
    {
      ...warned,
      name: 'warnings-max-hidden',
      command: 'npx eslint --max-warnings 0 src/warn.js | cat',
      outcome: 'failed',
    },
    {
      ...lost,
      name: 'no-files',
      project: 'shop',
      command: 'npx eslint nope',
      outcome: 'no-tests',
      counts: { errors: 0 },
    },
    { ...broken, name: 'no-config', project: 'bare', command: 'npx eslint src' },
    { ...broken, name: 'bad-option', project: 'shop', command: 'npx eslint --nope src' },
    {
      ...lost,
      name: 'none-allowed',
      project: 'shop',
      command: 'npx eslint --no-error-on-unmatched-pattern "nope/**"',
      outcome: 'unknown',
      counts: { errors: 0 },
    },
  ],
};
