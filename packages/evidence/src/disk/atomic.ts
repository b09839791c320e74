import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { EvidenceError, toEvidenceError } from '../error.js';
import type { Repository } from '../git/repository.js';

/** Atomic options tell how `writeFileAtomic` writes. */
export interface AtomicOptions {
  /** Permissions of the file. @default those of the file it replaces, else 0o600 */
  mode?: number;
  /** Wait until file and folder are on the disk. @default true */
  fsync?: boolean;
  /** An existing real folder above `path`: everything below it must be free of symbolic links. */
  within?: string;
  /** Folder for the unfinished file. Where it is on another file system, it is written beside. @default beside */
  staging?: string;
  /** Permissions of folders that are made, before the process's mask. @default 0o700 */
  folders?: number;
}

/** Permissions of folders among the files of people, as anybody's. */
const SHARED = 0o777;

/** Start of the names of unfinished files; such files are never read. */
export const TEMPORARY = '.tmp-';

const HOUR = 3_600_000;

/**
 * Writes a whole file or nothing: whoever is killed here leaves the old file or the new one. Folders are made.
 * @throws EvidenceError
 */
export function writeFileAtomic(path: string, data: string | Uint8Array, options: AtomicOptions = {}): void {
  const { staging, fsync = true } = options;
  const temporary = join(staging ?? dirname(path), `${TEMPORARY}${basename(path).slice(0, 60)}-${uniqueName()}`);
  try {
    if (options.within !== undefined) refuseLinks(options.within, path);
    makeFolder(dirname(path), options.folders);
    if (staging !== undefined) makeFolder(staging);
    const old = lstatSync(path, { throwIfNoEntry: false });
    const mode = options.mode ?? (old?.isFile() ? old.mode & 0o777 : 0o600);
    writeNew(temporary, data, mode, fsync);
    renameWithRetries(temporary, path);
    if (fsync) syncFolder(dirname(path));
  } catch (error) {
    removeQuietly(temporary);
    const { staging: _elsewhere, ...beside } = options;
    if (staging === undefined || (error as NodeJS.ErrnoException).code !== 'EXDEV') throw toEvidenceError(error, path);
    writeFileAtomic(path, data, beside);
  }
}

/**
 * Writes a file among those that people and agents work on. The unfinished one lies elsewhere: whoever takes the content at
 * that moment would take it for part of the work.
 * @param path of the file, from the root
 * @throws EvidenceError
 */
export function writeInTree(
  { root, commonDir, evidence }: Repository,
  path: string,
  data: string,
  options: Pick<AtomicOptions, 'fsync'> = {},
): void {
  const staging = join(evidence, 'tmp');
  refuseLinks(commonDir, staging);
  writeFileAtomic(join(root, path), data, { ...options, within: root, staging, folders: SHARED });
}

/**
 * Makes a folder among those that people and agents work on; whoever put a link on the way there would choose where else one is made.
 * @param path of the folder, from the root
 * @throws EvidenceError
 */
export function makeFolderInTree({ root }: Pick<Repository, 'root'>, path: string): void {
  const folder = join(root, path);
  refuseLinks(root, folder);
  makeFolder(folder, SHARED);
}

/**
 * Removes unfinished files that killed processes left, once they are an hour old. Never throws.
 * @param prefix start of the names to look at
 * @param age which of their times tells it: for files that are given the time of another one, that of their last change
 */
export function removeOrphans(folder: string, prefix = TEMPORARY, age: 'mtimeMs' | 'ctimeMs' = 'mtimeMs'): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix)) continue;
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (stat?.isFile() && stat[age] < Date.now() - HOUR) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // No folder, or none of ours: nothing to tidy up.
  }
}

/** Removes a file if that can be done: what failed before is what counts. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

/**
 * Writes a file that must not exist yet. Where its content cannot be written, as on a full disk, no file is left.
 * Errors are the system's own (`EEXIST`, `ENOSPC`).
 */
export function writeNew(path: string, data: string | Uint8Array, mode = 0o600, fsync = false): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = openSync(path, flags, mode);
  try {
    writeAll(handle, typeof data === 'string' ? Buffer.from(data) : data);
    if (fsync) fsyncSync(handle);
  } catch (error) {
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Writes every byte at the handle's position, also when the system takes them in parts. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

/**
 * Makes a folder and those above it, for this user only when not told otherwise. One by one: where nothing can be made, as
 * below /proc, Node's own way down never ends.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (isMade(path, mode)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  if (!isMade(path, mode)) mkdirSync(path, { mode });
}

/**
 * Makes one folder; another process may have made it meanwhile.
 * @returns false where the folder above it is missing
 */
function isMade(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolder(path)) return true;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return true;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Returns a name that no other process or call uses; not a secret, so that `node:crypto` is not needed. */
export function uniqueName(): string {
  const random = Math.floor(Math.random() * 2 ** 40).toString(36);
  return `${process.pid}-${process.hrtime.bigint().toString(36)}-${random}`;
}

/** Blocks this thread. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Refuses a path that a symbolic link leads elsewhere.
 * @throws EvidenceError UNSAFE_PATH for a link, or for a path that is not below `folder`
 */
export function refuseLinks(folder: string, path: string): void {
  const parts = relative(folder, path).split(sep);
  if (parts[0] === '..') throw new EvidenceError('UNSAFE_PATH', `${path} is not inside ${folder}`);
  let current = folder;
  for (const part of parts) {
    current = join(current, part);
    const stat = lstatSync(current, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isSymbolicLink()) throw new EvidenceError('UNSAFE_PATH', `${current} is a symbolic link`);
    if (current !== path && !stat.isDirectory())
      throw new EvidenceError('NOT_WRITABLE', `${current} is a file but should be a folder`);
  }
}

/**
 * Tells whether an operation on a name failed only for the moment: on Windows a scanner or reader may hold the file, and a
 * name whose file is being removed is refused until the last one has closed it. Elsewhere such an error stays.
 */
export function isBusy(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(code);
}

/** Renames a file, again where it is busy. */
export function renameWithRetries(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === 8) throw error;
      sleep(attempt * 10);
    }
  }
}

/** Some platforms refuse to open or sync a folder; the rename is then as durable as they make it. */
function syncFolder(path: string): void {
  try {
    const handle = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {}
}
