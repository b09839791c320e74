import { canonical, parseJson } from '../json.js';
import { keyId, mac, sha256 } from '../keys/key.js';
import type { Keys } from '../keys/keyring.js';
import type { Damage } from './damage.js';
import { asEntry, type JournalEntry } from './event.js';
import { type CompactionData, isEventData, type KeyData } from './event-data.js';

/** The first entry has this `prev`. */
export const START = '0'.repeat(64);

/** Clocks may differ by this much, in milliseconds, before it is worth a word. */
const SKEW = 10 * 60_000;

/** A link is the last entry of a chain. */
export interface Link {
  n: number;
  hash: string;
}

/** A scan tells what lines of a journal hold. */
export interface Scan {
  /** Entries made with a key of ours that verify, in the chain's order; of folded ones those that can still matter. */
  ours: JournalEntry[];
  /** How many entries other keys made. */
  foreign: number;
  damage: Damage[];
  /** Every entry's hash by its number, whoever made it. */
  links: Map<number, string>;
  first: Link | undefined;
  last: Link | undefined;
  /** Names of the spool files that were taken in. */
  spooled: Set<string>;
  /** How many whole lines there are, and how many there would be if none had been folded. */
  lines: number;
  count: number;
  /** Offset of the byte after the last whole line. */
  wholeBytes: number;
}

/** An entry has this part of its own. */
export type EntryContent = Pick<JournalEntry, 'time' | 'type' | 'data' | 'spooled'>;

/** Links an event to the chain. */
export function makeEntry(key: Uint8Array, after: Link, event: EntryContent): JournalEntry {
  const content = { ...event, n: after.n + 1, prev: after.hash, key: keyId(key) };
  const hash = sha256(content.prev + canonical(content));
  return { ...content, hash, mac: mac(key, hash) };
}

/** Tells what ties a new key to the one before it. */
export function makeKeyData(old: Uint8Array, from: string, to: string): KeyData {
  return { from, to, proof: mac(old, canonical({ from, to })) };
}

/** Where a reader is on its way through a journal. */
interface Reader {
  readonly scan: Scan;
  readonly keys: Keys;
  readonly now: number;
  /** Keys that others have replaced, as far as the chain says so. */
  readonly retired: Set<string>;
  previous: Link;
  /** Time of the entry before. */
  time: number;
}

/** Reads and verifies a journal. Never throws, whatever the bytes. */
export function scanJournal(bytes: Buffer, keys: Keys, now = Date.now()): Scan {
  const wholeBytes = bytes.lastIndexOf(10) + 1;
  const lines = bytes.toString('utf8', 0, wholeBytes).split('\n');
  lines.pop();
  const scan: Scan = {
    ours: [],
    foreign: 0,
    damage: [],
    links: new Map(),
    first: undefined,
    last: undefined,
    spooled: new Set(),
    lines: lines.length,
    count: 0,
    wholeBytes,
  };
  const reader: Reader = { scan, keys, now, retired: new Set(), previous: { n: 0, hash: START }, time: 0 };
  for (const [at, text] of lines.entries()) readLine(reader, at, text);
  if (wholeBytes < bytes.length) {
    const detail = `${bytes.length - wholeBytes} bytes of an unfinished line`;
    scan.damage.push({ code: 'torn-tail', line: scan.count + 1, detail });
  }
  return scan;
}

function readLine(reader: Reader, at: number, text: string): void {
  const { scan, previous } = reader;
  scan.count += 1;
  const entry = asEntry(parseJson(text));
  if (entry === undefined) {
    report(reader, 'unparsable', 'The line is not a journal entry');
    return;
  }
  const seal = sealOf(entry, reader.keys, text);
  if (at === 0 && seal === 'ours' && isCompaction(entry)) {
    unfold(reader, entry.data);
    return;
  }
  if (entry.n !== previous.n + 1 || entry.prev !== previous.hash || entry.type === 'compaction') {
    report(reader, 'broken-chain', `Entry ${entry.n} does not follow entry ${previous.n}`);
  }
  reader.previous = { n: entry.n, hash: entry.hash };
  scan.first ??= reader.previous;
  scan.last = reader.previous;
  if (entry.type !== 'compaction') take(reader, entry, seal);
}

/** Takes the place of the lines that were folded into this one. What it keeps is verified as any other entry. */
function unfold(reader: Reader, data: CompactionData): void {
  const { scan } = reader;
  for (const value of data.kept) {
    const entry = asEntry(value);
    if (entry !== undefined) take(reader, entry, sealOf(entry, reader.keys));
  }
  scan.count = data.count;
  scan.damage.push(...(data.damage as Damage[]));
  for (const name of data.spooled) scan.spooled.add(name);
  scan.links.set(data.last.n, data.last.hash);
  scan.first = data.first;
  scan.last = data.last;
  reader.previous = data.last;
}

function take(reader: Reader, entry: JournalEntry, seal: Seal): void {
  const { scan, retired } = reader;
  const known = scan.links.has(entry.n);
  const again = entry.spooled !== undefined && scan.spooled.has(entry.spooled);
  scan.links.set(entry.n, entry.hash);
  if (entry.spooled !== undefined) scan.spooled.add(entry.spooled);
  if (seal === 'changed') report(reader, 'broken-chain', `Entry ${entry.n} does not match its hash`);
  else if (seal === 'foreign') scan.foreign += 1;
  else if (seal === 'forged') report(reader, 'bad-mac', `Entry ${entry.n} was not written by @flow`);
  else if (retired.has(entry.key)) {
    report(reader, 'retired-key', `Entry ${entry.n} was made with a key that had already been replaced`);
  } else if (!isEventData(entry.type, entry.data)) {
    report(reader, 'unparsable', `Entry ${entry.n} lacks data its type requires`);
  } else if (entry.type === 'key' && !retire(reader, entry)) {
    report(reader, 'bad-mac', `Entry ${entry.n} replaces a key without that key's agreement`);
  } else if (again) {
    report(reader, 'replayed', `Entry ${entry.n} repeats a waiting event that was already recorded`);
  } else if (!known) {
    // A copy of an older line verifies by itself, but it did not happen again.
    lookAtClock(reader, entry);
    scan.ours.push(entry);
  }
}

/** Tells whether the old key agrees, where it is known. */
function retire({ keys, retired }: Reader, entry: JournalEntry): boolean {
  const { from, to, proof } = entry.data as unknown as KeyData;
  const old = keys.get(from);
  if (to !== entry.key || from === to) return false;
  if (old !== undefined && makeKeyData(old, from, to).proof !== proof) return false;
  retired.add(from);
  return true;
}

/** `lookAtClock` tells of a wrong clock once for each stretch of entries: a wrong clock costs no event. */
function lookAtClock(reader: Reader, { n, time, spooled }: JournalEntry): void {
  const { now } = reader;
  if (time > now + SKEW && reader.time <= now + SKEW) report(reader, 'future', `Entry ${n} is dated in the future`);
  if (spooled !== undefined) return;
  if (time < reader.time - SKEW) report(reader, 'clock', `Entry ${n} is dated earlier than the one before it`);
  reader.time = time;
}

function report({ scan }: Reader, code: Damage['code'], detail: string): void {
  scan.damage.push({ code, line: scan.count, detail });
}

function isCompaction(entry: JournalEntry): entry is JournalEntry & { data: CompactionData } {
  return entry.type === 'compaction' && entry.prev === START && isEventData(entry.type, entry.data);
}

/**
 * A seal tells who owns an entry. `changed`: the entry is not what its hash says. `forged`: the entry claims a key of ours
 * that did not seal it.
 */
type Seal = 'ours' | 'foreign' | 'changed' | 'forged';

/** @param line where there is one: its spelling counts, since others may read a key that is there twice in another way */
function sealOf(entry: JournalEntry, keys: Keys, line?: string): Seal {
  const { hash, mac: made } = entry;
  const text = line === undefined ? canonicalOf(entry) : without(without(line, 'hash', hash), 'mac', made);
  if (text === undefined || sha256(entry.prev + text) !== hash) return 'changed';
  const key = keys.get(entry.key);
  if (key === undefined) return 'foreign';
  return mac(key, hash) === made ? 'ours' : 'forged';
}

/** Tells what an entry's hash is of. */
function canonicalOf({ hash: _hash, mac: _mac, ...content }: JournalEntry): string | undefined {
  try {
    return canonical(content);
  } catch {
    // Nested beyond what the stack holds: nothing that we wrote.
    return undefined;
  }
}

/**
 * `without` returns canonical JSON without one of its fields. What stands in `data` comes before, and quotes in other texts
 * are escaped.
 */
function without(line: string, name: string, value: string): string {
  const field = `"${name}":"${value}",`;
  const at = line.lastIndexOf(field);
  return at < 0 ? line : line.slice(0, at) + line.slice(at + field.length);
}
