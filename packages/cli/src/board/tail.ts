import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of an output that are read, from its end. */
const MOST = 64 * 1024;

/** The end of a file: whole lines alone, and how many bytes stand before them. */
export interface Tail {
  lines: string[];
  before: number;
}

/** Reads the end of a file that may be of any size, and may be written meanwhile; a file that is not there has no lines. */
export function tailOf(file: string, most = MOST): Tail {
  let descriptor: number | null = null;
  try {
    // A named pipe in its place would keep the board waiting.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { lines: [], before: 0 };
    const { size } = stat;
    const buffer = Buffer.alloc(Math.min(size, most));
    const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString('utf8', 0, read);
    const isWhole = size <= most;
    // The first line that is not all there is left out.
    const from = isWhole ? 0 : text.indexOf('\n') + 1;
    const kept = isWhole || from > 0 ? text.slice(from) : '';
    return { lines: kept.split('\n').filter((line) => line !== ''), before: size - Buffer.byteLength(kept) };
  } catch {
    return { lines: [], before: 0 };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
