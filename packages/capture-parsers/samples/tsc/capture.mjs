import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const version = '5.9.3';
const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'clean', outcome: 'passed', names: 'none' };
const lost = { names: 'none', truth: {} };
/** `file(1,2): error TS1234: words`, as the compiler prints when nobody looks. */
const ROW = /^(\S.*?)\((\d+),(\d+)\): (error|warning) (TS\d+): /;

export default {
  version: 'tsc --version',
  tools: (entry) => npmTool(`typescript@${entry.with ?? version}`),
  prepare({ folder, modules }) {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  },
  truth({ run, entry }) {
    const { output } = run(`tsc ${entry.builds ?? '--noEmit'} --pretty false`);
    const rows = output.split('\n').map((line) => ROW.exec(line));
    const issues = rows
      .filter(Boolean)
      .map(([, file, line, column, severity, rule]) => ({ file, line: +line, column: +column, rule, severity }));
    return { issues };
  },
  cases: [
    ...['3.1.6', '3.9.10', '4.9.5', version, '7.0.2'].flatMap((tool) => [
      { ...failing, name: `fail-v${tool}`, command: 'npx tsc --noEmit', with: tool },
      { ...failing, name: `fail-pretty-v${tool}`, command: 'npx tsc --noEmit --pretty', with: tool },
      { ...clean, name: `clean-v${tool}`, command: 'npx tsc --noEmit', with: tool },
    ]),
    { ...failing, name: 'build', project: 'references', command: 'npx tsc -b --verbose', builds: '-b' },
    { ...clean, name: 'build-clean', command: 'npx tsc -b --verbose' },
    { ...failing, name: 'syntax', project: 'syntax', command: 'npx tsc --noEmit' },
    { ...failing, name: 'locale', command: 'npx tsc --noEmit --pretty --locale de' },
    { ...clean, name: 'diagnostics', command: 'npx tsc --noEmit --diagnostics' },
    { ...failing, name: 'or-true', command: 'npx tsc --noEmit || true' },
    { ...failing, name: 'npm-script', command: 'npm run typecheck' },
    { ...failing, name: 'echo', command: 'npx tsc --noEmit; echo "exit: $?"' },
    { ...failing, name: 'watch', command: 'timeout 20 npx tsc --noEmit --watch', outcome: 'timed-out' },
    { ...clean, name: 'watch-clean', command: 'timeout 20 npx tsc --noEmit --watch', outcome: 'timed-out' },
    { ...clean, name: 'clean-and', command: 'npx tsc --noEmit && echo "types are fine"' },
    { ...clean, name: 'clean-hidden', command: 'npx tsc --noEmit | cat', outcome: 'unknown' },
    {
      ...lost,
      name: 'cut-head',
      project: 'shop',
      command: 'npx tsc --noEmit | head -n 2',
      outcome: 'failed',
      counts: { errors: 2 },
    },
    {
      ...lost,
      name: 'bad-option',
      project: 'clean',
      command: 'npx tsc --nope',
      outcome: 'crashed',
      counts: { errors: 1 },
    },
    {
      ...lost,
      name: 'no-project',
      project: 'clean',
      command: 'npx tsc -p nope.json',
      outcome: 'crashed',
      counts: { errors: 1 },
    },
    {
      ...lost,
      name: 'no-inputs',
      project: 'clean',
      command: 'rm -r src; npx tsc',
      outcome: 'crashed',
      counts: { errors: 1 },
    },
  ],
};
