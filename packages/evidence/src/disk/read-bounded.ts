import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { openNoLink } from './open-no-link.js';

/** A file's bytes, or why there are none. Nothing here throws. */
export type BoundedRead =
  | { kind: 'ok'; bytes: Buffer }
  | { kind: 'missing' | 'symlink' | 'not-a-file' | 'too-large' | 'unreadable' };

/** Bounded read options tell what `readFileBounded` may be told. */
export interface BoundedReadOptions {
  /** Follow a symbolic link in the last part of the path. @default false */
  follow?: boolean;
}

/** Flags to read with; a named pipe cannot make us wait. One that the system lacks is undefined, and adds no bit. */
export const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads a regular file of at most `max` bytes. A link in its place is refused unless it is to be followed. */
export function readFileBounded(path: string, max: number, options: BoundedReadOptions = {}): BoundedRead {
  return readOpened(() => (options.follow ? openSync(path, READ) : openNoLink(path, READ)), max);
}

/**
 * Reads a regular file of at most `max` bytes that `open` opens. The file is judged by its open handle, so it cannot be
 * swapped between the look and the read.
 */
export function readOpened(open: () => number, max: number): BoundedRead {
  let handle: number;
  try {
    handle = open();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: code === 'ELOOP' || code === 'EMLINK' ? 'symlink' : 'unreadable' };
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { kind: 'not-a-file' };
    if (stat.size > max) return { kind: 'too-large' };
    const bytes = Buffer.allocUnsafe(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(handle, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return { kind: 'ok', bytes: bytes.subarray(0, length) };
  } catch {
    return { kind: 'unreadable' };
  } finally {
    closeSync(handle);
  }
}

/** Returns the text of a small file, or undefined for whatever reason. Follows links. */
export function readText(path: string, max = 64 * 1024): string | undefined {
  const read = readOpened(() => openSync(path, READ), max);
  return read.kind === 'ok' ? read.bytes.toString('utf8') : undefined;
}
