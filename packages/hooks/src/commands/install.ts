import path from 'node:path';
import type { Finding } from '@flow/core';
import { formatFinding } from '../finding-words/finding-words.js';
import { HOSTS, hostNamed, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import type { Change } from '../install/plan/change.js';
import { renderDiff } from '../install/plan/diff.js';
import { formatInstallFinding } from '../install/plan/install-finding.js';
import { planInstall } from '../install/plan/plan.js';
import { CONFIG_FILE, configText } from '../install/project/config-file.js';
import { stackLine } from '../install/project/detect-stack.js';
import { surroundingsOf } from '../surroundings.js';
import type { Answer, Problem } from './answer.js';
import { type Call, type Command, usage } from './command.js';

declare const FLOW_VERSION: string;

export const install: Command = {
  name: 'install',
  usage: '[--host <client>] [--status-line] [--dry-run] [--config]',
  summary: 'set up this repository; run again to repair or upgrade',
  options: {
    'dry-run': { type: 'boolean', about: 'show what would be written, and write nothing' },
    config: { type: 'boolean', about: 'also write a flow.config.yaml with every rule' },
    host: { type: 'string', value: 'client', about: 'the coding agent: claude-code (default) or codex' },
    'status-line': { type: 'boolean', about: 'add a status line to the project, unless it has one' },
  },
  run: runInstall,
};

/** The built files beside this program, which an installation copies, and their version. */
export const shipped = () => ({ bundle: path.dirname(__filename), version: FLOW_VERSION });

function runInstall(call: Call): Answer {
  const name = call.values.host;
  const host = typeof name === 'string' ? hostNamed(name) : undefined;
  if (name !== undefined && !host) return usage(call, install, unknownHost(String(name)));
  const plan = planInstall({
    directory: call.directory,
    environment: call.environment,
    ...shipped(),
    config: call.values.config === true ? ({ unread }) => configText(unread) : null,
    ...(host && { host }),
    statusLine: call.values['status-line'] === true,
  });
  if (!plan.ok) {
    const exit = plan.findings.some((finding) => finding.code === 'NO_REPOSITORY') ? 3 : 1;
    return { exit, problems: plan.findings.map(installProblem), last: 'Nothing was written.' };
  }
  const lines = plan.stack.map((one) => `${stackLine(one)}\n`);
  if (plan.stack.length === 0) lines.push('found  no project file of a known stack\n');
  lines.push(
    plan.plan.length > 0 ? `\n${renderDiff(plan.plan)}\n` : '\nEverything is already in place; nothing to write.\n',
    ...plan.notes.map((note) => `note   ${note}\n`),
  );
  const data = { stacks: plan.stack, changes: plan.plan.map(changeOf), notes: plan.notes };
  if (call.values['dry-run'] || plan.plan.length === 0)
    return { exit: 0, data: { ok: true, written: false, ...data }, text: lines.join('') };
  const applied = applyPlan(plan.plan);
  if (!applied.ok) return { exit: 3, text: lines.join(''), problems: applied.findings.map(installProblem) };
  const folders = ['.claude/', ...(host && host !== HOSTS[0] ? [`${path.dirname(host.settings)}/`] : [])].join(', ');
  const config = plan.plan.some((change) => change.type === 'file' && change.part === 'config') ? [CONFIG_FILE] : [];
  const first = config.map((file) => `${call.typed('apply')} to put ${file} into force, `).join('');
  const files = [folders, ...config, '.gitignore'].join(', ').replace(/, ([^,]+)$/, ' and $1');
  const next = `Next: ${first}${call.typed('doctor')}, then commit ${files} so that teammates are guarded too.`;
  if (config.length > 0) lines.push(...heldBack(call).map((note) => `\nnote   ${note}\n`));
  lines.push(`\nInstalled. ${next}\n`);
  return { exit: 0, data: { ok: true, written: true, ...data, next }, text: lines.join('') };
}

/** What is said of a configuration that is written and not in force: what it names counts for nothing yet. */
function heldBack({ directory, environment }: Call): string[] {
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE });
  const held = around?.policyFindings.filter(({ code }) => code === 'POLICY_PENDING') ?? [];
  return held.map((finding) => formatFinding(finding, Date.now()));
}

/** To look at the repository once more. Milliseconds. */
const DEADLINE = 10_000;

/** One file or folder that an installation changes, for programs. */
export const changeOf = (change: Change) =>
  change.type === 'folder'
    ? { path: change.label, change: 'remove-if-empty' }
    : { path: change.label, change: change.before ? (change.after ? 'edit' : 'remove') : 'create' };

/** What keeps an installation from being made or removed. */
export function installProblem(finding: Finding): Problem {
  return { code: finding.code, message: formatInstallFinding(finding).slice(finding.code.length + 2) };
}
