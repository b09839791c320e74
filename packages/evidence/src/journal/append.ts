import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, refuseLinks, removeOrphans, writeAll, writeFileAtomic } from '../disk/atomic.js';
import { openNoLink } from '../disk/open-no-link.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import { EvidenceError, toEvidenceError } from '../error.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { keyId, loadKey } from '../keys/key.js';
import { findKeys, type Keys } from '../keys/keyring.js';
import { type EntryContent, type Link, makeEntry, makeKeyData, type Scan, START, scanJournal } from './chain.js';
import { foldJournal, LIMITS, type Limits, resignFold } from './compaction.js';
import type { JournalEntry, NewEvent } from './event.js';
import { isEventData } from './event-data.js';
import { type JournalHead, type KnownHead, MAX_DOUBTED, readJournalHead, writeJournalHead } from './head.js';
import { withLock } from './lock.js';
import { fits, journalPath, MAX_JOURNAL } from './read-journal.js';
import { readSpool, removeSpooled, spoolEvent } from './spool.js';

const LOCK_WAIT = 2000;
const MAX_EVENT = 64 * 1024;

/** An event went to the journal, or waits in the spool. In either place it will not be lost. */
export type Appended = { kind: 'appended'; n: number } | { kind: 'spooled'; file: string };

/**
 * Records an event for good: when this returns, it is on the disk. Many processes may do so at once and any may be
 * killed. Takes the same time however long the journal is; once in thousands of events it is compacted.
 * @throws EvidenceError when it cannot be written; BAD_EVENT when its data is not what its type needs; BUSY for a claim while
 * another process keeps the journal
 */
export function appendEvent<Type extends string>(
  repository: Repository,
  event: NewEvent<Type>,
  env: Environment = process.env,
  limits: Limits = LIMITS,
): Appended {
  const content = contentOf(event);
  const size = Buffer.byteLength(canonical(content));
  if (size > MAX_EVENT)
    throw new EvidenceError('TOO_LARGE', `The event has ${size} bytes; the maximum is ${MAX_EVENT}`);
  const chained = () => [event.isClaim ? { ...content, time: Date.now() } : content];
  const done = append(repository, chained, env, limits);
  if (done.ok) return { kind: 'appended', n: done.value };
  if (event.isClaim) throw new EvidenceError('BUSY', 'Another process keeps the journal');
  return { kind: 'spooled', file: spoolEvent(repository, loadKey(env), content) };
}

/**
 * Chains what is due anyway where there is a journal: the change of the key, and what waits in the spool. Who cannot
 * have the lock leaves it to the next one.
 * @throws EvidenceError
 */
export function bindKey(repository: Repository, env: Environment): void {
  const isKnown = typeof readJournalHead(repository, findKeys(env), env) === 'object';
  if (isKnown) append(repository, () => [], env, LIMITS);
}

/** Makes the content of an event as JSON gives it back, so that what is written and what is read are judged alike. */
function contentOf({ type, data, time = Date.now() }: NewEvent): EntryContent {
  const plain = parseJson(canonical(data));
  if (!Number.isFinite(time) || !isRecord(plain) || !isEventData(type, plain)) {
    throw new EvidenceError('BAD_EVENT', `This is not valid data for an event of type ${JSON.stringify(type)}`);
  }
  return { time, type, data: plain };
}

/** @param contents what is chained, asked for under the lock */
function append(repository: Repository, contents: () => readonly EntryContent[], env: Environment, limits: Limits) {
  loadKey(env);
  try {
    refuseLinks(repository.commonDir, journalPath(repository));
    makeFolder(repository.evidence);
  } catch (error) {
    throw toEvidenceError(error, repository.evidence);
  }
  const lock = join(repository.evidence, 'journal.lock');
  return withLock(lock, LOCK_WAIT, () => appendLocked(repository, contents(), env, limits));
}

function appendLocked(
  repository: Repository,
  contents: readonly EntryContent[],
  env: Environment,
  limits: Limits,
): number {
  const path = journalPath(repository);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  // Under the lock, so that no entry is made with a key that an earlier one has replaced.
  const key = loadKey(env);
  const keys = findKeys(env);
  let handle: number | undefined;
  try {
    const stored = readJournalHead(repository, keys, env);
    renewFold(repository, key, keys, stored);
    handle = openNoLink(path, flags | (constants.O_NONBLOCK ?? 0), 0o600);
    const end = findEnd(repository, handle, { stored, keys, env, limits });
    if (end.isFirst) writeJournalHead(repository, key, { ...end.head, n: 0, hash: START }, env, true);
    const waiting = [...readSpool(repository, keys).ours].filter(([name]) => !end.spooled.has(name));
    const spooled = waiting.map(([name, event]) => ({ ...event, spooled: name }));
    const events = [...spooled, ...contents];
    const entries = chain(key, end.head, [...keyChange(end, key, keys, events), ...events]);
    const bytes = Buffer.from(entries.map((entry) => `${canonical(entry)}\n`).join(''));
    appendWhole(handle, bytes, end.head.bytes);
    // Before the head: who is killed in between leaves a head that does not fit, and the next one looks for doubles.
    removeSpooled(repository, [...end.spooled, ...waiting.map(([name]) => name)]);
    const { n, hash } = entries.at(-1) ?? end.head;
    const { lines, bytes: before } = end.head;
    const head = { ...end.head, n, hash, bytes: before + bytes.length, lines: lines + entries.length };
    try {
      writeJournalHead(repository, key, head, env);
    } catch (error) {
      // The caller takes it for not written, and so must the next reader. What waited has no other place any more.
      if (waiting.length === 0) takeBack(handle, end.head.bytes);
      throw error;
    }
    if (head.lines > head.dueLines || head.bytes > head.dueBytes) {
      compact(repository, readAll(handle, head.bytes), { key, keys, head, env, limits });
    }
    return n;
  } catch (error) {
    throw toEvidenceError(error, path);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function chain(key: Uint8Array, after: Link, contents: readonly EntryContent[]): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const content of contents) entries.push(makeEntry(key, entries.at(-1) ?? after, content));
  return entries;
}

/**
 * Returns the event that ties this user's new key to the one that made the last entry; dated before those that follow
 * it.
 */
function keyChange(
  { key: from, head: { hash: head } }: End,
  key: Uint8Array,
  keys: Keys,
  next: readonly EntryContent[],
): EntryContent[] {
  const old = from === undefined ? undefined : keys.get(from);
  const to = keyId(key);
  if (old === undefined || from === undefined || from === to) return [];
  const time = Math.min(Date.now(), ...next.map((event) => event.time));
  return [{ time, type: 'key', data: { ...makeKeyData(old, from, to, head) } }];
}

/**
 * Has a fold that an older program made vouched for by this one's key: who sees only the public half of that could not tell
 * that the fold is ours. No line is linked to it by its hash.
 */
function renewFold(repository: Repository, key: Uint8Array, keys: Keys, stored: StoredHead): void {
  if (typeof stored !== 'object' || stored.doubted !== undefined) return;
  const read = readFileBounded(journalPath(repository), MAX_JOURNAL);
  const renewed = read.kind === 'ok' ? resignFold(read.bytes, keys, key) : undefined;
  if (renewed !== undefined) writeFileAtomic(journalPath(repository), renewed, { within: repository.commonDir });
}

/** The event is on record by now, so what fails here is left to the next one that it is due for. */
function compact(
  repository: Repository,
  bytes: Buffer,
  by: { key: Uint8Array; keys: Keys; head: JournalHead; env: Environment; limits: Limits },
): void {
  const { key, keys, env, limits } = by;
  let head = by.head;
  try {
    const folded = foldJournal(bytes, keys, key, limits, head);
    if (folded !== undefined) {
      writeFileAtomic(journalPath(repository), folded, { within: repository.commonDir });
      const doubted = head.doubted?.length === 0 ? [] : doubtedIn(scanJournal(folded, keys));
      head = { ...head, bytes: folded.length, lines: countLines(folded), doubted };
    }
  } catch {
    // A full disk, most likely: the next writer hears of it.
  }
  // Also where nothing was folded, so that not every event tries again.
  const due = { dueLines: head.lines + limits.lines, dueBytes: head.bytes + limits.bytes };
  writeJournalHead(repository, key, { ...head, ...due }, env);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** What the file of the head holds, read once under the lock. */
type StoredHead = ReturnType<typeof readJournalHead>;

/** `End` tells where to append. */
interface End {
  /** The head as it is now, whatever the stored one says. */
  head: JournalHead;
  /** Key of the stored one. */
  key: string | undefined;
  /** Nothing of this user was there before. */
  isFirst: boolean;
  spooled: Set<string>;
}

/** Returns the link to append to. Only a journal that is not as its last writer left it is read. */
function findEnd(
  repository: Repository,
  handle: number,
  { stored, keys, env, limits }: { stored: StoredHead; keys: Keys; env: Environment; limits: Limits },
): End {
  const stat = fstatSync(handle);
  if (!stat.isFile()) throw new EvidenceError('NOT_WRITABLE', `${journalPath(repository)} is not a file`);
  const known = typeof stored === 'object' ? stored : undefined;
  if (known?.doubted !== undefined && known.n > 0 && known.bytes === stat.size) {
    return { head: known, key: known.key, isFirst: false, spooled: new Set() };
  }
  // A writer was killed: the moment to look for what such ones leave.
  for (const folder of [repository.evidence, join(repository.evidence, 'spool'), repositoryState(repository, env)]) {
    removeOrphans(folder);
  }
  if (stat.size > MAX_JOURNAL) {
    throw new EvidenceError('TOO_LARGE', `${journalPath(repository)} is too large to verify`);
  }
  const bytes = readAll(handle, stat.size);
  const scan = scanJournal(bytes, keys, Date.now(), known);
  if (scan.wholeBytes < bytes.length) {
    const aside = join(repository.evidence, `journal.torn-${Date.now()}`);
    writeFileAtomic(aside, bytes.subarray(scan.wholeBytes), { within: repository.commonDir });
    ftruncateSync(handle, scan.wholeBytes);
  }
  const last = scan.last ?? { n: 0, hash: START };
  const head: JournalHead = {
    ...(fits(stored, scan) ? last : gapAfter(last, known)),
    bytes: scan.wholeBytes,
    lines: scan.lines,
    dueLines: known?.dueLines ?? limits.lines,
    dueBytes: known?.dueBytes ?? limits.bytes,
    doubted: doubtedIn(scan),
  };
  return { head, key: known?.key, isFirst: known === undefined && fits(stored, scan), spooled: scan.spooled };
}

/** Returns which entries the next head does not vouch for. */
function doubtedIn({ doubted }: Scan): number[] | null {
  return doubted.length > MAX_DOUBTED ? null : doubted;
}

/** What was cut off stays missed: the next entry does not follow the last one here, but the one that is gone. */
function gapAfter(last: Link, known: KnownHead | undefined): Link {
  return { n: Math.max(last.n, known?.n ?? 0), hash: known?.hash ?? START };
}

/** Appends all bytes or none, as far as the disk lets us: what a full disk cut short is taken back. */
function appendWhole(handle: number, bytes: Buffer, before: number): void {
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
  } catch (error) {
    takeBack(handle, before);
    throw error;
  }
}

function takeBack(handle: number, before: number): void {
  try {
    ftruncateSync(handle, before);
  } catch {
    // Then it is a tail, torn or whole, which the next writer finds.
  }
}

function readAll(handle: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const count = readSync(handle, bytes, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
