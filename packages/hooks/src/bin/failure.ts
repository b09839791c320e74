import { auditFailure } from '@flow/engine/facts/trail/audit-failure';
import { appendLog, stateFolder } from '@flow/evidence/fast';
import { HOOK_ERRORS, type HookError } from '../entry/hook-errors.js';

/*
 * What is written down when an event could not be read or judged: a file of its own, as nearly no event needs it. A disk that
 * cannot be written changes no answer.
 */

declare const FLOW_VERSION: string;

/** Characters that are kept of what the hook said. */
const MOST = 1000;

/** `Failed` holds facts about an event that failed. */
export interface Failed {
  /** The event, as far as it could be read. */
  raw: unknown;
  host: string;
  /** Name of the event; null where the event does not say. */
  hook: string | null;
  code: string;
  /** The call was refused for it. */
  closed: boolean;
  exit: number;
  stderr: string;
}

/** Notes a failed event in the user's state (row X50), and its refusal in the audit trail. */
export function noteFailure(
  { raw, host, hook, code, closed, exit, stderr }: Failed,
  environment: NodeJS.ProcessEnv,
): void {
  if (closed && raw !== undefined) auditFailure(raw, code);
  const line: HookError = {
    ...{ v: 1, time: Date.now(), version: FLOW_VERSION, host, hook, code, exit },
    stderr: stderr.slice(0, MOST),
    fields: fieldsOf(raw),
  };
  try {
    appendLog(stateFolder(environment), HOOK_ERRORS, line);
  } catch {
    // A full or read-only disk.
  }
}

/** Lists names of the event's fields: enough to see what a client has changed, and nothing of what was said. */
function fieldsOf(raw: unknown): string[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return [];
  return Object.keys(raw)
    .slice(0, 40)
    .map((name) => name.slice(0, 60));
}
