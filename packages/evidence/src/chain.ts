import { asEntry, type JournalEntry } from './event.js';
import { isEventData } from './event-data.js';
import { canonical, parseJson } from './json.js';
import { keyId, mac, sha256 } from './key.js';

/** `prev` of the first entry. */
export const START = '0'.repeat(64);

/** Clocks may differ by this much, in milliseconds, before an entry counts as dated in the future. */
const SKEW = 10 * 60_000;

/** Something in the journal that is not as it was written. Reported with its place, never repaired by guessing. */
export interface Damage {
  code:
    | 'torn-tail'
    | 'broken-chain'
    | 'bad-mac'
    | 'rolled-back'
    | 'unparsable'
    | 'future'
    | 'too-large'
    | 'symlink'
    | 'unreadable';
  /** Line of the journal, from 1; 0 for what concerns the whole, or the spool. */
  line: number;
  detail: string;
}

/** The last link of a chain. */
export interface Link {
  n: number;
  hash: string;
}

/** What lines of a journal hold. */
export interface Scan {
  /** Entries made with our key that verify, in order. */
  ours: JournalEntry[];
  /** How many entries other keys made. */
  foreign: number;
  damage: Damage[];
  /** Every entry's hash by its number, whoever made it. */
  links: Map<number, string>;
  last: Link | undefined;
  /** Names of the spool files that were taken in. */
  spooled: Set<string>;
  /** Offset of the byte after the last whole line. */
  wholeBytes: number;
}

/** Links an event to the chain. */
export function makeEntry(key: Uint8Array, after: Link, event: EntryContent): JournalEntry {
  const content = { ...event, n: after.n + 1, prev: after.hash, key: keyId(key) };
  const hash = hashOf(content);
  return { ...content, hash, mac: mac(key, hash) };
}

/** An entry's own part. */
export type EntryContent = Pick<JournalEntry, 'time' | 'type' | 'data' | 'spooled'>;

/** Reads and verifies a journal. Never throws, whatever the bytes. */
export function scanJournal(bytes: Buffer, key: Uint8Array | undefined, now = Date.now()): Scan {
  const scan: Scan = {
    ours: [],
    foreign: 0,
    damage: [],
    links: new Map(),
    last: undefined,
    spooled: new Set(),
    wholeBytes: bytes.lastIndexOf(10) + 1,
  };
  const ourId = key && keyId(key);
  const lines = bytes.toString('utf8', 0, scan.wholeBytes).split('\n');
  lines.pop();
  let previous: Link = { n: 0, hash: START };
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const report = (code: Damage['code'], detail: string) => scan.damage.push({ code, line, detail });
    const entry = asEntry(parseJson(text));
    if (entry === undefined) {
      report('unparsable', 'The line is not an entry');
      continue;
    }
    const hash = safeHash(entry);
    if (entry.n !== previous.n + 1 || entry.prev !== previous.hash) {
      report('broken-chain', `Entry ${entry.n} does not follow entry ${previous.n}`);
    }
    previous = { n: entry.n, hash: entry.hash };
    scan.last = previous;
    const known = scan.links.has(entry.n);
    scan.links.set(entry.n, entry.hash);
    if (entry.spooled !== undefined) scan.spooled.add(entry.spooled);
    if (hash !== entry.hash) report('broken-chain', `Entry ${entry.n} is not what its hash says`);
    else if (key === undefined || entry.key !== ourId) scan.foreign += 1;
    else if (mac(key, hash) !== entry.mac) report('bad-mac', `Entry ${entry.n} was not written by @flow`);
    else if (entry.time > now + SKEW) report('future', `Entry ${entry.n} is dated in the future`);
    else if (!isEventData(entry.type, entry.data)) report('unparsable', `Entry ${entry.n} lacks what its type needs`);
    // A copy of an older line verifies by itself, but it did not happen again.
    else if (!known) scan.ours.push(entry);
  }
  if (scan.wholeBytes < bytes.length) {
    const detail = `${bytes.length - scan.wholeBytes} bytes of an unfinished line`;
    scan.damage.push({ code: 'torn-tail', line: lines.length + 1, detail });
  }
  return scan;
}

function safeHash(entry: JournalEntry): string | undefined {
  try {
    const { hash: _hash, mac: _mac, ...content } = entry;
    return hashOf(content);
  } catch {
    // Nested beyond what the stack holds: nothing that we wrote.
    return undefined;
  }
}

function hashOf(content: Omit<JournalEntry, 'hash' | 'mac'>): string {
  return sha256(content.prev + canonical(content));
}
