import { closeSync, openSync } from 'node:fs';
import { readToEnd } from './standard-input.js';

/** Why what a person named cannot be read, in their words. */
const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

/**
 * Text of a file that a person names, which may be a pipe: no more of it is read than it may have.
 * @param file `-` is standard input
 * @param max bytes
 * @throws Error that says why in plain words
 */
export function readNamed(file: string, max: number): string {
  let handle: number | undefined;
  let text: string | null;
  try {
    handle = file === '-' ? 0 : openSync(file, 'r');
    text = readToEnd(handle, max);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(WHY[code] ?? message, { cause: error });
  } finally {
    if (handle) closeSync(handle);
  }
  if (text === null) throw new Error(`it is too large (more than ${max / 1024} KiB)`);
  return text;
}
