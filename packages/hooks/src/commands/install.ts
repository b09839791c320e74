import path from 'node:path';
import { HOSTS, hostNamed, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import { renderDiff } from '../install/plan/diff.js';
import { formatInstallFinding } from '../install/plan/install-finding.js';
import { planInstall } from '../install/plan/plan.js';
import { CONFIG_FILE, configText } from '../install/project/config-file.js';
import { stackLine } from '../install/project/detect-stack.js';
import { type Call, type Command, err, out, usage } from './command.js';

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

function runInstall(call: Call): number {
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
    for (const finding of plan.findings) err(`${formatInstallFinding(finding)}\n`);
    err('Nothing was written.\n');
    return plan.findings.some((finding) => finding.code === 'NO_REPOSITORY') ? 3 : 1;
  }
  for (const one of plan.stack) out(`${stackLine(one)}\n`);
  if (plan.stack.length === 0) out('found  no project file of a known stack\n');
  out(plan.plan.length > 0 ? `\n${renderDiff(plan.plan)}\n` : '\nEverything is already in place; nothing to write.\n');
  for (const note of plan.notes) out(`note   ${note}\n`);
  if (call.values['dry-run'] || plan.plan.length === 0) return 0;
  const applied = applyPlan(plan.plan);
  if (!applied.ok) {
    for (const finding of applied.findings) err(`${formatInstallFinding(finding)}\n`);
    return 3;
  }
  const folders = ['.claude/', ...(host && host !== HOSTS[0] ? [`${path.dirname(host.settings)}/`] : [])].join(', ');
  const config = plan.plan.some((change) => change.type === 'file' && change.part === 'config') ? [CONFIG_FILE] : [];
  const first = config.map((file) => `${call.typed('apply')} to put ${file} into force, `).join('');
  const files = [folders, ...config, '.gitignore'].join(', ').replace(/, ([^,]+)$/, ' and $1');
  out(`\nInstalled. Next: ${first}${call.typed('doctor')}, then commit ${files} so that teammates are guarded too.\n`);
  return 0;
}
