import { hostNamed, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import { renderDiff } from '../install/plan/diff.js';
import { formatInstallFinding } from '../install/plan/install-finding.js';
import { planUninstall } from '../install/plan/uninstall.js';
import { type Call, type Command, err, out, usage } from './command.js';

declare const FLOW_VERSION: string;

export const uninstall: Command = {
  name: 'uninstall',
  usage: '[--host <client>] [--dry-run]',
  summary: 'remove flow and restore what was there before',
  options: {
    'dry-run': { type: 'boolean', about: 'show what would be restored, and write nothing' },
    host: { type: 'string', value: 'client', about: 'only this client: claude-code or codex' },
  },
  run: runUninstall,
};

function runUninstall(call: Call): number {
  const name = call.values.host;
  const host = typeof name === 'string' ? hostNamed(name) : undefined;
  if (name !== undefined && !host) return usage(call, uninstall, unknownHost(String(name)));
  const { directory, environment } = call;
  const plan = planUninstall({ directory, environment, version: FLOW_VERSION, ...(host && { host }) });
  if (!plan.ok) {
    for (const finding of plan.findings) err(`${formatInstallFinding(finding)}\n`);
    return 1;
  }
  out(plan.plan.length > 0 ? `${renderDiff(plan.plan)}\n` : 'flow is not installed here.\n');
  for (const note of plan.notes) out(`note   ${note}\n`);
  if (call.values['dry-run'] || plan.plan.length === 0) return 0;
  const applied = applyPlan(plan.plan);
  if (!applied.ok) {
    for (const finding of applied.findings) err(`${formatInstallFinding(finding)}\n`);
    return 3;
  }
  out('Uninstalled.\n');
  return 0;
}
