import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const versions = ['1.19.1', '2.8.8', '3.10.1'];
const version = versions.at(-1);
const unformatted = { file: 'src/a.js', severity: 'error' };
const syntax = { file: 'src/syntax.js', line: 1, column: 9, severity: 'error' };
const failing = { project: 'shop', outcome: 'failed', names: 'none', truth: { issues: [unformatted, syntax] } };
const clean = { project: 'shop', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'prettier --version',
  tools: (entry) => npmTool(`prettier@${entry.with ?? version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  },
  /** It has no machine format; the project has one file of each kind. */
  truth: () => ({}),
  cases: [
    ...versions.flatMap((tool) => [
      { ...failing, name: `check-v${tool}`, command: "npx prettier --check 'src/**'", with: tool },
      { ...clean, name: `clean-v${tool}`, command: 'npx prettier --check src/ok.js', with: tool },
      { ...clean, name: `none-v${tool}`, command: 'npx prettier --check nope', outcome: 'no-tests', with: tool },
    ]),
    {
      ...clean,
      name: 'none-hidden',
      command: 'npx prettier --check nope 2> /dev/null | tail -n 1',
      outcome: 'unknown',
    },
    { ...failing, name: 'list', command: 'npx prettier -l src/a.js src/ok.js', truth: { issues: [unformatted] } },
    { ...clean, name: 'list-clean', command: 'npx prettier -l src/ok.js' },
    { ...failing, name: 'or-true', command: "npx prettier --check 'src/**' || true" },
  ],
};
