import { type AuditLine, auditMetrics, editClass, matchesAny, readAuditLine, subagentTotals } from '@flow/core';
import { auditedRuns } from '@flow/engine/facts/audited-runs';
import { auditFolder, TRAIL } from '@flow/engine/facts/trail/audit-line';
import { spentLines } from '@flow/engine/facts/trail/spent';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { newTestsHere } from '@flow/engine/red/red-facts';
import { readLog } from '@flow/evidence';
import type { AuditReport, Trail } from './audit-report.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';
import { renderMetrics, renderTrail } from './render-audit.js';

export const audit: Command = {
  name: 'audit',
  usage: '[--metrics] [--json] [--since <when>] [--session <id>] [--branch <name>] [--path <glob>]',
  summary: 'show what was changed, refused and pushed; --metrics shows statistics',
  options: {
    metrics: { type: 'boolean', about: 'show statistics instead of events' },
    json: { type: 'boolean', about: 'print JSON lines; with --metrics one object' },
    since: { type: 'string', value: 'when', about: 'a date (2027-01-31), a time, or an age (90m, 8h, 7d)' },
    session: { type: 'string', value: 'id', about: 'only this session: its id, or a prefix' },
    branch: { type: 'string', value: 'name', about: 'only this branch' },
    path: { type: 'string', value: 'glob', about: 'only files that match this pattern' },
  },
  run(call) {
    const since = sinceOf(call.values.since, Date.now());
    if (since === undefined)
      return usage(call, audit, '--since expects a date (2027-01-31), a time, or an age (90m, 8h, 7d).');
    const around = repositoryOf(call);
    if (!around) return noRepository(call);
    const trail = readTrail(around, { ...wantedOf(call), since });
    if (call.values.metrics) {
      const report = metricsOf(trail, since, around, wantedOf(call));
      return { exit: 0, data: report, text: renderMetrics(report), isVerbatim: true };
    }
    return { exit: 0, lines: trail.lines, text: renderTrail(trail), isVerbatim: true };
  },
};

/** The bounds of the lines that are wanted. */
interface Wanted {
  /** Epoch milliseconds; null for all. */
  since: number | null;
  /** The session's id, or how it begins. */
  session: string | null;
  branch: string | null;
  path: string | null;
}

function wantedOf({ values }: Call): Omit<Wanted, 'since'> {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  return { session: text('session'), branch: text('branch'), path: text('path') };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads the time of `--since`: null for no bound, undefined for a value that is no time. */
export function sinceOf(value: unknown, now: number): number | null | undefined {
  if (typeof value !== 'string') return null;
  const ago = /^(\d{1,6})([mhdw])$/.exec(value);
  if (ago) return now - Number(ago[1]) * UNITS[ago[2]!]!;
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function readTrail({ repository }: Surroundings, { since, session, branch, path }: Wanted): Trail {
  const { records, unreadable } = readLog(auditFolder(repository), TRAIL);
  const all = records.map(readAuditLine);
  const lines = all.filter(
    (line): line is AuditLine =>
      line !== null &&
      line.time >= (since ?? 0) &&
      (session === null || line.session.startsWith(session)) &&
      (branch === null || line.branch === branch) &&
      (path === null || line.paths.some((one) => matchesAny(one, [path]))),
  );
  lines.sort((a, b) => a.time - b.time);
  return { lines, unreadable: unreadable + all.filter((line) => line === null).length };
}

function metricsOf(
  { lines }: Trail,
  since: number | null,
  around: Surroundings,
  { session, branch }: Omit<Wanted, 'since'>,
): AuditReport {
  const { repository, policy } = around;
  const isWanted = (line: { time: number; session: string | null; branch?: string }) =>
    line.time >= (since ?? 0) &&
    (session === null || line.session?.startsWith(session) === true) &&
    (branch === null || line.branch === branch);
  const subagents = spentLines(repository);
  // A run of nobody in particular tested what was there.
  const runs = auditedRuns(repository, since ?? 0).filter((run) =>
    isWanted({ ...run, session: run.session ?? session, branch: run.branch ?? branch ?? '' }),
  );
  const newTests = newTestsHere(around);
  return {
    version: 1,
    from: lines[0]?.time ?? null,
    metrics: auditMetrics(lines, runs, (path) => editClass(path, policy)),
    subagents: subagentTotals(subagents, policy.prices, isWanted),
    newTests: newTests && {
      total: newTests.length,
      redBefore: newTests.filter(({ proven }) => proven !== null).length,
    },
  };
}
