import { constants, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { READ, readOpened } from '../disk/read-bounded.js';
import { stateFolder } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import { isRecord, parseJson } from '../json.js';

const MAX_BYTES = 1024 * 1024;

/** `SEAL` is the file of the protected files' seal. */
const SEAL = 'seal.json';

/** What `lstat` says of a path: mtime and ctime in milliseconds, size, inode, mode; null when it is not there. */
type Stamp = [mtime: number, ctime: number, size: number, inode: number, mode: number] | null;

/** A seal keeps how protected paths looked at one moment; it costs one `lstat` a path to compare. */
export interface Seal {
  version: 1;
  stamps: [path: string, stamp: Stamp][];
}

/**
 * Returns the present look of the paths, and of this user's state folder and keys. A folder is sealed by its own entry,
 * which changes when files in it appear, vanish or are replaced, not when one is edited in place.
 * @param paths absolute
 */
export function sealOf(paths: readonly string[], env: Environment = process.env): Seal {
  const state = stateFolder(env);
  return lookAt([...paths, state, join(state, 'keys')]);
}

/** Returns the present look of the paths, and of nothing else. */
export function lookAt(paths: readonly string[]): Seal {
  return { version: 1, stamps: [...new Set(paths)].map((path) => [path, stampOf(path)]) };
}

/**
 * Paths that do not look as they did.
 * @param present a later look, for the paths that it has. @default they are looked at now
 */
export function changedSince(seal: Seal, present?: Seal): string[] {
  const seen = new Map(present?.stamps);
  const now = (path: string) => (seen.has(path) ? seen.get(path)! : stampOf(path));
  return seal.stamps.filter(([path, stamp]) => !isSame(stamp, now(path))).map(([path]) => path);
}

/** Tells whether every path looks as it did. */
export function isAsSealed({ stamps }: Seal): boolean {
  return stamps.every(([path, stamp]) => isSame(stamp, stampOf(path)));
}

/** Returns true when a file only lost rights since then: the same file of the same size, not written to. */
export function onlyClosedSince(seal: Seal, path: string): boolean {
  const before = seal.stamps.find(([known]) => known === path)?.[1];
  const now = before ? stampOf(path) : null;
  if (!before || now === null) return false;
  const isSameFile = now[0] === before[0] && now[2] === before[2] && now[3] === before[3];
  return isSameFile && now[4] !== before[4] && (now[4] & ~before[4]) === 0;
}

/**
 * Returns the stored seal; undefined when there is none that can be read.
 * @param folder the repository's folder in the user's state
 * @param name of the file, for seals of other things than the protected files
 */
export function readSeal(folder: string, name = SEAL): Seal | undefined {
  // Every event pays for this: what it takes to look at a name where the system has no flag for links is left out.
  const read = readOpened(() => openSync(join(folder, name), READ | constants.O_NOFOLLOW), MAX_BYTES);
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.stamps)) return undefined;
  return value.stamps.every(isStamped) ? { version: 1, stamps: value.stamps } : undefined;
}

/** Stores a seal. @throws EvidenceError */
export function writeSeal(folder: string, seal: Seal, name = SEAL): void {
  writeFileAtomic(join(folder, name), JSON.stringify(seal), { fsync: false });
}

function stampOf(path: string): Stamp {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : [stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino, stat.mode];
  } catch {
    // What cannot be looked at counts as not there; when that changes, it is seen.
    return null;
  }
}

function isSame(a: Stamp, b: Stamp): boolean {
  if (a === null || b === null) return a === b;
  // Spelled out: behind each command fifty of them are compared, by code that has not been compiled.
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
}

function isStamped(value: unknown): value is [string, Stamp] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const stamp: unknown = value[1];
  return (
    stamp === null || (Array.isArray(stamp) && stamp.length === 5 && stamp.every((one) => typeof one === 'number'))
  );
}
