import type { Event } from '@flow/clients/event';
import type { AuditDecision, Finding, Ruling } from '@flow/core';
import { findRepository } from '@flow/evidence';
import type { Analysis } from '@flow/shell-effects';
import { type Doer, writeAudit } from '../../facts/trail/audit-line.js';
import type { FileEdit } from '../../judges/guard.js';
import type { Surroundings } from '../../places/surroundings.js';
import { currentPhase } from '../../run/phase.js';

/** The audit trail of what the engine judged or looked at; what needed no engine is noted by the entry (audit-line.ts). */

type Before = Extract<Event, { kind: 'tool-before' }>;
type After = Extract<Event, { kind: 'tool-after' }>;

/** A part of a call: the files that it is about in one repository; null outside of any. */
export interface AuditedPart {
  home: Surroundings | null;
  edits: readonly FileEdit[];
}

/** Notes a judged call: edits, pushes, and whatever was refused, monitored or excepted. */
export function auditJudged(
  event: Before,
  rulings: readonly Ruling[],
  parts: readonly AuditedPart[],
  analysis: Analysis | null = null,
): void {
  const decision = decisionOf(rulings);
  const isPush = analysis?.effects.some((effect) => effect.kind === 'push' && !effect.flags.dryRun) === true;
  const found = foundBy(rulings);
  const about = decision === 'refused' ? rulings.flatMap(({ finding }) => finding.path ?? []) : [];
  for (const { home, paths } of byRepository(parts)) {
    if (decision === 'allowed' && paths.length === 0 && !isPush) continue;
    const named = paths.length > 0 ? paths : [...new Set(about)];
    const deeds = { decision, paths: named, phase: currentPhase(home), found };
    writeAudit(home.repository, event, { ...deeds, ...(isPush && { push: true as const }) });
  }
}

/** Notes what was refused, monitored or excepted elsewhere than before a tool call: by git's hook, or of the settings. */
export function auditRulings(
  rulings: readonly Ruling[],
  by: Pick<Doer, 'tool' | 'session' | 'call'>,
  around: Surroundings,
): void {
  const decision = decisionOf(rulings);
  if (decision === 'allowed') return;
  const deeds = { decision, paths: [], phase: currentPhase(around), found: foundBy(rulings) };
  writeAudit(around.repository, { agent: null, role: null, ...by }, deeds);
}

/** Notes a call that could not be read. */
export function auditUnreadable(event: Before, code: string): void {
  const repository = findRepository(event.directory);
  const found = [{ guard: null, code }];
  if (repository) writeAudit(repository, event, { decision: 'refused', paths: [], phase: null, found });
}

const foundBy = (rulings: readonly Ruling[]) =>
  rulings
    .filter(({ answer, finding }) => /refuse|monitor|excepted/.test(answer) || finding.code === 'OVERRIDE_USED')
    .map(({ guard, finding }) => ({ guard, code: finding.code }));

function decisionOf(rulings: readonly Ruling[]): AuditDecision {
  const has = (wanted: Ruling['answer']) => rulings.some(({ answer }) => answer === wanted);
  if (has('refuse')) return 'refused';
  if (has('monitor')) return 'monitored';
  return has('excepted') ? 'excepted' : 'allowed';
}

function byRepository(parts: readonly AuditedPart[]): { home: Surroundings; paths: string[] }[] {
  const groups = new Map<string, { home: Surroundings; paths: string[] }>();
  for (const { home, edits } of parts) {
    if (!home) continue;
    const group = groups.get(home.repository.root) ?? { home, paths: [] };
    group.paths.push(...edits.map(({ path }) => path));
    groups.set(home.repository.root, group);
  }
  return [...groups.values()];
}

/**
 * Notes what a shell command changed: by the host's list where there is one, else by what its text says it writes. What
 * it was not meant to change is named with it.
 */
export function auditCommand(
  event: After,
  analysis: Analysis,
  breaches: readonly Finding[],
  around: Surroundings,
): void {
  const changed = event.output.changed ?? writesOf(analysis);
  const paths = [...new Set([...changed, ...breaches.flatMap(filesOf)])];
  if (paths.length === 0 && breaches.length === 0) return;
  const found = breaches.map(({ code }) => ({ guard: null, code }));
  const decision = event.output.background === null ? 'done' : 'allowed';
  writeAudit(around.repository, event, { decision, paths, phase: currentPhase(around), found });
}

const writesOf = ({ effects }: Analysis): string[] =>
  effects.flatMap((effect) => (effect.kind === 'write' && !effect.path.startsWith('/dev/') ? [effect.path] : []));

/** Returns the files that a breach names, in whichever way. */
function filesOf({ path, args }: Finding): string[] {
  const named = [args.paths, args.files].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [path, ...named].filter((one): one is string => typeof one === 'string');
}
