import { applyPlan } from '../install/apply-plan.js';
import { renderDiff } from '../install/diff.js';
import { formatInstallFinding } from '../install/install-finding.js';
import { planUninstall } from '../install/uninstall.js';
import { type Call, type Command, err, out } from './command.js';

declare const FLOW_VERSION: string;

export const uninstall: Command = {
  name: 'uninstall',
  usage: '[--dry-run]',
  summary: 'give back what was there before',
  options: { 'dry-run': { type: 'boolean' } },
  run: runUninstall,
};

function runUninstall(call: Call): number {
  const plan = planUninstall({ directory: call.directory, environment: call.environment, version: FLOW_VERSION });
  if (!plan.ok) {
    for (const finding of plan.findings) err(`${formatInstallFinding(finding)}\n`);
    return 1;
  }
  out(plan.plan.length > 0 ? `${renderDiff(plan.plan)}\n` : 'Nothing of ours is installed here.\n');
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
