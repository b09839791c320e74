import { canonical, parseJson } from '../json.js';
import { isSignedBy, keyId, sha256, sign } from '../keys/key.js';
import { isMac, type Keys } from '../keys/keyring.js';
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
  /** Numbers of entries that name a key of ours which did not sign them. */
  doubted: number[];
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

/** What vouches for entries: the chain's link up to which it does, and numbers of those that it does not vouch for. */
export interface Vouched extends Link {
  doubted?: readonly number[] | null | undefined;
}

/** Links an event to the chain. */
export function makeEntry(key: Uint8Array, after: Link, event: EntryContent): JournalEntry {
  const content = { ...event, n: after.n + 1, prev: after.hash, key: keyId(key) };
  const hash = sha256(content.prev + canonical(content));
  return { ...content, hash, mac: sign(key, hash) };
}

/** Tells what ties a new key to the one before it. */
export function makeKeyData(old: Uint8Array, from: string, to: string, head?: string): KeyData {
  const said = head === undefined ? { from, to } : { from, to, head };
  return { ...said, proof: sign(old, canonical(said)) };
}

/** A line of the journal, parsed. */
interface Line {
  /** Undefined where the line is no entry. */
  entry: JournalEntry | undefined;
  /** The entry's hash is that of the line's text. */
  isIntact: boolean;
}

/** Where a reader is on its way through a journal. */
interface Reader {
  readonly scan: Scan;
  readonly keys: Keys;
  readonly now: number;
  /** Ids of this user's keys, also of those that are out of sight but that one of them has replaced. */
  readonly ids: ReadonlySet<string>;
  /** Lines whose entries the head vouches for. */
  readonly vouched: ReadonlySet<Line>;
  /** Keys that others have replaced, as far as the chain says so. */
  readonly retired: Set<string>;
  /** An entry of ours is signed: no later one has a mere MAC. */
  isSigned: boolean;
  previous: Link;
  /** Time of the entry before. */
  time: number;
}

/**
 * Reads and verifies a journal. Never throws, whatever the bytes.
 * @param head whoever signed it has verified what it does not doubt: the chain's hashes tell that all is still there. Without
 * it each entry's own signature is checked, which takes ten times as long.
 */
export function scanJournal(bytes: Buffer, keys: Keys, now = Date.now(), head?: Vouched): Scan {
  const wholeBytes = bytes.lastIndexOf(10) + 1;
  const texts = bytes.toString('utf8', 0, wholeBytes).split('\n');
  texts.pop();
  const lines = linesOf(texts);
  const scan: Scan = {
    ours: [],
    foreign: 0,
    damage: [],
    doubted: [],
    links: new Map(),
    first: undefined,
    last: undefined,
    spooled: new Set(),
    lines: lines.length,
    count: 0,
    wholeBytes,
  };
  const vouched = vouchedLines(lines, head);
  const doubted = new Set(head?.doubted);
  const ids = idsOf(keys, lines, vouched, doubted);
  const reader: Reader = {
    ...{ scan, keys, now, ids, vouched },
    ...{ retired: new Set(), isSigned: false, previous: { n: 0, hash: START }, time: 0 },
  };
  for (const [at, line] of lines.entries()) readLine(reader, at, line, doubted);
  if (wholeBytes < bytes.length) {
    const detail = `${bytes.length - wholeBytes} bytes of an unfinished line`;
    scan.damage.push({ code: 'torn-tail', line: scan.count + 1, detail });
  }
  return scan;
}

/** The lines of the journal that this process has read last, by their places. */
let linesBefore: { texts: readonly string[]; lines: readonly Line[] } = { texts: [], lines: [] };

/**
 * Parses the lines of a journal. A line that stood at the same place when this process last read one, letter by letter, is not
 * parsed again: of a journal that has grown only the rest is.
 */
function linesOf(texts: readonly string[]): Line[] {
  const { texts: known, lines: before } = linesBefore;
  const lines = texts.map((text, at) => (text === known[at] ? before[at]! : lineOf(text)));
  linesBefore = { texts, lines };
  return lines;
}

/** Parses a line. The hash is that of its spelling, since others may read a key that is there twice in another way. */
function lineOf(text: string): Line {
  const entry = asEntry(parseJson(text));
  if (entry === undefined) return { entry, isIntact: false };
  const content = without(without(text, 'hash', entry.hash), 'mac', entry.mac);
  return { entry, isIntact: sha256(entry.prev + content) === entry.hash };
}

/**
 * Returns the lines that a head vouches for: each leads by its hash to the next, up to the one that the head names. A head that does
 * not say what it doubts vouches for none.
 */
function vouchedLines(lines: readonly Line[], head: Vouched | undefined): Set<Line> {
  const found = new Set<Line>();
  if (!head?.doubted) return found;
  let next: Link = head;
  for (const line of lines.toReversed()) {
    const { entry, isIntact } = line;
    if (entry === undefined) continue;
    const isNext = isIntact && entry.n === next.n && entry.hash === next.hash;
    if (!isNext && found.size > 0) break;
    if (!isNext) continue;
    found.add(line);
    next = { n: entry.n - 1, hash: entry.prev };
  }
  return found;
}

/** Returns the ids of the keys, and of those that they have replaced: an event that the head vouches for says so. */
function idsOf(
  keys: Keys,
  lines: readonly Line[],
  vouched: ReadonlySet<Line>,
  doubted: ReadonlySet<number>,
): Set<string> {
  const ids = new Set(keys.keys());
  for (const line of lines.toReversed()) {
    const { entry } = line;
    if (entry === undefined || !vouched.has(line) || doubted.has(entry.n)) continue;
    if (entry.type === 'key' && ids.has(entry.key) && isEventData(entry.type, entry.data))
      ids.add(String(entry.data.from));
  }
  return ids;
}

/**
 * Returns what vouches for the first lines of a journal.
 * @param start whole lines
 */
export function vouchedAt(bytes: Buffer, start: Buffer, head: Vouched | undefined): Vouched | undefined {
  if (head === undefined) return undefined;
  const texts = bytes.toString('utf8').split('\n').slice(0, -1);
  const lines = texts.map(lineOf);
  const vouched = vouchedLines(lines, head);
  const count = start.toString('utf8').split('\n').length - 1;
  const last = lines[count - 1];
  return last?.entry && vouched.has(last)
    ? { n: last.entry.n, hash: last.entry.hash, doubted: head.doubted }
    : undefined;
}

function readLine(reader: Reader, at: number, line: Line, doubted: ReadonlySet<number>): void {
  const { scan, previous } = reader;
  scan.count += 1;
  const { entry } = line;
  if (entry === undefined) {
    report(reader, 'unparsable', 'The line is not a journal entry');
    return;
  }
  const seal = sealOf(reader, line, entry, doubted);
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

/**
 * Takes the place of the lines that were folded into this one. Whoever made it has verified what it keeps, and it is signed
 * itself.
 */
function unfold(reader: Reader, data: CompactionData): void {
  const { scan } = reader;
  for (const value of data.kept) {
    const entry = asEntry(value);
    if (entry !== undefined) take(reader, entry, 'ours');
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
  else if (seal === 'forged') {
    scan.doubted.push(entry.n);
    report(reader, 'bad-mac', `Entry ${entry.n} was not written by @flow`);
  } else if (retired.has(entry.key) || (reader.isSigned && isMac(entry.mac))) {
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
    reader.isSigned ||= !isMac(entry.mac);
    scan.ours.push(entry);
  }
}

/** Tells whether the old key agrees, where it is known. */
function retire({ keys, retired }: Reader, entry: JournalEntry): boolean {
  const { from, to, head, proof } = entry.data as unknown as KeyData;
  const old = keys.get(from);
  if (to !== entry.key || from === to || (head !== undefined && head !== entry.prev)) return false;
  const said = head === undefined ? { from, to } : { from, to, head };
  if (old !== undefined && !isSignedBy(old, canonical(said), proof)) return false;
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

function sealOf({ keys, ids, vouched }: Reader, line: Line, entry: JournalEntry, doubted: ReadonlySet<number>): Seal {
  if (!line.isIntact) return 'changed';
  if (vouched.has(line) && ids.has(entry.key)) return doubted.has(entry.n) ? 'forged' : 'ours';
  const key = keys.get(entry.key);
  if (key === undefined) return 'foreign';
  return isSignedBy(key, entry.hash, entry.mac) ? 'ours' : 'forged';
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
