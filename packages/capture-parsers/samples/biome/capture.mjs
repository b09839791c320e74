import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const versions = ['1.4.1', '1.9.4', '2.0.0', '2.6.8'];
const version = versions.at(-1);
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'shop', outcome: 'passed', names: 'none', lints: 'src/ok.js' };
const lost = { names: 'none', truth: {}, project: 'shop' };

export default {
  version: 'biome --version',
  tools: (entry) => npmTool(`@biomejs/biome@${entry.with ?? version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  },
  /** Biome's own JSON; the GitHub reporter gives lines and columns in every version. */
  truth({ folder, run, entry }) {
    const { output } = run(`biome lint --reporter=github ${entry.lints ?? 'src'}`);
    const issues = [
      ...output.matchAll(/^::(error|warning) title=([^,]*),file=([^,]*),line=(\d+),endLine=\d+,col=(\d+)/gm),
    ];
    return {
      issues: issues.map(([, severity, rule, file, line, column]) => ({
        file: file.replace(`${folder}/`, ''),
        line: +line,
        column: +column,
        rule,
        severity,
      })),
    };
  },
  cases: [
    ...versions.slice(1).flatMap((tool) => [
      { ...failing, name: `lint-v${tool}`, command: 'npx biome lint src', with: tool },
      { ...clean, name: `clean-v${tool}`, command: 'npx biome ci src/ok.js', with: tool },
      { ...failing, name: `github-v${tool}`, command: 'npx biome lint --reporter=github src', with: tool },
      { ...failing, name: `json-v${tool}`, command: 'npx biome lint --reporter=json src', with: tool },
    ]),
    {
      ...lost,
      name: 'lint-v1.4.1',
      command: 'npx biome lint src',
      outcome: 'failed',
      counts: { errors: 6 },
      with: '1.4.1',
    },
    { ...failing, name: 'color', command: 'npx biome lint --colors=force src' },
    { ...failing, name: 'or-true', command: 'npx biome lint src || true' },
    { ...lost, name: 'format', command: 'npx biome format src', outcome: 'failed', counts: {} },
    {
      ...lost,
      name: 'summary',
      command: 'npx biome lint --reporter=summary src',
      outcome: 'failed',
      counts: { errors: 3 },
    },
    { ...clean, name: 'clean-tail', command: 'npx biome lint src/ok.js | tail -n 1' },
    { ...lost, name: 'no-files', command: 'npx biome lint nope', outcome: 'failed', counts: { errors: 1 } },
    { ...lost, name: 'bad-option', command: 'npx biome lint --nope src', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
