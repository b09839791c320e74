import path from 'node:path';
import { isRecord } from '@flow/core/record';
import type { Ending, Past } from '../past.js';
import { adapter } from './dialect.js';

/* Sessions that Droid keeps (`~/.factory/sessions/<folder>/<id>.jsonl`): messages of the Messages API, one a line. */

/** Tells whether a line can hold the head of a session, a call or the end of one. */
export const mayHoldCall = (line: Buffer): boolean => line.includes('"session_start"') || line.includes('"tool_');

/** Texts where a call is not made. */
const NOT_MADE = /flow(?: |-hooks: )refused|denied|rejected by|cancelled by (?:the )?user/i;

interface Line {
  type?: unknown;
  id?: unknown;
  cwd?: unknown;
  hostId?: unknown;
  message?: unknown;
}

/** Returns a reader of the lines of one session; the lines of other clients with such messages have no head like this one's. */
export function callsIn(file: string): (value: object, line: number) => Iterable<Past> | null {
  let head: { session: string; directory: string | null } | null = null;
  return (value: Line, line) => {
    if (value.type === 'session_start' && typeof value.hostId === 'string') {
      const directory = typeof value.cwd === 'string' && path.isAbsolute(value.cwd) ? value.cwd : null;
      head = { session: typeof value.id === 'string' ? value.id : path.basename(file, '.jsonl'), directory };
      return [];
    }
    const begun = head;
    const content = isRecord(value.message) ? value.message.content : null;
    if (begun === null || value.type !== 'message' || !Array.isArray(content)) return null;
    return (content as unknown[]).flatMap((block): Past[] => {
      if (!isRecord(block)) return [];
      if (block.type === 'tool_result')
        return [{ kind: 'end', id: String(block.tool_use_id ?? ''), ending: endingOf(block) }];
      if (block.type !== 'tool_use') return [];
      const id = String(block.id ?? line);
      const past = {
        kind: 'call' as const,
        file,
        line,
        id,
        home: begun.directory,
        host: adapter.capabilities,
        ...begun,
      };
      const told = { hook_event_name: 'PreToolUse', session_id: begun.session, cwd: begun.directory ?? '/' };
      const read = adapter.readEvent({ ...told, tool_name: block.name, tool_input: block.input });
      if (read.ok && read.event.kind === 'tool-before')
        return [{ ...past, tool: read.event.tool, input: read.event.input }];
      return [{ ...past, tool: String(block.name), input: {}, problem: read.ok ? 'not a call' : read.why }];
    });
  };
}

function endingOf({ is_error: isError, content }: Record<string, unknown>): Ending {
  if (isError !== true) return 'succeeded';
  return NOT_MADE.test(String(content).slice(0, 2000)) ? 'refused' : 'failed';
}
