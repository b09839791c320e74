import path from 'node:path';
import { isRecord } from '@flow/core/record';
import type { Ending, Past, Progress } from '../past.js';
import { adapter } from './dialect.js';

/*
 * Sessions of Gemini CLI (`~/.gemini/tmp/<project>/chats/session-….jsonl`), as version 0.61.0 writes them: a line for each
 * message, those of the model with its calls (`toolCalls`), their inputs and what came of them. A message that grows is
 * written again, so a call may stand in more than one line.
 */

/** Tells whether a line can hold a call; JSON is only read where it pays. */
export const mayHoldCall = (line: Buffer): boolean => line.includes('"toolCalls"') || line.includes('"projectHash"');

/** Reads the lines of one session, in their order; null for a line that is none of it. */
export function chatReader(file: string, _progress: Progress): (value: unknown, line: number) => Iterable<Past> | null {
  let session = path.basename(file, '.jsonl');
  let home: string | null = null;
  return (value, line) => {
    if (!isRecord(value)) return null;
    if (typeof value.projectHash === 'string') {
      if (typeof value.sessionId === 'string') session = value.sessionId;
      const [first] = Array.isArray(value.directories) ? value.directories : [];
      if (typeof first === 'string' && path.isAbsolute(first)) home = first;
      return [];
    }
    if (value.type !== 'gemini' || !Array.isArray(value.toolCalls)) return null;
    return value.toolCalls.filter(isRecord).flatMap((call): Past[] => {
      const { id, name, args, status } = call;
      const told = { hook_event_name: 'BeforeTool', cwd: home ?? '/', tool_name: name, tool_input: args };
      const read = adapter.readEvent(told);
      if (!read.ok || read.event.kind !== 'tool-before') return [{ kind: 'unread' }];
      const { tool, input, directory } = read.event;
      const one = `${session}-${String(id)}`;
      const place = home === null ? null : directory;
      const past = { kind: 'call' as const, file, line, id: one, session, directory: place, home };
      return [
        { ...past, host: adapter.capabilities, tool, input },
        { kind: 'end', id: one, ending: endingOf(status, call.result) },
      ];
    });
  };
}

/** Texts where a hook or a person has kept a call from being made. */
const NOT_MADE = /Tool execution blocked|denied by (?:policy|user)|User (?:denied|cancelled)/i;

function endingOf(status: unknown, result: unknown): Ending {
  const text = JSON.stringify(result ?? '').slice(0, 20_000);
  if (status === 'cancelled' || NOT_MADE.test(text.slice(0, 2000))) return 'refused';
  return status === 'success' && !/\\nExit Code: \d/.test(text) ? 'succeeded' : 'failed';
}
