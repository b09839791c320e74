import path from 'node:path';
import { isRecord } from '@flow/core/record';
import type { Ending, Past } from '../past.js';
import { adapter } from './dialect.js';

/* Chats that Qwen Code keeps (`~/.qwen/projects/…/chats/*.jsonl`): calls and their ends stand in the parts of messages. */

/** Tells whether a line can hold a call or the end of one. */
export const mayHoldPart = (line: Buffer): boolean =>
  line.includes('"functionCall"') || line.includes('"functionResponse"');

/** Texts where a call is not made: those of our hook, of the client's own rules, and of a person. */
const NOT_MADE = /flow(?: |-hooks: )refused|blocked by hook|denied by|user cancel|declined by/i;

interface Line {
  type?: unknown;
  sessionId?: unknown;
  cwd?: unknown;
  message?: unknown;
}

/** Returns a reader of the lines of one chat. */
export function chatReader(file: string): (value: object, line: number) => Iterable<Past> | null {
  let home: string | null = null;
  return (value: Line, line) => {
    const parts = isRecord(value.message) && Array.isArray(value.message.parts) ? value.message.parts : null;
    if (parts === null || (value.type !== 'assistant' && value.type !== 'tool_result')) return null;
    const directory = typeof value.cwd === 'string' && path.isAbsolute(value.cwd) ? value.cwd : null;
    home ??= directory;
    const session = typeof value.sessionId === 'string' ? value.sessionId : path.basename(file, '.jsonl');
    return (parts as unknown[]).flatMap((part): Past[] => {
      if (!isRecord(part)) return [];
      const { functionCall: call, functionResponse: response } = part;
      if (isRecord(response))
        return [{ kind: 'end', id: String(response.id ?? ''), ending: endingOf(response.response) }];
      if (!isRecord(call) || typeof call.name !== 'string') return [];
      const past = {
        ...{ kind: 'call' as const, file, line, session, directory, home },
        ...{ id: String(call.id ?? line), host: adapter.capabilities },
      };
      const told = { hook_event_name: 'PreToolUse', session_id: session, cwd: directory ?? '/' };
      const read = adapter.readEvent({ ...told, tool_name: call.name, tool_input: call.args });
      if (read.ok && read.event.kind === 'tool-before')
        return [
          { ...past, directory: directory && read.event.directory, tool: read.event.tool, input: read.event.input },
        ];
      return [{ ...past, tool: call.name, input: {}, problem: read.ok ? 'not a call' : read.why }];
    });
  };
}

function endingOf(response: unknown): Ending {
  if (!isRecord(response) || typeof response.error !== 'string') return 'succeeded';
  return NOT_MADE.test(response.error.slice(0, 2000)) ? 'refused' : 'failed';
}
