import path from 'node:path';
import { fieldOf, isRecord, textOf } from '@flow/core/record';
import { readTail } from '@flow/evidence/disk/read-tail';
import type { KeptEnd } from '../nesting.js';

/*
 * Droid calls no hook after a command that failed. Its session has the end by the time of the next event (measured with
 * 0.225.2): a message with the call, then one with what the model is told of it.
 */

/** The last calls and their ends stand near the end of the file; more than this is not read. */
const MAX_TAIL = 1024 * 1024;
/** What the client puts before the output of a command that failed; the same code stands behind it. */
const HEAD = /^Error: Command failed \(exit code: (\d{1,3})\)\n/;

/**
 * Finds the commands of the agent's last turn that ended with another exit code than 0, in the form of the event that a
 * passing one has. Only the session itself is read, in the place where no tool of the agent may write.
 */
export function failedLast(raw: unknown): KeptEnd[] {
  const file = textOf(fieldOf(raw, 'transcript_path'));
  if (file === null || !isSession(file, textOf(fieldOf(raw, 'session_id')))) return [];
  const shared = { session_id: fieldOf(raw, 'session_id'), cwd: fieldOf(raw, 'cwd'), hook_event_name: 'PostToolUse' };
  const ends = new Map<unknown, { told: string | null; ended: number }>();
  const lines = readTail(file, MAX_TAIL).split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    if (!lines[at]!.includes('"tool_')) continue;
    const line = parsed(lines[at]!);
    const ended = Date.parse(textOf(fieldOf(line, 'timestamp')) ?? '');
    for (const result of blocksOf(line, 'user', 'tool_result'))
      ends.set(result.tool_use_id, { told: failure(result), ended });
    const calls = blocksOf(line, 'assistant', 'tool_use');
    // The calls of the event itself may stand behind: nothing has ended of those.
    if (!calls.some(({ id }) => ends.has(id))) continue;
    return calls.flatMap(({ id, name, input }) => {
      const end = ends.get(id);
      if (!end || end.told === null || Number.isNaN(end.ended)) return [];
      return [{ event: { ...shared, tool_name: name, tool_input: input, tool_response: end.told }, ended: end.ended }];
    });
  }
  return [];
}

/** Returns what a passing command would have told in its event; null where the result is none of a command that failed. */
function failure({ is_error: isError, content }: Record<string, unknown>): string | null {
  const text = textOf(content) ?? '';
  const [head, exit] = HEAD.exec(text) ?? [];
  if (isError !== true || head === undefined || exit === '0') return null;
  return text.trimEnd().endsWith(`[Process exited with code ${exit}]`) ? text.slice(head.length) : null;
}

/** Tells whether a file is the session of that id, where the client keeps its sessions. */
const isSession = (file: string, session: string | null) =>
  session !== null &&
  path.basename(file) === `${session}.jsonl` &&
  /[\\/]\.factory[\\/]sessions[\\/]/.test(path.normalize(file));

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Half a line: the tail begins anywhere, and the last one may still be written.
    return null;
  }
}

/** Returns the blocks of a kind in a message of the given speaker. */
function blocksOf(line: unknown, role: string, type: string): Record<string, unknown>[] {
  const message = fieldOf(line, 'message');
  const content = fieldOf(message, 'content');
  if (fieldOf(message, 'role') !== role || !Array.isArray(content)) return [];
  return content.filter((block): block is Record<string, unknown> => isRecord(block) && block.type === type);
}
