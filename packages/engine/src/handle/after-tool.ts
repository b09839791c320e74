import path from 'node:path';
import { type Decision, type Event, NONE, type UntoldEnd } from '@flow/clients/event';
import type { Finding, SealedBy } from '@flow/core';
import { peekPending, putPending, stateFolder, takePending } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Analysis } from '@flow/shell-effects';
import { readingAgain } from '../facts/kept-reading.js';
import { EXEC_UNKEPT, once, wasTold } from '../facts/once.js';
import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import { type Start, type Surroundings, surroundingsOf } from '../places/surroundings.js';
import { afterInstalls } from '../recording/installed/observe.js';
import { aboutToStart, type PendingCommand, recordRuns } from '../recording/runs/capture.js';
import type { ExactCall } from '../recording/runs/exact.js';
import { recognise } from '../recording/runs/recognise.js';
import { sealOf } from '../recording/runs/sealed-call.js';
import { unrecordedByExec } from '../recording/runs/unrecorded-by-exec.js';
import { unwritable } from '../recording/runs/unwritable.js';
import { noteDone } from '../run/views/write-views.js';
import { formatFinding } from '../words/finding-words.js';
import { auditCommand } from './audit/audit.js';
import { observeEdits } from './edits/phase-edits.js';
import { homesOf } from './homes.js';
import { movedSince } from './prompts/inject.js';
import { observeProtected } from './seals/seal.js';
import { observeSecrets } from './seals/secret-change.js';
import { tellUnproven } from './seals/unproven.js';
import { observeTexts } from './texts-since.js';

type After = Extract<Event, { kind: 'tool-after' }>;

const NO_COMMAND: Analysis = { effects: [], readable: true, reasons: [] };

/** Observes a finished tool call: runs become receipts, and what it did to protected files is looked at. */
export function afterTool(event: After, start: Start): Decision {
  const remarks: string[] = [];
  const unkept: Finding[] = [];
  let moved: string | null = null;
  let seal: SealedBy | null = null;
  const command = typeof event.input.command === 'string' ? event.input.command : '';
  const around = surroundingsOf(event.directory, start);
  // A tool of a server has no command: nothing to read, and no parser to load for it.
  const analysis = command === '' ? NO_COMMAND : readingOf(command, event, around, start);
  for (const home of homesOf(analysis.effects, event.directory, start)) {
    const kept = takePending<PendingCommand & Partial<ExactCall>>(home.repository, event.call);
    if (kept)
      seal ??= around ? (sealOf({ command, began: kept.time }, around.repository, start.environment) ?? null) : null;
    if (event.output.background !== null) {
      const { background, endsAs = event.call } = event.output;
      if (kept) putPending(home.repository, endsAs, { ...kept, background, ...(seal && { seal }) });
      continue;
    }
    if (kept?.exact) {
      remarks.push(...(kept.exact.remarks ?? []));
      unkept.push(...lostBy(kept.exact, event, home));
      moved ??= movedBy(event, home);
      continue;
    }
    const pending = kept ?? unseenStart(command, analysis, event, home, start);
    if (!pending) continue;
    const seen = { how: 'hook' as const, session: event.session, agent: event.agent, ...(seal && { seal }) };
    try {
      const { remarks: own } = recordRuns(home.repository, home.policy, pending, event.output, seen, start.deadline);
      remarks.push(...own);
      if (seal && around && pending.runs.length > 0) remarks.push(...tellUnproven(seal, event.session, around));
      moved ??= movedBy(event, home);
    } catch (error) {
      unkept.push(unwritable(error));
    }
  }
  const looked = [...(around ? breachesOf(around, event, start) : []), ...lookAtEdits(event, command, analysis, start)];
  const breaches = saidOnce([...unkept, ...looked]);
  if (around && event.output.background === null) afterInstalls(analysis, event.output.exit, around);
  if (around) noteDone(around, () => auditCommand(event, analysis, breaches, around));
  remarks.push(...breaches.map((breach) => `${breach.code}: ${formatFinding(breach, Date.now())}`));
  const text = [...remarks.map((remark) => `flow: ${remark}`), ...(moved === null ? [] : [moved])].join('\n');
  if (text === '') return NONE;
  return { kind: 'tell', context: text, ...(breaches.length > 0 ? { notice: text } : {}) };
}

/** Reads a command line that has ended: as it was read when it began, where nothing that the reading follows from has changed. */
function readingOf(command: string, { directory, call }: After, around: Surroundings | null, start: Start): Analysis {
  const context = shellContext(directory, start);
  const begun = around && peekPending<PendingCommand>(around.repository, call);
  return readingAgain(begun?.reading, command, context) ?? effectsOf(command, context);
}

/**
 * Observes the end of a call that the client told nobody: it counts once, for the call that was seen to begin here before
 * that end.
 */
export function afterUntold(end: UntoldEnd, start: Start): Decision {
  const around = surroundingsOf(end.directory, start);
  const begun = around && peekPending<PendingCommand>(around.repository, end.call);
  if (!begun || begun.time > end.ended) return NONE;
  return end.kind === 'tool-after' ? afterTool(end, start) : afterBackground(end, start);
}

/** A run that went through `exec` and was not recorded there; from then on the session's runs are left to the hook. */
function lostBy({ remarks, unkept }: ExactCall['exact'], { session, output }: After, home: Surroundings): Finding[] {
  if (remarks !== null || output.interrupted) return [];
  once(home.repository, session, EXEC_UNKEPT, home.start);
  const again = wasTold(home.repository, session, EXEC_UNKEPT, home.start);
  const folders = [stateFolder(home.start.environment), path.join(home.repository.commonDir, 'flow')];
  const why = unkept ?? 'flow-hooks exec left no record';
  return [{ code: 'EVIDENCE_UNWRITABLE', level: 'warn', args: { why, folders, ...(again && { again }) } }];
}

/**
 * Leaves the first finding of a full disk alone: nothing can be kept of a call for one reason, so the reason is told
 * once.
 */
function saidOnce(findings: readonly Finding[]): Finding[] {
  const first = findings.findIndex(({ code }) => code === 'EVIDENCE_UNWRITABLE');
  return findings.filter(({ code }, at) => code !== 'EVIDENCE_UNWRITABLE' || at === first);
}

/** Tells what has moved since a call began; this program was started when the command had ended. */
const movedBy = ({ session, output: { durationMs } }: After, home: Surroundings) =>
  movedSince(home, performance.timeOrigin - (durationMs ?? 0), session);

/** Finds what the call did to files that are not the agent's to change. */
function breachesOf(around: Surroundings, event: After, start: Start): Finding[] {
  try {
    const changed = event.output.changed ?? [];
    const found = [
      observeProtected(around, event),
      observeSecrets(around, { ...event, durationMs: event.output.durationMs }, changed),
    ];
    return [...found, observeTexts(event, around, start)].filter((one) => one !== null);
  } catch (error) {
    return [unwritable(error)];
  }
}

/**
 * Finds the files that the command changed although the phase closes them. A file that cannot be looked at is told, and the
 * call is not refused.
 */
function lookAtEdits(event: After, text: string, analysis: Analysis, start: Start): Finding[] {
  const { tool, input, directory, role, session, output } = event;
  if (output.background !== null) return [];
  const deed = { tool, input, directory, role, command: { text, analysis }, edits: [] };
  try {
    return observeEdits({ deed, session, changed: output.changed ?? null, durationMs: output.durationMs }, start);
  } catch (error) {
    return [unwritable(error)];
  }
}

/** A run whose start was not seen (the guard was armed in between) is recorded, and proves nothing green. */
function unseenStart(
  command: string,
  analysis: Analysis,
  event: After,
  home: Surroundings,
  start: Start,
): PendingCommand | null {
  if (analysis === NO_COMMAND) return null;
  const context = shellContext(event.directory, start);
  const seen = unrecordedByExec(analysis, home.repository, start);
  const runs = recognise(seen, home.repository, home.policy, { readFile: readSmall }, context);
  return runs.length === 0 ? null : aboutToStart(command, runs, null);
}

/** Observes the end of a background command. */
export function afterBackground(event: Extract<Event, { kind: 'background-end' }>, start: Start): Decision {
  const around = surroundingsOf(event.directory, start);
  if (!around) return NONE;
  // Only a command that was seen going to the background ends this way; anything else is a text that somebody wrote.
  const pending = peekPending<PendingCommand>(around.repository, event.call);
  if (!pending || pending.background === null) return NONE;
  if (event.file !== null && !event.file.endsWith(`${pending.background}.output`)) return NONE;
  const isTold = event.file !== null || event.output !== undefined;
  // A failure counts as soon as it is told; what is said of an end without its output proves nothing else.
  if (isTold) takePending(around.repository, event.call);
  else if (event.exit === 0) return NONE;
  const output = {
    ...{ text: '', cut: 'tail' as const, wholeFile: event.file, ...event.output },
    exit: event.exit,
    background: null,
    interrupted: event.status !== 'completed' && event.exit === null,
    durationMs: Date.now() - pending.time,
  };
  const seen = { how: 'hook' as const, session: event.session, agent: null, seal: pending.seal };
  const { remarks } = recordRuns(around.repository, around.policy, pending, output, seen, start.deadline);
  return remarks.length === 0 ? NONE : { kind: 'tell', context: remarks.map((remark) => `flow: ${remark}`).join('\n') };
}
