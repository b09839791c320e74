import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPORARY, uniqueName, writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { keyId } from '../keys/key.js';
import type { Keys } from '../keys/keyring.js';
import { isSignedFor, signFor } from '../keys/repository-signature.js';
import type { EntryContent } from './chain.js';
import type { Damage } from './damage.js';
import type { JournalEntry } from './event.js';
import { isEventData } from './event-data.js';

const MAX_BYTES = 128 * 1024;
const MAX_FILES = 10_000;

/** Events that wait for the lock's next holder, by their files' names, which sort by time. */
export interface Spool {
  /** Verified, made with a key of ours. */
  ours: Map<string, EntryContent>;
  foreign: number;
  damage: Damage[];
}

/**
 * Stores one event as a file of its own.
 * @returns the file's name
 * @throws EvidenceError
 */
export function spoolEvent(repository: Repository, key: Uint8Array, content: EntryContent): string {
  const { time, type, data } = content;
  const name = `${String(time).padStart(14, '0')}-${uniqueName()}.json`;
  const waiting = { name, time, type, data, key: keyId(key) };
  const text = canonical({ ...waiting, mac: signFor(key, repository, waiting) });
  writeFileAtomic(join(folderOf(repository), name), text, { within: repository.commonDir });
  return name;
}

/** Reads what waits. Never throws. */
export function readSpool(repository: Repository, keys: Keys): Spool {
  const spool: Spool = { ours: new Map(), foreign: 0, damage: [] };
  for (const name of listFiles(folderOf(repository))) {
    const read = readFileBounded(join(folderOf(repository), name), MAX_BYTES);
    // Gone since the listing: another process has taken it into the journal.
    if (read.kind === 'missing') continue;
    const report = (code: Damage['code']) => spool.damage.push({ code, line: 0, detail: `Waiting event ${name}` });
    const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
    if (!isRecord(value) || !isRecord(value.data) || typeof value.type !== 'string' || typeof value.time !== 'number') {
      report('unparsable');
      continue;
    }
    const { time, type, data } = value;
    const key = keys.get(String(value.key));
    if (key === undefined) spool.foreign += 1;
    else if (!isSignedFor(key, repository, { name, time, type, data, key: value.key }, value.mac)) report('bad-mac');
    else if (!isEventData(type, data)) report('unparsable');
    else spool.ours.set(name, { time, type, data });
  }
  return spool;
}

/** Removes files whose events are in the journal. */
export function removeSpooled(repository: Repository, names: Iterable<string>): void {
  for (const name of names) rmSync(join(folderOf(repository), name), { force: true });
}

/**
 * Returns a waiting event in the shape of the others; it has no place in the chain yet.
 * @param n the place that the next writer gives it, so that whoever counts what came after something counts it, too
 */
export function asWaitingEntry(name: string, content: EntryContent, n: number): JournalEntry {
  return { ...content, n, prev: '', hash: '', key: '', mac: '', spooled: name };
}

function listFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith(TEMPORARY));
    return names.sort().slice(0, MAX_FILES);
  } catch {
    return [];
  }
}

function folderOf(repository: Repository): string {
  return join(repository.evidence, 'spool');
}
