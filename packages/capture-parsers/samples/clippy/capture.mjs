import fs from 'node:fs';
import path from 'node:path';
import { rustTool } from '../../scripts/tools.mjs';

const found = { outcome: 'failed', names: 'none' };
const passed = { outcome: 'passed', names: 'none' };
const lost = { names: 'none', truth: {}, counts: {} };

/** What the compiler says in JSON about the same project; a library that is compiled twice says it twice. */
export function compilerTruth(subcommand) {
  return ({ run, entry }) => {
    const args = ` ${entry.args ?? ''}`;
    const [before, after] = [args.split(' -- ')[0], args.slice(args.split(' -- ')[0].length)];
    run('rm -rf target');
    const { output } = run(`${entry.env ?? ''} cargo ${subcommand} ${before} --message-format json ${after}`);
    const issues = new Map();
    for (const line of output.split('\n').filter((one) => one.startsWith('{'))) {
      const { reason, message } = JSON.parse(line);
      const span = reason === 'compiler-message' && message.spans.find((one) => one.is_primary);
      if (!span) continue;
      const place = { file: span.file_name, line: span.line_start, column: span.column_start };
      const rule = message.code ? { rule: message.code.code } : {};
      // The short form has no rules, and adds the label to the message.
      const words = entry.short ? {} : { message: message.message, ...rule };
      const issue = { ...place, severity: message.level, ...words };
      issues.set(JSON.stringify([place, message.message]), issue);
    }
    return { issues: [...issues.values()] };
  };
}

/** Editions that a compiler of the time did not know yet. */
export function dated({ folder, entry }) {
  if (entry.with !== '1.40.0') return;
  for (const file of fs.readdirSync(folder, { recursive: true }).filter((one) => one.endsWith('Cargo.toml'))) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    fs.writeFileSync(path.join(folder, file), text.replace('2021', '2018').replace('resolver = "2"\n', ''));
  }
}

export default {
  version: 'cargo clippy --version',
  tools: (entry) => (entry.with ? rustTool(entry.with) : {}),
  prepare: dated,
  truth: compilerTruth('clippy'),
  cases: [
    ...['1.63.0', undefined].flatMap((tool) => {
      const mark = tool ? `-v${tool}` : '';
      return [
        { ...passed, name: `warnings${mark}`, project: 'warnings', command: 'cargo clippy', with: tool },
        { ...found, name: `denied${mark}`, project: 'denied', command: 'cargo clippy', with: tool },
        { ...passed, name: `clean${mark}`, project: 'clean', command: 'cargo clippy', with: tool },
        { ...found, name: `broken${mark}`, project: 'broken', command: 'cargo clippy', with: tool },
      ];
    }),
    {
      ...found,
      name: 'deny-warnings',
      project: 'warnings',
      command: 'cargo clippy --all-targets -- -D warnings',
      args: '--all-targets -- -D warnings',
    },
    {
      ...passed,
      name: 'all-targets',
      project: 'warnings',
      command: 'cargo clippy --all-targets',
      args: '--all-targets',
    },
    {
      ...passed,
      name: 'pedantic',
      project: 'warnings',
      command: 'cargo clippy -- -W clippy::pedantic',
      args: '-- -W clippy::pedantic',
    },
    { ...passed, name: 'quiet', project: 'warnings', command: 'cargo clippy -q' },
    { ...passed, name: 'quiet-clean', project: 'clean', command: 'cargo clippy -q' },
    {
      ...passed,
      name: 'short',
      project: 'warnings',
      command: 'cargo clippy --message-format short',
      short: true,
    },
    { ...passed, name: 'json', project: 'warnings', command: 'cargo clippy --message-format json' },
    { ...found, name: 'json-denied', project: 'denied', command: 'cargo clippy --message-format json' },
    { ...passed, name: 'color', project: 'warnings', command: 'cargo clippy', color: true },
    { ...found, name: 'syntax', project: 'syntax', command: 'cargo clippy' },
    {
      ...passed,
      name: 'workspace',
      project: 'workspace',
      command: 'cargo clippy --workspace --all-targets',
      args: '--workspace --all-targets',
    },
    { ...found, name: 'or-true', project: 'denied', command: 'cargo clippy || true' },
    { ...found, name: 'echo', project: 'denied', command: 'cargo clippy; echo "exit: $?"' },
    {
      ...lost,
      name: 'tail',
      project: 'denied',
      command: 'cargo clippy 2>&1 | tail -3',
      outcome: 'failed',
    },
    { ...lost, name: 'head', project: 'denied', command: 'cargo clippy 2>&1 | head -1', outcome: 'truncated' },
    { ...lost, name: 'option', project: 'clean', command: 'cargo clippy --nosuch', outcome: 'crashed' },
    { ...lost, name: 'package', project: 'clean', command: 'cargo clippy -p nosuch', outcome: 'crashed' },
    { ...lost, name: 'help', project: 'clean', command: 'cargo clippy --help', outcome: 'no-tests' },
  ],
};
