import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import type { Past, Progress } from '@flow/clients/past';
import { parseJson } from '@flow/evidence';

/** The longest line that is read: longer lines hold pictures or whole outputs; a call of a tool does not. */
const MAX_LINE = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/** A folder or a file that cannot be read, and the system's word for why: `EACCES`. */
export interface Unread {
  place: string;
  why: string;
}

/** Finds what the system has against reading a place; other errors are ours, and thrown. */
export function unreadOf(place: string, error: unknown): Unread {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') throw error;
  return { place, why: code };
}

/**
 * Returns the transcripts below files and folders, each once, in the order of their names; `packed` are those
 * compressed since.
 */
export function transcriptsIn(places: readonly string[]): { files: string[]; packed: number; unread: Unread[] } {
  const found = new Set<string>();
  const unread: Unread[] = [];
  let packed = 0;
  const visit = (place: string): void => {
    try {
      if (statSync(place).isDirectory()) lookInto(place);
      else found.add(place);
    } catch (error) {
      unread.push(unreadOf(place, error));
    }
  };
  const lookInto = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const below = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(below);
      else if (entry.isFile() && (entry.name.endsWith('.jsonl') || databaseOf(entry.name))) found.add(below);
      else if (entry.isFile() && entry.name.endsWith('.jsonl.zst')) packed += 1;
    }
  };
  for (const place of places) visit(path.resolve(place));
  return { files: [...found].sort(), packed, unread };
}

/**
 * Reads a transcript of any client, line by line: however long it is, one line is in memory. The usual client's reader
 * takes what no other one knows.
 */
export async function* readTranscript(file: string, progress: Progress): AsyncGenerator<Past> {
  const database = databaseOf(path.basename(file));
  if (database) {
    progress.bytes += statSync(file).size;
    yield* database.read(file);
    return;
  }
  const readers = CLIENTS.toReversed().map(({ transcripts }) => ({
    mayHold: transcripts.mayHold,
    read: transcripts.reader(file, progress),
  }));
  let line = 0;
  for await (const bytes of linesOf(file, progress)) {
    line += 1;
    if (bytes === null || !readers.some(({ mayHold }) => mayHold(bytes))) continue;
    const value = parseJson(bytes.toString('utf8'));
    if (typeof value !== 'object' || value === null) {
      progress.skipped += 1;
      continue;
    }
    for (const { read } of readers) {
      const told = read(value, line);
      if (told === null) continue;
      yield* told;
      break;
    }
  }
}

/** Returns the database that a client calls by a name. */
const databaseOf = (name: string) => CLIENTS.find(({ database }) => database?.name === name)?.database;

/** Yields the lines of a file as bytes; null for one that is too long, whose bytes are not kept. */
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
