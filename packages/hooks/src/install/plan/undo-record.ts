import { join } from 'node:path';
import { gitLineEnds } from '@flow/engine/text/line-ends';
import { type FileState, readState } from '@flow/evidence/disk/file-state';
import { type Environment, type Repository, repositoryState } from '@flow/evidence/fast';

/** The kind of a file to us, by which our part of it is recognised and taken out. */
export type Part =
  | 'bundle'
  | 'launcher'
  | 'front'
  | 'settings'
  | 'plugin'
  | 'git-hook'
  | 'earlier-hook'
  | 'husky'
  | 'lefthook'
  | 'simple-git-hooks'
  | 'marker'
  | 'view'
  | 'ignore'
  | 'config'
  | 'command'
  | 'agent'
  | 'skill'
  | 'rules'
  | 'memory'
  | 'local-settings'
  | 'exclude'
  | 'seal'
  | 'record';

/** An entry names a file that an installation wrote, with enough to give back the bytes that were there. */
export interface UndoEntry {
  /** Absolute: the worktrees of a repository share one record. */
  path: string;
  part: Part;
  /** The bytes and the mode that the file had; null when the file did not exist. */
  before: { base64: string; mode: number } | null;
  /** SHA-256 of what we wrote; another hash on disk means that somebody edited the file since. */
  written: string;
}

/** The record is `install.json` in the state folder of a repository. */
export interface UndoRecord {
  version: 1;
  files: UndoEntry[];
  /** Folders that did not exist before, in the order in which they were made. */
  folders: string[];
}

/** Returns the absolute path of a repository's record. */
export function recordPath(repository: Repository, environment: Environment): string {
  return join(repositoryState(repository, environment), 'install.json');
}

/** The record of what was installed; an empty one when there is none or it cannot be read. */
export function readRecord(path: string): UndoRecord {
  const empty: UndoRecord = { version: 1, files: [], folders: [] };
  try {
    const state = readState(path);
    const data: unknown = state ? JSON.parse(state.bytes.toString('utf8')) : null;
    return isRecord(data) ? data : empty;
  } catch {
    return empty;
  }
}

/** The bytes of a record as it is stored. */
export function recordBytes(record: UndoRecord): Buffer {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Returns the record of a file that is about to be written.
 * @param before null where there was none
 * @param written the bytes that take its place
 */
export function entryOf(path: string, part: Part, before: FileState | null, written: Buffer): UndoEntry {
  return {
    path,
    part,
    before: before && { base64: before.bytes.toString('base64'), mode: before.mode },
    written: sha256(gitLineEnds(written)),
  };
}

/** Returns the state that an entry gives back; null: the file did not exist. */
export function stateBefore(entry: UndoEntry): FileState | null {
  return entry.before && { bytes: Buffer.from(entry.before.base64, 'base64'), mode: entry.before.mode };
}

/** Tells whether a file is as it was written, with whatever line ends git has written it anew since. */
export function isWritten(bytes: Buffer, { written }: UndoEntry): boolean {
  return sha256(gitLineEnds(bytes)) === written || sha256(bytes) === written;
}

/** Returns the SHA-256 in hexadecimal. */
export function sha256(bytes: Buffer | string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(bytes).digest('hex');
}

/** The file is ours, but it decides what is deleted: nothing of another shape is believed. */
function isRecord(data: unknown): data is UndoRecord {
  if (typeof data !== 'object' || data === null) return false;
  const { version, files, folders } = data as Partial<Record<keyof UndoRecord, unknown>>;
  return (
    version === 1 && Array.isArray(files) && files.every(isEntry) && Array.isArray(folders) && folders.every(isText)
  );
}

function isEntry(data: unknown): data is UndoEntry {
  if (typeof data !== 'object' || data === null) return false;
  const { path, part, before, written } = data as Partial<Record<keyof UndoEntry, unknown>>;
  if (!isText(path) || !isText(part) || !isText(written)) return false;
  if (before === null) return true;
  const kept = before as Partial<Record<'base64' | 'mode', unknown>> | undefined;
  return typeof kept === 'object' && isText(kept.base64) && typeof kept.mode === 'number';
}

function isText(data: unknown): data is string {
  return typeof data === 'string';
}
