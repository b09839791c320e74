import { type AuditLine, type AuditMetrics, OWN_WORK, type SubagentTotals } from '@flow/core';
import { clean } from '@flow/engine/text/clean';
import type { AuditReport, Trail } from './audit-report.js';

/* The audit trail and its numbers as text for a terminal. */

/** The most lines that are shown; more are read in another way. */
const MAX_SHOWN = 1000;

/** Renders each line of the trail as one line of text. */
export function renderTrail({ lines, unreadable }: Trail): string {
  const shown = lines.slice(-MAX_SHOWN);
  const text = shown.map(renderLine);
  if (shown.length < lines.length)
    text.unshift(`(${lines.length - shown.length} earlier lines: --since, --path or --json)`);
  if (lines.length === 0) text.push('No matching lines.');
  if (unreadable > 0) text.push(`(${unreadable} lines were not written by flow and are ignored)`);
  return `${text.join('\n')}\n`;
}

function renderLine({
  time,
  decision,
  tool,
  role,
  phase,
  paths,
  pathsTotal,
  found,
  formatted,
  push,
  task,
}: AuditLine): string {
  const more = (pathsTotal ?? paths.length) - paths.length;
  const words = [
    paths.map((path) => clean(path, 120)).join(', ') + (more > 0 ? ` and ${more} more` : ''),
    push ? 'push' : '',
    [...new Set((found ?? []).map(({ code }) => clean(code, 40)))].join(' '),
    task === undefined ? '' : `task ${clean(task, 100)}`,
    formatted ? `formatted with ${clean(formatted, 40)}` : '',
    phase === null ? '' : `phase ${clean(phase, 40)}`,
    role === null ? '' : `by ${clean(role, 40)}`,
  ].filter((word) => word !== '');
  return `${timeOf(time)}  ${decision.padEnd(9)}  ${clean(tool, 24).padEnd(8)}  ${words.join('  ')}`.trimEnd();
}

function timeOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the numbers, one subject a block. */
export function renderMetrics({ from, metrics, subagents, newTests }: AuditReport): string {
  const { sessions, edits, refusals, pushes, runs, tested, tasks, brokenOff } = metrics;
  const lines = [
    from === null ? 'No matching lines in the audit trail.' : `Since ${timeOf(from)}: ${sessions} sessions`,
    '',
    `Edits        ${edits.calls} calls, ${edits.files} files`,
    ...rows('by class', edits.byClass),
    ...rows('by phase', edits.byPhase),
    `Tested       ${share(tested.followed, tested.edits)} edits of source or tests were followed by a run`,
    `Red first    ${newTests ? `${share(newTests.redBefore, newTests.total)} new tests were seen red before` : 'unknown here'}`,
    `Runs         ${runs.count}, ${runs.green} of them green`,
    `Pushes       ${pushes.count}, after ${pushes.runsBefore} runs`,
    `Refusals     ${refusals.calls} calls`,
    ...rows('by guard', refusals.byGuard),
    ...rows('by code', refusals.byCode),
    `Tasks        ${tasks.done} ticked off, ${tasks.untested} of them with changes that no green run had followed`,
    ...brokenTurns(brokenOff),
    ...besides(metrics),
    ...renderSubagents(subagents),
  ];
  return `${lines.join('\n')}\n`;
}

function brokenTurns(reasons: AuditMetrics['brokenOff']): string[] {
  const count = Object.values(reasons).reduce((sum, one) => sum + one, 0);
  return [`Broken off   ${count} turns ended with an error of the service`, ...rows('by reason', reasons)];
}

const besides = ({ monitored, excepted, overridden }: AuditMetrics): string[] => [
  `Monitored    ${monitored} calls would have been refused`,
  `Exceptions   ${excepted} calls were allowed by an exception`,
  `Overrides    ${overridden} calls were allowed once by a person`,
];

function rows(title: string, counts: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(counts).map(([name, count]) => `${clean(name, 40)} ${count}`);
  return parts.length > 0 ? [`    ${title}  ${parts.join(', ')}`] : [];
}

const share = (part: number, whole: number) =>
  whole === 0 ? '0 of 0' : `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;

function renderSubagents(subagents: readonly SubagentTotals[]): string[] {
  if (subagents.length === 0) return [];
  const lines = subagents.map(({ type, model, runs, tokens, total, durationMs, cost }) => {
    const kinds = `input ${tokens.input}, output ${tokens.output}, cache read ${tokens.cacheRead}, cache written ${tokens.cacheWrite}`;
    const price = cost === null ? '' : `, cost ${cost.toFixed(4)}`;
    if (type === OWN_WORK)
      return `    the session itself on ${clean(model, 60)}: ${runs} requests, ${total} tokens (${kinds})${price}`;
    return `    ${clean(type, 40)} on ${clean(model, 60)}: ${runs} runs, ${total} tokens (${kinds}), ${Math.round(durationMs / 1000)} s${price}`;
  });
  return ['Tokens', ...lines];
}
