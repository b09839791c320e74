import { type AuditLine, readAuditLine } from '@flow/core';
import { auditFolder, TRAIL } from '@flow/engine/facts/trail/audit-line';
import { type Repository, readLog } from '@flow/evidence';
import type { Known } from './explained.js';

/** Reads the lines of the trail that somebody wants, newest first. */
export function trailOf(repository: Repository, isWanted: (line: AuditLine) => boolean, max: number): AuditLine[] {
  const { records } = readLog(auditFolder(repository), TRAIL);
  const lines = records.map(readAuditLine).filter((line): line is AuditLine => line !== null && isWanted(line));
  return lines.sort((a, b) => b.time - a.time).slice(0, max);
}

/** Tells which calls named a file, newest first: what was allowed, refused or done. */
export const editsOn = (repository: Repository, name: string, max: number): Known[] =>
  trailOf(repository, ({ paths }) => paths.includes(name), max).map(
    ({ tool, decision, session, role, time, found = [] }) => ({
      what: `${tool} by ${role ?? 'the agent'}: ${decision}${found.length > 0 ? ` (${found.map(({ code }) => code).join(', ')})` : ''}`,
      counts: null,
      why: `session ${session}`,
      time,
    }),
  );
