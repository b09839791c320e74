import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A file's bytes, or why there are none. Nothing here throws. */
export type BoundedRead =
  | { kind: 'ok'; bytes: Buffer }
  | { kind: 'missing' | 'symlink' | 'not-a-file' | 'too-large' | 'unreadable' };

/** Bounded read options tell what `readFileBounded` may be told. */
export interface BoundedReadOptions {
  /** Follow a symbolic link in the last part of the path. @default false */
  follow?: boolean;
}

/**
 * Reads a regular file of at most `max` bytes. The file is judged by its open handle, so it cannot be swapped between
 * the look and the read, and a named pipe in its place cannot make us wait.
 */
export function readFileBounded(path: string, max: number, options: BoundedReadOptions = {}): BoundedRead {
  let handle: number;
  try {
    const follow = options.follow ? 0 : (constants.O_NOFOLLOW ?? 0);
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | follow);
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
  const read = readFileBounded(path, max, { follow: true });
  return read.kind === 'ok' ? read.bytes.toString('utf8') : undefined;
}
