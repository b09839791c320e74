import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const versions = ['1.0.0', '1.94.0'];
const version = versions.at(-1);
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', outcome: 'passed', names: 'none', lints: 'src/ok.js' };
const lost = { names: 'none', truth: {}, project: 'shop' };
const formats = ['agent', 'unix', 'stylish', 'json', 'github', 'checkstyle'];

export default {
  version: 'oxlint --version',
  tools: (entry) => npmTool(`oxlint@${entry.with ?? version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  },
  truth({ folder, run, entry }) {
    const { output } = run(`oxlint --format=github ${entry.lints ?? 'src'}`);
    const issues = [
      ...output.matchAll(
        /^::(error|warning) file=([^,]*),line=(\d+),endLine=\d+,col=(\d+),endColumn=\d+,title=([^:]*)::/gm,
      ),
    ];
    return {
      issues: issues.map(([, severity, file, line, column, rule]) => ({
        file: file.replace(`${folder}/`, ''),
        line: +line,
        column: +column,
        ...(rule.includes('(') && { rule }),
        severity,
      })),
    };
  },
  cases: [
    ...versions.flatMap((tool) => [
      { ...failing, name: `lint-v${tool}`, command: 'npx oxlint src', with: tool },
      { ...clean, name: `clean-v${tool}`, command: 'npx oxlint src/ok.js', with: tool },
    ]),
    ...formats.map((format) => ({ ...failing, name: format, command: `npx oxlint --format=${format} src` })),
    { ...clean, name: 'clean-agent', command: 'npx oxlint --format=agent src/ok.js' },
    { ...clean, name: 'clean-tail', command: 'npx oxlint src/ok.js | tail -n 2' },
    { ...clean, name: 'clean-json', command: 'npx oxlint --format=json src/ok.js' },
    { ...failing, name: 'or-true', command: 'npx oxlint src || true' },
    { ...clean, name: 'warned', command: 'npx oxlint src/warned.js', lints: 'src/warned.js' },
    {
      ...failing,
      name: 'too-many',
      command: 'npx oxlint --max-warnings=0 src/warned.js',
      lints: 'src/warned.js',
    },
    {
      ...lost,
      name: 'warned-tail',
      command: 'npx oxlint --deny-warnings src/warned.js | tail -n 2',
      outcome: 'unknown',
      counts: { warnings: 1 },
    },
    { ...lost, name: 'no-files', command: 'npx oxlint nope', outcome: 'no-tests', counts: {} },
    { ...lost, name: 'bad-config', command: 'npx oxlint -c bad.json src', outcome: 'crashed', counts: { errors: 1 } },
    { ...lost, name: 'bad-option', command: 'npx oxlint --nope src', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
