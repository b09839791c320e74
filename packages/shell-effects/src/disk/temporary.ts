import { posix } from 'node:path';
import type { Session } from '../state.js';

/**
 * Tells whether a path lies right in a folder for temporary files: the system's, or the one that the machine names
 * instead.
 */
export function isForTemporary(path: string, { context }: Session): boolean {
  const own = context.env?.TMPDIR ?? '';
  const inside = (folder: string) => posix.join(folder, 'x');
  const folders = own.startsWith(`${context.cwd}/`) ? ['/tmp', '/var/tmp'] : ['/tmp', '/var/tmp', own];
  return folders.some((folder) => folder !== '' && inside(folder) === inside(posix.dirname(path)));
}
