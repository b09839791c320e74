import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';

/**
 * Opens a file of ours by its own name, never what a link in its place leads to. Where the system has no flag for that, as
 * Windows has none, the name is looked at before it is opened, and what was opened has to be what was seen.
 * @param flags of `open`, without the one for links
 * @param noFollow the flag for links of this system; null where there is none
 * @returns the open file's handle
 * @throws the system's error; `ELOOP` for a link
 */
export function openNoLink(
  path: string,
  flags: number,
  mode?: number,
  noFollow: number | null = constants.O_NOFOLLOW ?? null,
): number {
  if (noFollow !== null) return openSync(path, flags | noFollow, mode);
  const before = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (before?.isSymbolicLink()) throw isLink(path);
  if (!before && flags & constants.O_CREAT) {
    // A name that was free must not be given to a link meanwhile; another process of ours may have made the file.
    try {
      return openSync(path, flags | constants.O_EXCL, mode);
    } catch (error) {
      if (flags & constants.O_EXCL || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return openNoLink(path, flags & ~constants.O_CREAT, mode, noFollow);
    }
  }
  const handle = openSync(path, flags, mode);
  const opened = fstatSync(handle, { bigint: true });
  if (before && opened.ino === before.ino && opened.dev === before.dev) return handle;
  closeSync(handle);
  throw isLink(path);
}

function isLink(path: string): Error {
  return Object.assign(new Error(`ELOOP: a link, or another file meanwhile: ${path}`), { code: 'ELOOP' });
}
