import { lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import type { Repository } from '../git/repository.js';
import { KINDS, PARTS, SHA1, walkEntries } from './index-entries.js';
import type { IndexGit } from './temporary-index.js';
import type { Unlike } from './unlike-checkout.js';

/** A file as an index has it. */
interface Entry {
  path: string;
  id: string;
  size: number;
  /** When its content was written, in whole seconds. */
  written: number;
}

/** So many files, of so many bytes, are read at most where each may be stored otherwise; of more, git is asked for the sizes. */
const MAX_FILES = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Lists files of which git stores other bytes than lie on disk, and which it takes for unchanged all the same: they
 * were added while a setting converted them that does not hold any more, as one that was given to a single command
 * (`git -c core.autocrlf=input add`). What was found as it should be is remembered, so that only files are looked at
 * that git has added since.
 * @param idLength bytes of the repository's ids
 * @param index a copy of the index with what is on disk; nothing is known to convert its files
 */
export function storedOtherwise(repository: Repository, idLength: number, run: IndexGit, index: string): Unlike[] {
  const file = rememberedFor(repository);
  const remembered = bytesOf(file);
  const found = bytesOf(index);
  if (found === undefined || remembered?.equals(found)) return [];
  const known = new Set<string>();
  if (remembered) walkEntries(remembered, idLength, (at) => known.add(keyOf(remembered, at, idLength)));
  let bytes = found;
  let fresh = freshEntries(bytes, idLength, known);
  if (fresh === null) {
    // Of another form: git writes it anew, to the same file.
    run(['update-index', '--force-write-index', '--index-version', '2']);
    bytes = bytesOf(index) ?? bytes;
    fresh = freshEntries(bytes, idLength, known) ?? [];
  }
  const isFew = fresh.length <= MAX_FILES && fresh.reduce((sum, { size }) => sum + size, 0) <= MAX_BYTES;
  const other = (isFew ? fresh : withOtherSize(fresh, run)).filter((entry) => isOther(repository, entry, idLength));
  if (other.length === 0) remember(file, bytes, repository);
  return other.map(({ path }) => ({ path, how: 'stored' }));
}

const MAX_INDEX = 256 * 1024 * 1024;

function bytesOf(file: string): Buffer | undefined {
  const read = readFileBounded(file, MAX_INDEX);
  return read.kind === 'ok' ? read.bytes : undefined;
}

/** Names the file of remembered bytes for a work tree: each work tree has an index of its own. */
const rememberedFor = ({ evidence, gitDir, commonDir }: Repository) =>
  join(evidence, gitDir === commonDir ? 'stored-index' : `stored-index-${basename(gitDir)}`);

/** Times, size, mode and id, as the index has them: whatever brings other bytes changes one of them. */
const keyOf = (bytes: Buffer, at: number, idLength: number) => bytes.toString('latin1', at, at + PARTS.id + idLength);

/** Returns the regular files of an index that are not known; null where it is of another form. */
function freshEntries(bytes: Buffer, idLength: number, known: ReadonlySet<string>): Entry[] | null {
  const entries: Entry[] = [];
  const end = walkEntries(bytes, idLength, (at, name, endOfName) => {
    const isFile = (bytes.readUInt32BE(at + PARTS.mode) & ~0o777) === KINDS.file;
    if (!isFile || known.has(keyOf(bytes, at, idLength))) return;
    entries.push({
      path: bytes.toString('utf8', name, endOfName),
      id: bytes.toString('hex', at + PARTS.id, at + PARTS.id + idLength),
      size: bytes.readUInt32BE(at + PARTS.size),
      written: bytes.readUInt32BE(at + PARTS.written),
    });
  });
  return end === null ? null : entries;
}

/** Picks the files whose size is another one in git's store than it was on disk when they were added. */
function withOtherSize(entries: readonly Entry[], run: IndexGit): Entry[] {
  const input = entries.map(({ id }) => `${id}\n`).join('');
  const sizes = run(['cat-file', '--batch-check=%(objectsize)'], { input }).stdout.toString('latin1').split('\n');
  return entries.filter(({ size }, at) => sizes[at] !== `${size}`);
}

/** Reads a file that lies as the index has it, and tells whether its bytes have another id. */
function isOther({ root }: Repository, { path, id, size, written }: Entry, idLength: number): boolean {
  const file = join(root, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  // Git sees by itself what has another size or time; the size 0 says that it has to look again.
  if (!stat?.isFile() || Math.floor(stat.mtimeMs / 1000) !== written) return false;
  if (size !== 0 && size !== stat.size % 2 ** 32) return false;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const content = readFileSync(file);
  const digest = createHash(idLength === SHA1 ? 'sha1' : 'sha256')
    .update(`blob ${content.length}\0`)
    .update(content);
  return digest.digest('hex') !== id;
}

function remember(file: string, bytes: Buffer, { commonDir }: Repository): void {
  try {
    writeFileAtomic(file, bytes, { fsync: false, within: commonDir });
  } catch {
    // Then the same files are looked at again.
  }
}
