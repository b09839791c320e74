import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, parseJson, writeFileAtomic } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';

/* Small records that a hook leaves for other processes: a JSON file each, in a folder of their own. */

/** The longest record that is read, in bytes. */
const MAX = 4096;

/** Writes a record, and takes away those that are older than any that is asked for, in milliseconds. */
export function keepRecord(file: string, record: object, oldest: number): void {
  const folder = path.dirname(file);
  makeFolder(folder);
  writeFileAtomic(file, JSON.stringify(record), { fsync: false });
  for (const name of readdirSync(folder)) {
    const other = path.join(folder, name);
    const stat = statSync(other, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > oldest) rmSync(other, { force: true });
  }
}

/** Reads a record, whoever wrote it; an empty one where there is none, or none that can be read. */
export function readRecord(file: string): Readonly<Record<string, unknown>> {
  try {
    return (parseJson(readSmall(file, MAX) ?? '') ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
