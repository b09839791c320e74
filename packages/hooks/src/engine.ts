import path from 'node:path';
import type { Finding } from '@flow/core';
import { findRepository, peekPending, putPending, takePending } from '@flow/evidence';
import { judgeArming } from './guards/arming.js';
import { judgeBranchSwitch } from './guards/branch-switch.js';
import { judgeConfigChange } from './guards/config-change.js';
import { judgeNotification } from './guards/notification.js';
import { isWriter, judgePaths, judgeWrites, pathsOf } from './guards/protected.js';
import { judgePublishing } from './guards/publishing.js';
import { judgeSelfApproval } from './guards/self-approval.js';
import { judgeUnreadable } from './guards/unreadable.js';
import { readNotification } from './hosts/claude-code.js';
import { type Decision, type Event, NONE } from './hosts/event.js';
import { lookAtContent, type PendingCommand, recordRuns } from './observers/capture.js';
import { doubtsOf } from './observers/doubts.js';
import type { ExactCall } from './observers/exact.js';
import { type RecognisedRun, recognise } from './observers/recognise.js';
import { throughExec } from './observers/rewrite.js';
import { observeProtected } from './observers/seal.js';
import { startSession } from './observers/session.js';
import { typedApproval } from './observers/typed-approval.js';
import { once } from './once.js';
import { analyze, type Effect } from './shell/index.js';
import { readSmall, type Start, type Surroundings, shellContext, surroundingsOf } from './surroundings.js';
import { formatFinding, formatRefusal } from './words.js';

export { runGitHook } from './git-hook.js';
export { type Begun, beginExact, endExact, type SeenEnd } from './observers/exact.js';

type Before = Extract<Event, { kind: 'tool-before' }>;
type After = Extract<Event, { kind: 'tool-after' }>;

const SHELLS = new Set(['Bash', 'PowerShell']);

/** Runs all guards and observers for one event. Throws only when the machine is broken; the caller knows what is closed. */
export function handle(event: Event, start: Start): Decision {
  switch (event.kind) {
    case 'tool-before':
      return SHELLS.has(event.tool) ? beforeCommand(event, start) : beforeTool(event, start);
    case 'tool-after':
      return afterTool(event, start);
    case 'prompt':
      return afterNotification(event, start);
    case 'expansion':
      return typedApproval(event, start);
    case 'session-start':
      return startSession(event, start);
    case 'config-change':
      return judgeConfigChange(event, start);
    default:
      return NONE;
  }
}

function refuse(what: string, findings: readonly Finding[]): Decision {
  return { kind: 'refuse', reason: formatRefusal(what, findings, Date.now()) };
}

/** In monitor mode a refusal becomes a remark: decided and told, not enforced. */
function decide(what: string, findings: readonly Finding[], around: Surroundings | null): Decision | null {
  if (!findings.some((finding) => finding.level === 'block')) return null;
  if (around?.policy.mode !== 'monitor') return refuse(what, findings);
  const text = formatRefusal(what, findings, Date.now());
  return { kind: 'tell', context: `(monitor mode: not enforced) ${text}`, notice: `(monitor mode) ${text}` };
}

function beforeCommand(event: Before, start: Start): Decision {
  const { command } = event.input;
  if (typeof command !== 'string') {
    return refuse('this call', [{ code: 'INPUT_INVALID', level: 'block', args: { why: 'command is not a string' } }]);
  }
  const context = shellContext(event.directory, start);
  const analysis = analyze(command, context);
  const around = surroundingsOf(event.directory, start);
  const findings = [...judgeUnreadable(command, analysis), ...judgeArming(analysis)];
  if (around) {
    findings.push(...judgeWrites(analysis, around, around.repository.root));
    findings.push(...judgeBranchSwitch(analysis, around));
  }
  findings.push(...judgePublishing(analysis, event.directory, start));
  const refused = decide(`\`${firstLine(command)}\``, findings, around);
  if (refused) return refused;
  const found = homesOf(analysis.effects, event.directory, start)
    .map((home) => ({
      home,
      runs: recognise(analysis, home.repository, home.policy, { readFile: readSmall }, context),
    }))
    .filter(({ runs }) => runs.length > 0);
  const rewritten = rewrite(event, command, found);
  if (rewritten) return { ...rewritten, ...textsOf(warnings(findings, event, around)) };
  for (const { home, runs } of found) {
    // One output for runs in several repositories: whose result is whose cannot be told.
    if (found.length > 1) for (const run of runs) run.doubts.push('several-runs');
    try {
      const content = lookAtContent(home.repository, start.deadline);
      const before = 'failed' in content ? null : content;
      const pending: PendingCommand = { command, runs, before, time: Date.now(), background: null };
      putPending(home.repository, event.call, pending);
      findings.push(...doubtsOf(content));
    } catch (error) {
      // Recording is open: the run goes on, and proves nothing. The push guard stays closed.
      findings.push(unwritable(error));
    }
  }
  return warnings(findings, event, around);
}

/** Lets the agent's plain test command run through `flow-hooks exec`, where the policy says so; the run is recorded there. */
function rewrite(
  event: Before,
  command: string,
  found: readonly { home: Surroundings; runs: RecognisedRun[] }[],
): Extract<Decision, { kind: 'rewrite' }> | null {
  const [only, ...others] = found;
  if (!only?.home.policy.capture.exec || others.length > 0 || event.input.run_in_background === true) return null;
  const through = throughExec(command, only.runs, event.call);
  if (through === null) return null;
  const { session, agent } = event;
  const directory = path.join(only.home.repository.root, only.runs[0]!.directory);
  const exact = { session, agent, words: through.words, directory, remarks: null };
  const pending: ExactCall = { command, runs: [], before: null, time: Date.now(), background: null, exact };
  try {
    putPending(only.home.repository, event.call, pending);
  } catch {
    // Without a place for it the hook goes on as usual, and tells what is wrong.
    return null;
  }
  return { kind: 'rewrite', input: { ...event.input, command: through.command } };
}

/** What a decision tells, if it tells anything. */
const textsOf = ({ kind, ...texts }: Decision) => (kind === 'tell' ? texts : {});

/** Evidence that cannot be kept is told; nothing that is open waits for it. */
function unwritable(error: unknown): Finding {
  return { code: 'EVIDENCE_UNWRITABLE', level: 'warn', args: { why: String((error as Error).message) } };
}

/** Notices are told once a session, warnings each time. */
function warnings(findings: readonly Finding[], event: Before, around: Surroundings | null): Decision {
  const told = findings.filter(
    (finding) =>
      finding.level === 'warn' ||
      (finding.level === 'note' && around && once(around.repository, event.session, finding.code, around.start)),
  );
  if (told.length === 0) return NONE;
  const text = told.map((finding) => `flow: ${formatFinding(finding, Date.now())}`).join('\n');
  return { kind: 'tell', context: text, notice: text };
}

/** Repositories are found from the folders that a command runs in, not from the session's alone. */
function homesOf(effects: readonly Effect[], directory: string, start: Start): Surroundings[] {
  const folders = effects.flatMap((effect) => (effect.kind === 'run' && effect.directory ? [effect.directory] : []));
  const roots = new Map<string, string>();
  for (const folder of new Set([directory, ...folders])) {
    const root = findRepository(folder)?.root;
    if (root !== undefined && !roots.has(root)) roots.set(root, folder);
  }
  return [...roots.values()].flatMap((folder) => surroundingsOf(folder, start) ?? []);
}

function firstLine(command: string): string {
  const line = command.split('\n')[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function beforeTool(event: Before, start: Start): Decision {
  const forged = judgeNotification(event.tool, event.input);
  if (forged.length > 0) return refuse(`this ${event.tool}`, forged);
  const approved = judgeSelfApproval(event.tool, event.input);
  if (approved.length > 0) return refuse(`this ${event.tool}`, approved);
  if (!isWriter(event.tool)) return NONE;
  const { paths, problem } = pathsOf(event.tool, event.input);
  if (problem) return refuse(`this ${event.tool}`, [{ code: 'INPUT_INVALID', level: 'block', args: { why: problem } }]);
  for (const name of paths) {
    const around = surroundingsOf(folderFor(name, event.directory), start) ?? surroundingsOf(event.directory, start);
    if (!around) continue;
    const findings = judgePaths([name], event.directory, around.protected, around.repository.root);
    const refused = decide(`this ${event.tool}`, findings, around);
    if (refused) return refused;
  }
  return NONE;
}

/** The repository of a file is found from the file. */
function folderFor(name: string, directory: string): string {
  return name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) ? name : `${directory}/${name}`;
}

function afterTool(event: After, start: Start): Decision {
  const remarks: string[] = [];
  const command = typeof event.input.command === 'string' ? event.input.command : '';
  const around = surroundingsOf(event.directory, start);
  const analysis = analyze(command, shellContext(event.directory, start));
  for (const home of homesOf(analysis.effects, event.directory, start)) {
    const kept = takePending<PendingCommand & Partial<ExactCall>>(home.repository, event.call);
    if (event.output.background !== null) {
      if (kept) putPending(home.repository, event.call, { ...kept, background: event.output.background });
      continue;
    }
    if (kept?.exact) {
      remarks.push(...(kept.exact.remarks ?? []));
      continue;
    }
    const pending = kept ?? unseenStart(command, event, home, start);
    if (!pending) continue;
    const seen = { how: 'hook' as const, session: event.session, agent: event.agent };
    try {
      const { remarks: own } = recordRuns(home.repository, home.policy, pending, event.output, seen, start.deadline);
      remarks.push(...own);
    } catch (error) {
      remarks.push(formatFinding(unwritable(error), Date.now()));
    }
  }
  let breach: Finding | null = null;
  try {
    breach = around && observeProtected(around, event);
  } catch (error) {
    breach = unwritable(error);
  }
  if (breach) remarks.push(formatFinding(breach, Date.now()));
  if (remarks.length === 0) return NONE;
  const text = remarks.map((remark) => `flow: ${remark}`).join('\n');
  return { kind: 'tell', context: text, ...(breach ? { notice: text } : {}) };
}

/** A run whose start was not seen (the guard was armed in between) is recorded, and proves nothing green. */
function unseenStart(command: string, event: After, home: Surroundings, start: Start): PendingCommand | null {
  const context = shellContext(event.directory, start);
  const runs = recognise(analyze(command, context), home.repository, home.policy, { readFile: readSmall }, context);
  return runs.length === 0 ? null : { command, runs, before: null, time: Date.now(), background: null };
}

function afterNotification(event: Extract<Event, { kind: 'prompt' }>, start: Start): Decision {
  const notification = readNotification(event.prompt);
  const around = notification && surroundingsOf(event.directory, start);
  if (!notification || !around) return NONE;
  // Only a command that was seen going to the background ends this way; anything else is a text that somebody wrote.
  const pending = peekPending<PendingCommand>(around.repository, notification.call);
  if (!pending || pending.background === null) return NONE;
  if (!notification.file.endsWith(`${pending.background}.output`)) return NONE;
  takePending(around.repository, notification.call);
  const output = {
    text: '',
    exit: notification.exit,
    cut: 'tail' as const,
    wholeFile: notification.file,
    background: null,
    interrupted: notification.status !== 'completed' && notification.exit === null,
    durationMs: Date.now() - pending.time,
  };
  const seen = { how: 'hook' as const, session: event.session, agent: null };
  const { remarks } = recordRuns(around.repository, around.policy, pending, output, seen, start.deadline);
  return remarks.length === 0 ? NONE : { kind: 'tell', context: remarks.map((remark) => `flow: ${remark}`).join('\n') };
}
