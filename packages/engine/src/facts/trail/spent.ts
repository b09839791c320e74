import type { Event } from '@flow/clients/event';
import { OWN_WORK, readSubagentLine, type SubagentLine, totalOf } from '@flow/core';
import { appendLog, type Repository, readLog } from '@flow/evidence';
import { auditFolder } from './audit-line.js';
import { SUBAGENTS } from './subagents.js';
import { requestsIn } from './transcript-tokens.js';

/**
 * `SESSIONS` names the log of sessions, beside the audit trail: the log tells only where the client keeps their messages.
 */
const SESSIONS = 'sessions';

/** The newest sessions that are looked up, and the bytes of a transcript that are read at most. */
const MAX_SESSIONS = 200;
const MAX_TRANSCRIPT = 512 * 1024 * 1024;

/** Notes where the messages of a session lie. A log that cannot be written changes nothing. */
export function recordSession(repository: Repository, event: Extract<Event, { kind: 'session-start' }>): void {
  const { session, transcript } = event;
  if (transcript === null) return;
  try {
    appendLog(auditFolder(repository), SESSIONS, { v: 1, time: Date.now(), session, transcript });
  } catch {
    // A full or read-only disk.
  }
}

/** Lists the sessions in a repository, oldest first, with the file that their messages lie in. */
export function sessionsOf(repository: Repository): { session: string; transcript: string; time: number }[] {
  return readLog(auditFolder(repository), SESSIONS).records.flatMap(({ session, transcript, time }) =>
    typeof session === 'string' && typeof transcript === 'string' && typeof time === 'number'
      ? [{ session, transcript, time }]
      : [],
  );
}

/**
 * Tokens that were spent on the work in a repository: lines of sub-agents as they were kept (feature C34), and a line for
 * each request of the sessions themselves, from their transcripts. A transcript that is gone adds nothing.
 */
export function spentLines(repository: Repository): SubagentLine[] {
  const folder = auditFolder(repository);
  const agents = readLog(folder, SUBAGENTS).records.flatMap((one) => readSubagentLine(one) ?? []);
  const transcripts = new Map(sessionsOf(repository).map(({ session, transcript }) => [transcript, session]));
  const own = new Map<string, SubagentLine>();
  for (const [file, session] of [...transcripts].slice(-MAX_SESSIONS))
    for (const line of ownLines(file, session)) if (!own.has(line.call)) own.set(line.call, line);
  return [...agents, ...own.values()];
}

function ownLines(file: string, session: string): SubagentLine[] {
  return (requestsIn(file, MAX_TRANSCRIPT) ?? []).flatMap(({ id, model, tokens, time, branch, isAside }) => {
    const total = totalOf(tokens);
    // Sub-agents have lines of their own; what the client itself answers uses nothing.
    if (isAside || time === null || total === 0) return [];
    return [
      {
        ...{ v: 1 as const, time, session, call: id, type: OWN_WORK, model, state: 'ended' as const, tokens, total },
        ...(branch === null ? {} : { branch }),
        ...{ toolUses: null, durationMs: null },
      },
    ];
  });
}

/**
 * Lists lines of what began on a branch, wherever it ended; those of older versions do not say where, and count.
 * @param isOurs tells the branch by its name
 */
export function begunOn(lines: readonly SubagentLine[], isOurs: (branch: string) => boolean): SubagentLine[] {
  const keyOf = ({ session, call }: SubagentLine) => `${session}\n${call}`;
  const origins = new Map<string, string>();
  for (const line of lines)
    if (line.branch !== undefined && !origins.has(keyOf(line))) origins.set(keyOf(line), line.branch);
  return lines.filter((line) => {
    const origin = origins.get(keyOf(line));
    return origin === undefined || isOurs(origin);
  });
}
