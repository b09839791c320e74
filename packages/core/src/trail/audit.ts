import type { Guard } from '../policy/guard.js';
import type { PathClass } from '../presets/path-class.js';

/** What became of a tool call: as the guards decided before it, or as the client told after it. */
export const AUDIT_DECISIONS = ['allowed', 'refused', 'monitored', 'excepted', 'done', 'failed'] as const;
export type AuditDecision = (typeof AUDIT_DECISIONS)[number];

/**
 * An audit line records one event (features C31, C32): a change of files by a tool, a refusal, or a push. The trail is a record for
 * people and numbers; no guard goes by it.
 */
export interface AuditLine {
  v: 1;
  /** Epoch milliseconds. */
  time: number;
  session: string;
  /** The sub-agent and its kind; null for the session's own agent. */
  agent: string | null;
  role: string | null;
  /** Id of the tool call: the line before it and the one after it have the same. */
  call: string;
  tool: string;
  decision: AuditDecision;
  /** Files, relative to the repository; absolute outside of it. */
  paths: readonly string[];
  /** How many there were, where not all are listed. */
  pathsTotal?: number;
  /** The branch that was checked out (features C62, C63); missing where none was, and in older lines. */
  branch?: string;
  /** The phase in force; null without one, or where nobody asked. */
  phase: string | null;
  /** Codes of what guards found, with the guards. */
  found?: readonly { guard: Guard | null; code: string }[];
  /** The command publishes. */
  push?: true;
  /** The program that formatted the files behind the edit. */
  formatted?: string;
  /** The task of the client's own list that the agent has ticked off. */
  task?: string;
}

/** A run of tests or checks, as far as the numbers need it. */
export interface AuditedRun {
  time: number;
  /** Null where it is not known: then it counts for all. */
  session: string | null;
  /** Missing where it is not known: then it counts for all. */
  branch?: string;
  green: boolean;
}

/** Audit metrics tell how the work went (feature C32). */
export interface AuditMetrics {
  sessions: number;
  /** Calls that changed files, and the files by class and by phase (`none` without one). */
  edits: { calls: number; files: number; byClass: Record<string, number>; byPhase: Record<string, number> };
  refusals: { calls: number; byGuard: Record<string, number>; byCode: Record<string, number> };
  /** What would have been refused: only monitored, allowed by an exception, or let through once by a person. */
  monitored: number;
  excepted: number;
  overridden: number;
  /** Pushes that were let through, and the runs since the one before, together. */
  pushes: { count: number; runsBefore: number };
  runs: { count: number; green: number };
  /** Changes of source or tests after which a run was seen in the same session. */
  tested: { edits: number; followed: number };
  /** Tasks that agents ticked off, and those with no green run behind the session's last change of source or tests. */
  tasks: { done: number; untested: number };
  /** Turns that ended with an error of the service, by its reason. */
  brokenOff: Record<string, number>;
}

/**
 * Counts lines.
 * @param lines oldest first
 * @param runs oldest first
 * @param classOf class of a path, by the project's presets
 */
export function auditMetrics(
  lines: readonly AuditLine[],
  runs: readonly AuditedRun[],
  classOf: (path: string) => PathClass | 'other',
): AuditMetrics {
  const edits = editsOf(lines);
  const refused = lines.filter(({ decision }) => decision === 'refused');
  const found = refused.flatMap((line) => line.found ?? []);
  const files = edits.flatMap(({ paths, phase }) => paths.map((path) => ({ path, phase })));
  const pushes = lines.filter(({ push, decision }) => push && decision !== 'refused').map(({ time }) => time);
  const tasks = lines.filter(({ task }) => task !== undefined);
  const testable = edits.filter(({ paths }) => paths.some((path) => /^(source|test)$/.test(classOf(path))));
  return {
    sessions: new Set(lines.map(({ session }) => session)).size,
    edits: {
      calls: edits.length,
      files: files.length,
      byClass: tally(files.map(({ path }) => classOf(path))),
      byPhase: tally(files.map(({ phase }) => phase ?? 'none')),
    },
    refusals: {
      calls: refused.length,
      byGuard: tally(found.map(({ guard }) => guard ?? 'input')),
      byCode: tally(found.map(({ code }) => code)),
    },
    monitored: lines.filter(({ decision }) => decision === 'monitored').length,
    excepted: lines.filter((line) => line.decision === 'excepted' && !isOverridden(line)).length,
    overridden: lines.filter(isOverridden).length,
    pushes: { count: pushes.length, runsBefore: runsBefore(pushes, runs) },
    runs: { count: runs.length, green: runs.filter(({ green }) => green).length },
    tested: {
      edits: testable.length,
      followed: testable.filter((edit) => runs.some((run) => isAfter(run, edit))).length,
    },
    tasks: {
      done: tasks.length,
      untested: tasks.filter((task) => {
        const last = testable.findLast((edit) => edit.session === task.session && edit.time <= task.time);
        return last && !runs.some((run) => run.green && run.time <= task.time && isAfter(run, last));
      }).length,
    },
    brokenOff: tally(
      lines.flatMap(({ tool, found = [] }) => (tool === 'StopFailure' ? found.map(({ code }) => code) : [])),
    ),
  };
}

const isOverridden = ({ found }: AuditLine) => found?.some(({ code }) => code === 'OVERRIDE_USED') === true;

const isAfter = (run: AuditedRun, edit: AuditLine) =>
  run.time > edit.time && (run.session ?? edit.session) === edit.session;

/**
 * Returns the calls that changed files, each once, by what is known last: the line after a call names what it really
 * changed.
 */
function editsOf(lines: readonly AuditLine[]): AuditLine[] {
  const calls = new Map<string, AuditLine>();
  for (const line of lines) {
    const key = `${line.session}\n${line.call}`;
    if (line.decision === 'refused' || line.decision === 'failed') calls.delete(key);
    else if (line.paths.length > 0) calls.set(key, joined(calls.get(key), line));
  }
  return [...calls.values()];
}

/** A call that changed several files may have several lines after it. */
function joined(before: AuditLine | undefined, line: AuditLine): AuditLine {
  if (before?.decision !== 'done' || line.decision !== 'done') return line;
  return { ...line, paths: [...new Set([...before.paths, ...line.paths])] };
}

/** Runs that came before some push and after the one before it. */
function runsBefore(pushes: readonly number[], runs: readonly AuditedRun[]): number {
  const last = Math.max(...pushes, Number.NEGATIVE_INFINITY);
  return runs.filter(({ time }) => time <= last).length;
}

function tally(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

/** Returns a line as it was read from a file; null for what none of ours is. */
export function readAuditLine(value: Readonly<Record<string, unknown>>): AuditLine | null {
  const { v, time, session, agent, role, call, tool, decision, paths, branch, phase, found } = value;
  const isName = (one: unknown) => one === null || typeof one === 'string';
  const isFine =
    v === 1 &&
    Number.isFinite(time) &&
    [session, call, tool].every((one) => typeof one === 'string') &&
    [agent, role, phase, branch ?? null].every(isName) &&
    AUDIT_DECISIONS.includes(decision as AuditDecision) &&
    Array.isArray(paths) &&
    paths.every((path) => typeof path === 'string') &&
    (found === undefined || (Array.isArray(found) && found.every(isFound)));
  return isFine ? (value as unknown as AuditLine) : null;
}

function isFound(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { guard, code } = value as Record<string, unknown>;
  return typeof code === 'string' && (guard === null || typeof guard === 'string');
}
