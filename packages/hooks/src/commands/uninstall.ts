import { hostNamed, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import { renderDiff } from '../install/plan/diff.js';
import { planUninstall } from '../install/plan/uninstall.js';
import type { Answer } from './answer.js';
import { type Call, type Command, usage } from './command.js';
import { changeOf, installProblem } from './install.js';

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

function runUninstall(call: Call): Answer {
  const name = call.values.host;
  const host = typeof name === 'string' ? hostNamed(name) : undefined;
  if (name !== undefined && !host) return usage(call, uninstall, unknownHost(String(name)));
  const { directory, environment } = call;
  const plan = planUninstall({ directory, environment, version: FLOW_VERSION, ...(host && { host }) });
  if (!plan.ok) return { exit: 1, problems: plan.findings.map(installProblem) };
  const shown = plan.plan.length > 0 ? `${renderDiff(plan.plan)}\n` : 'flow is not installed here.\n';
  const text = shown + plan.notes.map((note) => `note   ${note}\n`).join('');
  const data = { changes: plan.plan.map(changeOf), notes: plan.notes };
  if (call.values['dry-run'] || plan.plan.length === 0)
    return { exit: 0, data: { ok: true, written: false, ...data }, text };
  const applied = applyPlan(plan.plan);
  if (!applied.ok) return { exit: 3, text, problems: applied.findings.map(installProblem) };
  return { exit: 0, data: { ok: true, written: true, ...data }, text: `${text}Uninstalled.\n` };
}
