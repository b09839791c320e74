import { canonical, parseJson } from '../json.js';
import { isSecret, sha256 } from '../keys/key.js';
import type { Keys } from '../keys/keyring.js';
import { type EntryContent, makeEntry, START, scanJournal, type Vouched, vouchedAt } from './chain.js';
import { isHarmful } from './damage.js';
import { asEntry, type JournalEntry } from './event.js';
import type { CompactionData } from './event-data.js';

/** Limits say when a journal is compacted, and how much of its end stays as it is. */
export interface Limits {
  /** The journal grew by so much since the last time. */
  lines: number;
  bytes: number;
  keptLines: number;
  keptBytes: number;
}

/** A journal has limits: each push reads and verifies all entries, at 10 to 20 µs an entry. */
export const LIMITS: Limits = { lines: 5000, bytes: 16 * 2 ** 20, keptLines: 1000, keptBytes: 4 * 2 ** 20 };

/** Receipts of older runs are not kept, either (`KEPT` in `receipts.ts`). */
const RUNS = 1000;

/** `SPOOLED` is how many spool files wait at most. */
const SPOOLED = 10_000;

/** Types of which old events tell nothing any more. A type that is not known here may matter to a newer version. */
const FORGETTABLE: ReadonlySet<string> = new Set(['run', 'session', 'edit']);

/**
 * Returns the journal with its older lines folded into one, which keeps what can still matter. The chain goes on: the
 * first line that stays follows the last one that went.
 * @param bytes whole lines
 * @param head the journal's, which vouches for its entries
 * @returns undefined when there is nothing to fold, or other users' entries that we cannot judge
 */
export function foldJournal(
  bytes: Buffer,
  keys: Keys,
  key: Uint8Array,
  limits: Pick<Limits, 'keptLines' | 'keptBytes'>,
  head?: Vouched,
): Buffer | undefined {
  const cut = endStart(bytes, limits);
  const old = bytes.subarray(0, cut);
  const scan = scanJournal(old, keys, Date.now(), vouchedAt(bytes, old, head));
  const { first, last } = scan;
  if (scan.lines < 2 || scan.foreign > 0 || first === undefined || last === undefined) return undefined;
  const data: CompactionData = {
    count: scan.count,
    first,
    last,
    digest: sha256(old),
    kept: scan.ours.filter(matters(scan.ours)),
    damage: scan.damage.filter(isHarmful),
    spooled: [...scan.spooled].sort().slice(-SPOOLED),
  };
  const content: EntryContent = { time: Date.now(), type: 'compaction', data: { ...data } };
  const line = canonical(makeEntry(key, { n: last.n - 1, hash: START }, content));
  return Buffer.concat([Buffer.from(`${line}\n`), bytes.subarray(cut)]);
}

/** Returns the journal with its first line signed anew, where that is a fold of ours with a mere MAC. */
export function resignFold(bytes: Buffer, keys: Keys, key: Uint8Array): Buffer | undefined {
  const end = bytes.indexOf(10) + 1;
  const made = asEntry(parseJson(bytes.toString('utf8', 0, end)));
  const by = made && keys.get(made.key);
  if (made?.type !== 'compaction' || by === undefined || !isSecret(by)) return undefined;
  // A reader unfolds nothing that is not ours, and counts one line then.
  if (scanJournal(bytes.subarray(0, end), keys).count < 2) return undefined;
  const { n, time, type, data } = made;
  const line = canonical(makeEntry(key, { n: n - 1, hash: START }, { time, type, data }));
  return Buffer.concat([Buffer.from(`${line}\n`), bytes.subarray(end)]);
}

/** Tells where the last lines begin that stay. */
function endStart(bytes: Buffer, { keptLines, keptBytes }: Pick<Limits, 'keptLines' | 'keptBytes'>): number {
  let start = bytes.length;
  for (let lines = 0; lines < keptLines && start > 0; lines += 1) {
    const before = start < 2 ? 0 : bytes.lastIndexOf(10, start - 2) + 1;
    if (bytes.length - before > keptBytes) break;
    start = before;
  }
  return start;
}

/** Tells of each entry whether it has to be kept. */
function matters(entries: readonly JournalEntry[]): (entry: JournalEntry) => boolean {
  const runs = entries.filter((entry) => entry.type === 'run');
  const newest = new Map(runs.map((entry) => [entry.data.suite, entry]));
  const kept = new Set([...runs.slice(-RUNS), ...newest.values()]);
  return (entry) => !FORGETTABLE.has(entry.type) || kept.has(entry);
}
