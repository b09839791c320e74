import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '@flow/evidence';

/** A tool call as a session's transcript tells it. */
export interface PastCall {
  kind: 'call';
  file: string;
  line: number;
  session: string;
  id: string;
  tool: string;
  input: Record<string, unknown>;
  /** Folder of the session at that moment, as recorded; null where it is not. */
  directory: string | null;
}

/** How a call ended: as the session had it then. `refused`: by a hook, a rule or the person. */
export type Ending = 'succeeded' | 'failed' | 'refused';

export interface PastEnd {
  kind: 'end';
  id: string;
  ending: Ending;
}

/** What was read of a transcript, for those who wait. */
export interface Progress {
  bytes: number;
  lines: number;
  /** Lines that are longer than the limit, or no JSON although they speak of tools. */
  skipped: number;
}

/** Longer lines hold pictures or whole outputs; a call of a tool does not. */
const MAX_LINE = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/** The transcripts below files and folders, each once, in the order of their names. */
export function transcriptsIn(places: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (place: string): void => {
    if (!statSync(place).isDirectory()) {
      found.add(place);
      return;
    }
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const below = path.join(place, entry.name);
      if (entry.isDirectory()) visit(below);
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) found.add(below);
    }
  };
  for (const place of places) visit(path.resolve(place));
  return [...found].sort();
}

/** Reads a transcript of Claude Code, line by line: however long it is, one line is in memory. */
export async function* readTranscript(file: string, progress: Progress): AsyncGenerator<PastCall | PastEnd> {
  let line = 0;
  for await (const bytes of linesOf(file, progress)) {
    line += 1;
    if (bytes === null) continue;
    // Most lines are neither; JSON is only read where it pays.
    if (!bytes.includes('tool_use')) continue;
    const value = parseJson(bytes.toString('utf8')) as RawLine | undefined;
    if (typeof value !== 'object' || value === null) {
      progress.skipped += 1;
      continue;
    }
    yield* eventsOf(value, file, line);
  }
}

interface RawLine {
  sessionId?: unknown;
  cwd?: unknown;
  message?: { content?: unknown };
  content?: unknown;
}

function* eventsOf(value: RawLine, file: string, line: number): Generator<PastCall | PastEnd> {
  const session = typeof value.sessionId === 'string' ? value.sessionId : path.basename(file, '.jsonl');
  const directory = typeof value.cwd === 'string' && path.isAbsolute(value.cwd) ? value.cwd : null;
  for (const one of callsIn(value))
    yield one.kind === 'end' ? one : { ...one, id: one.id || `${line}`, file, line, session, directory };
}

/** The calls in one line of a transcript, and how earlier ones ended; none in anything else. */
export function* callsIn(value: unknown): Generator<Pick<PastCall, 'kind' | 'id' | 'tool' | 'input'> | PastEnd> {
  if (!isRecord(value)) return;
  const { message, content: own } = value as RawLine;
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

/** What hooks, rules and people say where a call is not made. */
const NOT_MADE =
  /flow refused|hook error|doesn't want to (?:proceed|take this action)|Permission to use|permission .*denied/i;

function endingOf({ is_error: isError, content }: Record<string, unknown>): Ending {
  if (isError !== true) return 'succeeded';
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return NOT_MADE.test(text.slice(0, 2000)) ? 'refused' : 'failed';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lines of a file as bytes; null for one that is too long, whose bytes are not kept. */
async function* linesOf(file: string, progress: Progress): AsyncGenerator<Buffer | null> {
  let rest: Buffer[] = [];
  let length = 0;
  const take = (end: Buffer): Buffer | null => {
    const whole = length + end.length > MAX_LINE ? null : Buffer.concat([...rest, end]);
    if (whole === null) progress.skipped += 1;
    progress.lines += 1;
    rest = [];
    length = 0;
    return whole;
  };
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    progress.bytes += chunk.length;
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield take(chunk.subarray(from, at));
      from = at + 1;
    }
    length += chunk.length - from;
    if (length > MAX_LINE) rest = [];
    else rest.push(chunk.subarray(from));
  }
  if (length > 0) yield take(Buffer.alloc(0));
}
