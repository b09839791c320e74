import { CLIENTS } from '@flow/clients/clients';
import { asTyped } from '@flow/engine/text/as-typed';
import type { Answer } from '../answer/answer.js';
import { hostNamed, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import { renderDiff } from '../install/plan/diff.js';
import { installProblem } from '../install/plan/install-finding.js';
import { fewNotes, summaryOf } from '../install/plan/summary.js';
import { planUninstall } from '../install/plan/uninstall.js';
import { dropHeld } from '../install/seal/drop-held.js';
import { type Call, type Command, usage } from './command.js';
import { changeOf } from './install.js';

declare const FLOW_VERSION: string;

export const uninstall: Command = {
  name: 'uninstall',
  usage: '[--host <client>] [--verbose] [--dry-run]',
  summary: 'remove flow and restore what was there before',
  options: {
    'dry-run': { type: 'boolean', about: 'show all that would be restored, and write nothing' },
    verbose: { type: 'boolean', about: 'show each change as a diff, and every note' },
    host: {
      type: 'string',
      value: 'client',
      about: `only this client: ${CLIENTS.map(({ name: one }) => one).join(', ')}`,
    },
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
  const isWhole = call.values.verbose === true || call.values['dry-run'] === true;
  const isNothing = plan.plan.length === 0;
  const isWritten = !call.values['dry-run'] && !isNothing;
  const applied = isWritten ? applyPlan(plan.plan) : { ok: true as const };
  const told = plan.notes.map((note) => asTyped(note, directory));
  const notes = told.map((note) => `note   ${note}`);
  const done = isWhole ? [renderDiff(plan.plan)] : summaryOf(plan.plan, applied.ok);
  const lines = [...(isNothing ? ['flow is not installed here.'] : done), ...(isWhole ? notes : fewNotes(notes))];
  if (isWritten && applied.ok) {
    dropHeld(directory, environment);
    lines.push('Uninstalled.');
  }
  const text = lines.map((line) => `${line}\n`).join('');
  const shown = { text, isVerbatim: true, isUnbroken: isWhole } as const;
  if (!applied.ok) return { exit: 3, problems: applied.findings.map(installProblem), ...shown };
  const data = { ok: true, written: isWritten, changes: plan.plan.map(changeOf), notes: told };
  return { exit: 0, data, ...shown };
}
