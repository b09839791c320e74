import { readFileSync, rmSync, statSync } from 'node:fs';
import { isBusy, renameWithRetries, sleep, uniqueName, writeNew } from '../disk/atomic.js';
import { readText } from '../disk/read-bounded.js';
import { toEvidenceError } from '../error.js';
import { isRecord, parseJson } from '../json.js';

/** A lock that is older is taken over, whoever holds it. Milliseconds. */
const STALE = 30_000;

interface Owner {
  token: string;
  pid: number;
  host: string;
  /** Start of the process as the system counts it: tells a process from a later one with the same id. */
  start: string | null;
  /** Epoch milliseconds. */
  time: number;
}

/**
 * Runs `work` while holding the lock file `path`, waiting for at most `waitMs` milliseconds for it.
 * A lock whose process is gone, or that is older than 30 s, is taken over.
 * @returns `ok: false` when the lock could not be had in time
 * @throws EvidenceError when the lock file cannot be written, and whatever `work` throws
 */
export function withLock<T>(path: string, waitMs: number, work: () => T): { ok: true; value: T } | { ok: false } {
  const mine = newOwner();
  if (!acquire(path, mine, Date.now() + waitMs)) return { ok: false };
  try {
    return { ok: true, value: work() };
  } finally {
    release(path, mine);
  }
}

function acquire(path: string, mine: Owner, deadline: number): boolean {
  for (let attempt = 1; ; attempt += 1) {
    if (create(path, mine)) return true;
    const owner = readOwner(path);
    if (owner !== undefined && isStale(owner) && takeOver(path, owner, mine)) return true;
    if (Date.now() >= deadline) return false;
    // Pauses grow with the wait: a crowd that looks all the time would leave the holder no time.
    sleep(1 + Math.random() * Math.min(8 * attempt, 64));
  }
}

/**
 * Takes over a stale lock, which two processes may see at the same time. Only who makes the claim file that is named
 * after it may replace it, and only while it is still there; so nobody removes the fresh lock of whoever was faster. A
 * claim whose maker died is taken over in the same way.
 */
function takeOver(path: string, stale: Owner, mine: Owner): boolean {
  const claim = `${path}.${stale.token}`;
  if (!create(claim, mine)) {
    const other = readOwner(claim);
    if (other === undefined || !isStale(other) || !takeOver(claim, other, mine)) return false;
  }
  try {
    if (readOwner(path)?.token !== stale.token) return false;
    const fresh = `${path}.${mine.token}.new`;
    writeNew(fresh, JSON.stringify(mine));
    renameWithRetries(fresh, path);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Releases a lock. After a long hold others may be taking the lock over, so even its owner needs the claim to remove it. */
function release(path: string, mine: Owner): void {
  const aged = Date.now() - mine.time > STALE / 2;
  const claim = `${path}.${mine.token}`;
  try {
    if (aged && !create(claim, mine)) return;
    if (readOwner(path)?.token === mine.token) rmSync(path, { force: true });
    if (aged) rmSync(claim, { force: true });
  } catch {
    // What cannot be removed goes stale.
  }
}

function create(path: string, owner: Owner): boolean {
  try {
    writeNew(path, JSON.stringify(owner));
    return true;
  } catch (error) {
    // One that its owner is removing is still held.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || isBusy(error)) return false;
    throw toEvidenceError(error, path);
  }
}

/** Reads the owner of a lock; undefined when there is no lock. */
function readOwner(path: string): Owner | undefined {
  const text = readText(path, 4096);
  const owner = text === undefined ? undefined : parseJson(text);
  if (!isRecord(owner)) return unknownOwner(path);
  const { token, pid, host, start, time } = owner;
  if (typeof token !== 'string' || !/^[\w-]{1,80}$/.test(token) || typeof host !== 'string') return unknownOwner(path);
  if (!Number.isSafeInteger(pid) || typeof time !== 'number') return unknownOwner(path);
  return { token, pid: pid as number, host, time, start: typeof start === 'string' ? start : null };
}

/** Finds the owner of a lock whose maker has not yet written a word, or was killed before it could: only its age can tell. */
function unknownOwner(path: string): Owner | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return { token: `unknown-${Math.floor(stat.mtimeMs)}`, pid: 0, host: '', start: null, time: stat.mtimeMs };
}

function isStale(owner: Owner): boolean {
  const age = Date.now() - owner.time;
  if (age > STALE || age < -STALE) return true;
  if (owner.host !== hostName()) return false;
  if (!isAlive(owner.pid)) return true;
  return owner.start !== null && processStart(owner.pid) !== owner.start;
}

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** `processStart` reads field 22 of /proc/<pid>/stat (proc(5)); null where there is no such file. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function newOwner(): Owner {
  return {
    token: uniqueName(),
    pid: process.pid,
    host: hostName(),
    start: processStart(process.pid),
    time: Date.now(),
  };
}

function hostName(): string {
  return process.getBuiltinModule('node:os').hostname();
}
