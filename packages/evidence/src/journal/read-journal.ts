import { join } from 'node:path';
import { readFileBounded } from '../disk/read-bounded.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { findKeys, inspectKeys } from '../keys/keyring.js';
import { type Scan, scanJournal } from './chain.js';
import type { Damage } from './damage.js';
import type { JournalEntry } from './event.js';
import { readJournalHead } from './head.js';
import { inOrder } from './order.js';
import { asWaitingEntry, readSpool } from './spool.js';

/** `MAX_JOURNAL` is the longest journal that can be verified, in bytes. */
export const MAX_JOURNAL = 64 * 1024 * 1024;

/** `Journal` holds what was read of a journal. */
export interface Journal {
  /** Ours and verified, oldest first. One that waits for its place in the chain has the number that comes next. */
  events: JournalEntry[];
  /** Entries of other users' keys: they prove nothing here, and are no damage. */
  foreign: number;
  damage: Damage[];
}

/** Returns the path of the journal. */
export function journalPath(repository: Repository): string {
  return join(repository.evidence, 'journal.jsonl');
}

/** Reads and verifies the journal. Never throws; without a key of ours every entry is foreign. */
export function readJournal(repository: Repository, env: Environment = process.env, now = Date.now()): Journal {
  const journal = readOnce(repository, env, now);
  // Who looked for the head before the very first event, or for the keys before a new one, and for the rest behind it,
  // finds entries without a head: what is true of the journal is true a moment later, too.
  return journal.damage.some(({ code }) => HEADLESS.has(code)) ? readOnce(repository, env, now) : journal;
}

const HEADLESS: ReadonlySet<Damage['code']> = new Set<Damage['code']>(['no-head', 'rolled-back']);

function readOnce(repository: Repository, env: Environment, now: number): Journal {
  const keys = findKeys(env);
  // In this order nothing that others write meanwhile looks like damage, and no event falls between two places.
  const head = readJournalHead(repository, keys, env);
  const spool = readSpool(repository, keys);
  const read = readFileBounded(journalPath(repository), MAX_JOURNAL);
  const scan = scanJournal(
    read.kind === 'ok' ? read.bytes : Buffer.alloc(0),
    keys,
    now,
    typeof head === 'object' ? head : undefined,
  );
  const damage = [...inspectKeys(env), ...scan.damage, ...spool.damage];
  if (read.kind !== 'ok' && read.kind !== 'missing') {
    const code = read.kind === 'not-a-file' ? 'unreadable' : read.kind;
    damage.push({ code, line: 0, detail: 'The journal cannot be read' });
  } else damage.push(...headDamage(head, scan));
  const waiting = [...spool.ours].filter(([name]) => !scan.spooled.has(name));
  const last = scan.last?.n ?? 0;
  const due = waiting.map(([name, content], at) => asWaitingEntry(name, content, last + 1 + at));
  const events = inOrder([...scan.ours, ...due]);
  return { events, foreign: scan.foreign + spool.foreign, damage };
}

type FoundHead = ReturnType<typeof readJournalHead>;

/** Tells what the journal lacks of what its head says. */
function headDamage(head: FoundHead, scan: Scan): Damage[] {
  if (fits(head, scan)) return [];
  if (head === 'forged') {
    return [{ code: 'bad-mac', line: 0, detail: 'The record of the last entry was not written by @flow' }];
  }
  if (typeof head === 'object') {
    const first = (scan.last?.n ?? 0) + 1;
    if (first > head.n) {
      return [{ code: 'rolled-back', line: head.n, detail: `Entry ${head.n} is not the one that was written` }];
    }
    const gone = first === head.n ? `Entry ${first} existed and is` : `Entries ${first} to ${head.n} existed and are`;
    return [{ code: 'rolled-back', line: scan.count + 1, detail: `${gone} gone` }];
  }
  const detail =
    'No record of the last entry: it was removed, or the repository moved, or the journal is of another one';
  return [{ code: 'no-head', line: 0, detail }];
}

/**
 * Tells whether the journal holds all that its head says was there. Its first writer leaves a head before anything
 * else.
 */
export function fits(head: FoundHead, scan: { ours: readonly unknown[]; links: Map<number, string> }): boolean {
  if (typeof head === 'object') return head.n === 0 || scan.links.get(head.n) === head.hash;
  return head !== 'forged' && scan.ours.length === 0;
}
