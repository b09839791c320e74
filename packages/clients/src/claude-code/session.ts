import path from 'node:path';
import { isRecord } from '@flow/core/record';
import type { Ending, Past, PastCall, PastEnd } from '../past.js';

/** Yields the calls in one line of a transcript, and how earlier ones ended; none in anything else. */
export function* callsIn(value: unknown): Generator<Pick<PastCall, 'kind' | 'id' | 'tool' | 'input'> | PastEnd> {
  if (!isRecord(value)) return;
  const { message, content: own } = value as { message?: { content?: unknown }; content?: unknown };
  const content = message?.content ?? own;
  if (!Array.isArray(content)) return;
  for (const block of content as Record<string, unknown>[]) {
    if (typeof block !== 'object' || block === null) continue;
    if (block.type === 'tool_use' && typeof block.name === 'string' && isRecord(block.input)) {
      const { name: tool, input } = block;
      yield { kind: 'call', id: String(block.id ?? ''), tool, input };
    }
    if (block.type === 'tool_result')
      yield { kind: 'end', id: String(block.tool_use_id ?? ''), ending: endingOf(block) };
  }
}

/** Texts of hooks, rules and people where a call is not made. */
const NOT_MADE =
  /flow refused|hook error|doesn't want to (?:proceed|take this action)|Permission to use|permission .*denied/i;

function endingOf({ is_error: isError, content }: Record<string, unknown>): Ending {
  if (isError !== true) return 'succeeded';
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return NOT_MADE.test(text.slice(0, 2000)) ? 'refused' : 'failed';
}

/** Tells whether a line of a transcript can hold a call or the end of a call; JSON is only read where it pays. */
export const mayHoldCall = (line: Buffer): boolean => line.includes('tool_use');

interface RawLine {
  sessionId?: unknown;
  cwd?: unknown;
}

/** Returns a reader of the lines of one transcript (`~/.claude/projects/…/*.jsonl`), in their order. */
export function sessionReader(file: string): (value: object, line: number) => Iterable<Past> {
  let home: string | null = null;
  return function* read(value: RawLine, line) {
    const session = typeof value.sessionId === 'string' ? value.sessionId : path.basename(file, '.jsonl');
    const directory = typeof value.cwd === 'string' && path.isAbsolute(value.cwd) ? value.cwd : null;
    for (const one of callsIn(value)) {
      if (one.kind === 'call') home ??= directory;
      yield one.kind === 'end' ? one : { ...one, id: one.id || `${line}`, file, line, session, directory, home };
    }
  };
}
