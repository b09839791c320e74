import { closeSync, constants, fstatSync, openSync, readdirSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';

/*
 * Logs beside the journal: JSON lines for people and numbers, never for a decision. A line is one appending write, so
 * any number of processes may write at once without a lock; a log that is full is set aside, and the oldest goes.
 */

/** Bytes after which a log is set aside; how many are kept besides the one that is written. */
const FULL = 4 * 1024 * 1024;
const KEPT = 3;

/** A line that is set aside late may be longer than the limit, but never by much. */
const MAX_READ = 5 * 1024 * 1024;

/** What is longer is no line of a log. */
const MAX_LINE = 8192;

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * Appends one record, in one write.
 * @param folder absolute; made when it is missing
 * @param name of the log, without an ending
 * @throws when it cannot be written, or the record is larger than a line may be
 */
export function appendLog(folder: string, name: string, record: object, full = FULL): void {
  const line = Buffer.from(`${JSON.stringify(record)}\n`);
  if (line.length > MAX_LINE) throw new RangeError(`a line of ${line.length} bytes`);
  const handle = openLog(folder, join(folder, `${name}.jsonl`));
  let size: number;
  try {
    writeSync(handle, line);
    size = fstatSync(handle).size;
  } finally {
    closeSync(handle);
  }
  if (size >= full) setAside(folder, name);
}

function openLog(folder: string, file: string): number {
  try {
    return openSync(file, APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(folder, 0o777);
    return openSync(file, APPEND, 0o600);
  }
}

/** Under a name of its own, so that two processes that find it full lose nothing. */
function setAside(folder: string, name: string): void {
  const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1000);
  const stamp = `${String(microseconds).padStart(17, '0')}-${process.pid}`;
  try {
    renameSync(join(folder, `${name}.jsonl`), join(folder, `${name}-${stamp}.jsonl`));
    for (const old of asideOf(folder, name).slice(0, -KEPT)) unlinkSync(join(folder, old));
  } catch {
    // Another process was quicker, or the next line will try again.
  }
}

/** Names of what was set aside, oldest first. */
function asideOf(folder: string, name: string): string[] {
  const isAside = (file: string) =>
    file.startsWith(`${name}-`) && /^-\d{17,}-\d+\.jsonl$/.test(file.slice(name.length));
  return readdirSync(folder).filter(isAside).sort();
}

/**
 * Reads every record of a log, oldest first as they were written.
 * @returns `unreadable`: how many lines or files are none of ours; a log that is not there is empty
 */
export function readLog(folder: string, name: string): { records: Record<string, unknown>[]; unreadable: number } {
  let files: string[];
  try {
    files = asideOf(folder, name);
  } catch {
    return { records: [], unreadable: 0 };
  }
  const records: Record<string, unknown>[] = [];
  let unreadable = 0;
  for (const file of [...files, `${name}.jsonl`]) {
    const read = readFileBounded(join(folder, file), MAX_READ);
    if (read.kind === 'missing') continue;
    if (read.kind !== 'ok') unreadable += 1;
    else for (const line of read.bytes.toString('utf8').split('\n')) if (line !== '' && !take(line)) unreadable += 1;
  }
  return { records, unreadable };

  function take(line: string): boolean {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      records.push(value as Record<string, unknown>);
      return true;
    } catch {
      // Half a line, of a process that was killed while it wrote.
      return false;
    }
  }
}
