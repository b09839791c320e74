import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, refuseLinks, removeOrphans, writeAll, writeFileAtomic } from './atomic.js';
import { type Damage, type EntryContent, type Link, makeEntry, START, scanJournal } from './chain.js';
import type { Environment } from './environment.js';
import { EvidenceError, toEvidenceError } from './error.js';
import type { JournalEntry, NewEvent } from './event.js';
import { isEventData } from './event-data.js';
import { readJournalHead, writeJournalHead } from './head.js';
import { canonical, isRecord, parseJson } from './json.js';
import { findKey, loadKey } from './key.js';
import { withLock } from './lock.js';
import { readFileBounded } from './read-bounded.js';
import type { Repository } from './repository.js';
import { asWaitingEntry, readSpool, removeSpooled, spoolEvent } from './spool.js';
import { repositoryState } from './state-folder.js';

const LOCK_WAIT = 2000;
const MAX_EVENT = 64 * 1024;
const MAX_JOURNAL = 64 * 1024 * 1024;

/** Where an event went. In either place it will not be lost. */
export type Appended = { kind: 'appended'; n: number } | { kind: 'spooled'; file: string };

/** What a journal holds. */
export interface Journal {
  /** Ours and verified, oldest first; those that still wait for their place in the chain come last, with `n` 0. */
  events: JournalEntry[];
  /** Entries of other users' keys: they prove nothing here, and are no damage. */
  foreign: number;
  damage: Damage[];
}

/** Path of the journal. */
export function journalPath(repository: Repository): string {
  return join(repository.evidence, 'journal.jsonl');
}

/**
 * Records an event for good: when this returns, it is on the disk. Many processes may do so at once and any may be
 * killed. Takes the same time however long the journal is.
 * @throws EvidenceError when it cannot be written; BAD_EVENT when its data is not what its type needs
 */
export function appendEvent<Type extends string>(
  repository: Repository,
  event: NewEvent<Type>,
  env: Environment = process.env,
): Appended {
  const content = contentOf(event);
  const size = Buffer.byteLength(canonical(content));
  if (size > MAX_EVENT) throw new EvidenceError('TOO_LARGE', `An event of ${size} bytes; the most is ${MAX_EVENT}`);
  const key = loadKey(env);
  try {
    refuseLinks(repository.commonDir, journalPath(repository));
    makeFolder(repository.evidence);
  } catch (error) {
    throw toEvidenceError(error, repository.evidence);
  }
  const lock = join(repository.evidence, 'journal.lock');
  const done = withLock(lock, LOCK_WAIT, () => appendLocked(repository, key, content, env));
  if (done.ok) return { kind: 'appended', n: done.value };
  return { kind: 'spooled', file: spoolEvent(repository, key, content) };
}

/** Reads and verifies the journal. Never throws; without a key of ours every entry is foreign. */
export function readJournal(repository: Repository, env: Environment = process.env, now = Date.now()): Journal {
  const key = findKey(env);
  // In this order nothing that others write meanwhile looks like damage, and no event falls between two places.
  const head = key === undefined ? 'missing' : readJournalHead(repository, key, env);
  const spool = readSpool(repository, key);
  const read = readFileBounded(journalPath(repository), MAX_JOURNAL);
  const scan = scanJournal(read.kind === 'ok' ? read.bytes : Buffer.alloc(0), key, now);
  const damage = [...scan.damage, ...spool.damage];
  if (read.kind !== 'ok' && read.kind !== 'missing') {
    const code = read.kind === 'not-a-file' ? 'unreadable' : read.kind;
    damage.push({ code, line: 0, detail: 'The journal cannot be read' });
  } else if (head === 'forged') {
    damage.push({ code: 'bad-mac', line: 0, detail: 'The record of its last entry was not written by @flow' });
  } else if (head !== 'missing' && scan.links.get(head.n) !== head.hash) {
    damage.push({ code: 'rolled-back', line: 0, detail: `Entry ${head.n} was there and is not any more` });
  }
  const waiting = [...spool.ours].filter(([name]) => !scan.spooled.has(name));
  const events = [...scan.ours, ...waiting.map(([name, content]) => asWaitingEntry(name, content))];
  return { events, foreign: scan.foreign + spool.foreign, damage };
}

/** As JSON gives it back, so that what is written and what is read are judged alike. */
function contentOf({ type, data, time = Date.now() }: NewEvent): EntryContent {
  const plain = parseJson(canonical(data));
  if (!Number.isFinite(time) || !isRecord(plain) || !isEventData(type, plain)) {
    throw new EvidenceError('BAD_EVENT', `Not the data of an event of type ${JSON.stringify(type)}`);
  }
  return { time, type, data: plain };
}

function appendLocked(repository: Repository, key: Uint8Array, content: EntryContent, env: Environment): number {
  const path = journalPath(repository);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  let handle: number | undefined;
  try {
    handle = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    const end = findEnd(repository, handle, key, env);
    const waiting = [...readSpool(repository, key).ours].filter(([name]) => !end.spooled.has(name));
    const contents = [...waiting.map(([name, event]) => ({ ...event, spooled: name })), content];
    let last = end.link;
    let text = '';
    for (const one of contents) {
      const entry = makeEntry(key, last, one);
      text += `${canonical(entry)}\n`;
      last = entry;
    }
    const bytes = Buffer.from(text);
    appendWhole(handle, bytes, end.bytes);
    // Before the head: who is killed in between leaves a head that does not fit, and the next one looks for doubles.
    removeSpooled(repository, [...end.spooled, ...waiting.map(([name]) => name)]);
    writeJournalHead(repository, key, { n: last.n, hash: last.hash, bytes: end.bytes + bytes.length }, env);
    return last.n;
  } catch (error) {
    throw toEvidenceError(error, path);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The link to append to. Only a journal that is not as its last writer left it is read. */
function findEnd(
  repository: Repository,
  handle: number,
  key: Uint8Array,
  env: Environment,
): { link: Link; bytes: number; spooled: Set<string> } {
  const stat = fstatSync(handle);
  if (!stat.isFile()) throw new EvidenceError('NOT_WRITABLE', `${journalPath(repository)} is not a file`);
  const head = readJournalHead(repository, key, env);
  const known = typeof head === 'object' ? head : undefined;
  if (known?.bytes === stat.size) return { link: known, bytes: stat.size, spooled: new Set() };
  // A writer was killed: the moment to look for what such ones leave.
  for (const folder of [repository.evidence, join(repository.evidence, 'spool'), repositoryState(repository, env)]) {
    removeOrphans(folder);
  }
  if (stat.size > MAX_JOURNAL) {
    throw new EvidenceError('TOO_LARGE', `${journalPath(repository)} is too large to verify`);
  }
  const bytes = readAll(handle, stat.size);
  const scan = scanJournal(bytes, key);
  if (scan.wholeBytes < bytes.length) {
    const aside = join(repository.evidence, `journal.torn-${Date.now()}`);
    writeFileAtomic(aside, bytes.subarray(scan.wholeBytes), { within: repository.commonDir });
    ftruncateSync(handle, scan.wholeBytes);
  }
  const last = scan.last ?? { n: 0, hash: START };
  const intact = known === undefined ? head === 'missing' : scan.links.get(known.n) === known.hash;
  // What was cut off stays missed: the next entry does not follow the last one here, but the one that is gone.
  const link = intact ? last : { n: Math.max(last.n, known?.n ?? 0), hash: known?.hash ?? START };
  return { link, bytes: scan.wholeBytes, spooled: scan.spooled };
}

/** All or nothing, as far as the disk lets us: what a full disk cut short is taken back. */
function appendWhole(handle: number, bytes: Buffer, before: number): void {
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
  } catch (error) {
    try {
      ftruncateSync(handle, before);
    } catch {
      // Then it is a torn tail, which the next writer sets aside.
    }
    throw error;
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
