import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Finding } from '@flow/core';
import { isWithinFolder } from './is-within-folder.js';

/** A regular file as it is on disk. */
export interface FileState {
  bytes: Buffer;
  /** Permission bits. */
  mode: number;
}

/** What an installation looks at is smaller by far. Bytes. */
const MAX = 64 * 1024 * 1024;

/** Content and mode of a file, null when there is none. Throws the reason when it cannot be read, or is no file. */
export function readState(path: string): FileState | null {
  try {
    const { mode } = lstatSync(path);
    const found = statSync(path);
    // Reading a named pipe waits for somebody to write into it.
    if (!found.isFile()) throw new Error(`${path} is not a regular file`);
    if (found.size > MAX) throw new Error(`${path} is too large to be read`);
    return { bytes: readFileSync(path), mode: mode & 0o777 };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Tells whether two states are the same bytes under the same mode. */
export function sameState(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other;
  return one.bytes.equals(other.bytes) && one.mode === other.mode;
}

/**
 * Finds why a path may not be written: it, or a folder between it and `base`, is a symbolic link (a write would land
 * somewhere else), or something else than a file is in its place. Null when nothing speaks against it.
 */
export function pathProblem(path: string, base: string): Finding | null {
  const way = isWithinFolder(path, base) ? relative(base, path).split(sep) : [relative(dirname(path), path)];
  let at = isWithinFolder(path, base) ? base : dirname(path);
  for (const [index, name] of way.entries()) {
    at = join(at, name);
    const last = index === way.length - 1;
    try {
      const stat = lstatSync(at);
      if (stat.isSymbolicLink()) return { code: 'SYMLINK', level: 'block', path, args: { link: at } };
      if (last ? !stat.isFile() : !stat.isDirectory()) {
        return { code: 'NOT_A_FILE', level: 'block', path, args: { at, expected: last ? 'file' : 'folder' } };
      }
    } catch (error) {
      if (isMissing(error)) return null;
      return { code: 'UNREADABLE', level: 'block', path, args: { reason: String((error as Error).message) } };
    }
  }
  return null;
}

/** Tells whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
