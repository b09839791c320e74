import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { removeQuietly } from '../disk/atomic.js';
import { KINDS, PARTS, SHA1, walkEntries } from './index-entries.js';

/**
 * A copy of an index in which no file has the content that it has: git, which compares contents only where the times or the
 * size of a file differ, lists by it as modified each file that was written or replaced since the index was, also one that has
 * the same content again. So no file has to be looked at a second time to know when it was changed.
 */
export interface DoubtedIndex {
  file: string;
  /** Files that had changed lately when the index was written: what git finds as it was may still have been changed since. */
  late: string[];
}

/** Git compares times by the second, and some file systems keep them by two. Milliseconds. */
const SLACK = 2000;

/**
 * Lets `work` use the doubted copy of an index with SHA-1 ids of version 2 or 3 (git's documentation, gitformat-index).
 * @param since a file whose time in the index is not surely before it is late: milliseconds
 * @param work gets null where the index is of another form
 */
export function withDoubtedIndex<T>(index: string, since: number, work: (doubted: DoubtedIndex | null) => T): T {
  const file = `${index}-doubted`;
  try {
    return work(doubt(index, file, since));
  } finally {
    removeQuietly(file);
  }
}

function doubt(index: string, file: string, since: number): DoubtedIndex | null {
  const stat = statSync(index, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const bytes = readFileSync(index);
  const late = doubtEntries(bytes, since);
  if (late === null) return null;
  writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 });
  // Git looks again at files that are not older than their index.
  utimesSync(file, stat.mtimeMs / 1000, stat.mtimeMs / 1000);
  return { file, late };
}

/** Gives each entry another id, but for submodules, which git always compares. Null where the index cannot be read. */
function doubtEntries(bytes: Buffer, since: number): string[] | null {
  const late: string[] = [];
  let isOdd = false;
  const lastSecond = Math.floor((since - SLACK) / 1000);
  const end = walkEntries(bytes, SHA1, (at, name, endOfName) => {
    const kind = bytes.readUInt32BE(at + PARTS.mode) & ~0o777;
    isOdd ||= kind !== KINDS.file && kind !== KINDS.link && kind !== KINDS.submodule;
    const second = bytes.readUInt32BE(at);
    if (
      second > lastSecond ||
      (second === lastSecond && second * 1000 + bytes.readUInt32BE(at + 4) / 1e6 + SLACK > since)
    )
      late.push(bytes.toString('utf8', name, endOfName));
    if (kind !== KINDS.submodule) bytes[at + PARTS.id]! ^= 0xff;
  });
  return end !== null && !isOdd && endsWell(bytes, end) ? late : null;
}

/**
 * Tells whether an index ends well: behind the entries stand extensions, each with a name of four letters, and the
 * index's own digest.
 */
const endsWell = (bytes: Buffer, at: number): boolean =>
  at === bytes.length - 20 || (at < bytes.length - 20 && /^[A-Za-z]{4}$/.test(bytes.toString('latin1', at, at + 4)));
