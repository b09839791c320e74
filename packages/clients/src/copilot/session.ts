import path from 'node:path';
import { isRecord, recordOf, textOf } from '@flow/core/record';
import type { Ending, Past } from '../past.js';
import { adapter } from './dialect.js';

/*
 * The transcript of a session (`~/.copilot/session-state/<id>/events.jsonl`): lines of a `type` with its `data`. A call begins
 * with `tool.execution_start` and ends with `tool.execution_complete`; recorded with 1.0.102.
 */

/** Tells whether a line can be one of such a transcript that matters; JSON is only read where it pays. */
export const mayBeCopilot = (line: Buffer): boolean =>
  line.includes('"type":"tool.execution_') || line.includes('"type":"session.start"');

/** Returns a reader of the lines of one transcript, in their order; null for a line that is none of it. */
export function copilotReader(file: string): (value: object, line: number) => Iterable<Past> | null {
  let session = path.basename(path.dirname(file));
  let home: string | null = null;
  return (value, line) => {
    const { type, data } = value as Record<string, unknown>;
    if (!isRecord(data) || typeof type !== 'string' || !/^(?:tool\.execution_|session\.start$)/.test(type)) return null;
    if (type === 'session.start') {
      session = textOf(data.sessionId) ?? session;
      home = textOf(recordOf(data.context).cwd);
      return [];
    }
    const id = textOf(data.toolCallId) ?? `${line}`;
    if (type === 'tool.execution_complete') return [{ kind: 'end', id, ending: endingOf(data) }];
    if (type !== 'tool.execution_start') return [];
    const told = { cwd: home ?? '/', toolName: data.toolName, toolArgs: data.arguments };
    const read = adapter.readEvent(told, 'preToolUse');
    const past = { kind: 'call' as const, file, line, session, id, directory: home, home, host: adapter.capabilities };
    if (read.ok && read.event.kind === 'tool-before')
      return [{ ...past, tool: read.event.tool, input: read.event.input }];
    return [{ ...past, tool: String(data.toolName), input: {}, problem: read.ok ? 'not a call' : read.why }];
  };
}

function endingOf({ success, error, shellExecution }: Record<string, unknown>): Ending {
  if (recordOf(error).code === 'denied') return 'refused';
  const { exitCode } = recordOf(shellExecution);
  return success === true && (exitCode === undefined || exitCode === 0) ? 'succeeded' : 'failed';
}
