import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Returns the last bytes of a file as text, at most `max`; empty when it is not there, or no file: a named pipe makes
 * nobody wait.
 */
export function readTail(file: string, max: number): string {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return '';
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return '';
    const buffer = Buffer.alloc(Math.min(stat.size, max));
    const length = readSync(handle, buffer, 0, buffer.length, stat.size - buffer.length);
    return buffer.toString('utf8', 0, length);
  } catch {
    return '';
  } finally {
    closeSync(handle);
  }
}
